// The generated languages: the French is right by a checker of its own, which catches what is planted; every sentence has one
// translation in either direction; and the gold links join words of one meaning by a dictionary written here.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "french.h"
#include "lookback/alignment.h"
#include "lookback/task.h"
#include "planted.h"
#include "refusal.h"

namespace {

using lookback::Index;
using lookback::Link;
using lookback::make_task;
using lookback::Pair;
using lookback::Random;
using lookback::Task;
using planted::joined;
using planted::Plant;
using planted::swapped;
using planted::tokens;
using planted::Tokens;

// Examples of all kinds, held out or not.
std::vector<Pair> draws(const Task& task, int count, std::uint64_t seed = 1) {
  Random random(seed, "test");
  std::vector<Pair> out;
  for (int i = 0; i < count; ++i) out.push_back(task.draw(random, 0));
  return out;
}

std::vector<Tokens> french_sentences(int count) {
  const std::unique_ptr<Task> task = make_task("translate-en-fr", "{}");
  std::vector<Tokens> out;
  for (const Pair& pair : draws(*task, count)) out.push_back(task->target.text(pair.target));
  return out;
}

// --- the checker itself ---

TEST(French, RightSentencesHaveNoFaults) {
  for (const char* sentence :
       {"l' homme voit un bel oiseau", "je n' ai pas de chat", "j' aime les vieux arbres", "nous allons à l' école",
        "elle habite près du jardin", "ils habitent près de la grande maison", "vous cherchez de petites voitures rouges",
        "mon école est grande", "ma petite église est vieille", "son orange est rouge", "cet enfant n' est pas fatigué",
        "le livre est nouveau", "la zone économique européenne est nouvelle", "il va au jardin", "il va aux vieilles églises",
        "il voit le livre des femmes", "il voit le livre d' un homme", "il ne voit pas d' oiseaux noirs", "les vieux hommes sont heureux",
        "je vois ce nouvel hôtel dans une ville"}) {
    EXPECT_EQ(french::faults(tokens(sentence)), std::set<std::string>{}) << sentence;
  }
}

TEST(French, WrongSentencesAreNamed) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"le homme voit un chat", "elision"},
      {"l' chat voit un homme", "elision"},
      {"je ai un chat", "elision"},
      {"j' vois un chat", "elision"},
      {"je ne ai pas de chat", "elision"},
      {"il voit le livre de un homme", "elision"},
      {"il va à le jardin", "contraction"},
      {"il va à les jardins", "contraction"},
      {"il habite près de le jardin", "contraction"},
      {"il habite près de les jardins", "contraction"},
      {"il va au école", "contraction"},
      {"il habite près du école", "contraction"},
      {"il habite près du maison", "contraction"},
      {"il va aux jardin", "contraction"},
      {"il voit un beau homme", "bel"},
      {"il voit un bel chat", "bel"},
      {"il voit un nouveau hôtel", "bel"},
      {"il voit un vieux arbre", "bel"},
      {"il voit de vieil arbres", "bel"},
      {"le chat est bel", "bel"},
      {"ce arbre est grand", "bel"},
      {"cet chat est grand", "bel"},
      {"ma école est grande", "mon"},
      {"sa orange est rouge", "mon"},
      {"mon maison est grande", "mon"},
      {"son petite école est rouge", "mon"},
      {"je n' ai pas un chat", "de"},
      {"je n' ai pas des chats", "de"},
      {"j' ai de chats", "de"},
      {"j' ai de chat", "de"},
      {"j' ai des petits chats", "de"},
      {"je ne vois le chat", "negation"},
      {"je vois pas le chat", "negation"},
      {"la petit maison est rouge", "agreement"},
      {"le petite maison est rouge", "agreement"},
      {"les petits maison est rouge", "agreement"},
      {"la maison est rouges", "agreement"},
      {"la maison est vert", "agreement"},
      {"la maison sont verte", "agreement"},
      {"ils est petits", "agreement"},
      {"je voit le chat", "agreement"},
      {"elle est petit", "agreement"},
      {"il voit une rouge maison", "place"},
      {"il voit une maison petite", "place"},
      {"il voit maison", "order"},
      {"il voit la", "order"},
      {"la maison", "word"},
      {"il voit la maison chat", "order"},
      {"il voit la cathédrale", "word"},
  };
  for (const auto& [sentence, fault] : wrong) EXPECT_TRUE(french::faults(tokens(sentence)).count(fault)) << sentence << " must have the fault " << fault;
}

