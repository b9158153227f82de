// The scanner of numbers.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_NUMBER_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_NUMBER_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

struct NumberMatch {
  int64_t end = 0;  // `begin` if no number begins there

  // Whether the number is an atom. English and Romance ordinals (`1st`, `2º`)
  // and decades (`1990s`) are numbers that translations rewrite.
  bool is_atom = true;
};

// Finds the number that begins at a digit or at a minus sign directly before a
// digit, or the telephone number that begins at `+` or `(`. The number has its
// digits and the marks between them: groups of thousands, a decimal mark, the
// marks of a date, a time, a fraction or a telephone number. It has no
// currency, unit or percent sign. A minus sign (IsMinus) belongs to the number
// if neither a word nor a number is before it. Between groups of digits, a
// space is a mark only if the first group has one to three digits and each
// other group has three. A range is two numbers.
NumberMatch FindNumber(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_NUMBER_H_
