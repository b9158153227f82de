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

// The markup of the texts that a MIME type names. Empty means `text/html`, as
// Google's interface defines it. Returns INVALID_ARGUMENT for other types than
// `text/html` and `text/plain`.
absl::StatusOr<v1::TextFormat> FormatOf(const std::string& mime_type);

// Returns INVALID_ARGUMENT if labels exceed the limits of Google's interface. A
// request has at most 64 labels. A key has 1 to 63 characters, and a value has
// at most 63. Checks no other rule for labels. Labels have no other effect.
absl::Status CheckLabels(
    const google::protobuf::Map<std::string, std::string>& labels);

// The parts of the server that decide how a request is translated.
struct TranslateTextRules {
  // Maximum number of texts of one of our requests.
  int64_t max_texts = 0;
  // Whether the server has pivot languages.
  bool has_pivot = false;
  Priority priority = Priority::kInteractive;
};

// One of our requests, for some texts of Google's request.
struct TranslateTextPart {
  v1::TranslateRequest request;
  // The index of its first text.
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

// Divides a request into our requests of at most `rules.max_texts` texts. If
// the request names a glossary, each text is in two of them: first with the
// glossary, then without it. Returns INVALID_ARGUMENT if a field is wrong or
// not supported. Does not check what our requests check.
absl::StatusOr<TranslateTextPlan> PlanTranslateText(
    const v3::TranslateTextRequest& request, const TranslateTextRules& rules);

// Returns the status of one of our requests with the names of Google's fields
// in its message.
absl::Status WithGoogleNames(const absl::Status& status);

// Adds the translations of a part. Returns the error of the first text that was
// not translated, because Google's interface has no errors of single texts. The
// message begins with the text: `contents[3]`. REQUIRES: the parts are added in
// the order of the plan.
absl::Status AddTranslations(const TranslateTextPlan& plan,
                             const TranslateTextPart& part,
                             const v1::TranslateResponse& translated,
                             v3::TranslateTextResponse& response);

// Returns RESOURCE_EXHAUSTED if the response has more bytes. The message has
// the remedies.
absl::Status CheckBytes(const v3::TranslateTextResponse& response,
                        int64_t max_bytes);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_TRANSLATE_TEXT_H_
