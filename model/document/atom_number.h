// The scanner of numbers.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_NUMBER_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_NUMBER_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/document/atom_text.h"
#include "model/document/byte_span.h"

namespace interpres {

struct NumberMatch {
  int64_t end = 0;  // `begin` if no number begins there

  // Whether the number is an atom. False for ordinals (`1st`, `2º`, `1-й`),
  // decades (`1990s`), months (`5月`) and the parts of a number that is written
  // in parts (`1億2000万`), because translations rewrite them.
  bool is_atom = true;
};

// Finds the number that begins at `begin` with a digit, or with a minus sign
// directly before a digit. Also finds the telephone number that begins with `+`
// or `(`. The number has its digits and the marks between them: groups of
// thousands, a decimal mark, the marks of a date, a time, a fraction or a
// telephone number. The number has no currency, unit or percent sign. `17 mil
// 280` is one number. A minus sign (IsMinus) belongs to the number at the start
// of the text, and behind white space, an opening bracket, a quotation mark or
// a sign of comparison. Behind a number and a space, the minus sign does not
// belong to the number. Between groups of digits, a space is a mark only if the
// first group has one to three digits and each other group has three. Numbers
// of cards and telephones have other groups. A range is two numbers. REQUIRES:
// `begin` is in the text.
NumberMatch FindNumber(const AtomText& text, int64_t begin);

// Returns the digits of the ordinals, decades, months and parts in `text`: the
// numbers for which NumberMatch::is_atom is false. In order. Takes linear time.
std::vector<ByteSpan> FindRewrittenNumbers(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_NUMBER_H_
