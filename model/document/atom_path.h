// The scanner of file names and paths.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_PATH_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_PATH_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// Returns the end, in bytes, of the file path that begins at `begin`, or
// `begin` if no path begins there. A path has one of these forms:
// - `/` and two parts, or `/` and a name with an extension;
// - `./`, `../`, `~/`, `C:\`, `C:/` (any letter) or `\\` at the start;
// - a relative path whose last part has an extension (`dir/file.ext`);
// - a name without a directory whose extension is frequent (`notes.txt`).
// `and/or` and `1/2` are no paths. REQUIRES: `begin` is in the text and not
// inside a word.
int64_t PathEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_PATH_H_
