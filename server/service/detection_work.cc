#include "server/service/detection_work.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "model/markup/markup_sample.h"
#include "server/base/out_of_memory.h"
#include "server/service/request_markup.h"
#include "server/service/text_languages.h"
#include "server/service/translate_request.h"
#include "server/service/translate_response.h"

namespace interpres {
DetectionWork::DetectionWork(const ServiceCall& call,
                             absl::AnyInvocable<void()> done)
    : call_(call), done_(std::move(done)) {}

void DetectionWork::Start(v1::DetectLanguageRequest request) {
  request_ = std::move(request);
  status_ = WithinMemory(OutOfMemory(), [this] { return Prepare(); });
  if (!status_.ok()) {
    End();
    return;
  }
  Continue();
}

absl::Status DetectionWork::Prepare() {
  INTERPRES_RETURN_IF_ERROR(
      CheckTexts(request_.texts_size(), call_.context().request_limits));
  INTERPRES_ASSIGN_OR_RETURN(markup_.format, ResolveFormat(request_.format()));
  detector_ = std::make_unique<const ServedDetector>(call_.context().models);
  return absl::OkStatus();
}

void DetectionWork::Continue() {
  status_ = WithinMemory(OutOfMemory(), [this] { return DetectSlice(); });
  if (!status_.ok() || response_.results_size() == request_.texts_size()) {
    End();
    return;
  }
  call_.context().text_pool.Post({.stage = TextStage::kPrepare,
                                  .flow = {.client = call_.client()},
                                  .bytes = kDetectionSliceBytes,
                                  .run = [this] { Continue(); }});
}

absl::Status DetectionWork::DetectSlice() {
  int64_t bytes = 0;
  while (response_.results_size() < request_.texts_size() &&
         bytes < kDetectionSliceBytes) {
    INTERPRES_RETURN_IF_ERROR(call_.CheckNotCancelled());
    const std::string& text = request_.texts(response_.results_size());
    bytes += static_cast<int64_t>(std::min(text.size(), kMaxDetectionBytes));
    DetectText(text, *response_.add_results());
  }
  return absl::OkStatus();
}

void DetectionWork::DetectText(const std::string& text,
                               v1::DetectionResult& result) const {
  const int64_t max_bytes = call_.context().request_limits.max_text_bytes;
  const auto bytes = static_cast<int64_t>(text.size());
  if (bytes > max_bytes) {
    FillTextError(absl::InvalidArgumentError(absl::StrFormat(
                      "the text has %d bytes; expected at most %d; send its "
                      "beginning",
                      bytes, max_bytes)),
                  *result.mutable_error());
    return;
  }
  const bool is_plain = markup_.format == TextFormat::kPlain;
  for (const DetectedLanguage& language :
       detector_->Detect(is_plain ? text : MarkupSample(text, markup_))) {
    FillDetected(language, *result.add_languages());
  }
  if (result.languages().empty()) {
    FillDetected({.language = kUndetermined}, *result.add_languages());
  }
}

void DetectionWork::End() {
  // Moves `done` out first, because `done` may destroy this object.
  absl::AnyInvocable<void()> done = std::move(done_);
  done();
}

}  // namespace interpres
