// Answers one TranslateTextRequest of Google's interface.
//
//   text thread   Start: check, divide into requests of ours
//   text thread   the work of one request after another (TranslationWork)
//   text thread   the last one has ended: `done`, which asks for the response

#ifndef INTERPRES_SERVER_GOOGLE_TRANSLATE_TEXT_WORK_H_
#define INTERPRES_SERVER_GOOGLE_TRANSLATE_TEXT_WORK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "google/cloud/translate/v3/translation_service.pb.h"
#include "server/google/translate_text.h"
#include "server/quota/character_quota.h"
#include "server/service/call_end.h"
#include "server/service/service_call.h"
#include "server/service/translation_work.h"

namespace interpres::google_api {

// Translates the texts of Google's TranslateTextRequest by several requests of
// interpres.v1. These requests run one after another, so that a request of 1024
// texts occupies the server only like a smaller request. The first error ends
// the work. Not thread-safe: used by one thread at a time.
class TranslateTextWork {
 public:
  // Start calls `done` when the work has ended. REQUIRES: `call` outlives the
  // work.
  TranslateTextWork(const ServiceCall& call, absl::AnyInvocable<void()> done);
  TranslateTextWork(const TranslateTextWork&) = delete;
  TranslateTextWork& operator=(const TranslateTextWork&) = delete;

  // Begins the work. `done` runs once, on a text thread. It may run, and
  // destroy the work, before Start returns. REQUIRES: called once, on a text
  // thread.
  void Start(const v3::TranslateTextRequest& request);

  // REQUIRES for the members below: `done` runs or has run, or Start was not
  // called.

  // Returns OK, or the error of the whole request. REQUIRES: `done` runs or has
  // run, or Start was not called.
  const absl::Status& status() const { return status_; }
  // Complete if the status is OK.
  const v3::TranslateTextResponse& response() const { return response_; }
  // Records in metrics and log that the call ended with `status`
  // (EndTranslate). Returns the headers that describe the answer. REQUIRES:
  // called once, when `done` runs or has run, or without Start.
  AnswerHeaders End(const absl::Status& status) const;

 private:
  absl::Status Plan(const v3::TranslateTextRequest& request);
  void StartPart();
  // Adds the response of the current part. Then starts the next part, or runs
  // `done` after the last part or an error.
  void OnPartEnded();
  absl::Status AddPart();
  int64_t MaxResponseBytes() const;
  std::unique_ptr<TranslationWork> MakeWork();

  const ServiceCall& call_;
  absl::AnyInvocable<void()> done_;
  TranslateTextPlan plan_;
  std::size_t part_ = 0;  // the current part
  // `first_` is the work of the first part. `current_` is the work of the
  // current part, or null while the current part is the first part.
  std::unique_ptr<TranslationWork> first_;
  std::unique_ptr<TranslationWork> current_;
  int64_t texts_ = 0;
  PhaseTimes times_;
  std::vector<QuotaCharge> charges_;  // of the parts that have ended
  v3::TranslateTextResponse response_;
  absl::Status status_;
};

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_TRANSLATE_TEXT_WORK_H_
