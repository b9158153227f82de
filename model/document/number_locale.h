// Numbers with the marks of another language.

#ifndef INTERPRES_MODEL_DOCUMENT_NUMBER_LOCALE_H_
#define INTERPRES_MODEL_DOCUMENT_NUMBER_LOCALE_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns a plain number with the marks of the target language: `1,234.5` in
// English is `1.234,5` in German. The languages are codes of BCP 47. Returns
// the number as it is if it has no mark, if it is no plain number (a date, a
// time, a telephone number), if the source language does not write it this way,
// or if its digits are not ASCII. With an empty `source_language`, returns a
// number as it is whose only mark stands before three digits, because the mark
// has two meanings. The digits stay the same. Thread-safe.
std::string LocalizeNumber(std::string_view number,
                           const std::string& source_language,
                           const std::string& target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_NUMBER_LOCALE_H_
