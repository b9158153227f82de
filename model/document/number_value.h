// The comparison of numbers that may have different marks.

#ifndef INTERPRES_MODEL_DOCUMENT_NUMBER_VALUE_H_
#define INTERPRES_MODEL_DOCUMENT_NUMBER_VALUE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Returns whether `c` is a minus sign: `-` or U+2212.
bool IsMinus(char32_t c);

// Returns the number of bytes of the minus sign at the start of the number; 0
// if the number has no sign. Thread-safe.
int64_t MinusLength(std::string_view number);

// Returns one or two keys of `number`, the text of an atom of the kind kNumber.
// Two numbers are the same if they share a key:
// - Marks of thousands do not count, and all decimal marks are equal. A `.` or
//   `,` before three digits can be either, so that `1,234` equals `1234` and
//   `1.234`.
// - The separators of a date, a fraction or a telephone number do not count,
//   but a telephone number equals no date. `5:30` equals `05:30`, `5.30` and
//   `5h30`.
// - Digits of all scripts are equal. Zeros at the start count, except the zero
//   of an hour.
// - `17 mil 280` equals `17280` (InDigits).
// - `-5` equals `−5`, but not `5`.
// Thread-safe.
std::vector<std::string> NumberKeys(std::string_view number);

// Returns a number with the word ` mil ` in digits only: `17280` for
// `17 mil 280`, and `17005` for `17 mil 5`. Returns a number without ` mil `
// unchanged. Thread-safe.
std::string InDigits(std::string_view number);

// Returns whether two numbers share a key of NumberKeys, so that `1,5` is the
// same number as `1.5`. Thread-safe.
bool SameNumber(std::string_view a, std::string_view b);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_NUMBER_VALUE_H_
