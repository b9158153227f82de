// Noise that changes the letters and the marks of a sentence pair.

#ifndef INTERPRES_MODEL_TRAINING_NOISE_TEXT_H_
#define INTERPRES_MODEL_TRAINING_NOISE_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "model/config/language_direction.h"
#include "model/document/atom.h"
#include "model/document/byte_span.h"
#include "model/training/noise_random.h"

namespace interpres {

// A sentence pair. REQUIRES: both sides are UTF-8.
struct TextPair {
  std::string source;
  std::string target;

  friend bool operator==(const TextPair&, const TextPair&) = default;
};

// Each function changes the pair and returns true, or returns false and leaves
// the pair as it is. All are thread-safe.

// Writes both sides in capitals, each by the rules of its language. Does not
// change atoms, such as addresses and placeholders. Returns false, and leaves
// the pair unchanged, if both sides are already so. Thread-safe.
bool ToUpperCase(const LanguageDirection& languages, TextPair& pair);

// Writes the source in title case, and also the target if its language writes
// titles so (WritesTitles). Does not change atoms, such as addresses and
// placeholders. Returns false, and leaves the pair unchanged, if the source is
// already so. Thread-safe.
bool ToTitleCase(const LanguageDirection& languages, TextPair& pair);

// Writes the first letter of both sides in the other case: `Hello` becomes
// `hello`, and `hello` becomes `Hello`. Returns false, and leaves the pair
// unchanged, if the first letters have different cases, or if a first letter
// must stay: in an atom, behind a digit, and in words such as `I` and `NATO`,
// in which no small letter follows the capital. Thread-safe.
bool ChangeFirstLetter(const LanguageDirection& languages, TextPair& pair);

// Removes the last character of both sides if both are the same kind of end
// mark: a full stop, a question mark or an exclamation mark, also Chinese,
// Hindi or Arabic. Also removes the `¿` or `¡` of the mark. Returns false, and
// leaves the pair unchanged, if a side has no such mark, or several marks at
// its end. Also if a side has several `¿` or `¡`, or another `.` in its last
// word, as in `p.m.`. Thread-safe.
bool RemoveEndMark(TextPair& pair);

// Makes one or two typing errors in words of the source that have at least four
// letters, all small. An error swaps two letters that differ, or drops or
// doubles a letter, but keeps the first letter. Does not change atoms
// (FindAtoms), such as addresses and codes. Returns false, and leaves the pair
// unchanged, if the source has no such word. Thread-safe for different `random`
// and `pair`.
bool AddTypos(NoiseRandom& random, TextPair& pair);

// Returns whether one of the atoms contains at least one byte of the span.
bool HasAtom(const std::vector<Atom>& atoms, const ByteSpan& span);

// Returns the end mark of a text: its last character, if this is a full stop, a
// question mark or an exclamation mark. Returns 0 for another character and for
// an empty text.
char32_t EndMarkOf(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_TEXT_H_
