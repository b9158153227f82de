// Translations for APIs that return a text in the target language unchanged.

#ifndef INTERPRES_SERVER_HTTP_TEXT_ANSWERS_H_
#define INTERPRES_SERVER_HTTP_TEXT_ANSWERS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/service/translation_context.h"

namespace interpres {

// The texts of a request, as the client wrote them.
struct TextsToTranslate {
  std::vector<std::string> texts = {};
  // Empty means that the language of each text is detected.
  std::string source = {};
  std::string target = {};

  // Whether the client states that the texts are in the target language.
  bool AreInTarget() const;
  // Returns our request, in plain text, which keeps texts in the target
  // language. REQUIRES: !AreInTarget(), because no
  // model translates from a language to itself.
  v1::TranslateRequest Request(const TranslationContext& context) const;
};

struct TextAnswer {
  std::string text = {};
  // The language of the text, detected or stated. Empty if it is unknown.
  std::string source = {};
};

// Returns the answers to all texts. An empty response means AreInTarget(): the
// answers are the texts. Returns the error of the first text that was not
// translated. `field` names the texts in the message: `q` gives `q[3]`.
absl::StatusOr<std::vector<TextAnswer>> AnswersOf(
    const TextsToTranslate& texts, const v1::TranslateResponse& response,
    const std::string& field);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_TEXT_ANSWERS_H_
