// English and French: a small grammar that writes a sentence in both languages at once, and with it the links between their words.
// French bends the diagonal where an adjective follows its noun (the black cat, le chat noir; the European Economic Area, la zone
// économique européenne) and where "not" becomes ne … pas. Each sentence has one translation, in either direction: what French
// leaves open in English, or the reverse (his or her, tu or vous, elles), the grammar does not write.
//
// Sure links join words of one meaning: article and article, noun and noun, both parts of "look for" and cherche, "not" and both
// parts of ne … pas. Possible links join a target word to a source word that decides its form or shares its meaning in part: a
// determiner to its noun, an elided word (l', j', n', d') to the word before whose vowel it stands, a contraction (du, des, au, aux)
// to preposition, article and noun, "do" to the negation and the verb.
#include <algorithm>

#include "tasks.h"

namespace lookback {

namespace {

// What a word can be said of.
enum Kind : unsigned { person = 1, animal = 2, thing = 4, place = 8, food = 16, institution = 32 };
constexpr unsigned being = person | animal, all_kinds = 63;

struct Noun {
  const char *en, *en_plural, *fr, *fr_plural;
  bool feminine;
  unsigned kinds;
};

constexpr Noun nouns[] = {
    {"man", "men", "homme", "hommes", false, person},
    {"woman", "women", "femme", "femmes", true, person},
    {"child", "children", "enfant", "enfants", false, person},
    {"girl", "girls", "fille", "filles", true, person},
    {"cat", "cats", "chat", "chats", false, animal},
    {"dog", "dogs", "chien", "chiens", false, animal},
    {"bird", "birds", "oiseau", "oiseaux", false, animal},
    {"book", "books", "livre", "livres", false, thing},
    {"car", "cars", "voiture", "voitures", true, thing},
    {"tree", "trees", "arbre", "arbres", false, thing},
    {"apple", "apples", "pomme", "pommes", true, thing | food},
    {"orange", "oranges", "orange", "oranges", true, thing | food},
    {"house", "houses", "maison", "maisons", true, thing | place},
    {"school", "schools", "école", "écoles", true, place},
    {"church", "churches", "église", "églises", true, place},
    {"hotel", "hotels", "hôtel", "hôtels", false, place},
    {"garden", "gardens", "jardin", "jardins", false, place},
    {"town", "towns", "ville", "villes", true, place},
};

struct Adjective {
  const char* en;
  const char* fr[4];         // masculine, feminine, their plurals
  const char* before_vowel;  // masculine, before a noun in the singular
  unsigned kinds;
};

constexpr Adjective before_noun[] = {
    {"small", {"petit", "petite", "petits", "petites"}, "petit", all_kinds},
    {"big", {"grand", "grande", "grands", "grandes"}, "grand", all_kinds},
    {"good", {"bon", "bonne", "bons", "bonnes"}, "bon", all_kinds},
    {"beautiful", {"beau", "belle", "beaux", "belles"}, "bel", all_kinds},
    {"new", {"nouveau", "nouvelle", "nouveaux", "nouvelles"}, "nouvel", all_kinds},
    {"old", {"vieux", "vieille", "vieux", "vieilles"}, "vieil", all_kinds},
};

constexpr Adjective after_noun[] = {
    {"black", {"noir", "noire", "noirs", "noires"}, nullptr, animal | thing | place},
    {"white", {"blanc", "blanche", "blancs", "blanches"}, nullptr, animal | thing | place},
    {"green", {"vert", "verte", "verts", "vertes"}, nullptr, animal | thing | place},
    {"red", {"rouge", "rouge", "rouges", "rouges"}, nullptr, animal | thing | place},
    {"French", {"français", "française", "français", "françaises"}, nullptr, being | thing | place},
    {"happy", {"heureux", "heureuse", "heureux", "heureuses"}, nullptr, being},
    {"tired", {"fatigué", "fatiguée", "fatigués", "fatiguées"}, nullptr, being},
};

// The parts of a term of three words, as in "European Economic Area"; only in the singular.
constexpr Noun heads[] = {
    {"Area", nullptr, "zone", nullptr, true, institution},      {"Bank", nullptr, "banque", nullptr, true, institution},
    {"Union", nullptr, "union", nullptr, true, institution},    {"Agency", nullptr, "agence", nullptr, true, institution},
    {"Council", nullptr, "conseil", nullptr, false, institution}, {"Fund", nullptr, "fonds", nullptr, false, institution},
};
constexpr Adjective domains[] = {
    {"Economic", {"économique", "économique"}, nullptr, institution}, {"Monetary", {"monétaire", "monétaire"}, nullptr, institution},
    {"Social", {"social", "sociale"}, nullptr, institution},          {"Central", {"central", "centrale"}, nullptr, institution},
    {"Scientific", {"scientifique", "scientifique"}, nullptr, institution},
};
constexpr Adjective regions[] = {
    {"European", {"européen", "européenne"}, nullptr, institution},
    {"African", {"africain", "africaine"}, nullptr, institution},
    {"American", {"américain", "américaine"}, nullptr, institution},
    {"Asian", {"asiatique", "asiatique"}, nullptr, institution},
};

struct Determiner {
  const char* en[2];  // singular, plural
  const char* fr[5];  // masculine, feminine, both before a vowel, plural
};

constexpr Determiner the = {{"the", "the"}, {"le", "la", "l'", "l'", "les"}};
constexpr Determiner indefinite = {{"a", "some"}, {"un", "une", "un", "une", "des"}};
constexpr Determiner definite[] = {
    {{"this", "these"}, {"ce", "cette", "cet", "cette", "ces"}},
    {{"my", "my"}, {"mon", "ma", "mon", "mon", "mes"}},
    {{"his", "his"}, {"son", "sa", "son", "son", "ses"}},
    {{"our", "our"}, {"notre", "notre", "notre", "notre", "nos"}},
    {{"your", "your"}, {"votre", "votre", "votre", "votre", "vos"}},
    {{"their", "their"}, {"leur", "leur", "leur", "leur", "leurs"}},
};

struct Preposition {
  const char *en, *fr;  // a word of its own, or none
  const char* fused;    // "de" or "à", which is elided or contracted with what follows, or none
};

constexpr Preposition to = {"to", nullptr, "à"}, of = {"of", nullptr, "de"};
constexpr Preposition with = {"with", "avec", nullptr};
constexpr Preposition where[] = {{"in", "dans", nullptr}, {"near", "près", "de"}, {"behind", "derrière", nullptr}};

// Persons as verbs tell them apart: I, he and she, we, you, they.
struct Verb {
  const char *en, *en_third, *particle;
  const char* fr[5];
  unsigned subjects, objects;
};

constexpr Verb transitive[] = {
    {"see", "sees", nullptr, {"vois", "voit", "voyons", "voyez", "voient"}, being, being | thing | place},
    {"love", "loves", nullptr, {"aime", "aime", "aimons", "aimez", "aiment"}, being, being | thing | place},
    {"have", "has", nullptr, {"ai", "a", "avons", "avez", "ont"}, person, animal | thing},
    {"buy", "buys", nullptr, {"achète", "achète", "achetons", "achetez", "achètent"}, person, animal | thing},
    {"eat", "eats", nullptr, {"mange", "mange", "mangeons", "mangez", "mangent"}, being, food},
    {"look", "looks", "for", {"cherche", "cherche", "cherchons", "cherchez", "cherchent"}, being, being | thing | place},
};
constexpr Verb go = {"go", "goes", nullptr, {"vais", "va", "allons", "allez", "vont"}, being, place};
constexpr Verb stay[] = {
    {"live", "lives", nullptr, {"habite", "habite", "habitons", "habitez", "habitent"}, being, place},
    {"work", "works", nullptr, {"travaille", "travaille", "travaillons", "travaillez", "travaillent"}, person, place},
};
// Of "you", who may be one or many, no adjective is said.
constexpr const char* to_be[2][5] = {{"am", "is", "are", nullptr, "are"}, {"suis", "est", "sommes", nullptr, "sont"}};

struct Pronoun {
  const char *en, *fr;
  int person;
  bool feminine, plural;
};
constexpr Pronoun pronouns[] = {{"I", "je", 0, false, false},  {"he", "il", 1, false, false}, {"she", "elle", 1, true, false},
                                {"we", "nous", 2, false, true}, {"they", "ils", 4, false, true}, {"you", "vous", 3, false, true}};
constexpr std::uint32_t pronouns_before_you = 5;

// What a source must have for its sentence to have these.
bool brings(const Choices& choices, const Noun& one) { return choices.has({one.en, one.en_plural}, {one.fr, one.fr_plural}); }
bool brings(const Choices& choices, const Adjective& one) { return choices.has({one.en}, {one.fr[0], one.fr[1], one.fr[2], one.fr[3], one.before_vowel}); }
bool brings(const Choices& choices, const Verb& one) { return choices.has({one.en, one.en_third}, {one.fr[0], one.fr[1], one.fr[2], one.fr[3], one.fr[4]}); }
bool brings(const Choices& choices, const Pronoun& one) { return choices.has({one.en}, {one.fr, one.person == 0 ? "j'" : nullptr}); }
bool brings(const Choices& choices, const Preposition& one) {
  const bool de = one.fused && one.fused[0] == 'd';
  return choices.has({one.en}, {one.fr, de ? "de" : "à", de ? "d'" : "au", de ? "du" : "aux", de ? "des" : nullptr});
}

// What a determiner may have come to, in either language.
bool introduces(const Determiner& one, std::string_view word) {
  const auto among = [word](auto&& words) { return std::find(std::begin(words), std::end(words), word) != std::end(words); };
  return among(one.en) || among(one.fr) || (&one == &the && among(std::array{"du", "des", "au", "aux"})) ||
         (&one == &indefinite && among(std::array{"an", "any", "de", "d'"}));
}
bool brings(const Choices& choices, const Determiner& one) {
  const auto& words = choices.words();
  return choices.drawn() || std::any_of(words.begin(), words.end(), [&](std::string_view word) { return introduces(one, word); });
}

// No h of the lexicon is aspirated, and no word with an accent begins with another letter than a vowel.
bool vowel(std::string_view word) {
  return std::string_view("aeiouhAEIOUH").find(word.front()) != std::string_view::npos || static_cast<unsigned char>(word.front()) >= 0x80;
}

struct Phrase {
  const Noun* noun = nullptr;
  const Determiner* determiner = nullptr;
  bool plural = false;
  const Adjective* before = nullptr;             // in French
  const Adjective *after = nullptr, *last = nullptr;  // in French, in this order
  // Places of the English words.
  int at_determiner = 0, at_before = 0, at_after = 0, at_last = 0, at_noun = 0;