// Faults planted in sentences that the task draws: each must be found, under its name.
TEST(French, PlantedFaultsAreFound) {
  const std::vector<Tokens> sentences = french_sentences(4000);
  const auto starts_with_vowel = [](const std::string& word) { return std::string("aeiouh").find(word[0]) != std::string::npos || word.rfind("é", 0) == 0; };
  const std::vector<std::pair<const char*, Plant>> plants = {
      {"elision", swapped({{"l'", "le"}, {"j'", "je"}, {"n'", "ne"}, {"d'", "de"}})},
      {"elision", swapped({{"la", "l'"}, {"je", "j'"}, {"ne", "n'"}})},
      {"contraction", [](Tokens& all, std::size_t i) {
         const std::map<std::string, Tokens> parts = {{"du", {"de", "le"}}, {"au", {"à", "le"}}, {"aux", {"à", "les"}}};
         const auto found = parts.find(all[i]);
         if (found == parts.end()) return false;
         all[i] = found->second[0];
         all.insert(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, found->second[1]);
         return true;
       }},
      {"contraction", [](Tokens& all, std::size_t i) {
         if (i + 1 >= all.size() || (all[i] != "de" && all[i] != "à") || all[i + 1] != "la") return false;
         all[i] = all[i] == "à" ? "au" : "du";
         all.erase(all.begin() + static_cast<std::ptrdiff_t>(i) + 1);
         return true;
       }},
      {"bel", swapped({{"bel", "beau"}, {"nouvel", "nouveau"}, {"vieil", "vieux"}, {"cet", "ce"}})},
      {"bel", swapped({{"beau", "bel"}, {"nouveau", "nouvel"}, {"vieux", "vieil"}, {"ce", "cet"}})},
      {"mon", [&](Tokens& all, std::size_t i) {
         if ((all[i] != "mon" && all[i] != "son") || !starts_with_vowel(all[i + 1])) return false;
         all[i] = all[i] == "mon" ? "ma" : "sa";
         return true;
       }},
      {"mon", swapped({{"ma", "mon"}, {"sa", "son"}})},
      {"de", [](Tokens& all, std::size_t i) {
         if (i == 0 || all[i - 1] != "pas" || all[i] != "de") return false;
         all[i] = "des";
         return true;
       }},
      {"negation", [](Tokens& all, std::size_t i) {
         if (all[i] != "pas") return false;
         all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
         return true;
       }},
      {"agreement", [&](Tokens& all, std::size_t i) {
         if (all[0] == "je") return false;  // who says so may be a woman
         return swapped({{"petit", "petite"}, {"petite", "petit"}, {"petits", "petit"}, {"petites", "petits"}, {"verte", "vert"}, {"vert", "verts"}, {"blanche", "blanc"}})(all, i);
       }},
      {"agreement", swapped({{"la", "le"}, {"une", "un"}, {"cette", "ces"}, {"les", "la"}, {"mes", "ma"}, {"leur", "leurs"}})},
      {"agreement", swapped({{"voit", "vois"}, {"mangent", "mange"}, {"cherche", "cherchent"}, {"sont", "est"}, {"allons", "vont"}, {"aimez", "aiment"}})},
      {"place", [](Tokens& all, std::size_t i) {
         if (i + 1 >= all.size() || (all[i + 1] != "noir" && all[i + 1] != "rouge" && all[i + 1] != "verte") || all[i] == "est" || all[i] == "pas") return false;
         std::swap(all[i], all[i + 1]);
         return true;
       }},
  };
  planted::expect_noticed(plants, sentences, french::faults);
}

TEST(French, EverySentenceIsRight) {
  for (const Tokens& sentence : french_sentences(20000)) ASSERT_EQ(french::faults(sentence), std::set<std::string>{}) << joined(sentence);
  const std::unique_ptr<Task> task = make_task("translate-fr-en", "{}");
  for (const Pair& pair : draws(*task, 20000, 2)) {
    const Tokens sentence = task->source.text(pair.source);
    ASSERT_EQ(french::faults(sentence), std::set<std::string>{}) << joined(sentence);
  }
}

