// Writes the translations of a text into the messages of a response.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_WRITER_H_
#define INTERPRES_SERVER_SERVICE_TEXT_WRITER_H_

#include <cstdint>
#include <optional>
#include <string>

#include "interpres/v1/translation.pb.h"
#include "model/decoding/decoding_options.h"
#include "model/tokenizer/tokenizer.h"
#include "server/service/text_outcome.h"

namespace interpres {

struct ResponseOptions {
  bool token_scores = false;
  // Whether the response has the source piece of each token.
  bool alignments = false;
  // Null means that the response has no attention weights. If a hypothesis
  // lacks its weights, they exceeded their limit, and its text gets an error as
  // its result.
  std::optional<AttentionOptions> attention = std::nullopt;
  // Layers and heads of the model's decoder. Used only if `attention` is not
  // null.
  int64_t layers = 0;
  int64_t heads = 0;
  // A code of BCP 47, which decides on spaces between sentences (see
  // RenderDocument).
  std::string target_language = {};
  // Maximum number of translations of a text.
  int32_t max_translations = 1;
  // Whether the hypotheses are independent draws, which may be equal texts.
  bool sampled = false;
};

// Writes the translations of a text in the shape of the text. REQUIRES: each
// segment with a job has a translation.
void WriteTranslations(const TextOutcome& text, const Tokenizer& tokenizer,
                       const ResponseOptions& options,
                       v1::TranslationResult& result);

// Returns the best translation of one segment, without the index of its text.
// REQUIRES: the segment has a translation. Other segments may lack theirs.
v1::PartialResult MakePartial(const TextOutcome& text, int32_t segment,
                              const Tokenizer& tokenizer,
                              const ResponseOptions& options);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_WRITER_H_
