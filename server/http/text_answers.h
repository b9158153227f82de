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
  // The language of the texts. Empty means that the language of each text is
  // detected.
  std::string source = {};
  std::string target = {};

  // Whether `source` and `target` are one written language: the client states
  // that the texts need no translation. False if `source` is empty.
  bool AreInTarget() const;
  // Returns the TranslateRequest for the texts. Texts that are found to be in
  // the target language stay unchanged. Allows pivot languages if the server
  // has some. REQUIRES: !AreInTarget(), because no model translates from a
  // language to itself.
  v1::TranslateRequest Request(const TranslationContext& context) const;
};

struct TextAnswer {
  std::string text = {};
  // The language of the source text, as the client stated it or as it was
  // detected. Empty if the language is unknown.
  std::string source = {};
};

// Returns the answers to all texts, in their order. If `response` has no
// results, the answers are the texts themselves, as for AreInTarget(). Returns
// the error of the first text that was not translated. `field` names the texts
// in the error message: `q` gives `q[3]`. REQUIRES: `response` has one result
// for each text, or no results.
absl::StatusOr<std::vector<TextAnswer>> AnswersOf(
    const TextsToTranslate& texts, const v1::TranslateResponse& response,
    const std::string& field);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_TEXT_ANSWERS_H_
