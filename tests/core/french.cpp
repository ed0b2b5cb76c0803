#include "french.h"

#include <map>
#include <sstream>

namespace french {

namespace {

// Gender and number that a form may have: bits for masculine singular, feminine singular, masculine plural, feminine plural.
enum Form : unsigned { ms = 1, fs = 2, mp = 4, fp = 8, singular = ms | fs, plural = mp | fp };

struct Adjective {
  unsigned form;
  bool before;  // it stands before its noun
};
// Persons a verb's form may have: je 1, il 2, nous 4, vous 8, ils 16.
enum Person : unsigned { je = 1, il = 2, nous = 4, vous = 8, ils = 16 };

std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

struct Lexicon {
  std::map<std::string, unsigned> nouns, verbs;
  std::map<std::string, Adjective> adjectives;
  std::set<std::string> copulas = {"suis", "est", "sommes", "êtes", "sont"};

  Lexicon() {
    for (const auto& [form, list] : std::map<unsigned, std::string>{
             {ms, "homme enfant chat chien oiseau livre arbre hôtel jardin conseil fonds"},
             {mp, "hommes enfants chats chiens oiseaux livres arbres hôtels jardins conseils"},
             {fs, "femme fille voiture pomme orange maison école église ville zone banque union agence"},
             {fp, "femmes filles voitures pommes oranges maisons écoles églises villes zones banques unions agences"}}) {
      for (const std::string& word : words(list)) nouns[word] |= form;
    }
    const auto adjective = [&](bool before, const std::string& four) {
      const std::vector<std::string> forms = words(four);
      for (unsigned k = 0; k < 4; ++k) {
        Adjective& entry = adjectives[forms[k]];
        entry.form |= 1u << k;
        entry.before = before;
      }
    };
    for (const char* four : {"petit petite petits petites", "grand grande grands grandes", "bon bonne bons bonnes",
                             "beau belle beaux belles", "nouveau nouvelle nouveaux nouvelles", "vieux vieille vieux vieilles"}) {
      adjective(true, four);
    }
    for (const char* special : {"bel", "nouvel", "vieil"}) adjectives[special] = {ms, true};
    for (const char* four : {"noir noire noirs noires", "blanc blanche blancs blanches", "vert verte verts vertes",
                             "rouge rouge rouges rouges", "français française français françaises",
                             "heureux heureuse heureux heureuses", "fatigué fatiguée fatigués fatiguées",
                             "économique économique économiques économiques", "monétaire monétaire monétaires monétaires",
                             "social sociale sociaux sociales", "central centrale centraux centrales",
                             "scientifique scientifique scientifiques scientifiques", "européen européenne européens européennes",
                             "africain africaine africains africaines", "américain américaine américains américaines",
                             "asiatique asiatique asiatiques asiatiques"}) {
      adjective(false, four);
    }
    for (const char* five : {"suis est sommes êtes sont", "vois voit voyons voyez voient", "aime aime aimons aimez aiment",
                             "ai a avons avez ont", "achète achète achetons achetez achètent", "mange mange mangeons mangez mangent",
                             "cherche cherche cherchons cherchez cherchent", "vais va allons allez vont",
                             "habite habite habitons habitez habitent", "travaille travaille travaillons travaillez travaillent"}) {
      const std::vector<std::string> forms = words(five);
      for (unsigned k = 0; k < 5; ++k) verbs[forms[k]] |= 1u << k;
    }
  }
};

const Lexicon& lexicon() {
  static const Lexicon one;
  return one;
}

// Determiners by the forms they go with, elision and euphony aside.
const std::map<std::string, unsigned> determiners = {
    {"le", ms}, {"la", fs}, {"l'", singular}, {"les", plural}, {"un", ms}, {"une", fs}, {"des", plural}, {"ce", ms}, {"cet", ms},
    {"cette", fs}, {"ces", plural}, {"mon", singular}, {"ma", fs}, {"mes", plural}, {"son", singular}, {"sa", fs}, {"ses", plural},
    {"notre", singular}, {"nos", plural}, {"votre", singular}, {"vos", plural}, {"leur", singular}, {"leurs", plural}};

const std::map<std::string, std::pair<unsigned, unsigned>> pronouns = {  // person, and what a predicate may be
    {"je", {je, singular}}, {"j'", {je, singular}}, {"il", {il, ms}}, {"elle", {il, fs}}, {"nous", {nous, plural}},
    {"vous", {vous, singular | plural}}, {"ils", {ils, mp}}};

bool vowel(const std::string& word) {
  for (const char* start : {"a", "e", "i", "o", "u", "h", "é", "è", "ê", "â", "î", "ô", "y"}) {
    if (word.rfind(start, 0) == 0) return true;
  }
  return false;
}

class Checker {
 public:
  explicit Checker(const std::vector<std::string>& tokens) : tokens_(tokens) {}

