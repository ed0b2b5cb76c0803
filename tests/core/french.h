// A checker of the French that the tasks generate: a small grammar of its own, with a lexicon of its own, from a school book's
// rules. It knows nothing of the generator but the words it may meet.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace french {

// The rules that a sentence of tokens (elided words with their apostrophe) breaks, by name:
//   word         a word that it does not know
//   order        words that make no sentence: a determiner without noun, a noun without determiner, something left over
//   agreement    determiner, adjective and noun in gender and number; verb and subject; predicate and subject
//   elision      le, la, je, ne, de before a vowel or a mute h; l', j', n', d' before a consonant
//   contraction  de le, de les, à le, à les; du, au before a feminine, plural or elided word; aux before a singular
//   bel          beau, nouveau, vieux before a masculine noun in the singular with a vowel; bel, nouvel, vieil elsewhere; ce and cet
//   mon          ma, sa before a vowel; mon, son before a feminine with a consonant
//   negation     ne without pas, pas without ne
//   de           an indefinite article after a negation; des before an adjective in the plural; de where an article belongs
//   place        an adjective on the wrong side of its noun
std::set<std::string> faults(const std::vector<std::string>& tokens);

// Text as it is printed: no space after an apostrophe.
std::string text(const std::vector<std::string>& tokens);

}  // namespace french
