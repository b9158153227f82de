// One sentence to translate: it waits, decodes and completes.

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
#include "model/decoding/sentence.h"
#include "server/base/clock.h"
#include "server/scheduling/flow.h"
#include "server/scheduling/translation_key.h"

namespace interpres {

// Seconds that a job spent in each phase. All are 0 if the job completes with
// an error. `encode` and `decode` are 0 if the job reuses a result.
struct PhaseTimes {
  double queue = 0.0;   // until it got a slot, or a result to reuse
  double encode = 0.0;  // together with the jobs that were admitted with it
  double decode = 0.0;  // after that, until its last token
};

// Returns for each phase the longer time.
PhaseTimes LongerOf(const PhaseTimes& a, const PhaseTimes& b);

// Returns the expected number of hypothesis rows that the decoder computes for
// the sentence. A translation is about as long as its source, so this is the
// number of source tokens times the beam size. Attention weights add n_best
// rows per source token, and a target prefix adds one row per token.
int64_t DecodingCost(const Sentence& sentence);

// The result of a job.
struct JobOutcome {
  // OK if there is at least one hypothesis. Otherwise CANCELLED,
  // DEADLINE_EXCEEDED, UNAVAILABLE (the server shuts down, or the weights
  // cannot be loaded), INTERNAL (the job was destroyed before it completed, or
  // the engine returned no hypothesis), or the error of the engine.
  absl::Status status = {};
  std::vector<Hypothesis> hypotheses = {};  // best first
  PhaseTimes times = {};
};

struct JobSpec {
  // The worker chooses the id.
  Sentence sentence;
  Flow flow = {};
  TimePoint deadline = kNever;
  // The turn of the request, which Scheduler::BeginUse returned. 0 means the
  // present turn, for a job without BeginUse.
  int64_t turn = 0;
  // The submitter sets this flag to true when it no longer needs the result.
  // Null means that the job cannot be cancelled. The flag must live until the
  // job has completed.
  const std::atomic<bool>* cancelled = nullptr;
};

// The amounts that JobQueue::PopCharged added to virtual times when the job
// left the queue. JobQueue::PutBack subtracts the amounts.
struct Charge {
  double clients = 0.0;     // the virtual time of its priority's FairQueue
  double priorities = 0.0;  // the virtual time of the JobQueue
};

// One sentence to translate, and the function that receives its result. This
// function runs exactly once, unless Abandon drops it. A job that is destroyed
// before it completes, completes with INTERNAL. Not thread-safe: owned by the
// submitter, the scheduler or a worker.
class Job {
 public:
  // Receives the result of the job. Runs on the thread that completes the job,
  // which holds no lock of the scheduler. Must not block.
  using Completion = absl::AnyInvocable<void(JobOutcome)>;
  using Observer = absl::AnyInvocable<void(const JobOutcome&)>;

  Job(JobSpec spec, Completion completion);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  // The worker may move the sentence out.
  JobSpec& spec() { return spec_; }
  const JobSpec& spec() const { return spec_; }

  // Number of source tokens.
  int64_t tokens() const { return tokens_; }
  // DecodingCost of the sentence.
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

  // Returns the key that identifies the result, so that equal jobs can reuse
  // the result. Null before MakeKey, and for a job whose result is not reused.
  const SharedKey& key() const { return key_; }
  // Computes the key, unless the job has a key already. Results with attention
  // weights are large and not reused, so jobs that want weights get no key.
  // Every result has alignments.
  // REQUIRES: the sentence has not been moved out.
  void MakeKey();

  // Sets the function that Complete calls immediately before the completion.
  // The scheduler uses the observer to share the result. Null means that the
  // scheduler does not observe the job.
  void SetObserver(Observer observer) { observer_ = std::move(observer); }
  bool IsObserved() const { return observer_ != nullptr; }

  // Only the first call has an effect.
  void Complete(JobOutcome outcome);
  void Complete(absl::Status status);
  // Drops the completion: it never runs, and Complete has no effect any longer.
  // For a job that the scheduler did not accept.
  void Abandon() { completion_ = nullptr; }

 private:
  JobSpec spec_;
  SharedKey key_;
  Observer observer_;
  Completion completion_;  // null once called
  int64_t tokens_;
  int64_t cost_;
};

using JobList = std::vector<std::unique_ptr<Job>>;

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_JOB_H_