TEST(French, ElidedWordsStandClose) {
  EXPECT_EQ(french::text(tokens("l' homme n' aime pas l' école")), "l'homme n'aime pas l'école");
}

// --- the pairs ---

const std::vector<std::string> languages = {"translate-en-fr", "translate-fr-en"};
const std::vector<std::string> all_languages = {"translate-en-fr", "translate-fr-en", "translate-zh-en"};

TEST(Translation, ThereAreManyPairsAndEachSourceHasOneTarget) {
  for (const std::string& name : all_languages) {
    SCOPED_TRACE(name);
    const std::unique_ptr<Task> task = make_task(name, "{}");
    std::map<std::vector<int>, std::vector<int>> targets;
    for (const Pair& pair : draws(*task, 30000)) {
      const auto [found, fresh] = targets.emplace(pair.source, pair.target);
      ASSERT_EQ(found->second, pair.target) << joined(task->source.text(pair.source)) << " is translated in two ways";
    }
    EXPECT_GE(targets.size(), 15000u);
  }
}

TEST(Translation, EveryWordOfTheVocabulariesIsUsed) {
  for (const std::string& name : all_languages) {
    const std::unique_ptr<Task> task = make_task(name, "{}");
    std::set<int> source, target;
    for (const Pair& pair : draws(*task, 30000)) {
      source.insert(pair.source.begin(), pair.source.end());
      target.insert(pair.target.begin(), pair.target.end());
    }
    EXPECT_EQ(static_cast<int>(source.size()), task->source.size()) << name;
    EXPECT_EQ(static_cast<int>(target.size()), task->target.size() - 2) << name << ", <bos> and <eos> apart";
  }
}

TEST(Translation, FindsSentencesByTheirWords) {
  const std::vector<std::array<const char*, 3>> sentences = {
      {"translate-zh-en", "我 打 狗", "I hit dogs"},
      {"translate-zh-en", "狗 打 我", "dogs hit me"},
      {"translate-zh-en", "我 爱 吃 苹果", "I love eating apples"},
      {"translate-en-fr", "I see the European Economic Area", "je vois la zone économique européenne"},
      {"translate-fr-en", "la zone économique européenne est belle", "the European Economic Area is beautiful"},
      {"translate-en-fr", "the tired French child does not look for the old black cat of the happy women",
       nullptr}, // longer than its sentences are
      {"translate-en-fr", "the cats sees a dog", nullptr},
      {"translate-fr-en", "le chat ne est pas noir", nullptr},
      {"translate-zh-en", "书 很 红", nullptr},
      {"dates", "M a r c h _ 3 r d , _ 1 9 9 9", "1 9 9 9 - 0 3 - 0 3"},
      {"dates", "F e b r u a r y _ 3 0 , _ 1 9 9 9", nullptr}};
  for (const auto& [name, source, target] : sentences) {
    const std::unique_ptr<Task> task = make_task(name, R"({"minLength":8,"maxLength":8})"); // which is for draws
    Tokens words = tokens(source);
    for (std::string& word : words) {
      if (word == "_") word = " ";
    }
    const std::optional<Pair> found = task->find(task->source.ids(words));
    EXPECT_EQ(found ? joined(task->target.text(found->target)) : "", target ? target : "") << source;
  }
}

TEST(Translation, VocabulariesNameTheirLanguages) {
  const auto languages_of = [](const char* name) {
    const std::unique_ptr<Task> task = make_task(name, "{}");
    return task->source.language + " " + task->target.language;
  };
  EXPECT_EQ(languages_of("translate-en-fr"), "en fr");
  EXPECT_EQ(languages_of("translate-fr-en"), "fr en");
  EXPECT_EQ(languages_of("translate-zh-en"), "zh-Hans en");
}

TEST(Translation, EveryLengthHasExamplesToTrainOnAndToHoldOut) {
  for (const std::string& name : all_languages) {
    for (Index length = 3; length <= make_task(name, "{}")->options.max_length; ++length) {
      const std::string options = "{\"minLength\": " + std::to_string(length) + ", \"maxLength\": " + std::to_string(length) + "}";
      const std::unique_ptr<Task> task = make_task(name, options), all = make_task(name, "{}");
      Random random(1);
      for (int i = 0; i < 20; ++i) EXPECT_EQ(static_cast<Index>(task->training_pair(random).source.size()), length);
      for (const Pair& pair : all->held_out_pairs(20, 1, length)) {
        EXPECT_EQ(static_cast<Index>(pair.source.size()), length);
        EXPECT_TRUE(all->held_out(pair));
      }
    }
  }
}

