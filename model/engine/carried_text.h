// Joins the words of a translation and the runs that are carried over, with the
// white space between them.

#ifndef INTERPRES_MODEL_ENGINE_CARRIED_TEXT_H_
#define INTERPRES_MODEL_ENGINE_CARRIED_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/document/byte_span.h"
#include "model/engine/carried_runs.h"

namespace interpres {

// Returns the first code point of `text`.
// REQUIRES: `text` is not empty.
char32_t FirstCharacter(std::string_view text);

// Returns `text` without spaces at its start.
std::string_view WithoutLeadingSpaces(std::string_view text);

// Returns the characters of `text` behind its last letter, combining mark or
// digit. Returns the whole text if `text` has no such character.
std::string_view TrailingPunctuation(std::string_view text);

// Bytes of a translation, and the source tokens [first_source, last_source] to
// which the bytes are aligned.
struct CarriedPart {
  ByteSpan target;
  int32_t first_source = 0;
  int32_t last_source = 0;
};

// A translation as text, and its alignment to the source tokens.
struct CarriedTranslation {
  std::string text;
  // The aligned parts of `text`, in order and without overlap. Text that is
  // aligned to no source token is in no part.
  std::vector<CarriedPart> parts = {};
};

// Returns the translation whose tokens have the texts `texts`, without spaces
// at the ends of the translation. `alignment` has the index of the source token
// of each token; negative or missing means that the token is not aligned.
CarriedTranslation JoinTokens(std::span<const std::string> texts,
                              std::span<const int32_t> alignment);

// Builds a translation from left to right, from the texts of tokens and from
// runs, the parts of the source that are copied. Two appended texts are never
// separated by more than one space. Call Take at the end, once. Not
// thread-safe.
class CarriedText {
 public:
  // Appends the text of a token that is aligned to the source token `source`.
  // Negative means that the text is not aligned. A space at the start (end) of
  // `text` asks for a space before (after) the text. Between a run and the
  // token that is aligned directly behind the run, the white space is as in the
  // source. Does nothing if `text` is empty.
  void Append(std::string_view text, int32_t source);

  // Appends the text of `run`, aligned to its source tokens. If the text before
  // is aligned to the source token before the run, the white space between them
  // is as in the source. REQUIRES: `run` lives until the next call.
  void AppendRun(const CarriedRun& run);

  // Says that an unknown token was left out here. If the next text of Append
  // begins with a closing punctuation mark, such as `,` or `)`, no space stays
  // before the mark. That text, or a run, ends the effect.
  void Drop() { dropped_ = true; }

  CarriedTranslation Take() {
    return {.text = std::move(text_), .parts = std::move(parts_)};
  }

 private:
  void AppendPart(std::string_view text, int32_t first_source,
                  int32_t last_source);
  bool WantsSpace(std::string_view text, int32_t source) const;
  bool EndsInWord() const;

  std::string text_;
  std::vector<CarriedPart> parts_;
  bool space_ = false;  // a space is wanted before the next part
  bool dropped_ = false;
  // The run at the end of the text. Null means that no run is there.
  const CarriedRun* run_ = nullptr;
  // The source token to which the end of the text is aligned. Negative means
  // that the end is not aligned.
  int32_t source_ = -1;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_CARRIED_TEXT_H_
