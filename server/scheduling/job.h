// One text on its way through the server: queued, decoding, completed.

#ifndef INTERPRES_SERVER_SCHEDULING_JOB_H_
#define INTERPRES_SERVER_SCHEDULING_JOB_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "model/decoding/decoding_options.h"
#include "server/base/clock.h"
#include "server/scheduling/flow.h"

namespace interpres {

// Where the time of a job went, in seconds: waiting for a slot, encoding (with
// the others that were admitted together), from there to the last token. Zero
// for a phase that the job did not reach.
struct PhaseTimes {
  double queue = 0.0;
  double encode = 0.0;
  double decode = 0.0;
};

// How a job ended. `status` is OK with at least one hypothesis, CANCELLED,
// DEADLINE_EXCEEDED, UNAVAILABLE (the server gave up), or the engine's error.
struct JobOutcome {
  absl::Status status = {};
  std::vector<Hypothesis> hypotheses = {};  // best first
  PhaseTimes times = {};
};

// What a job needs to be decoded.
struct JobSpec {
  // [tag] pieces </s>; not empty.
  std::vector<int32_t> source;
  DecodingOptions options;
  // As EngineRequest has it.
  std::vector<int32_t> target_prefix = {};
  Flow flow = {};
  TimePoint deadline = kNever;
  // Set by the owner when nobody wants the result any more; null if that never
  // happens. Must outlive the job's completion.
  const std::atomic<bool>* cancelled = nullptr;
};

// How far a job moved virtual times of JobQueue when it left the queue.
struct Charge {
  double clients = 0.0;     // the virtual time of its priority's FairQueue
  double priorities = 0.0;  // the virtual time of the JobQueue
};

// Owned by one party at a time: the submitter, the queue, a worker. Completes
// exactly once: a job destroyed before that completes with INTERNAL.
class Job {
 public:
  // Runs on the thread that completes the job, with no lock held; must be
  // quick.
  using Completion = absl::AnyInvocable<void(JobOutcome)>;
  using Observer = absl::AnyInvocable<void(const JobOutcome&)>;

  Job(JobSpec spec, Completion completion);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // The source may be moved out once the job is decoding.
  JobSpec& spec() { return spec_; }
  const JobSpec& spec() const { return spec_; }

  // Source tokens.
  int64_t tokens() const { return tokens_; }
  // The expected number of hypothesis rows that the decoder computes. A
  // translation is about as long as its source, so this is the number of source
  // tokens times the beam size. Attention adds n_best rows per source token,
  // and a target prefix adds one row per token.
  int64_t cost() const { return cost_; }

  bool IsCancelled() const {
    return spec_.cancelled != nullptr &&
           spec_.cancelled->load(std::memory_order_relaxed);
  }
  bool IsExpired(TimePoint now) const { return now >= spec_.deadline; }

  // When the scheduler got the job.
  TimePoint queued_at = TimePoint::min();

  // Set by JobQueue::PopCharged for JobQueue::PutBack.
  Charge charge = {};

  // Told of the outcome before the completion is; null: nobody is. For the
  // scheduler.
  void SetObserver(Observer observer) { observer_ = std::move(observer); }
  bool IsObserved() const { return observer_ != nullptr; }

  // The first call wins; others do nothing.
  void Complete(JobOutcome outcome);
  void Complete(absl::Status status);
  // Forgets the completion: for a job that no scheduler accepted.
  void Abandon() { completion_ = nullptr; }

 private:
  JobSpec spec_;
  Observer observer_;
  Completion completion_;  // null once called
  int64_t tokens_;
  int64_t cost_;
};

using JobList = std::vector<std::unique_ptr<Job>>;

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_JOB_H_
