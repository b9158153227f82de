// The scanner of code.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_CODE_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_CODE_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// Returns the end, in bytes, of the code that begins at `begin`, or `begin` if
// no code begins there. Code is
// - text in one to three backticks, with the backticks;
// - `snake_case`, `CONSTANT_CASE`, `__name__`;
// - `camelCase`: at least five letters or digits that begin with two small
//   letters, so that `iPhone`, `eBay`, `kWh` and `McDonald` are no code;
// - a name of capitals and digits that begins with one to five capitals:
//   `H1N1`, `CO2`, `A380`, but not `EUR20`; or any longer word of both that
//   looks like a key: `AKIAIOSFODNN7EXAMPLE`;
// - a word of small letters with a digit inside: `x8f`;
// - three or more groups of capitals and digits: `XXXXX-12345-ABCDE`;
// - the number of a bank account in groups: `DE89 3704 0044 0532 0130 00`;
// - a call with empty brackets: `name()`, `object.member()`, `Type::make()`;
// - a long flag (`--long-flag`), a variable (`$HOME`, `$name`);
// - a word of at least 20 characters that looks random, as keys in base64 do.
// REQUIRES: `begin` is in the text and not inside a word.
int64_t CodeEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_CODE_H_
