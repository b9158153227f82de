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

// A part of a source text that the translation must copy: consecutive
// characters that the vocabulary lacks, or a word with some. Also a word that
// the model saw in another spelling. If the vocabulary has byte fallback, also
// a sign that the model saw as bytes, and a word with a foreign letter.
struct CarriedRun {
  // The characters of the run as in the source. Whole grapheme clusters, but
  // without white space at the ends. Not empty.
  std::string text = {};
  // The indices of the first and the last source token that spell the text.
  int32_t first_token = 0;
  int32_t last_token = 0;
  // Whether `text` is a whole word that a word of the translation may stand
  // for. True if letters that the vocabulary can spell stand beside the unknown
  // or foreign characters, and for a respelled word. With byte fallback, true
  // for each whole word.
  bool is_word = false;
  // Whether the model saw the word in another spelling (Respelling), and may
  // have translated the word. The text then need not occur in the translation.
  bool is_respelled = false;
  // Whether the model saw the text, in bytes or other pieces, as with byte
  // fallback. The model then often has copied the text.
  bool is_visible = false;
  // Whether the run is a respelled word that begins the source text with a
  // capital.
  bool is_capital_start = false;
  // Whether white space or the start of the source is directly before `text`.
  bool space_before = true;
  // Whether white space or the end of the source is directly behind `text`.
  bool space_after = true;
  // The digits of the number beside the text in the source (NumberBeside).
  // Empty means that no number is beside the text.
  std::u32string number = {};
};

// Returns the runs of a source text in order, without overlap: the parts that
// the translation must copy. `source` is the encoded text (EncodeSourceText or
// Tokenizer::EncodeSource). Returns an empty vector if source.piece_offsets is
// empty. Consecutive unknown characters are a run. With byte fallback, a run is
// a sign that bytes spell, or a foreign letter (Alphabets::IsForeign). An
// unknown or foreign letter beside a known letter makes its whole word a run,
// and so does an unknown digit between letters (H₂O). This does not hold for
// scripts without spaces between words. A respelled word is a run unless
// another run has a part of the word.
// REQUIRES: `text` is valid UTF-8. Takes O(n log n) time.
std::vector<CarriedRun> FindCarriedRuns(std::string_view text,
                                        const EncodedText& source,
                                        const Respelling& respelling,
                                        const Tokenizer& tokenizer);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_CARRIED_RUNS_H_