TEST(Translation, NoPairIsLongerThanTheMemoryReservedForIt) {
  for (const std::string& name : all_languages) {
    const std::unique_ptr<Task> task = make_task(name, "{}");
    const Pair longest = task->longest();
    std::size_t source = 0, target = 0;
    for (const Pair& pair : draws(*task, 20000)) {
      source = std::max(source, pair.source.size());
      target = std::max(target, pair.target.size());
      ASSERT_LE(pair.sure.size(), longest.sure.size());
      ASSERT_LE(pair.possible.size(), longest.possible.size());
    }
    EXPECT_EQ(source, longest.source.size());
    EXPECT_EQ(target, longest.target.size());
  }
}

TEST(TranslationRefusal, Lengths) {
  expect_refusal([] { make_task("translate-en-fr", R"({"minLength": 2})"); }, "bad-task", {"`minLength`", "3 to 12", "2"});
  expect_refusal([] { make_task("translate-en-fr", R"({"maxLength": 13})"); }, "bad-task", {"`maxLength`", "3 to 12", "13"});
  const std::unique_ptr<Task> task = make_task("translate-fr-en", "{}");
  expect_refusal([&] { task->held_out_pairs(1, 0, 40); }, "bad-input", {"'translate-fr-en'", "40 tokens", "3 to 12"});
  expect_refusal([] { make_task("translate-zh-en", R"({"maxLength": 11})"); }, "bad-task", {"`maxLength`", "3 to 10", "11"});
}

// --- the links ---

// English words and the French words that a sure link may join them to.
const std::map<std::string, std::set<std::string>>& dictionary() {
  static const std::map<std::string, std::set<std::string>> all = [] {
    std::map<std::string, std::set<std::string>> out;
    std::istringstream in(R"(I: je j'
he: il
she: elle
we: nous
you: vous
they: ils
the: le la l' les
a: un une de d'
an: un une de d'
some: des de
any: de d'
this: ce cet cette
these: ces
my: mon ma mes
his: son sa ses
our: notre nos
your: votre vos
their: leur leurs
not: ne n' pas
am: suis
is: est
are: sommes êtes sont
see: vois voit voyons voyez voient
sees: voit
love: aime aimons aimez aiment
loves: aime
have: ai a avons avez ont
has: a
buy: achète achetons achetez achètent
buys: achète
eat: mange mangeons mangez mangent
eats: mange
look: cherche cherchons cherchez cherchent
looks: cherche
for: cherche cherchons cherchez cherchent
go: vais va allons allez vont
goes: va
live: habite habitons habitez habitent
lives: habite
work: travaille travaillons travaillez travaillent
works: travaille
to: à
of: de d'
with: avec
in: dans
near: près
behind: derrière
man: homme
men: hommes
woman: femme
women: femmes
child: enfant
children: enfants
girl: fille
girls: filles
cat: chat
cats: chats
dog: chien
dogs: chiens
bird: oiseau
birds: oiseaux
book: livre
books: livres
car: voiture
cars: voitures
tree: arbre
trees: arbres
apple: pomme
apples: pommes
orange: orange
oranges: oranges
house: maison
houses: maisons
school: école
schools: écoles
church: église
churches: églises
hotel: hôtel
hotels: hôtels
garden: jardin
gardens: jardins
town: ville
towns: villes
small: petit petite petits petites
big: grand grande grands grandes
good: bon bonne bons bonnes
beautiful: beau bel belle beaux belles
new: nouveau nouvel nouvelle nouveaux nouvelles
old: vieux vieil vieille vieilles
black: noir noire noirs noires
white: blanc blanche blancs blanches
green: vert verte verts vertes
red: rouge rouges
French: français française françaises
happy: heureux heureuse heureuses
tired: fatigué fatiguée fatigués fatiguées
Area: zone
Bank: banque
Union: union
Agency: agence
Council: conseil
Fund: fonds
Economic: économique
Monetary: monétaire
Social: social sociale
Central: central centrale
Scientific: scientifique
European: européen européenne
African: africain africaine
American: américain américaine
Asian: asiatique
)");
    for (std::string line; std::getline(in, line);) {
      const std::size_t colon = line.find(':');
      for (const std::string& word : tokens(line.substr(colon + 1))) out[line.substr(0, colon)].insert(word);
    }
    return out;
  }();
  return all;
}