  bool some() const { return determiner == &indefinite && plural; }
  std::size_t form() const { return static_cast<std::size_t>(noun->feminine) + (plural ? 2 : 0); }
};

// Whether a phrase's words stand together in the source, behind its determiner.
bool stands(const Choices& choices, const Phrase& phrase) {
  if (choices.drawn()) return true;
  const std::size_t form = phrase.form();
  const auto french = [form](const Adjective* one) { return one ? one->fr[form] : nullptr; };
  const auto english = [](const Adjective* one) { return one ? one->en : nullptr; };
  const std::array<const char*, 4> run =
      choices.on_left() ? std::array{english(phrase.before), english(phrase.last), english(phrase.after), phrase.plural ? phrase.noun->en_plural : phrase.noun->en}
                        : std::array{french(phrase.before), phrase.plural ? phrase.noun->fr_plural : phrase.noun->fr, french(phrase.after), french(phrase.last)};
  const std::vector<std::string_view>& words = choices.words();
  for (std::size_t start = 1; start < words.size(); ++start) {
    if (!introduces(*phrase.determiner, words[start - 1])) continue;
    std::size_t at = start;
    bool holds = true;
    for (const char* word : run) {
      if (!word) continue;
      holds = holds && at < words.size() && (words[at] == word || (word == french(phrase.before) && words[at] == phrase.before->before_vowel));
      ++at;
    }
    if (holds) return true;
  }
  return false;
}

template <std::size_t n>
const Adjective& fitting(Choices& choices, const Adjective (&table)[n], unsigned kinds) {
  const Adjective* adjective = nullptr;
  do adjective = &choices.any(table);
  while (choices.again((adjective->kinds & kinds) == 0));
  return *adjective;
}

Phrase term(Choices& choices) {
  Phrase phrase;
  phrase.noun = &choices.any(heads);
  phrase.determiner = &the;
  phrase.after = &choices.any(domains);
  phrase.last = &choices.any(regions);
  choices.again(!stands(choices, phrase));
  return phrase;
}

Phrase phrase_of(Choices& choices, unsigned kinds) {
  if ((kinds & place) != 0 && choices.chance(25)) return term(choices);
  Phrase phrase;
  do phrase.noun = &choices.any(nouns);
  while (choices.again((phrase.noun->kinds & kinds) == 0));
  phrase.plural = choices.chance(35);
  choices.again(phrase.plural ? !choices.has({phrase.noun->en_plural}, {phrase.noun->fr_plural}) : !choices.has({phrase.noun->en}, {phrase.noun->fr}));
  const std::uint32_t kind = choices.share({4, 3, 3});
  phrase.determiner = kind == 0 ? &the : kind == 1 ? &indefinite : &choices.any(definite);
  choices.again(!brings(choices, *phrase.determiner));
  const std::uint32_t adjectives = choices.share({3, 3, 1, 3});  // before the noun, after it, both, none
  if (adjectives == 0 || adjectives == 2) phrase.before = &choices.any(before_noun);
  if (adjectives == 1 || adjectives == 2) phrase.after = &fitting(choices, after_noun, phrase.noun->kinds);
  choices.again(!stands(choices, phrase));
  return phrase;
}

// Writes the English words, and then, all of English being there, the French ones.
class Writer {
 public:
  explicit Writer(Draft& draft) : draft_(draft) {}

