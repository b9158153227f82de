// The scanners of hashtags, mentions and emoji.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_SYMBOL_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_SYMBOL_H_

#include <cstdint>

#include "model/document/atom_text.h"

namespace interpres {

// Returns the end, in bytes, of the hashtag that begins at `begin`, or `begin`
// if no hashtag begins there. A hashtag is `#` and a word that begins with a
// letter or an underscore. `C#` and `#1` are no hashtags. REQUIRES: a `#` is at
// `begin`.
int64_t HashtagEnd(const AtomText& text, int64_t begin);

// Returns the end, in bytes, of the mention that begins at `begin`, or `begin`
// if no mention begins there. A mention is `@` and a name in ASCII that begins
// with a letter or an underscore, also with a server (`@user@example.com`).
// REQUIRES: an `@` is at `begin`.
int64_t MentionEnd(const AtomText& text, int64_t begin);

// Returns the end, in bytes, of the emoji that begins at `begin`, or `begin` if
// no emoji begins there. An emoji is a picture with its joiners, modifiers and
// tags, a flag, or a keycap. A sign such as `™` is an emoji only if a variation
// selector follows. REQUIRES: `begin` is in the text.
int64_t EmojiEnd(const AtomText& text, int64_t begin);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_SYMBOL_H_
