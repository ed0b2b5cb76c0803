// A checker of the English that the tasks generate, on either side: a small grammar of its own, with a lexicon of its own, from a
// school book's rules. It knows nothing of the generators but the words it may meet, and some that they must not use wrongly.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace english {

// The rules that a sentence of words breaks, by name:
//   word        a word that it does not know
//   order       words that make no sentence: something missing or left over
//   article     a before a vowel, an before a consonant
//   bare        a noun in the singular with neither article nor other determiner
//   mass        a, an, a number, this or a plural with what is not counted
//   agreement   verb and subject; this, these, a, some, numbers and their noun
//   form        the verb behind do, does, did, to, am, is, are, love or like
//   case        I, he … as an object, me, him … as a subject
//   negation    any without a negation, some behind one
std::set<std::string> faults(const std::vector<std::string>& tokens);

}  // namespace english