  int en(const char* word) { return draft_.left.add(word); }
  int fr(const char* word) { return draft_.right.add(word); }
  void sure(int english, int french) { draft_.sure.add(english, french); }
  void towards_french(int english, int french) { draft_.possible_to_right.add(english, french); }
  void towards_english(int english, int french) { draft_.possible_to_left.add(english, french); }
  void towards_both(int english, int french) {
    towards_french(english, french);
    towards_english(english, french);
  }

  void english(Phrase& phrase, bool negated) {
    const char* first = phrase.before ? phrase.before->en : phrase.last ? phrase.last->en : phrase.after ? phrase.after->en : noun_of(phrase);
    const char* determiner = phrase.determiner->en[phrase.plural];
    if (phrase.determiner == &indefinite) {
      if (phrase.plural && negated) determiner = "any";
      if (!phrase.plural && vowel(first) && first[0] != 'h') determiner = "an";
    }
    phrase.at_determiner = en(determiner);
    if (phrase.before) phrase.at_before = en(phrase.before->en);
    if (phrase.last) phrase.at_last = en(phrase.last->en);
    if (phrase.after) phrase.at_after = en(phrase.after->en);
    phrase.at_noun = en(noun_of(phrase));
  }

  // `fused` is "de" or "à" before the phrase, whose English word stands at `at_fused`, or none; `sure_fused` says whether that
  // word is its translation, and not only a part of it.
  void french(const Phrase& phrase, bool negated, const char* fused = nullptr, int at_fused = 0, bool sure_fused = true) {
    const char* noun = phrase.plural ? phrase.noun->fr_plural : phrase.noun->fr;
    const char* before = nullptr;
    if (phrase.before) {
      before = !phrase.plural && !phrase.noun->feminine && vowel(noun) ? phrase.before->before_vowel : phrase.before->fr[phrase.form()];
    }
    const char* next = before ? before : noun;
    const char* determiner = phrase.determiner->fr[phrase.plural ? 4 : phrase.form() + (vowel(next) ? 2 : 0)];
    if (phrase.determiner == &indefinite && (negated || (phrase.plural && before))) determiner = vowel(next) ? "d'" : "de";
    const bool elided = determiner[1] == '\'';
    const int at_next = before ? phrase.at_before : phrase.at_noun;

    int at = 0;
    const bool article = phrase.determiner == &the && (phrase.plural || (!phrase.noun->feminine && !elided));
    if (fused && article) {
      const bool de = fused[0] == 'd';
      at = fr(phrase.plural ? (de ? "des" : "aux") : (de ? "du" : "au"));
      towards_both(at_fused, at);
      towards_both(phrase.at_determiner, at);
    } else {
      if (fused) {
        const bool short_form = fused[0] == 'd' && vowel(determiner);
        const int at_preposition = fr(short_form ? "d'" : fused);
        if (sure_fused) sure(at_fused, at_preposition); else towards_both(at_fused, at_preposition);
        if (short_form) towards_french(phrase.at_determiner, at_preposition);
      }
      at = fr(determiner);
      sure(phrase.at_determiner, at);
      if (elided && at_next != phrase.at_noun) towards_french(at_next, at);
    }
    towards_french(phrase.at_noun, at);
    if (before) sure(phrase.at_before, fr(before));
    const int at_noun = fr(noun);
    sure(phrase.at_noun, at_noun);
    towards_english(phrase.at_determiner, at_noun);
    if (phrase.after) sure(phrase.at_after, fr(phrase.after->fr[phrase.form()]));
    if (phrase.last) sure(phrase.at_last, fr(phrase.last->fr[phrase.form()]));
  }

