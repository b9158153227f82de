// The scanner of placeholders, which a program replaces by a value.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_PLACEHOLDER_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_PLACEHOLDER_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// Returns the end, in bytes, of the placeholder that begins at `begin`, or
// `begin` if no placeholder begins there. Placeholders are
// - `{}`, `{0}`, `{name}`, `{{ name }}`, `${x}`, `%{x}`, `#{x}`, `{n, number}`,
//   and a whole message of ICU (`{n, plural, one {# file} other {# files}}`);
// - `%s`, `%1$s`, `%.2f`, `%(name)s`, `%@`, `%%`, without a space as a flag;
// - `$1` to `$3` that stand alone, not `US$1`, `$1.50`, `$1%` or `$1 million`;
// - `:name` and `:smile:` after white space or at the start, not `:x` or `:Me`;
// - `#` that touches no word and no other `#`: a number in messages of ICU;
// - `<0>`, `</0>`, `<0/>`, `[[x]]`, `@@x@@`;
// - the escapes `\n`, `\r`, `\t` and `\u00e9`, not in `\\n` or in ` \newline`.
// REQUIRES: `begin` is in the text.
int64_t PlaceholderEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_PLACEHOLDER_H_
