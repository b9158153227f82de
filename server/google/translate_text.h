// Converts TranslateText of Google's interface to requests of ours, and their
// responses back.

#ifndef INTERPRES_SERVER_GOOGLE_TRANSLATE_TEXT_H_
#define INTERPRES_SERVER_GOOGLE_TRANSLATE_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "interpres/v1/translation.pb.h"
#include "server/scheduling/flow.h"

namespace interpres::google_api {

namespace v3 = ::google::cloud::translation::v3;

// Maximum number of texts of a request.
inline constexpr int kMaxContents = 1024;

// Returns the format of the texts that a MIME type names. Empty means
// `text/html`, because Google's interface defines this default. Returns
// INVALID_ARGUMENT for other types than `text/html` and `text/plain`.
absl::StatusOr<v1::TextFormat> FormatOf(const std::string& mime_type);

// Returns INVALID_ARGUMENT if labels exceed the limits of Google's interface. A
// request has at most 64 labels. A key has 1 to 63 characters, and a value has
// at most 63. Checks no other rule for labels. Labels have no other effect.
absl::Status CheckLabels(
    const google::protobuf::Map<std::string, std::string>& labels);

// The parts of the server that decide how a request is translated.
struct TranslateTextRules {
  // Maximum number of texts of one request of interpres.v1. 0 counts as 1.
  int64_t max_texts = 0;
  // Whether the server has pivot languages.
  bool has_pivot = false;
  Priority priority = Priority::kInteractive;
};

// A request of interpres.v1 that translates some consecutive texts of Google's
// request.
struct TranslateTextPart {
  v1::TranslateRequest request;
  // The index of the first text in `contents` of Google's request.
  int first_content = 0;
  bool with_glossary = false;
};

struct TranslateTextPlan {
  // At least one.
  std::vector<TranslateTextPart> parts;
  // For the responses.
  std::string model;
  bool detects = false;
  v3::TranslateTextGlossaryConfig glossary;
};

// Divides Google's request into requests of interpres.v1 (the parts) of at most
// `rules.max_texts` texts. If the request names a glossary, the first parts
// translate all texts with the glossary, and further parts translate all texts
// without the glossary. Returns INVALID_ARGUMENT if a field is wrong or not
// supported. Does not check the texts, the languages, the model or the glossary
// themselves, because the requests of interpres.v1 check them.
absl::StatusOr<TranslateTextPlan> PlanTranslateText(
    const v3::TranslateTextRequest& request, const TranslateTextRules& rules);

// Returns the status of a request of interpres.v1, but with the names of
// Google's fields and methods in its message.
absl::Status WithGoogleNames(const absl::Status& status);

// Adds the translations of a part to `response`. `translated` answers
// part.request. Returns the error of the first text that was not translated,
// because Google's interface has no errors of single texts. The message begins
// with the place of the text, such as `contents[3]`. REQUIRES: the parts are
// added in the order of the plan.
absl::Status AddTranslations(const TranslateTextPlan& plan,
                             const TranslateTextPart& part,
                             const v1::TranslateResponse& translated,
                             v3::TranslateTextResponse& response);

// Returns RESOURCE_EXHAUSTED if the response has more than `max_bytes` bytes.
// The message says how the client can avoid the error.
absl::Status CheckBytes(const v3::TranslateTextResponse& response,
                        int64_t max_bytes);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_TRANSLATE_TEXT_H_
