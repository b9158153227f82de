// Finds the characters of training text that a vocabulary has no piece for.

#ifndef INTERPRES_MODEL_TRAINING_UNSPELLED_CHARACTERS_H_
#define INTERPRES_MODEL_TRAINING_UNSPELLED_CHARACTERS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/tokenizer/tokenizer.h"
#include "model/training/corpus.h"

namespace interpres {

// A character of training texts that a vocabulary has no piece for, its count,
// and the first place where the texts have the character.
struct UnspelledCharacter {
  std::string character;  // UTF-8, with the combining marks that follow it
  int64_t count = 0;      // in all texts
  std::string file;
  int64_t line = 0;     // in `file`, from 1
  std::string example;  // the part of the line around the character
};

// The result of FindUnspelledCharacters.
struct SpellingReport {
  // Whether byte pieces spell the characters that have no piece (byte
  // fallback). Otherwise these characters are unknown to the model.
  bool has_bytes = false;
  int64_t characters = 0;  // of both sides of all texts, without white space
  int64_t unspelled = 0;   // the characters among them that have no piece
  // Each character without a piece once, in the order of falling counts. Equal
  // counts are in the order of code points.
  std::vector<UnspelledCharacter> found;
};

// Finds the characters of both sides of `texts` that the source vocabulary of
// `tokenizer` has no piece for. A character that the normalisation changes
// counts as its normal form, so "Ａ" has a piece if "A" has a piece. Time:
// linear in the texts.
SpellingReport FindUnspelledCharacters(std::span<const ParallelText> texts,
                                       const Tokenizer& tokenizer);

// Returns the report as lines for people. The first line is a summary. Then
// follows a line for each of the first `limit` characters, with its count, code
// points and example. A last line counts further characters, if there are any.
std::vector<std::string> FormatSpellingReport(const SpellingReport& report,
                                              std::size_t limit);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_UNSPELLED_CHARACTERS_H_