 private:
  static const char* noun_of(const Phrase& phrase) { return phrase.plural ? phrase.noun->en_plural : phrase.noun->en; }
  Draft& draft_;
};

// A phrase behind a preposition; "de" takes no "some".
struct Complement {
  const Preposition* preposition = nullptr;
  Phrase phrase;
  int at = 0;

  void draw(Choices& choices, const Preposition& with_preposition, unsigned kinds) {
    preposition = &with_preposition;
    choices.again(!brings(choices, *preposition));
    do phrase = phrase_of(choices, kinds);
    while (choices.again(preposition->fused && preposition->fused[0] == 'd' && phrase.some()));
  }
  void english(Writer& writer) {
    at = writer.en(preposition->en);
    writer.english(phrase, false);
  }
  void french(Writer& writer) const {
    if (preposition->fr) writer.sure(at, writer.fr(preposition->fr));
    writer.french(phrase, false, preposition->fused, at, !preposition->fr);
  }
};

class EnglishFrench final : public SentenceTask {
 public:
  explicit EnglishFrench(bool to_french) : SentenceTask(to_french, "en", "fr", 3, 12, 12) {
    for (const Pronoun& pronoun : pronouns) both(pronoun.en, pronoun.fr);
    determiner(the);
    determiner(indefinite);
    for (const Determiner& one : definite) determiner(one);
    for (const char* word : {"an", "any", "do", "does", "not"}) know_left(word);
    for (const char* word : {"j'", "ne", "n'", "pas", "d'", "du", "au", "aux"}) know_right(word);
    for (const Preposition& one : {to, of, with, where[0], where[1], where[2]}) {
      both(one.en, one.fr);
      both(nullptr, one.fused);
    }
    for (int who = 0; who < 5; ++who) both(to_be[0][who], to_be[1][who]);
    for (const Verb& one : transitive) verb(one);
    for (const Verb& one : stay) verb(one);
    verb(go);
    for (const Noun& one : nouns) noun(one);
    for (const Noun& one : heads) noun(one);
    for (const Adjective& one : before_noun) adjective(one);
    for (const Adjective& one : after_noun) adjective(one);
    for (const Adjective& one : domains) adjective(one);
    for (const Adjective& one : regions) adjective(one);
  }

