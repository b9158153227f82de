// Answers one DetectLanguageRequest.
//
//   text thread   Start: validate, detect the languages of the first texts
//   text thread   detect the languages of the next texts, until all are done
//   text thread   `done`, which asks for the Answer
//
// The detection is divided into slices of a few milliseconds, so that a large
// request does not hold a text thread while a small one waits.

#ifndef INTERPRES_SERVER_SERVICE_DETECTION_WORK_H_
#define INTERPRES_SERVER_SERVICE_DETECTION_WORK_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "model/markup/markup_options.h"
#include "server/service/served_detector.h"
#include "server/service/service_call.h"

namespace interpres {

// Detects the languages of the texts of one DetectLanguageRequest. Call Start,
// and read the result in `done`. Not thread-safe: used by one text thread at a
// time.
class DetectionWork {
 public:
  // `done` runs once, when the work that Start began has ended, and may destroy
  // this object. `call` must outlive this object.
  DetectionWork(const ServiceCall& call, absl::AnyInvocable<void()> done);
  DetectionWork(const DetectionWork&) = delete;
  DetectionWork& operator=(const DetectionWork&) = delete;

  // Begins to detect the languages of the texts of `request`. `done` runs on a
  // text thread, also after an error. `done` may run, and destroy this object,
  // before Start returns. REQUIRES: called once, on a text thread.
  void Start(v1::DetectLanguageRequest request);

  // Returns OK if response() has a result for each text. Otherwise returns the
  // error of the whole request: INVALID_ARGUMENT for no texts, too many texts
  // or an unknown format, CANCELLED if the call was cancelled, or
  // RESOURCE_EXHAUSTED if memory is short. REQUIRES: called in `done` or later.
  const absl::Status& status() const { return status_; }
  const v1::DetectLanguageResponse& response() const { return response_; }
  // Returns the number of texts of the request that Start got. 0 before Start.
  int64_t texts() const { return request_.texts_size(); }

 private:
  // Detects the languages of the next texts. Then posts a task for the texts
  // that remain, or runs `done`. This object may be gone when Continue returns.
  void Continue();
  absl::Status Prepare();
  absl::Status DetectSlice();
  void DetectText(const std::string& text, v1::DetectionResult& result) const;
  void End();

  const ServiceCall& call_;
  absl::AnyInvocable<void()> done_;
  v1::DetectLanguageRequest request_;
  v1::DetectLanguageResponse response_;
  MarkupOptions markup_;                            // set by Start
  std::unique_ptr<const ServedDetector> detector_;  // set by Start
  absl::Status status_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_DETECTION_WORK_H_
