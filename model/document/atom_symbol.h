// The scanners of hashtags, mentions and emoji.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_SYMBOL_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_SYMBOL_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// A scanner (AtomText). `#` and a word that begins with a letter or an
// underscore. `C#` and `#1` are no hashtags.
int64_t HashtagEnd(const AtomText& text, int64_t begin);

// A scanner. `@` and a name that begins with a letter or an underscore, also
// with a server (`@user@example.com`).
int64_t MentionEnd(const AtomText& text, int64_t begin);

// A scanner. One emoji: with its joiners, modifiers and tags, a flag, or a
// keycap. A sign such as `™` is an emoji only if a variation selector follows.
int64_t EmojiEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_SYMBOL_H_
