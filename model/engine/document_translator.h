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

// The result of TranslateDocuments for one text.
struct TranslatedText {
  // OK, or the reason why the text was not translated: the text could not be
  // divided into sentences, or a sentence could not be translated. In the
  // second case, the message has the number of the first failed sentence.
  absl::Status status = {};
  // The translation with the line breaks and other gaps of the text
  // (RenderDocument). Empty if `status` is an error.
  std::string translation = {};
  // The mean of the scores of the sentences. 0 if the text has no sentence.
  // Meaningless if `status` is an error.
  float score = 0.0f;
  // The worst finish reason of the sentences of the text. kEndOfSentence if the
  // text has no sentence. Meaningless if `status` is an error.
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  int64_t sentences = 0;
  int64_t target_tokens = 0;
};

// Divides each text into sentences (ParseDocument), translates all sentences
// together, and returns one result for each text, in the order of `texts`. A
// text that is not UTF-8, or has a sentence that cannot be translated, has the
// error in its result. A sentence with more tokens than the model has positions
// is translated in parts. A sentence whose translation has a defect is
// translated again (SentenceAttempts). A sentence in capitals or in title case
// is translated in sentence case, and its translation gets the case back.
// Without a source language, the model's only source language for the target is
// taken; if the model has several, the rules for an unknown language divide the
// texts. Returns the errors of TranslationModel::ResolveDirection and of
// TranslateAll. REQUIRES: options.decoding.n_best is 1, and
// options.target_prefix is empty.
absl::StatusOr<std::vector<TranslatedText>> TranslateDocuments(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_DOCUMENT_TRANSLATOR_H_
