// The abbreviations of the Unicode CLDR, from ICU's data.

#ifndef INTERPRES_MODEL_DOCUMENT_CLDR_ABBREVIATIONS_H_
#define INTERPRES_MODEL_DOCUMENT_CLDR_ABBREVIATIONS_H_

#include <string>
#include <vector>

namespace interpres {

// Returns the abbreviations that CLDR lists for `language`, a subtag such as
// `de`, without their last full stop and without spaces: `av.J.-C`. Returns
// only abbreviations that begin in lower case, because many of the others are
// also words, such as `Sol` and `Test`. Returns an empty vector if CLDR or the
// installed ICU has no list. Reads the data of ICU in each call. Thread-safe.
std::vector<std::string> CldrAbbreviations(const std::string& language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_CLDR_ABBREVIATIONS_H_
