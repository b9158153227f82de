// One TranslateRequest on its way through the server: what a Translate call and
// a message of StreamTranslate have in common.
//
//   text thread   Start: validate, tokenise, admit, submit
//   workers       one completion per text
//   text thread   done, which asks for the Answer
//
// Tokenising up to a megabyte of text takes too long for an RPC thread, which
// also answers health checks; detokenising would hold up a worker's next step.

#ifndef INTERPRES_SERVER_RPC_TRANSLATION_WORK_H_
#define INTERPRES_SERVER_RPC_TRANSLATION_WORK_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "server/admission/admission.h"
#include "server/base/clock.h"
#include "server/base/permits.h"
#include "server/base/task_pool.h"
#include "server/metrics/metrics.h"
#include "server/models/model_registry.h"
#include "server/rpc/call_tracker.h"
#include "server/rpc/translate_request.h"
#include "server/rpc/translate_response.h"
#include "server/scheduling/flow.h"
#include "server/scheduling/job.h"
#include "server/security/bearer_tokens.h"

namespace interpres {

// What every call needs; everything outlives the gRPC server.
struct TranslationContext {
  const BearerTokens* tokens = nullptr;  // callers need none
  ModelRegistry& models;
  Metrics& metrics;
  Clock& clock;
  TaskPool& text_pool;
  CallTracker& calls;
  // For requests that want attention weights: their answers are large.
  Permits& attention;
  RequestLimits request_limits;
};

// Who wants the work, by when, and whether it still is wanted. The flag is set
// by the owner (then ModelRegistry::DropCancelled) and outlives the work.
struct TranslationOrder {
  uint64_t client = 0;  // its key
  TimePoint deadline = kNever;
  const std::atomic<bool>& cancelled;
};

// The lifetime rule: `done` runs in one place, after every job has completed,
// so nothing that a job refers to can be gone. `pending_` counts the jobs and,
// until all are submitted, Start itself; whoever takes it to zero posts `done`.
class TranslationWork {
 public:
  TranslationWork(const TranslationContext& context,
                  const TranslationOrder& order, TaskPool::Task done);
  TranslationWork(const TranslationWork&) = delete;
  TranslationWork& operator=(const TranslationWork&) = delete;

  // On a text thread, once. OK: `done` runs once, on a text thread; it may have
  // run before Start returns, so the work may be gone by then. Else the error
  // of the whole request, and `done` never runs.
  absl::Status Start(const v1::TranslateRequest& request);

  // After `done` has run: fills the response, or says why there is none.
  absl::Status Answer(v1::TranslateResponse& response) const;

  // After `done` has run, or Start has failed: the longest of each phase of any
  // text.
  PhaseTimes times() const;
  // At the same time: the version of the model that was chosen, "" if none was.
  std::string model_version() const;
  // The texts of the request.
  int64_t texts() const { return static_cast<int64_t>(texts_.size()); }
  // At the same time: tells the metrics how long the request took in all.
  void RecordTotal(double seconds) const;
  // At the same time: whoever keeps the answer keeps this for as long. The work
  // keeps it otherwise.
  Permits::Permit TakePermit() { return std::move(permit_); }

 private:
  absl::Status Validate(const v1::TranslateRequest& request);
  // What of the attention is wanted, and how much of it there may be.
  absl::Status PrepareAttention(const v1::TranslateRequest& request);
  // Fills texts_ and makes a job of every text that needs the engine. After an
  // error the caller abandons the jobs made so far.
  absl::Status Tokenize(const v1::TranslateRequest& request, JobList& jobs);
  // The source ids of a text; empty if there is nothing to translate.
  absl::StatusOr<std::vector<int32_t>> Encode(const std::string& text,
                                              TextOutcome& outcome) const;
  // The ids of a target prefix, none for "". INVALID_ARGUMENT if it cannot
  // begin a translation within the options, or would take too long to find out.
  absl::StatusOr<std::vector<int32_t>> EncodePrefix(
      std::string_view prefix) const;
  absl::Status Admit(JobList& jobs);
  void Release();

  const TranslationContext& context_;
  const TranslationOrder order_;
  TaskPool::Task done_;

  // Written by Start, then by the completion of each job (its own element
  // only), then read by Answer.
  ServedModelPtr model_;  // from Validate on
  Flow flow_;
  DecodingOptions decoding_;
  std::string tag_;  // the language whose tag leads the source, or ""
  ResponseOptions answer_;
  Permits::Permit permit_;  // null: needs none
  std::vector<TextOutcome> texts_;

  std::atomic<int64_t> pending_ = 1;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_TRANSLATION_WORK_H_