 protected:
  void write(Choices& choices, Draft& draft) const override {
    Writer writer(draft);
    const bool negated = choices.chance(25);
    choices.again(negated && !choices.has({"not"}, {"pas"}));
    const std::uint32_t shape = choices.share({2, 1, 1, 6});
    const bool copula = shape == 0, travels = shape == 1, stays = shape == 2;

    // Some things are drawn that a sentence has no use for; where its source is known they are left out.
    const bool by_verb = choices.drawn() || !copula;
    const Verb& verb = !by_verb || travels ? go : stays ? choices.any(stay) : choices.any(transitive);
    choices.again(travels && !brings(choices, go));
    const bool has_pronoun = choices.chance(45);
    const Pronoun& pronoun = choices.drawn() || has_pronoun ? choices.any(pronouns, copula ? pronouns_before_you : pronouns_before_you + 1) : pronouns[0];
    Phrase subject;
    if (!has_pronoun) subject = phrase_of(choices, copula ? being | thing | place : verb.subjects);
    const int who = has_pronoun ? pronoun.person : subject.plural ? 4 : 1;
    const bool third = who == 1;

    const unsigned described = has_pronoun ? static_cast<unsigned>(person) : subject.noun->kinds;
    const Adjective* predicate = nullptr;
    if (choices.drawn() || copula) {
      do {
        const bool plain = described == institution || subject.after || choices.chance(50);
        predicate = plain ? &choices.any(before_noun) : &fitting(choices, after_noun, described);
      } while (choices.again(predicate == subject.before));
    }

    Phrase object;
    Complement complement;
    if (travels) {
      complement.draw(choices, to, place);
    } else if (stays) {
      complement.draw(choices, choices.any(where, 2), place);
    } else if (!copula) {
      object = phrase_of(choices, verb.objects);
      const std::uint32_t more = choices.share({1, 1, 1, 7});
      if (more == 0) complement.draw(choices, of, being);
      if (more == 1) complement.draw(choices, with, being);
      if (more == 2) complement.draw(choices, choices.any(where), place);
    }

    int at_subject = 0, at_do = 0, at_not = 0, at_particle = 0;
    if (has_pronoun) at_subject = writer.en(pronoun.en); else writer.english(subject, false);
    int at_verb = 0;
    if (copula) {
      at_verb = writer.en(to_be[0][who]);
      if (negated) at_not = writer.en("not");
    } else {
      if (negated) {
        at_do = writer.en(third ? "does" : "do");
        at_not = writer.en("not");
      }
      at_verb = writer.en(third && !negated ? verb.en_third : verb.en);
      if (verb.particle) at_particle = writer.en(verb.particle);
    }
    const int at_predicate = copula ? writer.en(predicate->en) : 0;
    if (object.noun) writer.english(object, negated);
    if (complement.preposition) complement.english(writer);

    const char* verb_form = copula ? to_be[1][who] : verb.fr[who];
    if (has_pronoun) {
      const bool elided = who == 0 && !negated && vowel(verb_form);
      const int at = writer.fr(elided ? "j'" : pronoun.fr);
      writer.sure(at_subject, at);
      if (elided) writer.towards_french(at_verb, at);
    } else {
      writer.french(subject, false);
    }
    const auto negation = [&](const char* word) {
      const int at = writer.fr(word);
      writer.sure(at_not, at);
      if (!copula) writer.towards_both(at_do, at);
      return at;
    };
    if (negated) {
      const int at = negation(vowel(verb_form) ? "n'" : "ne");
      if (vowel(verb_form)) writer.towards_french(at_verb, at);
    }
    const int at_form = writer.fr(verb_form);
    writer.sure(at_verb, at_form);
    if (!copula && verb.particle) writer.sure(at_particle, at_form);
    if (negated && !copula) writer.towards_english(at_do, at_form);
    if (negated) negation("pas");
    if (copula) {
      const bool feminine = has_pronoun ? pronoun.feminine : subject.noun->feminine, plural = has_pronoun ? pronoun.plural : subject.plural;
      writer.sure(at_predicate, writer.fr(predicate->fr[(feminine ? 1 : 0) + (plural ? 2 : 0)]));
    }
    if (object.noun) writer.french(object, negated);
    if (complement.preposition) complement.french(writer);
  }

 private:
  void both(const char* en, const char* fr) {
    if (en) know_left(en);
    if (fr) know_right(fr);
  }
  void determiner(const Determiner& one) {
    for (const char* word : one.en) know_left(word);
    for (const char* word : one.fr) know_right(word);
  }
  void verb(const Verb& one) {
    for (const char* word : {one.en, one.en_third, one.particle}) both(word, nullptr);
    for (const char* word : one.fr) know_right(word);
  }
  void noun(const Noun& one) {
    both(one.en, one.fr);
    both(one.en_plural, one.fr_plural);
  }
  void adjective(const Adjective& one) {
    both(one.en, one.before_vowel);
    for (const char* word : one.fr) both(nullptr, word);
  }
};

}  // namespace

namespace {

std::unique_ptr<Task> either(bool to_french) {
  auto task = std::make_unique<EnglishFrench>(to_french);
  prefer_own_words(*task);
  task->training.steps = 1000;
  return task;
}

}  // namespace

std::unique_ptr<Task> english_french_task(const TaskOptions&) { return either(true); }
std::unique_ptr<Task> french_english_task(const TaskOptions&) { return either(false); }

}  // namespace lookback
