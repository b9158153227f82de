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

// The parts that the response has for each text of a request.
struct ResponseOptions {
  bool token_scores = false;
  // Whether the response has, for each target token, the source token to which
  // the target token is aligned.
  bool alignments = false;
  // The limit of the attention weights in the response. If the translations of
  // a text exceed the limit, the result of the text is an error. Null means
  // that the response has no attention weights.
  std::optional<AttentionOptions> attention = std::nullopt;
  // Layers and heads of the model's decoder. Used only if `attention` is not
  // null.
  int64_t layers = 0;
  int64_t heads = 0;
  // The code (BCP 47) of the language of the translations, which decides on
  // spaces between sentences. Empty means unknown.
  std::string target_language = {};
  // Maximum number of translations of a text in the response. Not used if
  // `sampled` is true.
  int32_t max_translations = 1;
  // Whether the hypotheses are independent random samples, so that the response
  // has all of them, also if they are equal texts.
  bool sampled = false;
};

// Adds the translations of a text to `result`, best first, with the gaps and
// the markup of the text. Adds the source pieces if the segments have their
// source tokens. REQUIRES: text.status is OK, and each segment with a job has a
// hypothesis.
void WriteTranslations(const TextOutcome& text, const Tokenizer& tokenizer,
                       const ResponseOptions& options,
                       v1::TranslationResult& result);

// Returns the best translation of the segment with the index `segment`. Leaves
// the field `text` unset. REQUIRES: this segment has a hypothesis, and the text
// has no markup. Other segments may have no hypotheses yet.
v1::PartialResult MakePartial(const TextOutcome& text, int32_t segment,
                              const Tokenizer& tokenizer,
                              const ResponseOptions& options);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_WRITER_H_
