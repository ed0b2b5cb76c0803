// Chinese to English, segmented into words: a small grammar of the same kind as english_french.cpp, in one direction. The two differ
// in more than order: Chinese has no articles, no plural and no forms of the verb; a classifier stands between number and noun; time
// and place come before the verb; 了 and 没 say what English says with the verb. Order alone decides who does what (我 打 狗, I hit
// dogs; 狗 打 我, dogs hit me), and one word may be two (吃 苹果, eat apples; 苹果 公司, the Apple company). A noun alone is meant
// generally, and so in the plural.
//
// Sure links join words of one meaning. Possible links join an English word to a Chinese one that decides its form or shares its
// meaning in part: a determiner to its noun, its classifier, 的; a verb in the past to 了; "do", "to", and "is" before an adjective to
// what they come from. Simplified characters; which script is shown is the page's affair. 正在 rather than 在 says that something is
// being done, so that 在 has one meaning. What does not go together is not written: a feeling is not wanted, being done or past; 看见,
// whose seeing is done, is neither wanted nor being done and is negated by 没; 正在 has no place and no time, 每天 no negation; a number
// stands in no subject, behind no negation and no feeling; who does something does it to another; of a thing is said what is worth saying
// of it (苹果 很 红, not 书 很 红).
#include "tasks.h"

namespace lookback {

namespace {

// The last two: what is red, and white, by nature or choice.
enum Kind : unsigned { person = 1, animal = 2, thing = 4, food = 8, made = 16, company = 32, reddish = 64, whitish = 128 };
constexpr unsigned being = person | animal;

struct Noun {
  const char *zh, *en, *plural, *classifier;
  unsigned kinds;
};
constexpr Noun nouns[] = {
    {"狗", "dog", "dogs", "只", animal},           {"猫", "cat", "cats", "只", animal},
    {"鸟", "bird", "birds", "只", animal},         {"老师", "teacher", "teachers", "个", person},
    {"学生", "student", "students", "个", person}, {"朋友", "friend", "friends", "个", person},
    {"孩子", "child", "children", "个", person},   {"苹果", "apple", "apples", "个", thing | food | reddish},
    {"鸡蛋", "egg", "eggs", "个", thing | food | whitish},          {"书", "book", "books", "本", thing | made},
    {"花", "flower", "flowers", "朵", thing | reddish | whitish},   {"车", "car", "cars", "辆", thing | made | reddish | whitish},
    {"公司", "company", "companies", "家", company},
};
constexpr const char* apple = "苹果";

struct Word {
  const char *zh, *en;
};
struct Adjective : Word {
  unsigned before, after;  // what it stands before, and what it is said of
};
// 忙 and 累 would need 的 before a noun.
constexpr Adjective adjectives[] = {{{"大", "big"}, animal | thing | company, animal | thing | company},
                                    {{"小", "small"}, animal | thing | company, animal | thing | company},
                                    {{"红", "red"}, thing, reddish},
                                    {{"白", "white"}, animal | whitish, animal | whitish},
                                    {{"新", "new"}, made | company, made | company},
                                    {{"老", "old"}, animal, animal},
                                    {{"好", "good"}, being | thing | company, being | food | made | company},
                                    {{"忙", "busy"}, 0, person},
                                    {{"累", "tired"}, 0, being}};
constexpr Word numbers[] = {{"一", "a"}, {"两", "two"}, {"三", "three"}};
constexpr Word demonstratives[] = {{"这", "this"}, {"那", "that"}};
constexpr Word places[] = {{"学校", "school"}, {"公园", "park"}, {"商店", "shop"}};

struct Pronoun {
  const char *zh, *subject, *object, *possessive;
  int be;      // am, is, are
  unsigned who;  // two that share a bit may be the same
};
constexpr Pronoun pronouns[] = {{"我", "I", "me", "my", 0, 1},    {"你", "you", "you", "your", 2, 2}, {"他", "he", "him", "his", 1, 4},
                                {"她", "she", "her", "her", 1, 8}, {"我们", "we", "us", "our", 2, 1},  {"他们", "they", "them", "their", 2, 12}};
constexpr const char* to_be[] = {"am", "is", "are"};

struct Verb {
  const char *zh, *en, *third, *past, *ing, *particle;
  unsigned subjects, objects;
  bool pronoun_object;
};
// The first two say how one stands to something, or to doing something; the others what is done.
constexpr Verb verbs[] = {
    {"爱", "love", "loves", nullptr, "loving", nullptr, being, being | thing | company, true},
    {"喜欢", "like", "likes", nullptr, "liking", nullptr, being, being | thing | company, true},
    {"吃", "eat", "eats", "ate", "eating", nullptr, being, food, false},
    {"打", "hit", "hits", "hit", "hitting", nullptr, being, animal, false},
    {"追", "chase", "chases", "chased", "chasing", nullptr, being, animal, false},
    {"买", "buy", "buys", "bought", "buying", nullptr, person, thing | animal, false},
    {"看见", "see", "sees", "saw", nullptr, nullptr, being, being | thing, true},
    {"找", "look", "looks", "looked", "looking", "for", being, being | thing | company, true},
};
constexpr std::uint32_t feelings = 2;
constexpr const Verb &hit = verbs[3],  // which nobody wants to, or likes to, and no person suffers but "me" and the like
    &see = verbs[6];

// What a source must have for its sentence to have these.
template <class T>
bool brings(const Choices& choices, const T& one) {
  return choices.has({one.zh}, {});
}

const Adjective& fitting(Choices& choices, unsigned kinds, unsigned Adjective::*place) {
  const Adjective* adjective = nullptr;
  do adjective = &choices.any(adjectives);
  while (choices.again((adjective->*place & kinds) == 0));
  return *adjective;
}

struct Phrase {
  const Pronoun* pronoun = nullptr;  // alone, or as the owner
  const Noun* noun = nullptr;
  const Word *number = nullptr, *demonstrative = nullptr, *adjective = nullptr;
  bool apple = false;
  int at_pronoun = 0, at_of = 0, at_determiner = 0, at_classifier = 0, at_adjective = 0, at_apple = 0, at_noun = 0;

