#include "chinese.h"

#include <map>
#include <sstream>

namespace chinese {

namespace {

using Set = std::set<std::string>;

Set words(const std::string& text) {
  std::istringstream in(text);
  Set out;
  for (std::string word; in >> word;) out.insert(word);
  return out;
}

const Set people = words("老师 学生 朋友 孩子"), animals = words("狗 猫 鸟"), foods = words("苹果 鸡蛋"), made = words("书 车"),
          numbers = words("一 两 三"), pointing = words("这 那"), feelings = words("爱 喜欢"), actions = words("吃 打 追 买 看见 找"),
          places = words("学校 公园 商店"), before_nouns = words("大 小 红 白 新 老 好"), predicates_only = words("忙 累"),
          small_words = words("不 没 了 想 在 正在 吗 很 的 今天 每天 花 公司");
const std::map<std::string, std::string> classifiers = {
    {"狗", "只"}, {"猫", "只"}, {"鸟", "只"}, {"老师", "个"}, {"学生", "个"}, {"朋友", "个"}, {"孩子", "个"},
    {"苹果", "个"}, {"鸡蛋", "个"}, {"书", "本"}, {"花", "朵"}, {"车", "辆"}, {"公司", "家"}};
// Who each may be, in part: the one who speaks, the one spoken to, a man, a woman.
const std::map<std::string, Set> pronouns = {{"我", {"speaker"}}, {"你", {"hearer"}}, {"他", {"man"}}, {"她", {"woman"}},
                                             {"我们", {"speaker"}}, {"他们", {"man", "woman"}}};

struct Phrase {
  bool there = false, numbered = false;
  std::string pronoun, noun;  // one of them
};

class Checker {
 public:
  explicit Checker(const std::vector<std::string>& tokens) : tokens_(tokens) {}

  Set run() {
    for (const std::string& token : tokens_) {
      if (!known(token)) report("word");
    }
    if (!sentence() || at_ < tokens_.size()) report("order");
    return found_;
  }

 private:
  const std::string& word(std::size_t ahead = 0) const {
    static const std::string none;
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : none;
  }
  bool take(const char* one) {
    if (word() != one) return false;
    ++at_;
    return true;
  }
  void report(const char* fault) { found_.insert(fault); }
  static bool is_classifier(const std::string& one) {
    for (const auto& [noun, classifier] : classifiers) {
      if (one == classifier) return true;
    }
    return false;
  }
  static bool known(const std::string& one) {
    for (const Set* set : {&people, &animals, &foods, &made, &numbers, &pointing, &feelings, &actions, &places, &before_nouns, &predicates_only, &small_words}) {
      if (set->count(one)) return true;
    }
    return pronouns.count(one) || is_classifier(one);
  }

  // An adjective fits the noun it stands before, or is said of.
  void fit(const std::string& adjective, const std::string& noun, bool said) {
    const bool person = people.count(noun) > 0, animal = animals.count(noun) > 0;
    bool fits = true;
    if (words("大 小").count(adjective)) fits = !person;
    if (adjective == "红") fits = said ? words("苹果 花 车").count(noun) > 0 : !person && !animal && noun != "公司";
    if (adjective == "白") fits = animal || words("鸡蛋 花 车").count(noun) > 0;
    if (adjective == "好") fits = !said || noun != "花";
    if (adjective == "新") fits = made.count(noun) > 0 || noun == "公司";
    if (adjective == "老") fits = animal;
    if (adjective == "忙") fits = person;
    if (adjective == "累") fits = person || animal;
    if (!fits) report("kind");
  }

