// The scanners of web addresses and e-mail addresses.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_URL_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_URL_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// Returns the end, in bytes, of the URL that begins at `begin`, or `begin` if
// no URL begins there. A URL begins with a scheme and `://`, with `www.`,
// `mailto:` or `tel:`, or with a domain. The domain must have a path
// (`example.com/a?b=c`) or a frequent top-level domain (`example.com`). Marks
// at the end of a URL, and closing brackets without their opening brackets, are
// no part of the URL. REQUIRES: `begin` is in the text and not inside a word.
int64_t UrlEnd(const AtomText& text, int64_t begin);

// Returns the end, in bytes, of the e-mail address that begins at `begin`, or
// `begin` if no address begins there. The part before the `@` has at most 64
// bytes. REQUIRES: `begin` is in the text and not inside a word.
int64_t EmailEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_URL_H_
