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

// The texts of a request that one model translates, with their languages.
struct LegTexts {
  // The request with these texts only, its source language, and its options
  // with the target prefixes of these texts. The other fields may be absent.
  v1::TranslateRequest request = {};
  std::vector<TextLanguages> languages = {};  // one for each text
  // Whether the client sent the texts. False for the translations of a first
  // leg, which may exceed RequestLimits::max_text_bytes.
  bool from_client = true;
};

// Divides texts into segments, encodes the segments and begins the TextOutcome
// of each text. Adds a segment to the window if the segment has content to
// translate and the text has no error. An error of one text becomes
// TextOutcome::status. Call PrepareSlice until done(). Not thread-safe.
class TextPreparation {
 public:
  // `plan`, `limits`, `window` and `outcomes` must outlive this object.
  // `outcomes` gets one element for each text. `window` gets the segments.
  TextPreparation(LegTexts texts, const LegPlan& plan,
                  const RequestLimits& limits, SegmentWindow& window,
                  std::vector<TextOutcome>& outcomes);

  bool done() const { return next_text_ == request_.texts_size(); }

  // Prepares about the next kTextSliceBytes of the texts. Adds the segments of
  // a text to the window when the whole text is prepared, so that a text with
  // an error costs no translation. REQUIRES: !done().
  void PrepareSlice();

 private:
  // Begins to divide the next text, or stores its error as its status and ends
  // the text.
  void BeginText();
  absl::Status CreateParser();
  // Parses and divides a text with markup, in one step. Returns the error of
  // ParseMarkup.
  absl::Status ParseWithMarkup(std::string source);
  // Divides a part of the text.
  void ParseText();
  // Begins to encode the segments of the text.
  void BeginSegments();
  // Encodes one segment of the text, and returns its bytes. After an error,
  // ends the text and returns kTextSliceBytes, so that the slice ends.
  int64_t EncodeSegment();
  absl::Status AddSegment(EncodedSegment encoded);
  // Adds the segments of the text to the window, unless the text has an error.
  // Then continues with the next text.
  void EndText();
  // Divides the maximum number of attention weights of the text among its
  // segments, in proportion to the squares of their numbers of source tokens.
  void ShareAttention();

  // Returns INVALID_ARGUMENT if the text is from the client and has more than
  // limits_.max_text_bytes bytes.
  absl::Status CheckSize(std::string_view text) const;
  // Returns the token ids of a target prefix, which may be empty. Returns
  // INVALID_ARGUMENT if the prefix has too many bytes, is no valid UTF-8, or
  // has characters or pieces that the model cannot produce. Returns
  // INVALID_ARGUMENT also if the prefix leaves no room for a token within the
  // maximum length of the options.
  absl::StatusOr<std::vector<int32_t>> EncodePrefix(
      std::string_view prefix) const;
  absl::StatusOr<std::vector<int32_t>> PrefixOfText() const;

  v1::TranslateRequest request_;
  std::vector<TextLanguages> languages_;
  bool from_client_;
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
  // Divides the text next_text_. Null before the division begins and after it
  // ends.
  std::unique_ptr<DocumentParser> parser_;
  // Encodes the segments of the text next_text_. Null until this text is
  // divided.
  std::unique_ptr<SegmentEncoder> encoder_;
  std::vector<PreparedSegment> prepared_;  // of this text
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TEXT_PREPARATION_H_
