// Translates texts of several sentences, sentence by sentence.

#ifndef INTERPRES_MODEL_ENGINE_DOCUMENT_TRANSLATOR_H_
#define INTERPRES_MODEL_ENGINE_DOCUMENT_TRANSLATOR_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/decoding/decoding_options.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"

namespace interpres {

// The result of one text.
struct TranslatedText {
  // OK, or the error of the first sentence that was not translated. The message
  // then says which sentence.
  absl::Status status = {};
  // The translation in the shape of the text (RenderDocument). Empty if
  // `status` is an error.
  std::string translation = {};
  // The mean of the scores of the sentences. 0 if the text has no sentence.
  float score = 0.0f;
  // The worst reason of its sentences.
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  int64_t sentences = 0;
  int64_t target_tokens = 0;
};

// Divides each text into sentences (ParseDocument), translates all sentences
// together, and returns one result for each text, in the order of `texts`. A
// text that is not UTF-8, or has a sentence that cannot be translated, has the
// error in its result. A sentence with more tokens than the model has
// positions is translated in parts. As in the server, a sentence with a defect
// is translated again (SentenceAttempts), and a sentence in capitals or in
// title case is translated in sentence case if the model does not translate its
// case. Without a source language, the model's only source language for the
// target is taken; if the model has several, the rules for an unknown language
// divide the texts. Returns the errors of TranslateAll. REQUIRES: n_best is 1,
// and the options have no target prefix.
absl::StatusOr<std::vector<TranslatedText>> TranslateDocuments(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_DOCUMENT_TRANSLATOR_H_
