// A small tokenizer for tests that need pieces but no model.

#ifndef INTERPRES_TESTS_TESTING_TINY_TOKENIZER_H_
#define INTERPRES_TESTS_TESTING_TINY_TOKENIZER_H_

#include <memory>
#include <string>
#include <vector>

#include "model/tokenizer/tokenizer.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {

// Options for a vocabulary that spells unknown characters in bytes.
inline const VocabularyOptions kTinyByteVocabulary = {.vocab_size = 400,
                                                      .byte_fallback = true};

// Returns a tokenizer whose vocabulary is trained on `sentences` with
// `options`, for both sides.
inline std::unique_ptr<const Tokenizer> MakeTinyTokenizer(
    const VocabularyOptions& options = {.vocab_size = 160},
    const std::vector<std::string>& sentences = TinySentences()) {
  const Vocabulary vocabulary = TrainVocabulary(sentences, options).value();
  return Tokenizer::Create({.source_spm = vocabulary.spm,
                            .target_spm = vocabulary.spm,
                            .vocabulary = vocabulary.pieces})
      .value();
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TINY_TOKENIZER_H_
