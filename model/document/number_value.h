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

// Returns one or two keys of an atom of the kind kNumber. Two numbers are the
// same if they share a key:
// - Marks of thousands do not count, and each decimal mark is equal. A mark
//   before three digits can be either, so that `1,234` equals `1234` and
//   `1.234`.
// - The separators of a date, a fraction or a telephone number do not count,
//   but a telephone number equals no date. `5:30` equals `05:30`, `5.30` and
//   `5h30`.
// - Digits of all scripts are equal. Other zeros at the start count.
// - `17 mil 280` equals `17280` (InDigits).
// - `-5` equals `−5`, but not `5`.
// Thread-safe.
std::vector<std::string> NumberKeys(std::string_view number);

// Returns `17280` for `17 mil 280`, and any other number as it is. Thread-safe.
std::string InDigits(std::string_view number);

// Returns whether the numbers share a key. Thread-safe.
bool SameNumber(std::string_view a, std::string_view b);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_NUMBER_VALUE_H_
