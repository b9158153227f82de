// The characters of a source text that have no piece in the vocabulary, and so
// must be copied into the translation.

#ifndef INTERPRES_MODEL_ENGINE_CARRIED_RUNS_H_
#define INTERPRES_MODEL_ENGINE_CARRIED_RUNS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/engine/respelling.h"
#include "model/tokenizer/tokenizer.h"

namespace interpres {

// Consecutive unknown characters of a source text, or a word with some. Also a
// word that the model saw in another spelling. With byte fallback: a sign that
// the model saw as bytes, and a word with a foreign letter.
struct CarriedRun {
  // Whole grapheme clusters, as in the source. Not empty. No white space at the
  // ends.
  std::string text = {};
  // The indices of the first and the last source token that spell the text.
  int32_t first_token = 0;
  int32_t last_token = 0;
  // Whether `text` is a whole word that a word of the translation may stand
  // for: letters that the vocabulary can spell stand beside the unknown
  // characters, or the model saw all letters as bytes.
  bool is_word = false;
  // Whether the model saw the word in another spelling (Respelling), and may
  // have translated the word. The text then need not occur in the translation.
  bool is_respelled = false;
  // Whether the model saw the text, in bytes or other pieces. The model then
  // often has copied it.
  bool is_visible = false;
  // Whether a respelled word begins the text with a capital.
  bool is_capital_start = false;
  // Whether white space or the end of the source is beside the text.
  bool space_before = true;
  bool space_after = true;
  // NumberBeside of the text in the source.
  std::u32string number = {};
};

// Returns the runs of the source text in its order. They do not overlap.
// `source` is the encoded text (EncodeSourceText or Tokenizer::EncodeSource).
// With byte fallback, a cluster is a run if its first character IsSign and
// bytes spell a part of it, or if it has a foreign letter
// (Alphabets::IsForeign). Other letters may be translated. An unknown or
// foreign letter beside a known one takes its whole word with it, and so does
// an unknown digit between letters (H₂O). Unknown letters of scripts without
// spaces between words are no words here. A respelled
// word is a run unless another run has a part of the word.
// REQUIRES: `text` is valid UTF-8. Takes O(n log n) time.
std::vector<CarriedRun> FindCarriedRuns(std::string_view text,
                                        const EncodedText& source,
                                        const Respelling& respelling,
                                        const Tokenizer& tokenizer);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_CARRIED_RUNS_H_