  std::set<std::string> run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) check_elision(i);
    sentence();
    if (at_ < tokens_.size()) report(known(word()) ? "order" : "word");
    return found_;
  }

 private:
  const std::string& word(std::size_t ahead = 0) const {
    static const std::string none;
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : none;
  }
  void report(const char* fault) { found_.insert(fault); }
  static bool known(const std::string& one) {
    static const std::set<std::string> small = {"ne", "n'", "pas", "de", "d'", "du", "à", "au", "aux", "avec", "dans", "près", "derrière"};
    return small.count(one) || determiners.count(one) || pronouns.count(one) || lexicon().nouns.count(one) || lexicon().verbs.count(one) ||
           lexicon().adjectives.count(one);
  }

  void check_elision(std::size_t i) {
    static const std::set<std::string> full = {"le", "la", "je", "ne", "de"}, elided = {"l'", "j'", "n'", "d'"};
    const std::string next = i + 1 < tokens_.size() ? tokens_[i + 1] : "";
    if (full.count(tokens_[i]) && vowel(next)) report("elision");
    if (elided.count(tokens_[i]) && !vowel(next)) report("elision");
  }

  void sentence() {
    unsigned who = 0, described = 0;
    if (const auto pronoun = pronouns.find(word()); pronoun != pronouns.end()) {
      who = pronoun->second.first;
      described = pronoun->second.second;
      ++at_;
    } else {
      described = phrase(false);
      if (described == 0) return;
      who = (described & plural) ? ils : il;
    }
    const bool ne = word() == "ne" || word() == "n'";
    at_ += ne;
    const auto verb = lexicon().verbs.find(word());
    if (verb == lexicon().verbs.end()) return report(known(word()) ? "order" : "word");
    if ((verb->second & who) == 0) report("agreement");
    const bool copula = lexicon().copulas.count(word()) > 0;
    const bool moves = is_one_of(word(), "vais va allons allez vont"), stays = is_one_of(word(), "habite habitons habitez habitent travaille travaillons travaillez travaillent");
    ++at_;
    const bool pas = word() == "pas";
    at_ += pas;
    if (ne != pas) report("negation");
    if (copula) {
      const auto adjective = lexicon().adjectives.find(word());
      if (adjective == lexicon().adjectives.end()) return report(known(word()) ? "order" : "word");
      if ((adjective->second.form & described) == 0) report("agreement");
      if (is_one_of(word(), "bel nouvel vieil")) report("bel");
      ++at_;
      return;
    }
    if (!moves && !stays && phrase(pas, ne && pas) == 0) return;
    while (at_ < tokens_.size()) {
      if (!prepositional()) return;
    }
  }

  static bool is_one_of(const std::string& one, const std::string& list) {
    for (const std::string& other : words(list)) {
      if (one == other) return true;
    }
    return false;
  }

  bool prepositional() {
    if (is_one_of(word(), "avec dans derrière")) {
      ++at_;
      return phrase(false) != 0;
    }
    if (word() == "près") {
      ++at_;
      if (!is_one_of(word(), "de d' du des")) {
        report("order");
        return false;
      }
    }
    if (is_one_of(word(), "de d' du des à au aux")) return fused();
    return false;
  }