  bool plural() const { return noun && !apple && ((!number && !demonstrative && !pronoun) || (number && number != &numbers[0])); }
  int be() const { return !noun ? pronoun->be : plural() ? 2 : 1; }
};

Phrase phrase_of(Choices& choices, unsigned kinds, bool pronoun, bool number) {
  Phrase phrase;
  if (pronoun) {
    phrase.pronoun = &choices.any(pronouns);
    return phrase;
  }
  do phrase.noun = &choices.any(nouns);
  while (choices.again((phrase.noun->kinds & kinds) == 0));
  if (phrase.noun->kinds == company && choices.chance(70)) {
    phrase.apple = true;
    return phrase;
  }
  const std::uint32_t kind = choices.share({2, 2, 1, 5});
  if (kind == 0) phrase.pronoun = &choices.any(pronouns);
  if (kind == 1 && number) phrase.number = &choices.any(numbers);
  if (kind == 2) phrase.demonstrative = &choices.any(demonstratives);
  if (choices.chance(30)) phrase.adjective = &fitting(choices, phrase.noun->kinds, &Adjective::before);
  return phrase;
}

class Writer {
 public:
  explicit Writer(Draft& draft) : draft_(draft) {}
  int zh(const char* word) { return draft_.left.add(word); }
  int en(const char* word) { return draft_.right.add(word); }
  int en(const char* word, int sure_from) {
    const int at = en(word);
    sure(sure_from, at);
    return at;
  }
  void sure(int chinese, int english) { draft_.sure.add(chinese, english); }
  void possible(int chinese, int english) { draft_.possible_to_right.add(chinese, english); }

  void chinese(Phrase& phrase) {
    if (phrase.pronoun) phrase.at_pronoun = zh(phrase.pronoun->zh);
    if (!phrase.noun) return;
    if (phrase.pronoun) phrase.at_of = zh("的");
    if (phrase.number || phrase.demonstrative) {
      phrase.at_determiner = zh(phrase.number ? phrase.number->zh : phrase.demonstrative->zh);
      phrase.at_classifier = zh(phrase.noun->classifier);
    }
    if (phrase.adjective) phrase.at_adjective = zh(phrase.adjective->zh);
    if (phrase.apple) phrase.at_apple = zh(apple);
    phrase.at_noun = zh(phrase.noun->zh);
  }