TEST(Translation, SureLinksJoinWordsOfOneMeaning) {
  for (const std::string& name : languages) {
    const bool to_french = name == "translate-en-fr";
    const std::unique_ptr<Task> task = make_task(name, "{}");
    for (const Pair& pair : draws(*task, 10000)) {
      const Tokens source = task->source.text(pair.source), target = task->target.text(pair.target);
      SCOPED_TRACE(joined(source) + " → " + joined(target));
      const Tokens &english = to_french ? source : target, &french_side = to_french ? target : source;
      ASSERT_TRUE(pair.gold.empty());
      std::set<std::pair<int, int>> seen;
      for (const std::vector<Link>* links : {&pair.sure, &pair.possible}) {
        for (const Link& link : *links) {
          ASSERT_GE(link.target, 0);
          ASSERT_LT(link.target, static_cast<int>(target.size()));
          ASSERT_GE(link.source, 0);
          ASSERT_LT(link.source, static_cast<int>(source.size()));
          ASSERT_TRUE(seen.emplace(link.target, link.source).second) << "a link is sure or possible, once";
        }
      }
      std::set<int> linked_english;
      for (const Link& link : pair.sure) {
        const int e = to_french ? link.source : link.target, f = to_french ? link.target : link.source;
        linked_english.insert(e);
        const std::string& word = english[static_cast<std::size_t>(e)];
        ASSERT_TRUE(dictionary().count(word)) << word;
        ASSERT_TRUE(dictionary().at(word).count(french_side[static_cast<std::size_t>(f)])) << word << " – " << french_side[static_cast<std::size_t>(f)];
      }
      // All but "do", and what a contraction takes in, has a sure link.
      for (std::size_t e = 0; e < english.size(); ++e) {
        if (linked_english.count(static_cast<int>(e))) continue;
        ASSERT_TRUE(std::set<std::string>({"do", "does", "of", "to", "the"}).count(english[e])) << english[e] << " has no sure link";
      }
      for (int i = 0; i < static_cast<int>(target.size()); ++i) {
        const bool possible = std::any_of(pair.possible.begin(), pair.possible.end(), [&](const Link& link) { return link.target == i; });
        ASSERT_TRUE(possible || !lookback::sure_reach(pair, i).empty()) << target[static_cast<std::size_t>(i)] << " has no link";
      }
    }
  }
}

// Both directions know the same sure links.
TEST(Translation, SureLinksAreTheSameInBothDirections) {
  const std::unique_ptr<Task> to_french = make_task("translate-en-fr", "{}"), to_english = make_task("translate-fr-en", "{}");
  std::map<std::string, std::set<std::pair<int, int>>> known;
  for (const Pair& pair : draws(*to_french, 20000)) {
    for (const Link& link : pair.sure) known[joined(to_french->source.text(pair.source))].emplace(link.source, link.target);
  }
  int compared = 0;
  for (const Pair& pair : draws(*to_english, 20000)) {
    const auto found = known.find(joined(to_english->target.text(pair.target)));
    if (found == known.end()) continue;
    std::set<std::pair<int, int>> links;
    for (const Link& link : pair.sure) links.emplace(link.target, link.source);
    ASSERT_EQ(links, found->second);
    ++compared;
  }
  EXPECT_GE(compared, 1000);
}

