// Dates: what is drawn is read again by a reader of its own, which knows calendars from Zeller's congruence; every form, day and length
// is there.
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>

#include "lookback/task.h"
#include "refusal.h"

namespace {

using lookback::Index;
using lookback::make_task;
using lookback::Pair;
using lookback::Random;
using lookback::Task;

std::string text(const std::vector<std::string>& characters) {
  std::string out;
  for (const std::string& c : characters) out += c;
  return out;
}

// 0 for Saturday, as Zeller counts.
int weekday(int year, int month, int day) {
  if (month < 3) {
    month += 12;
    --year;
  }
  return (day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400) % 7;
}

int days_of(int year, int month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

// The ISO form of a date as people write it; empty, and a failure, where it is none.
std::string read(const std::string& written) {
  const std::vector<std::string> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::vector<std::string> weekdays = {"Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"};
  std::vector<std::string> numbers;
  int month = 0, said_weekday = -1;
  bool name_first = false;
  std::string ordinal;
  for (std::size_t i = 0; i < written.size();) {
    std::string run;
    const auto take = [&](auto is) {
      while (i < written.size() && is(static_cast<unsigned char>(written[i]))) run += written[i++];
    };
    if (std::isdigit(static_cast<unsigned char>(written[i]))) {
      take([](unsigned char c) { return std::isdigit(c) != 0; });
      numbers.push_back(run);
    } else if (std::isalpha(static_cast<unsigned char>(written[i]))) {
      take([](unsigned char c) { return std::isalpha(c) != 0; });
      if (run == "th" || run == "st" || run == "nd" || run == "rd") {
        ordinal = numbers.back() + run;
      } else if (run != "the" && run != "of") {
        bool known = false;
        for (std::size_t k = 0; k < 12; ++k) {
          if (run.rfind(months[k], 0) != 0) continue;
          month = static_cast<int>(k) + 1;
          name_first = numbers.empty();
          known = true;
        }
        for (std::size_t k = 0; k < 7; ++k) {
          if (run.rfind(weekdays[k], 0) != 0) continue;
          said_weekday = static_cast<int>(k);
          known = true;
        }
        EXPECT_TRUE(known) << run;
      }
    } else {
      ++i;
    }
  }
  int year = 0, day = 0;
  const auto number = [&](std::size_t k) { return std::stoi(numbers.at(k)); };
  const auto full = [](int y) { return y >= 100 ? y : y >= 50 ? 1900 + y : 2000 + y; };
  if (numbers.size() == 1) {  // 20260930
    year = number(0) / 10000, month = number(0) / 100 % 100, day = number(0) % 100;
  } else if (month > 0) {
    const bool year_first = numbers[0].size() == 4;
    year = full(number(year_first ? 0 : 1)), day = number(year_first ? 1 : 0);
    EXPECT_TRUE(name_first || !year_first || numbers.size() == 2);
  } else if (numbers[0].size() == 4) {
    year = number(0), month = number(1), day = number(2);
  } else if (written.find('/') != std::string::npos) {
    month = number(0), day = number(1), year = full(number(2));
  } else {
    day = number(0), month = number(1), year = full(number(2));
  }
  EXPECT_TRUE(month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month)) << written;
  if (said_weekday >= 0) {
    EXPECT_EQ(said_weekday, weekday(year, month, day)) << written;
  }
  if (!ordinal.empty()) {
    const char* end = day == 1 || day == 21 || day == 31 ? "st" : day == 2 || day == 22 ? "nd" : day == 3 || day == 23 ? "rd" : "th";
    EXPECT_EQ(ordinal, std::to_string(day) + end) << written;
  }
  const auto two = [](int n) { return std::string(n < 10 ? "0" : "") + std::to_string(n); };
  return std::to_string(year) + "-" + two(month) + "-" + two(day);
}

TEST(Dates, TheReaderReadsThem) {
  EXPECT_EQ(read("Wednesday, September 30, 2026"), "2026-09-30");
  EXPECT_EQ(read("1/2/49"), "2049-01-02");
  EXPECT_EQ(read("1.2.50"), "1950-02-01");
  EXPECT_EQ(read("2000 Feb 29"), "2000-02-29");
}

TEST(Dates, EveryDateIsWhatItSays) {
  const std::unique_ptr<Task> task = make_task("dates", "{}");
  Random random(1, "test");
  std::set<std::string> shapes, years, ends;
  for (int i = 0; i < 40000; ++i) {
    const Pair pair = task->draw(random, 0);
    const std::string source = text(task->source.text(pair.source)), target = text(task->target.text(pair.target));
    ASSERT_EQ(read(source), target) << source;
    ASSERT_TRUE(pair.gold.empty() && pair.sure.empty() && pair.possible.empty());
    std::string shape;  // digits as 0, letters as a, runs as one, and how long the runs of digits are
    for (const char c : source) {
      const char kind = std::isdigit(static_cast<unsigned char>(c)) ? '0' : std::isalpha(static_cast<unsigned char>(c)) ? 'a' : c;
      if (kind != 'a' || shape.empty() || shape.back() != 'a') shape += kind;
    }
    shapes.insert(shape);
    years.insert(target.substr(0, 4));
    ends.insert(target.substr(5));
  }
  EXPECT_GE(shapes.size(), 30u);
  EXPECT_EQ(years.size(), 100u);
  EXPECT_EQ(*years.begin(), "1950");
  EXPECT_EQ(*years.rbegin(), "2049");
  EXPECT_EQ(ends.size(), 366u);
}

TEST(Dates, EveryLengthHasExamples) {
  const std::unique_ptr<Task> task = make_task("dates", "{}");
  for (Index length = 6; length <= 29; ++length) {
    for (const Pair& pair : task->held_out_pairs(10, 1, length)) {
      EXPECT_EQ(static_cast<Index>(pair.source.size()), length);
      EXPECT_TRUE(task->held_out(pair));
    }
  }
  EXPECT_EQ(task->longest().source.size(), 29u);
  EXPECT_EQ(task->longest().target.size(), 10u);
  expect_refusal([&] { task->held_out_pairs(1, 0, 30); }, "bad-input", {"'dates'", "30 tokens", "6 to 29"});
  expect_refusal([] { make_task("dates", R"({"minLength": 5})"); }, "bad-task", {"`minLength`", "6 to 29"});
}

}  // namespace