  void english(const Phrase& phrase, bool object) {
    if (!phrase.noun) {
      en(object ? phrase.pronoun->object : phrase.pronoun->subject, phrase.at_pronoun);
      return;
    }
    if (phrase.apple) {
      const int at = en("the");
      possible(phrase.at_apple, at);
      possible(phrase.at_noun, at);
      en("Apple", phrase.at_apple);
      en(phrase.noun->en, phrase.at_noun);
      return;
    }
    if (phrase.pronoun) {
      const int at = en(phrase.pronoun->possessive, phrase.at_pronoun);
      possible(phrase.at_of, at);
      possible(phrase.at_noun, at);
    }
    if (phrase.number || phrase.demonstrative) {
      const char* word = phrase.number ? phrase.number->en : phrase.demonstrative->en;
      const char* next = phrase.adjective ? phrase.adjective->en : phrase.noun->en;
      if (phrase.number == &numbers[0] && (next[0] == 'a' || next[0] == 'e' || next[0] == 'o')) word = "an";
      const int at = en(word, phrase.at_determiner);
      possible(phrase.at_classifier, at);
      possible(phrase.at_noun, at);
    }
    if (phrase.adjective) en(phrase.adjective->en, phrase.at_adjective);
    en(phrase.plural() ? phrase.noun->plural : phrase.noun->en, phrase.at_noun);
  }

 private:
  Draft& draft_;
};

class ChineseEnglish final : public SentenceTask {
 public:
  ChineseEnglish() : SentenceTask(true, "zh-Hans", "en", 3, 10, 12) {
    for (const Pronoun& one : pronouns) {
      know_left(one.zh);
      for (const char* word : {one.subject, one.object, one.possessive}) know_right(word);
    }
    for (const Noun& one : nouns) {
      for (const char* word : {one.zh, one.classifier}) know_left(word);
      for (const char* word : {one.en, one.plural}) know_right(word);
    }
    for (const Verb& one : verbs) {
      know_left(one.zh);
      // What one feels is never past, nor done.
      for (const char* word : {one.en, one.third, one.past, one.past ? one.ing : nullptr, one.particle}) {
        if (word) know_right(word);
      }
    }
    for (const Word& one : adjectives) know(one);
    for (const Word& one : numbers) know(one);
    for (const Word& one : demonstratives) know(one);
    for (const Word& one : places) know(one);
    for (const char* word : {"不", "没", "了", "想", "在", "正在", "吗", "很", "的", "今天", "每天"}) know_left(word);
    for (const char* word : {"am", "is", "are", "do", "does", "did", "not", "want", "wants", "to", "today", "every", "day", "the", "Apple", "an", "in"}) {
      know_right(word);
    }
  }

 protected:
  enum class Mode { plain, negated, past, not_past, want, feel, now, question };

  static bool goes(const Verb& verb, Mode mode) {
    if (!verb.past) return mode == Mode::plain || mode == Mode::negated || mode == Mode::question;
    if (&verb == &see) return mode == Mode::plain || mode == Mode::past || mode == Mode::not_past;
    return &verb != &hit || (mode != Mode::want && mode != Mode::feel);
  }