// The links of one sentence of the task, as "target-source" words, in order: sure ones, and possible ones.
std::pair<std::string, std::string> links_of(const std::string& name, const std::string& sentence) {
  const std::unique_ptr<Task> task = make_task(name, "{}");
  Random random(3, "test");
  for (int i = 0; i < 2000000; ++i) {
    const Pair pair = task->draw(random, static_cast<Index>(tokens(sentence).size()));
    const Tokens source = task->source.text(pair.source);
    if (joined(source) != sentence) continue;
    const Tokens target = task->target.text(pair.target);
    const auto shown = [&](std::vector<Link> links) {
      std::sort(links.begin(), links.end(), [](const Link& a, const Link& b) { return std::pair(a.target, a.source) < std::pair(b.target, b.source); });
      Tokens all;
      for (const Link& link : links) {
        all.push_back(target[static_cast<std::size_t>(link.target)] + "-" + source[static_cast<std::size_t>(link.source)]);
      }
      return joined(all);
    };
    return {shown(pair.sure), shown(pair.possible)};
  }
  return {"never drawn", ""};
}

TEST(Translation, LinksOfSomeSentences) {
  using Links = std::pair<std::string, std::string>;
  EXPECT_EQ(links_of("translate-en-fr", "he does not have a cat"),
            Links("il-he n'-not a-have pas-not de-a chat-cat", "n'-does n'-have pas-does de-cat"));
  EXPECT_EQ(links_of("translate-en-fr", "she goes to the garden"),
            Links("elle-she va-goes jardin-garden", "au-to au-the au-garden"));
  EXPECT_EQ(links_of("translate-en-fr", "I love the school"),
            Links("j'-I aime-love l'-the école-school", "j'-love l'-school"));
  EXPECT_EQ(links_of("translate-en-fr", "I look for the cat"),
            Links("je-I cherche-look cherche-for le-the chat-cat", "le-cat"));
  EXPECT_EQ(links_of("translate-fr-en", "je ne vois pas le chat"),
            Links("I-je not-ne not-pas see-vois the-le cat-chat", "do-ne do-vois do-pas the-chat"));
  EXPECT_EQ(links_of("translate-fr-en", "il habite près du jardin"),
            Links("he-il lives-habite near-près garden-jardin", "near-du the-du the-jardin"));
}

// "The European Economic Area" runs backwards in French.
TEST(Translation, TermsRunBackwards) {
  const std::unique_ptr<Task> task = make_task("translate-en-fr", "{}");
  int seen = 0;
  for (const Pair& pair : draws(*task, 20000)) {
    const Tokens source = task->source.text(pair.source), target = task->target.text(pair.target);
    const Tokens english = {"European", "Economic", "Area"};
    const auto found = std::search(source.begin(), source.end(), english.begin(), english.end());
    if (found == source.end()) continue;
    const int e = static_cast<int>(found - source.begin());
    const Tokens backwards = {"zone", "économique", "européenne"};
    const auto there = std::search(target.begin(), target.end(), backwards.begin(), backwards.end());
    ASSERT_NE(there, target.end()) << joined(target);
    const int f = static_cast<int>(there - target.begin());
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(lookback::link_kind(pair, f + k, e + 2 - k), lookback::LinkKind::sure);
      EXPECT_EQ(lookback::sure_reach(pair, f + k).first, e + 2 - k);
      EXPECT_TRUE(lookback::inverted(pair, f + k));
    }
    ++seen;
  }
  EXPECT_GE(seen, 10);
}

// --- Chinese ---

// The one translation of a source that the task draws, found by drawing.
std::string translation(const std::string& name, const std::string& sentence) {
  const std::unique_ptr<Task> task = make_task(name, "{}");
  Random random(4, "test");
  for (int i = 0; i < 2000000; ++i) {
    const Pair pair = task->draw(random, static_cast<Index>(tokens(sentence).size()));
    if (joined(task->source.text(pair.source)) == sentence) return joined(task->target.text(pair.target));
  }
  return "never drawn";
}

TEST(Chinese, SomeSentences) {
  for (const auto& [chinese, english] : std::vector<std::pair<const char*, const char*>>{
           {"我 爱 吃 苹果", "I love eating apples"},
           {"我 打 狗", "I hit dogs"},
           {"狗 打 我", "dogs hit me"},
           {"我 喜欢 苹果 公司", "I like the Apple company"},
           {"他 吃 苹果", "he eats apples"},
           {"她 没 吃 苹果", "she did not eat apples"},
           {"我 吃 了 一 个 苹果", "I ate an apple"},
           {"我 在 公园 找 狗", "I look for dogs in the park"},
           {"他 每天 吃 鸡蛋", "he eats eggs every day"},
           {"你 爱 我 吗", "do you love me"},
           {"她 正在 买 花", "she is buying flowers"},
           {"狗 很 大", "dogs are big"}}) {
    EXPECT_EQ(translation("translate-zh-en", chinese), english) << chinese;
  }
}

