// The scanner of file names and paths.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_PATH_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_PATH_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// Returns the end, in bytes, of the file path that begins at `begin`, or
// `begin` if no path begins there. A path begins with `/` and has two parts,
// begins with `./`, `../`, `~/`, a drive (`C:\`, any letter) or `\\`, or is
// relative and its last part has an extension (`dir/file.ext`). A name without
// a directory is a path if its extension is in the list of frequent ones
// (`notes.txt`). `and/or` and `1/2` are no paths.
int64_t PathEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_PATH_H_
