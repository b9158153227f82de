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

// Returns the end of `text` after its last word character.
std::string_view TrailingPunctuation(std::string_view text);

// Bytes of a translation, and the source tokens [first_source, last_source] to
// which the bytes are aligned.
struct CarriedPart {
  ByteSpan target;
  int32_t first_source = 0;
  int32_t last_source = 0;
};

struct CarriedTranslation {
  std::string text;
  // In the order of the text, without overlap. Text that is aligned to no
  // source token is in no part.
  std::vector<CarriedPart> parts = {};
};

// Returns the translation whose tokens have these texts, without spaces at the
// ends. `alignment` has the source token of each token; negative or missing
// means that the token is not aligned.
CarriedTranslation JoinTokens(std::span<const std::string> texts,
                              std::span<const int32_t> alignment);

// Builds a text from left to right. Two parts are never separated by more than
// one space. Not thread-safe.
class CarriedText {
 public:
  // Appends the text of a token, which is aligned to the source token `source`.
  // Negative means that the text is not aligned. A space at either end asks for
  // a space before or after the text. Between a run and the token that is
  // aligned beside the run, the white space is as in the source. Does nothing
  // for "".
  void Append(std::string_view text, int32_t source);

  // Appends a run, which must live until the next call. If the text before the
  // run is aligned to the token before the run, the white space between them is
  // as in the source.
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
  // The source token to which the end of the text is aligned.
  int32_t source_ = -1;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_CARRIED_TEXT_H_
