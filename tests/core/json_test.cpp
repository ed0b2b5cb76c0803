// How the core reads JSON: numbers to the nearest double or whole number, NaN and Infinity, and what is no object.

#include "json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "lookback/random.h"
#include "refusal.h"

namespace {

rapidjson::Document read(const std::string& text) { return lookback::json::object(text, "bad-input", "The text"); }

double number(const std::string& text) { return read("{\"x\": " + text + "}")["x"].GetDouble(); }

TEST(Json, NumbersAreReadToTheNearestDouble) {
  EXPECT_EQ(number("0.1"), 0.1);
  EXPECT_EQ(number("1e23"), 1e23);
  EXPECT_EQ(number("8.41e21"), 8.41e21);
  EXPECT_EQ(number("5e-324"), 5e-324);
  EXPECT_EQ(number("2.2250738585072011e-308"), 2.2250738585072011e-308);
  EXPECT_EQ(number("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(number("9007199254740993.0"), 9007199254740992.0);
  EXPECT_EQ(number("0.30000000000000004"), 0.1 + 0.2);
  EXPECT_EQ(number("1e-400"), 0);
  // RapidJSON's own conversion is off by a unit in the last place.
  EXPECT_EQ(number("4.0062925337962898013288986243039e-129"), 0x1.6375c46f737efp-427);
  EXPECT_EQ(number("3120269442073522644812949933574708.242847868e-194"), 0x1.c135d91302c2bp-534);
  // Half-way between two doubles, just above it after many digits, and the ends of the range.
  EXPECT_EQ(number("9007199254740993.0" + std::string(1000, '0') + "1"), 9007199254740994.0);
  EXPECT_EQ(number("9007199254740995.0" + std::string(1000, '0')), 9007199254740996.0);
  EXPECT_EQ(number("2.4703282292062327208e-324"), 0);
  EXPECT_EQ(number("2.4703282292062328e-324"), 5e-324);
  EXPECT_EQ(number("1.7976931348623158e308"), 1.7976931348623157e308);
  EXPECT_EQ(number("1.7976931348623159e308"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(number("-12345e308"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(number("1e-99999999999999999999"), 0);
}

TEST(Json, ZeroIsZeroHoweverItIsWritten) {
  for (const char* zero :
       {"0", "-0", "0.0", "0e99", "0e-99", "0E+300", "-0e99", "0.000000000000000000000000000000000000000000e-30"}) {
    EXPECT_EQ(number(zero), 0) << zero;
  }
}

TEST(Json, WrittenNumbersComeBack) {
  lookback::Random random(10, "json");
  for (int i = 0; i < 2000; ++i) {
    const double x = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(600)) - 300);
    rapidjson::StringBuffer buffer;
    lookback::json::Writer writer(buffer);
    writer.Double(x);
    EXPECT_EQ(number(buffer.GetString()), x) << buffer.GetString();
  }
}

TEST(Json, WholeNumbersKeepTheirKind) {
  const rapidjson::Document d = read(R"({"a": 18446744073709551615, "b": -9223372036854775808, "c": 3, "d": 3.0,
      "e": 18446744073709551616, "f": -1, "g": 2147483648})");
  EXPECT_EQ(d["a"].GetUint64(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(d["a"].IsInt64());
  EXPECT_EQ(d["b"].GetInt64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_TRUE(d["c"].IsInt());
  EXPECT_TRUE(d["c"].IsUint64());
  EXPECT_FALSE(d["d"].IsInt());
  EXPECT_FALSE(d["e"].IsUint64());
  EXPECT_EQ(d["e"].GetDouble(), 18446744073709551616.0);
  EXPECT_TRUE(d["f"].IsInt());
  EXPECT_FALSE(d["f"].IsUint64());
  EXPECT_FALSE(d["g"].IsInt());
}

TEST(Json, NumbersThatAreNotFiniteAreReadSoThatTheyCanBeNamed) {
  EXPECT_TRUE(std::isnan(number("NaN")));
  EXPECT_EQ(number("Infinity"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(number("-Inf"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(lookback::json::text(read(R"({"x": NaN})")), R"({"x":NaN})");
}

TEST(Json, WhatIsNoObjectIsRefused) {
  for (const char* text : {"", " ", "{", "{\"a\"}", "{\"a\":}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":1e}", "{\"a\":+1}",
                           "{'a':1}", "{\"a\":1,}", "{\"a\":1e999}", "{\"a\":\"\xff\"}", "{} {}", "nothing"}) {
    expect_refusal([&] { read(text); }, "bad-input", {"The text is not JSON", "(at byte"});
  }
  for (const char* text : {"[]", "3", "\"a\"", "null", "NaN"}) {
    expect_refusal([&] { read(text); }, "bad-input", {"The text must be a JSON object"});
  }
}

}  // namespace
