// Dates as people write them, to ISO 8601: "September 30th, 2026" → 2026-09-30, in characters on both sides. The task of the best-known
// attention example that runs in a page (TensorFlow.js, date-conversion-attention), with more forms. Days are 1950-01-01 to 2049-12-31,
// all alike, so that two digits of a year say which century; a form's separators say whether day or month comes first. There is no
// gold alignment: a month's name is read as a whole.
#include <algorithm>

#include "tasks.h"

namespace lookback {

namespace {

constexpr const char* months[] = {"January", "February", "March",     "April",   "May",      "June",
                                  "July",    "August",   "September", "October", "November", "December"};
constexpr const char* weekdays[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

// What stands for what in a form: Y 2026, y 26, M 09, m 9, N September, n Sep, D 05, d 5, o 5th, W Wednesday, w Wed; any other character,
// and any behind a `, is itself.
constexpr const char* forms[] = {
    "DnY",      "Dny",       "D n Y",   "d N Y", "d n Y", "o N Y", "the o `of N Y", "o `of N, Y", "N d, Y",  "n d, Y", "N o, Y", "n o, Y",
    "n d y",    "N d Y",     "W, N d, Y", "w, n d, Y", "W, d N Y", "W o N Y", "w d n Y", "M/D/Y", "m/d/Y", "M/D/y", "m/d/y", "D.M.Y",
    "d.m.Y",    "d.m.y",     "D-M-Y",   "d-m-Y", "d-n-Y", "Y.M.D", "Y/M/D",         "Y-M-D",      "YMD",     "Y n d",  "Y, N d",
};
constexpr const char* iso = "Y-M-D";

struct Date {
  int year, month, day, weekday;  // month and weekday from 0
};

constexpr int days = 36525;  // from 1950 on, of a hundred years

int year_length(int year) { return year % 4 == 0 ? 366 : 365; }  // 2000 was a leap year too

// Day `n` after 1950-01-01, which was a Sunday.
Date date(int n) {
  constexpr int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  Date made{1950, 0, n, (n + 6) % 7};
  for (; made.day >= year_length(made.year); ++made.year) made.day -= year_length(made.year);
  const auto length = [&] { return lengths[made.month] + (made.month == 1 ? year_length(made.year) - 365 : 0); };
  for (; made.day >= length(); ++made.month) made.day -= length();
  ++made.day;
  return made;
}

// Characters of a date in a form.
void write_date(const Date& date, const char* form, std::vector<int>& out) {
  out.clear();
  const auto number = [&](int value, bool two_places) {
    if (value >= 10 || two_places) out.push_back('0' + value / 10);
    out.push_back('0' + value % 10);
  };
  const auto text = [&](const char* word, std::size_t size = 99) {
    for (; *word != 0 && size > 0; ++word, --size) out.push_back(*word);
  };
  for (; *form != 0; ++form) {
    switch (*form) {
      case 'Y': number(date.year / 100, true); [[fallthrough]];
      case 'y': number(date.year % 100, true); break;
      case 'M': number(date.month + 1, true); break;
      case 'm': number(date.month + 1, false); break;
      case 'N': text(months[date.month]); break;
      case 'n': text(months[date.month], 3); break;
      case 'W': text(weekdays[date.weekday]); break;
      case 'w': text(weekdays[date.weekday], 3); break;
      case 'D': number(date.day, true); break;
      case 'd': number(date.day, false); break;
      case 'o': {
        number(date.day, false);
        const int last = date.day / 10 == 1 ? 0 : date.day % 10;
        text(last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
        break;
      }
      case '`': out.push_back(*++form); break;
      default: out.push_back(*form);
    }
  }
}

class Dates final : public DrawnLengths {
 public:
  Dates() : DrawnLengths(6, 29, 10) {
    target.tokens = {"<bos>", "<eos>"};
    target.bos = 0;
    target.eos = 1;
    std::vector<int> written;
    for (int day = 0; day < 366; ++day) {
      for (const char* form : forms) {
        write_date(date(day), form, written);
        for (const int c : written) know(c, source, source_ids_);
      }
    }
    for (const char* c = "-0123456789"; *c != 0; ++c) {
      know(*c, target, target_ids_);
      know(*c, source, source_ids_);
    }
  }

  void draw_into(Random& random, Index length, Pair& pair) const override {
    check_length(length);
    do {
      const Date drawn = date(static_cast<int>(random.below(days)));
      write_date(drawn, forms[random.below(std::size(forms))], pair.source);
      write_date(drawn, iso, pair.target);
    } while (!fits(static_cast<Index>(pair.source.size()), length));
    for (int& c : pair.source) c = source_ids_[static_cast<std::size_t>(c)];
    for (int& c : pair.target) c = target_ids_[static_cast<std::size_t>(c)];
  }

  std::optional<Pair> find(const std::vector<int>& ids) const override {
    Pair pair;
    if (!has_length(static_cast<Index>(ids.size()))) return std::nullopt;
    std::vector<int> letters;
    for (const int id : ids) letters.push_back(source.tokens.at(static_cast<std::size_t>(id)).front());
    for (int day = 0; day < days; ++day) {
      const Date known = date(day);
      const int year[] = {'0' + known.year / 10 % 10, '0' + known.year % 10};  // the digits that every form has
      if (std::search(letters.begin(), letters.end(), std::begin(year), std::end(year)) == letters.end()) continue;
      for (const char* form : forms) {
        write_date(known, form, pair.source);
        if (pair.source != letters) continue;
        pair.source = ids;
        write_date(known, iso, pair.target);
        for (int& c : pair.target) c = target_ids_[static_cast<std::size_t>(c)];
        return pair;
      }
    }
    return std::nullopt;
  }

 private:
  using Ids = std::array<int, 128>;  // by character; 0 for one that is not known
  static void know(int c, Vocabulary& vocabulary, Ids& ids) {
    const std::string token(1, static_cast<char>(c));
    const auto found = std::find(vocabulary.tokens.begin(), vocabulary.tokens.end(), token);
    ids[static_cast<std::size_t>(c)] = static_cast<int>(found - vocabulary.tokens.begin());
    if (found == vocabulary.tokens.end()) vocabulary.tokens.push_back(token);
  }
  Ids source_ids_{}, target_ids_{};
};

}  // namespace

std::unique_ptr<Task> dates_task(const TaskOptions&) {
  auto task = std::make_unique<Dates>();
  prefer_own_words(*task);
  task->model.embedding = 16;
  task->training.steps = 900;
  return task;
}

}  // namespace lookback
