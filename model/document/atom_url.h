// The scanners of web addresses and e-mail addresses.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_URL_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_URL_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// A scanner (AtomText). A URL begins with a scheme and `://`, with `www.`,
// `mailto:` or `tel:`, or with a domain that has a path (`example.com/a?b=c`)
// or a frequent top-level domain (`example.com`). The marks at its end, and the
// brackets that it does not open, are not part of it.
int64_t UrlEnd(const AtomText& text, int64_t begin);

// A scanner. An e-mail address has a local part of at most 64 bytes.
int64_t EmailEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_URL_H_
