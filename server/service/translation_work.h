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

// Bytes of text that one task tokenises, which takes some milliseconds. A task
// tokenises whole texts until it reaches this size.
inline constexpr int64_t kTextSliceBytes = 16 << 10;

// The translation of the texts of one TranslateRequest. `done` runs once, after
// every job has completed or been abandoned, so that no job refers to a
// destroyed TranslationWork. `pending_` counts the jobs and, until all jobs are
// submitted, the preparation. The thread that decreases `pending_` to 0 posts
// `done`. After an error of the whole request, Fail runs `done`.
class TranslationWork {
 public:
  // `deadline` is the deadline of the call, or an earlier one. `memory` is the
  // request's share of ReceiveBudget, which the work releases once the texts
  // are tokenised. Null means that there is nothing to release. `done` runs
  // when the work has ended. The call and the memory must outlive the work.
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

  // Fills the response and returns OK, or returns the error of the whole
  // request. REQUIRES: called in `done` or later.
  absl::Status Answer(v1::TranslateResponse& response) const;
  // Returns the longest time of any text for each phase. REQUIRES: the work has
  // ended or was not started.
  PhaseTimes times() const;
  // Returns the version of the chosen model. Empty if no model was chosen.
  // REQUIRES: the work has ended or was not started.
  std::string model_version() const;
  // Returns the number of texts of the request. 0 if the request was refused
  // before its texts were tokenised. REQUIRES: the work has ended or was not
  // started.
  int64_t texts() const { return static_cast<int64_t>(texts_.size()); }
  // Records in the metrics how long the whole request took. REQUIRES: the work
  // has ended or was not started.
  void RecordTotal(double seconds) const;
  // Transfers the permit for attention weights to the caller. Null if the
  // request needs no permit, or was refused before it got one. Hold the permit
  // until the response has been written. REQUIRES: called in `done` or later.
  Permits::Permit TakePermit() { return std::move(permit_); }

 private:
  absl::Status Validate();
  // If the request wants attention weights, takes a permit. If it wants
  // alignments or weights, sets the maximum number of weights of each text.
  // Returns RESOURCE_EXHAUSTED with a retry delay if no permit is free.
  absl::Status PrepareAttention();
  // Tokenises a slice of the texts. Then posts a task for the next slice, or
  // submits the jobs if all texts are tokenised. Ends the request if an error
  // occurs. The work may be destroyed when Prepare returns.
  void Prepare();
  // Tokenises texts until the slice is full or all texts are tokenised. Fills
  // in texts_, and makes a job of every text that needs the engine. An error of
  // one text becomes the outcome of this text. Returns CANCELLED if the call is
  // cancelled.
  absl::Status TokenizeSlice();
  void TokenizeText(int index);
  // Returns the source tokens of a text. Sets the number of tokens and is_empty
  // in `outcome`, and the tokens if the request wants alignments or attention
  // weights. Returns an error about the text if it has too many bytes, tokens
  // or attention weights.
  absl::StatusOr<EncodedText> Encode(const std::string& text,
                                     TextOutcome& outcome) const;
  // Returns the token ids of a target prefix, which may be empty. Returns
  // INVALID_ARGUMENT if the prefix has too many bytes or pieces that the model
  // never produces. Returns INVALID_ARGUMENT also if it leaves no room for a
  // token within the maximum length of the options.
  absl::StatusOr<std::vector<int32_t>> EncodePrefix(
      std::string_view prefix) const;
  // Frees the request and its share of ReceiveBudget, then submits the jobs.
  // Returns the error of the admission. REQUIRES: all texts are tokenised.
  absl::Status Submit();
  absl::Status Admit(JobList& jobs);
  // Ends the request with an error: abandons its jobs and runs `done`, which
  // may destroy the work.
  void Fail(absl::Status status);
  void Release();

  const ServiceCall& call_;
  const TranslationContext& context_;
  const TimePoint deadline_;
  MessageMemory* const memory_;
  absl::AnyInvocable<void()> done_;

  // The preparation uses this member and the four members below, until the jobs
  // are submitted. Submit empties the request.
  v1::TranslateRequest request_;
  int next_text_ = 0;  // the first text that is not tokenised
  // The token ids of the target prefix of all texts, or the error of this
  // prefix. The ids are empty if the request has no prefix. Unused if each text
  // has its own prefix.
  absl::StatusOr<std::vector<int32_t>> common_prefix_;
  JobList jobs_;
  Duration tokenize_time_{};

  // The preparation writes the members from here to status_. From Submit on,
  // the completion of each job writes only its element of texts_. Answer reads
  // these members when the work has ended. So they need no lock.
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
