// Turns the texts of a request into segments for the engine, slice by slice.

#ifndef INTERPRES_SERVER_SERVICE_TEXT_PREPARATION_H_
#define INTERPRES_SERVER_SERVICE_TEXT_PREPARATION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/document/document_parser.h"
#include "model/engine/segment_encoder.h"
#include "server/service/request_limits.h"
#include "server/service/request_plan.h"
#include "server/service/segment_window.h"
#include "server/service/text_languages.h"
#include "server/service/text_outcome.h"

namespace interpres {

// Bytes of text that one slice divides and tokenises, which takes some
// milliseconds. A slice ends after the step with which it reaches this size.
inline constexpr int64_t kTextSliceBytes = 16 << 10;

// Texts of a request that one model translates.
struct LegTexts {
  // The request with these texts only, and with their target prefixes.
  v1::TranslateRequest request = {};
  std::vector<TextLanguages> languages = {};  // one for each text
};

// Divides the texts into segments, encodes the segments and fills in the
// outcomes. An error of one text becomes the status of its outcome. Not
// thread-safe.
class TextPreparation {
 public:
  // `plan`, `window` and `outcomes` must outlive the preparation. `outcomes`
  // gets one element for each text of the request.
  TextPreparation(LegTexts texts, const LegPlan& plan,
                  const RequestLimits& limits, SegmentWindow& window,
                  std::vector<TextOutcome>& outcomes);

  bool done() const { return next_text_ == request_.texts_size(); }

  // Prepares the next slice. Adds the segments to the window when their text is
  // prepared whole, so that a text with an error costs no translation.
  // REQUIRES: !done().
  void PrepareSlice();

 private:
  // Begins to divide the next text, or stores its error.
  void BeginText();
  absl::Status CreateParser();
  // Divides a text with markup, in one step.
  absl::Status ParseWithMarkup(std::string source);
  // Divides a part of the text.
  void ParseText();
  // Begins to encode the segments of the text.
  void BeginSegments();
  // Encodes one segment of the text, and returns its bytes.
  int64_t EncodeSegment();
  absl::Status AddSegment(EncodedSegment encoded);
  // Adds the segments of the text to the window, unless the text has an error,
  // and goes on to the next text.
  void EndText();
  // Shares the attention weights of the text among its segments.
  void ShareAttention();

  // Returns an error about the text if it has too many bytes.
  absl::Status CheckSize(std::string_view text) const;
  // Returns the token ids of a target prefix, which may be empty. Returns
  // INVALID_ARGUMENT if the prefix has too many bytes or pieces that the model
  // never produces. Returns INVALID_ARGUMENT also if it leaves no room for a
  // token within the maximum length of the options.
  absl::StatusOr<std::vector<int32_t>> EncodePrefix(
      std::string_view prefix) const;
  absl::StatusOr<std::vector<int32_t>> PrefixOfText() const;

  v1::TranslateRequest request_;
  std::vector<TextLanguages> languages_;
  const LegPlan& plan_;
  const RequestLimits& limits_;
  SegmentEncoderOptions encoder_options_;  // of this text
  SegmentWindow& window_;
  std::vector<TextOutcome>& texts_;
  // The token ids of the target prefix of all texts, or the error of this
  // prefix. The ids are empty if the request has no prefix. Unused if each text
  // has its own prefix.
  absl::StatusOr<std::vector<int32_t>> common_prefix_;

  int next_text_ = 0;  // the first text that is not prepared whole
  // Divides this text. Null before and after.
  std::unique_ptr<DocumentParser> parser_;
  // Encodes the segments of this text. Null before.
  std::unique_ptr<SegmentEncoder> encoder_;
  std::vector<PreparedSegment> prepared_;  // of this text
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_PREPARATION_H_
