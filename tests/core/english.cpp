#include "english.h"

#include <map>
#include <sstream>

namespace english {

namespace {

using Set = std::set<std::string>;

Set words(const std::string& text) {
  std::istringstream in(text);
  Set out;
  for (std::string word; in >> word;) out.insert(word);
  return out;
}

const Set singular = words("man woman child girl cat dog bird book car tree apple orange house school church hotel garden town Area Bank Union "
                           "Agency Council Fund teacher student friend egg flower company park shop"),
          plural = words("men women children girls cats dogs birds books cars trees apples oranges houses schools churches hotels gardens towns "
                         "teachers students friends eggs flowers companies"),
          mass = words("water bread milk fruit"),
          adjectives = words("small big good beautiful new old black white green red French happy tired busy European African American Asian Economic "
                             "Monetary Social Central Scientific Apple"),
          possessives = words("my your his her our their"), prepositions = words("to of with in near behind"),
          feelings = words("love loves like likes");

struct Pronoun {
  std::string be;
  bool third, subject, object;
};
const std::map<std::string, Pronoun> pronouns = {
    {"I", {"am", false, true, false}},    {"you", {"are", false, true, true}}, {"he", {"is", true, true, false}}, {"she", {"is", true, true, false}},
    {"we", {"are", false, true, false}},  {"they", {"are", false, true, false}}, {"me", {"", false, false, true}},  {"him", {"", false, false, true}},
    {"her", {"", false, false, true}},    {"us", {"", false, false, true}},    {"them", {"", false, false, true}}};

enum Form { none, base, third, past, ing };
// Base, third person, past, -ing.
const std::vector<std::vector<std::string>> verbs = {
    {"see", "sees", "saw", "seeing"}, {"love", "loves", "loved", "loving"}, {"like", "likes", "liked", "liking"}, {"have", "has", "had", "having"},
    {"buy", "buys", "bought", "buying"}, {"eat", "eats", "ate", "eating"}, {"look", "looks", "looked", "looking"}, {"hit", "hits", "hit", "hitting"},
    {"chase", "chases", "chased", "chasing"}, {"go", "goes", "went", "going"}, {"live", "lives", "lived", "living"}, {"work", "works", "worked", "working"},
    {"want", "wants", "wanted", "wanting"}};

const std::vector<std::string>* verb_of(const std::string& word) {
  for (const std::vector<std::string>& forms : verbs) {
    for (const std::string& form : forms) {
      if (form == word) return &forms;
    }
  }
  return nullptr;
}
bool is(const std::string& word, Form form) {
  const std::vector<std::string>* forms = verb_of(word);
  return forms && (*forms)[form - base] == word;
}

struct Phrase {
  bool there = false, third = true;
  std::string be = "is";
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
  const std::string& word() const {
    static const std::string end;
    return at_ < tokens_.size() ? tokens_[at_] : end;
  }
  bool take(const char* one) {
    if (word() != one) return false;
    ++at_;
    return true;
  }
  void report(const char* fault) { found_.insert(fault); }
  static bool known(const std::string& one) {
    static const Set small = words("a an the some any this that these two three am is are do does did not for today every day");
    for (const Set* set : {&singular, &plural, &mass, &adjectives, &possessives, &prepositions, &small}) {
      if (set->count(one)) return true;
    }
    return pronouns.count(one) || verb_of(one);
  }

  Phrase phrase(bool subject, bool negated) {
    Phrase out;
    const auto pronoun = pronouns.find(word());
    const bool owns = word() == "her" && at_ + 1 < tokens_.size() && (noun(tokens_[at_ + 1]) || adjectives.count(tokens_[at_ + 1]));
    if (pronoun != pronouns.end() && !owns) {
      ++at_;
      const Pronoun& who = pronoun->second;
      if (subject ? !who.subject : !who.object) report("case");
      out = {true, who.third, who.be};
      return out;
    }
    std::string determiner;
    if (words("a an the some any this that these two three").count(word()) || possessives.count(word())) determiner = tokens_[at_++];
    if (determiner == "a" || determiner == "an") {
      const bool vowel = !word().empty() && std::string("aeiouAEIO").find(word().front()) != std::string::npos;
      if (vowel != (determiner == "an")) report("article");
    }
    if (determiner == "any" && !negated) report("negation");
    if (determiner == "some" && negated) report("negation");
    while (adjectives.count(word())) ++at_;
    if (!noun(word())) return out;
    const std::string& head = tokens_[at_++];
    out.there = true;
    const bool many = plural.count(head) > 0;
    if (mass.count(head)) {
      if (words("a an two three these").count(determiner)) report("mass");
    } else {
      if (!many && determiner.empty()) report("bare");
      if (many && words("a an this that").count(determiner)) report("agreement");
      if (!many && words("some any these two three").count(determiner)) report("agreement");
    }
    out.third = !many;
    out.be = many ? "are" : "is";
    return out;
  }
  static bool noun(const std::string& one) { return singular.count(one) || plural.count(one) || mass.count(one); }

  bool sentence() {
    const bool asks = word() == "do" || word() == "does";
    const std::string helper = asks ? tokens_[at_++] : "";
    const Phrase subject = phrase(true, false);
    if (!subject.there) return false;
    if (asks && (helper == "does") != subject.third) report("agreement");
    if (!asks && words("am is are").count(word())) {
      if (word() != subject.be) report("agreement");
      ++at_;
      const bool negated = take("not");
      if (adjectives.count(word())) return ++at_, true;
      return verb(ing, subject, negated) && rest();
    }
    if (!asks && words("do does did").count(word())) {
      if (word() != "did" && (word() == "does") != subject.third) report("agreement");
      ++at_;
      if (!take("not")) return false;
      return verb(base, subject, true) && rest();
    }
    return verb(asks ? base : none, subject, false) && rest();
  }

  // A verb in a form, or, with none, one that agrees with its subject or is past; and its object.
  bool verb(Form form, const Phrase& subject, bool negated) {
    const std::string one = word();
    const std::vector<std::string>* forms = verb_of(one);
    if (!forms) return false;
    ++at_;
    if (form == none) {
      if (is(one, ing)) report("form");
      else if (!is(one, past) && is(one, third) != subject.third) report("agreement");
    } else if (!is(one, form)) {
      report("form");
    }
    const std::string& name = forms->front();
    if (name == "want") return take("to") && verb(base, subject, negated);
    if (feelings.count(one) && verb_of(word())) return verb(ing, subject, negated);
    if (name == "look" && !take("for")) return false;
    if (name == "go" || name == "live" || name == "work") return prepositions.count(word()) > 0;
    return phrase(false, negated).there;
  }

  // Places, companions and owners, and at the end a time.
  bool rest() {
    while (prepositions.count(word())) {
      ++at_;
      if (!phrase(false, false).there) return false;
    }
    return take("today") || !take("every") || take("day");
  }

  const std::vector<std::string>& tokens_;
  std::size_t at_ = 0;
  Set found_;
};

}  // namespace

std::set<std::string> faults(const std::vector<std::string>& tokens) { return Checker(tokens).run(); }

}  // namespace english
