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

// Writes both sides in capitals, each by the rules of its language. Atoms stay
// as they are. Returns false if nothing changes.
bool ToUpperCase(const LanguageDirection& languages, TextPair& pair);

// Writes the source in title case. Also the target if its language writes
// titles so (WritesTitles). Atoms stay as they are. Returns false if the source
// does not change.
bool ToTitleCase(const LanguageDirection& languages, TextPair& pair);

// Removes the last character of both sides if it is the same kind of end mark:
// a full stop, a question mark or an exclamation mark, of any script. A `¿` or
// `¡` that belongs to the mark goes, too. Returns false if a side has no such
// mark or several of them at its end, or ends in an abbreviation such as
// `p.m.`.
bool RemoveEndMark(TextPair& pair);

// Makes one or two typing errors in words of small letters of the source. An
// error swaps, drops or doubles a letter after the first. Words have at least
// four letters, and no atom (FindAtoms) changes, so that numbers, addresses and
// codes stay. Returns false if the source has no such word.
bool AddTypos(NoiseRandom& random, TextPair& pair);

// Returns whether one of the atoms has a byte of the span.
bool HasAtom(const std::vector<Atom>& atoms, const ByteSpan& span);

// Returns the end mark of a text, such as `.`, or 0 if the text ends in another
// character.
char32_t EndMarkOf(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_TEXT_H_