  void write(Choices& choices, Draft& draft) const override {
    Writer writer(draft);
    if (choices.chance(12)) return describe(choices, writer);
    constexpr Mode modes[] = {Mode::plain, Mode::plain, Mode::plain, Mode::negated, Mode::past, Mode::not_past,
                              Mode::want,  Mode::feel,  Mode::feel,  Mode::now,     Mode::question};
    const Mode mode = modes[choices.below(std::size(modes))];
    const Verb* chosen = nullptr;
    do chosen = &choices.any(verbs);
    while (choices.again(!goes(*chosen, mode)));
    const Verb& verb = *chosen;
    const bool felt = mode == Mode::feel || !verb.past;
    const Verb& feeling = mode == Mode::feel ? choices.any(verbs, feelings) : verbs[0];
    Phrase subject = phrase_of(choices, verb.subjects, choices.chance(60), false);
    const bool animal_acts = subject.noun && (subject.noun->kinds & animal) != 0;
    const bool hits_back = verb.objects == animal && animal_acts;
    unsigned kinds = verb.objects;
    if (animal_acts) kinds &= ~static_cast<unsigned>(company);
    if (hits_back && &verb != &hit) kinds = being;
    const bool as_pronoun = (verb.pronoun_object || hits_back) && choices.chance(35);
    Phrase object;
    do object = phrase_of(choices, kinds, as_pronoun, !felt && mode != Mode::negated && mode != Mode::not_past);
    while (choices.again(as_pronoun && !subject.noun && (subject.pronoun->who & object.pronoun->who) != 0));

    const std::uint32_t extra = felt || mode == Mode::now ? 2 : choices.share({3, 3, 4});
    const bool has_place = extra == 0;
    const bool may_repeat = mode == Mode::plain || mode == Mode::question, on_a_day = &verb != &see || mode != Mode::plain;
    const bool has_time = extra == 1 && (may_repeat || on_a_day);
    const bool every_day = has_time && may_repeat && (!on_a_day || choices.chance(50));
    const Word& place = has_place ? choices.any(places) : places[0];

    writer.chinese(subject);
    const int at_time = has_time ? writer.zh(every_day ? "每天" : "今天") : 0;
    const char* before_verb = mode == Mode::negated ? "不" : mode == Mode::not_past ? "没" : mode == Mode::want ? "想" : mode == Mode::feel ? feeling.zh : nullptr;
    const int at_before = before_verb ? writer.zh(before_verb) : 0;
    const int at_now = mode == Mode::now ? writer.zh("正在") : 0;
    const int at_in = has_place ? writer.zh("在") : 0;
    const int at_place = has_place ? writer.zh(place.zh) : 0;
    const int at_verb = writer.zh(verb.zh);
    const int at_past = mode == Mode::past ? writer.zh("了") : 0;
    writer.chinese(object);
    const int at_question = mode == Mode::question ? writer.zh("吗") : 0;

    const bool third = subject.be() == 1;
    const auto helper = [&](const char* word, int from) {
      const int at = writer.en(word);
      writer.possible(from, at);
      writer.possible(at_verb, at);
    };
    if (mode == Mode::question) helper(third ? "does" : "do", at_question);
    writer.english(subject, false);
    switch (mode) {
      case Mode::plain:
        writer.en(third ? verb.third : verb.en, at_verb);
        break;
      case Mode::question:
        writer.en(verb.en, at_verb);
        break;
      case Mode::negated:
      case Mode::not_past:
        helper(mode == Mode::not_past ? "did" : third ? "does" : "do", at_before);
        writer.en("not", at_before);
        writer.en(verb.en, at_verb);
        break;
      case Mode::past:
        writer.possible(at_past, writer.en(verb.past, at_verb));
        break;
      case Mode::want:
        writer.en(third ? "wants" : "want", at_before);
        helper("to", at_before);
        writer.en(verb.en, at_verb);
        break;
      case Mode::feel:
        writer.en(third ? feeling.third : feeling.en, at_before);
        writer.en(verb.ing, at_verb);
        break;
      case Mode::now:
        writer.en(to_be[subject.be()], at_now);
        writer.possible(at_now, writer.en(verb.ing, at_verb));
        break;
    }
    if (verb.particle) writer.en(verb.particle, at_verb);
    writer.english(object, true);
    if (has_place) {
      writer.en("in", at_in);
      writer.possible(at_place, writer.en("the"));
      writer.en(place.en, at_place);
    }
    if (has_time) {
      if (every_day) writer.en("every", at_time);
      writer.en(every_day ? "day" : "today", at_time);
    }
  }

 private:
  // 苹果 很 红, apples are red.
  void describe(Choices& choices, Writer& writer) const {
    Phrase subject = phrase_of(choices, being | thing | company, false, false);
    const Word* adjective = nullptr;
    do adjective = &fitting(choices, subject.noun->kinds, &Adjective::after);
    while (choices.again(adjective == subject.adjective));
    const bool negated = choices.chance(30);
    writer.chinese(subject);
    const int at_not = writer.zh(negated ? "不" : "很");
    const int at_adjective = writer.zh(adjective->zh);
    writer.english(subject, false);
    const int at = writer.en(to_be[subject.be()]);
    writer.possible(at_not, at);
    writer.possible(at_adjective, at);
    if (negated) writer.en("not", at_not);
    writer.en(adjective->en, at_adjective);
  }
  void know(const Word& word) {
    know_left(word.zh);
    know_right(word.en);
  }
};

}  // namespace

std::unique_ptr<Task> chinese_english_task(const TaskOptions&) {
  auto task = std::make_unique<ChineseEnglish>();
  prefer_own_words(*task);
  // Questions are few, and in one seed of five not learnt in 600 updates at 0.01.
  task->training.learning_rate = 0.006;
  task->training.steps = 800;
  return task;
}

}  // namespace lookback
