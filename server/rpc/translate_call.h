// One Translate call, from its bytes to its answer.
//
//   RPC thread    Start: count the call, hand it on
//   text thread   Prepare: parse, validate, tokenise, admit, submit
//   workers       one completion per text
//   text thread   Answer: detokenise, serialise, Finish
//   RPC thread    OnDone: delete
//
// Tokenising up to a megabyte of text takes too long for an RPC thread, which
// also answers health checks; detokenising would hold up a worker's next step.

#ifndef INTERPRES_SERVER_RPC_TRANSLATE_CALL_H_
#define INTERPRES_SERVER_RPC_TRANSLATE_CALL_H_

#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "model/engine/translation_model.h"
#include "server/admission/admission.h"
#include "server/base/clock.h"
#include "server/base/task_pool.h"
#include "server/metrics/metrics.h"
#include "server/rpc/call_tracker.h"
#include "server/rpc/translate_request.h"
#include "server/rpc/translate_response.h"
#include "server/scheduling/scheduler.h"
#include "server/scheduling/throughput_meter.h"

namespace interpres {

// What every call needs; everything outlives the gRPC server.
struct TranslationContext {
  const TranslationModel& model;
  Scheduler& scheduler;
  ThroughputMeter& meter;
  Metrics& metrics;
  Clock& clock;
  TaskPool& text_pool;
  CallTracker& calls;
  RequestLimits request_limits;
  DecodingLimits decoding_limits;
};

// The lifetime rule: Finish is called in one place, after every job of the
// call has completed, so nothing that a job refers to can be gone. `pending_`
// counts the jobs and, until all are submitted, Prepare itself; whoever takes
// it to zero posts Answer. A cancellation only sets a flag that makes the jobs
// complete early. gRPC calls OnDone once, after Finish and after any OnCancel.
// NOLINTNEXTLINE(cppcoreguidelines-virtual-class-destructor): see OnDone.
class TranslateCall final : public grpc::ServerUnaryReactor {
 public:
  // The call of `server`, which CallTracker::Enter has counted. Deletes itself.
  static TranslateCall* Start(const TranslationContext& context,
                              grpc::CallbackServerContext& server,
                              const grpc::ByteBuffer& request,
                              grpc::ByteBuffer& response);

  void OnCancel() override;
  void OnDone() override;

 private:
  TranslateCall(const TranslationContext& context,
                grpc::CallbackServerContext& server,
                const grpc::ByteBuffer& request, grpc::ByteBuffer& response);
  ~TranslateCall() override = default;

  void Prepare();
  // The jobs of the request are with the scheduler, or the call's error.
  absl::Status Submit();
  absl::Status Validate(const v1::TranslateRequest& request);
  // Fills texts_ and makes a job of every text that needs the engine. After an
  // error the caller abandons the jobs made so far.
  absl::Status Tokenize(const v1::TranslateRequest& request, JobList& jobs);
  // The source ids of a text; empty if there is nothing to translate.
  absl::StatusOr<std::vector<int32_t>> Encode(const std::string& text,
                                              TextOutcome& outcome) const;
  absl::Status Admit(JobList& jobs);
  void Release();
  void Answer();
  // The last use of the call by anybody but gRPC.
  void FinishWith(const absl::Status& status);

  const TranslationContext& context_;
  const grpc::ByteBuffer& request_;  // gRPC's, until OnDone
  grpc::ByteBuffer& response_;       // gRPC's, until OnDone
  const TimePoint started_at_;
  TimePoint deadline_ = kNever;

  // Written by Prepare, then by the completion of each job (its own element
  // only), then read by Answer.
  DecodingOptions decoding_;
  std::string tag_;  // the language whose tag leads the source, or ""
  bool token_scores_ = false;
  std::vector<TextOutcome> texts_;

  std::atomic<int64_t> pending_ = 1;
  std::atomic<bool> cancelled_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_RPC_TRANSLATE_CALL_H_