  Phrase phrase() {
    Phrase out;
    if (pronouns.count(word()) && word(1) != "的") {
      out.there = true;
      out.pronoun = word();
      ++at_;
      return out;
    }
    if (pronouns.count(word())) at_ += 2;
    const bool counted = numbers.count(word()) || pointing.count(word());
    std::string classifier;
    if (counted) {
      out.numbered = numbers.count(word()) > 0;
      ++at_;
      if (is_classifier(word())) classifier = tokens_[at_++];
      else report("classifier");
    }
    std::string adjective;
    if (before_nouns.count(word()) && classifiers.count(word(1))) adjective = tokens_[at_++];
    if (word() == "苹果" && word(1) == "公司") ++at_;
    if (!classifiers.count(word())) return out;
    out.noun = tokens_[at_++];
    out.there = true;
    if (counted && !classifier.empty() && classifiers.at(out.noun) != classifier) report("classifier");
    if (!adjective.empty()) fit(adjective, out.noun, false);
    return out;
  }

  bool sentence() {
    const Phrase subject = phrase();
    if (!subject.there) return false;
    if (subject.numbered) report("number");
    // 苹果 很 红
    if ((word() == "很" || word() == "不") && (before_nouns.count(word(1)) || predicates_only.count(word(1)))) {
      ++at_;
      if (subject.noun.empty()) return false;
      fit(tokens_[at_++], subject.noun, true);
      return true;
    }
    const bool every_day = take("每天"), today = !every_day && take("今天");
    const bool no = take("不"), had_not = !no && take("没"), want = !no && !had_not && take("想");
    const bool before = no || had_not || want;
    std::string feeling;
    if (!before && feelings.count(word()) && (actions.count(word(1)) || feelings.count(word(1)) || word(1) == "正在" || word(1) == "在")) feeling = tokens_[at_++];
    const bool now = take("正在");
    const bool at_place = take("在");
    if (at_place && !places.count(word())) return false;
    at_ += at_place;
    const std::string verb = word();
    const bool felt = feelings.count(verb) > 0;
    if (!felt && !actions.count(verb)) return false;
    ++at_;
    const bool done = take("了");
    const Phrase object = phrase();
    if (!object.there) return false;
    const bool question = take("吗");

    if (felt && (want || now || done || had_not || !feeling.empty())) report("aspect");
    if (verb == "看见" && (want || now || no || (question && !done) || !feeling.empty())) report("aspect");
    if (before && done) report("aspect");
    if (every_day && (no || had_not || want || now || done)) report("time");
    if (now && (every_day || today || at_place || done)) report("time");
    if (verb == "看见" && today && !done && !had_not) report("time");
    if (object.numbered && (no || had_not || felt || !feeling.empty())) report("number");
    fit_verb(verb, want || !feeling.empty(), subject, object);
    if (!subject.pronoun.empty() && !object.pronoun.empty()) {
      for (const std::string& one : pronouns.at(subject.pronoun)) {
        if (pronouns.at(object.pronoun).count(one)) report("same");
      }
    }
    return true;
  }

  void fit_verb(const std::string& verb, bool wished, const Phrase& subject, const Phrase& object) {
    const bool by_animal = animals.count(subject.noun) > 0, by_person = !subject.pronoun.empty() || people.count(subject.noun) > 0;
    const bool to_animal = animals.count(object.noun) > 0, to_person = people.count(object.noun) > 0, to_pronoun = !object.pronoun.empty();
    bool fits = by_animal || by_person;
    if (verb == "吃") fits = fits && foods.count(object.noun) > 0;
    if (verb == "打") fits = fits && !wished && (to_animal || (by_animal && to_pronoun));
    if (verb == "追") fits = fits && (to_animal || (by_animal && (to_pronoun || to_person)));
    if (verb == "买") fits = by_person && !to_pronoun && !to_person && object.noun != "公司";
    if (verb == "看见") fits = fits && object.noun != "公司";
    if (by_animal && object.noun == "公司") fits = false;
    if (!fits) report("kind");
  }

  const std::vector<std::string>& tokens_;
  std::size_t at_ = 0;
  Set found_;
};

}  // namespace

std::set<std::string> faults(const std::vector<std::string>& tokens) { return Checker(tokens).run(); }

}  // namespace chinese
