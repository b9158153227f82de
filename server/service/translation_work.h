// The translation of one TranslateRequest, for a Translate call and for a
// message of a StreamTranslate call.
//
//   text thread   Start: validate, tokenise the first texts
//   text thread   tokenise the next texts, until all are tokenised
//   text thread   admit and submit the jobs
//   workers       one completion per text
//   text thread   `done`, which asks for the Answer
//
// Tokenisation is divided into slices of a few milliseconds, so that a large
// request does not hold a text thread while a small one waits.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/tokenizer/tokenizer.h"
#include "server/admission/admission.h"
#include "server/admission/receive_budget.h"
#include "server/base/clock.h"
#include "server/base/permits.h"
#include "server/registry/model_registry.h"
#include "server/scheduling/flow.h"
#include "server/scheduling/job.h"
#include "server/service/service_call.h"
#include "server/service/translate_request.h"
#include "server/service/translate_response.h"
#include "server/service/translation_context.h"

namespace interpres {

// Bytes of text that one task tokenises, which takes some milliseconds.
inline constexpr int64_t kTextSliceBytes = 16 << 10;

// Lifetime: `done` runs once, after every job has completed, so that no job
// refers to a destroyed TranslationWork. `pending_` counts the jobs and, until
// all jobs are submitted, the preparation. The thread that decreases `pending_`
// to 0 posts `done`.
class TranslationWork {
 public:
  // `deadline` is the call's, or an earlier one. `memory` is the request's
  // share of ReceiveBudget, which the work releases once the texts are
  // tokenised; null means that there is nothing to release. The call and the
  // memory must outlive the work.
  TranslationWork(const ServiceCall& call, TimePoint deadline,
                  MessageMemory* memory, absl::AnyInvocable<void()> done);
  TranslationWork(const TranslationWork&) = delete;
  TranslationWork& operator=(const TranslationWork&) = delete;

  // Begins the work. `done` runs once, on a text thread. It may run, and
  // destroy the work, before Start returns. REQUIRES: called once, on a text
  // thread.
  void Start(v1::TranslateRequest request);

  // REQUIRES for the members below: `done` runs or has run, or Start was not
  // called.

  // Fills the response, or returns the error of the whole request.
  absl::Status Answer(v1::TranslateResponse& response) const;
  // For each phase, the longest time of any text.
  PhaseTimes times() const;
  // The version of the chosen model. Empty if no model was chosen.
  std::string model_version() const;
  // The number of texts of the request.
  int64_t texts() const { return static_cast<int64_t>(texts_.size()); }
  // Records how long the whole request took.
  void RecordTotal(double seconds) const;
  // Transfers the attention permit, which may be null. Hold it until the
  // response has been written.
  Permits::Permit TakePermit() { return std::move(permit_); }

 private:
  absl::Status Validate();
  // Checks the attention options, and bounds the size of the attention.
  absl::Status PrepareAttention();
  // Tokenises a slice of the texts. Then posts the next slice, or submits.
  void Prepare();
  // Tokenises texts until the slice is full or all texts are tokenised. Fills
  // in texts_, and makes a job of every text that needs the engine.
  absl::Status TokenizeSlice();
  void TokenizeText(int index);
  // Encodes a text, and records its size in the outcome.
  absl::StatusOr<EncodedText> Encode(const std::string& text,
                                     TextOutcome& outcome) const;
  // Returns the ids of a target prefix, which may be empty. Returns
  // INVALID_ARGUMENT if the prefix has too many bytes, or too many tokens for
  // the options.
  absl::StatusOr<std::vector<int32_t>> EncodePrefix(
      std::string_view prefix) const;
  // Frees the request and submits the jobs. REQUIRES: all texts are tokenised.
  absl::Status Submit();
  absl::Status Admit(JobList& jobs);
  // Ends the request with an error: abandons its jobs and runs `done`.
  void Fail(absl::Status status);
  void Release();

  const ServiceCall& call_;
  const TranslationContext& context_;
  const TimePoint deadline_;
  MessageMemory* const memory_;
  absl::AnyInvocable<void()> done_;

  // Used by the preparation, until the jobs are submitted.
  v1::TranslateRequest request_;
  int next_text_ = 0;  // the first text that is not tokenised
  // The target prefix, unless each text has its own.
  absl::StatusOr<std::vector<int32_t>> common_prefix_;
  JobList jobs_;
  Duration tokenize_time_{};

  // Written by the preparation, then by the completion of each job, which
  // writes only its element of texts_, then read by Answer.
  ServedModelPtr model_;  // set by Validate
  Flow flow_;
  DecodingOptions decoding_;
  std::string tag_;  // language to encode with; may be empty
  ResponseOptions answer_;
  Permits::Permit permit_;  // null if the request needs no permit
  std::vector<TextOutcome> texts_;
  absl::Status status_;  // status of the whole request

  std::atomic<int64_t> pending_ = 1;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_
