// What every refusal must be: the code that a program tests for, and one clear sentence that names what is wrong.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lookback/error.h"

// Calls f, which must throw Error(code) with a sentence that holds each of `mentions`, ends with a full stop and is
// short enough to be read.
template <class F>
void expect_refusal(F f, const std::string& code, const std::vector<std::string>& mentions) {
  try {
    f();
    ADD_FAILURE() << "nothing was refused";
  } catch (const lookback::Error& error) {
    const std::string sentence = error.what();
    EXPECT_EQ(error.code(), code) << sentence;
    for (const std::string& mention : mentions) EXPECT_THAT(sentence, testing::HasSubstr(mention));
    EXPECT_THAT(sentence, testing::EndsWith("."));
    EXPECT_LT(sentence.size(), 500u) << sentence.substr(0, 500);
  }
}
