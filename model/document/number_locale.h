// Numbers with the marks of another language.

#ifndef INTERPRES_MODEL_DOCUMENT_NUMBER_LOCALE_H_
#define INTERPRES_MODEL_DOCUMENT_NUMBER_LOCALE_H_

#include <string>
#include <string_view>

namespace interpres {

// Returns `number` with the decimal mark and the marks of thousands of the
// target language: `1,234.5` in English is `1.234,5` in German. The languages
// are codes of BCP 47; empty means unknown. The digits and a minus sign stay
// the same. Returns `number` unchanged
// - if the number has no mark, more than 64 bytes or digits that are not ASCII,
// - if the source language cannot write a plain number this way: a date, a
//   time, a telephone number, or a number that begins with a needless zero,
// - if the target language is empty,
// - if the source language is empty and the only mark is a `.` or `,` before
//   three digits, because that mark has two meanings,
// - if ICU returns an error.
// Thread-safe.
std::string LocalizeNumber(std::string_view number,
                           const std::string& source_language,
                           const std::string& target_language);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_NUMBER_LOCALE_H_
