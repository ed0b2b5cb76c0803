// A checker of the Chinese that the task generates: a small grammar of its own, with a lexicon of its own, of what goes together.
// It knows nothing of the generator but the words it may meet.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace chinese {

// The rules that a sentence of words breaks, by name:
//   word         a word that it does not know
//   order        words that make no sentence: a classifier without number, something missing or left over
//   classifier   one that does not go with the noun, or none behind a number or 这, 那
//   number       a number in a subject, behind a negation, or behind 爱, 喜欢
//   aspect       爱, 喜欢 or 看见 wanted or being done; 爱, 喜欢 with 了 or 没; 看见 behind 不, 爱, 喜欢 or in a question without 了
//   time         每天 with a negation, 了, 没, 想, 正在; 正在 with a day or a place; 今天 with 看见 that has no 了
//   kind         a verb or an adjective that does not fit who or what it is said of (红 书 is a book, 书 很 红 says nothing of one)
//   same         who may be the same on both sides of a verb
std::set<std::string> faults(const std::vector<std::string>& tokens);

}  // namespace chinese