  // A phrase behind de or à, or behind what they are contracted to.
  bool fused() {
    const std::string preposition = word();
    ++at_;
    if (preposition == "du" || preposition == "au") {
      const std::string next = word();
      const unsigned form = noun_group(ms);
      if (form == 0) return false;
      if ((form & ms) == 0 || vowel(next)) report("contraction");
      return true;
    }
    if (preposition == "des" || preposition == "aux") {
      const unsigned form = noun_group(plural);
      if (form == 0) return false;
      if ((form & plural) == 0) report("contraction");
      return true;
    }
    if (word() == "le" || word() == "les") report("contraction");
    if (word() == "des" && preposition != "à") report("contraction");
    return phrase(false) != 0;
  }

  // Determiner, adjectives and noun; returns the forms they agree on, 0 where there are none. Behind a negation (`after_pas`) an
  // object takes de in the place of an indefinite article.
  unsigned phrase(bool after_pas, bool object = false) {
    const std::string determiner = word();
    if (determiner == "de" || determiner == "d'") {
      ++at_;
      const bool adjective = lexicon().adjectives.count(word()) && lexicon().adjectives.at(word()).before;
      const unsigned form = noun_group(singular | plural);
      // Without a negation, de is des before an adjective.
      if (!after_pas && form != 0 && !(adjective && (form & plural))) report("de");
      return form;
    }
    const auto entry = determiners.find(determiner);
    if (entry == determiners.end()) {
      report(known(determiner) ? "order" : "word");
      return 0;
    }
    ++at_;
    if (object && after_pas && is_one_of(determiner, "un une des")) report("de");
    const std::string next = word();
    if (determiner == "des" && lexicon().adjectives.count(next) && lexicon().adjectives.at(next).before) report("de");
    const unsigned form = noun_group(entry->second);
    if (form == 0) return 0;
    if (is_one_of(determiner, "ma sa") && vowel(next)) report("mon");
    if (is_one_of(determiner, "mon son") && form == fs && !vowel(next)) report("mon");
    if (determiner == "ce" && vowel(next)) report("bel");
    if (determiner == "cet" && !vowel(next)) report("bel");
    return form;
  }

  // Adjectives and noun behind a determiner of the form `given`.
  unsigned noun_group(unsigned given) {
    std::vector<std::size_t> adjectives;
    const auto collect = [&](bool before) {
      for (auto entry = lexicon().adjectives.find(word()); entry != lexicon().adjectives.end(); entry = lexicon().adjectives.find(word())) {
        if (entry->second.before != before) report("place");
        adjectives.push_back(at_++);
      }
    };
    collect(true);
    const auto noun = lexicon().nouns.find(word());
    if (noun == lexicon().nouns.end()) {
      report(known(word()) || word().empty() ? "order" : "word");
      return 0;
    }
    const std::size_t at_noun = at_++;
    collect(false);
    const unsigned form = noun->second;
    bool agree = (given & form) != 0;
    for (const std::size_t place : adjectives) {
      const std::string& adjective = tokens_[place];
      agree = agree && (lexicon().adjectives.at(adjective).form & form) != 0;
      const bool euphonic = place + 1 == at_noun && form == ms && vowel(tokens_[at_noun]);
      if (euphonic && is_one_of(adjective, "beau nouveau vieux")) report("bel");
      if (!euphonic && is_one_of(adjective, "bel nouvel vieil")) report("bel");
    }
    if (!agree) report("agreement");
    return form;
  }

  const std::vector<std::string>& tokens_;
  std::size_t at_ = 0;
  std::set<std::string> found_;
};

}  // namespace

std::set<std::string> faults(const std::vector<std::string>& tokens) { return Checker(tokens).run(); }

std::string text(const std::vector<std::string>& tokens) {
  std::string out;
  for (const std::string& token : tokens) {
    if (!out.empty() && out.back() != '\'') out += ' ';
    out += token;
  }
  return out;
}

}  // namespace french