TEST(Chinese, LinksOfSomeSentences) {
  using Links = std::pair<std::string, std::string>;
  EXPECT_EQ(links_of("translate-zh-en", "我 吃 了 一 个 苹果"), Links("I-我 ate-吃 an-一 apple-苹果", "ate-了 an-个 an-苹果"));
  EXPECT_EQ(links_of("translate-zh-en", "我 在 公园 找 狗"), Links("I-我 look-找 for-找 dogs-狗 in-在 park-公园", "the-公园"));
  EXPECT_EQ(links_of("translate-zh-en", "她 没 吃 苹果"), Links("she-她 not-没 eat-吃 apples-苹果", "did-没 did-吃"));
  EXPECT_EQ(links_of("translate-zh-en", "我 喜欢 苹果 公司"), Links("I-我 like-喜欢 Apple-苹果 company-公司", "the-苹果 the-公司"));
}

TEST(Chinese, SureLinksJoinWordsOfOneMeaning) {
  std::map<std::string, std::set<std::string>> meanings;
  for (const auto& [chinese, english] : std::vector<std::pair<const char*, const char*>>{
           {"我", "I me my"}, {"你", "you your"}, {"他", "he him his"}, {"她", "she her"}, {"我们", "we us our"}, {"他们", "they them their"},
           {"狗", "dog dogs"}, {"猫", "cat cats"}, {"鸟", "bird birds"}, {"老师", "teacher teachers"}, {"学生", "student students"},
           {"朋友", "friend friends"}, {"孩子", "child children"}, {"苹果", "apple apples Apple"}, {"鸡蛋", "egg eggs"}, {"书", "book books"},
           {"花", "flower flowers"}, {"车", "car cars"}, {"公司", "company companies"}, {"大", "big"}, {"小", "small"}, {"红", "red"},
           {"白", "white"}, {"新", "new"}, {"老", "old"}, {"好", "good"}, {"忙", "busy"}, {"累", "tired"},
           {"一", "a an"}, {"两", "two"}, {"三", "three"}, {"这", "this"}, {"那", "that"},
           {"学校", "school"}, {"公园", "park"}, {"商店", "shop"}, {"爱", "love loves"}, {"喜欢", "like likes"}, {"吃", "eat eats ate eating"},
           {"打", "hit hits hitting"}, {"追", "chase chases chased chasing"}, {"买", "buy buys bought buying"}, {"看见", "see sees saw"},
           {"找", "look looks looked looking for"}, {"不", "not"}, {"没", "not"}, {"想", "want wants"}, {"在", "in"}, {"正在", "am is are"},
           {"今天", "today"}, {"每天", "every day"}}) {
    for (const std::string& word : tokens(english)) meanings[chinese].insert(word);
  }
  const std::unique_ptr<Task> task = make_task("translate-zh-en", "{}");
  for (const Pair& pair : draws(*task, 10000)) {
    const Tokens source = task->source.text(pair.source), target = task->target.text(pair.target);
    SCOPED_TRACE(joined(source) + " → " + joined(target));
    std::set<std::string> linked;
    for (const Link& link : pair.sure) {
      const std::string& word = source[static_cast<std::size_t>(link.source)];
      linked.insert(word);
      ASSERT_TRUE(meanings[word].count(target[static_cast<std::size_t>(link.target)])) << word << " – " << target[static_cast<std::size_t>(link.target)];
    }
    for (const std::string& word : source) {
      ASSERT_TRUE(linked.count(word) || std::set<std::string>({"的", "了", "吗", "很", "只", "个", "本", "朵", "辆", "家"}).count(word)) << word << " has no sure link";
    }
    for (int i = 0; i < static_cast<int>(target.size()); ++i) {
      const bool possible = std::any_of(pair.possible.begin(), pair.possible.end(), [&](const Link& link) { return link.target == i; });
      ASSERT_TRUE(possible || !lookback::sure_reach(pair, i).empty()) << target[static_cast<std::size_t>(i)] << " has no link";
    }
  }
}

}  // namespace
