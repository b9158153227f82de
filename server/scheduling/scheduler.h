// The monitor between the threads that submit jobs and the workers that take
// them.
//
//   Submit -> queue -> Take -> (worker) -> Complete
//                ^------ Return
//
// A long request queues only its first jobs with Submit. The rest is its
// backlog, which SubmitBacklog queues while the first jobs complete.
//
// Every accepted job completes exactly once: by its worker, or by the scheduler
// if the job expires, is cancelled, or has a result to reuse.
//
// While the weights of the model are not in memory, the scheduler is paused:
// jobs wait, and no worker gets one. TurnQueue says how a model becomes idle.
//
// With a cache, equal jobs are translated once. A job completes with the cached
// result of an equal job, or waits for the equal job that a worker has. If that
// job fails, the jobs that waited for it return to the queue.

#ifndef INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_
#define INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/functional/any_invocable.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "server/base/clock.h"
#include "server/base/mutex.h"
#include "server/scheduling/in_flight.h"
#include "server/scheduling/job.h"
#include "server/scheduling/queue_policy.h"
#include "server/scheduling/result_cache.h"
#include "server/scheduling/turn_queue.h"

namespace interpres {

// Gives the waiting jobs of one model to its workers, in a fair order, and
// completes the jobs that need no worker. Thread-safe. Completions run without
// the scheduler's lock.
class Scheduler {
 public:
  // The clock must outlive the scheduler. `cache_bytes` is the maximum size of
  // the result cache. 0 disables all reuse of results.
  Scheduler(const QueueLimits& limits, Clock& clock, int64_t cache_bytes = 0);
  // Completes the jobs that are still queued with UNAVAILABLE. Calls no
  // listener for these jobs. REQUIRES: no worker has a job any longer.
  ~Scheduler();

  // A check that Submit calls. Returns OK if the server accepts the request,
  // otherwise the error that Submit returns. The argument lists the jobs whose
  // results are not cached, and may be empty. Runs without the scheduler's
  // lock.
  using AdmissionCheck = absl::FunctionRef<absl::Status(const JobList&)>;

  // Completes the jobs whose results are cached, then queues all other jobs, or
  // no other job. Jobs that are cancelled already are queued and then complete
  // as in DropCancelled. Cached jobs need no admission: they complete even if
  // the queue is full or the scheduler is closed. Completions run on this
  // thread, so the caller must hold no lock that they take. REQUIRES: the jobs
  // have one flow and one turn.
  //
  // `backlog` is the load of further jobs of the request, which the caller
  // keeps. If Submit returns OK and the load is not zero, the caller must pass
  // these jobs to SubmitBacklog, or their load to DropBacklog. REQUIRES: `jobs`
  // is not empty if `backlog` is not zero.
  //
  // Returns the error of `check`, CheckRoom or CheckBacklog, or UNAVAILABLE
  // after Close. After an error the list has the jobs that the caller still
  // owns: destroying them completes them with INTERNAL, unless Job::Abandon was
  // called. Otherwise the list is empty.
  absl::Status Submit(JobList& jobs, const QueueLoad& backlog,
                      AdmissionCheck check) ABSL_LOCKS_EXCLUDED(mutex_);
  // Does the same for jobs without a backlog and without an AdmissionCheck.
  absl::Status Submit(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);

  // Records that a request begins to use the model. Returns the turn of the
  // request, for JobSpec::turn and for the backlog. From the beginning of this
  // turn until EndUse, PauseIfIdle returns false, so that the weights stay in
  // memory. After CloseTurn, new requests belong to the next turn. A request
  // without BeginUse has turn 0, and prevents a pause only while it has waiting
  // jobs or a backlog.
  int64_t BeginUse() ABSL_LOCKS_EXCLUDED(mutex_);
  // Records that a request has ended. May call the turn listener. REQUIRES:
  // BeginUse returned `turn`; all jobs of the request have completed, and the
  // request has no backlog.
  void EndUse(int64_t turn) ABSL_LOCKS_EXCLUDED(mutex_);

  // Adds to the backlog the load of jobs of an accepted request, without a
  // check of the room. The caller must pass the jobs to SubmitBacklog, or their
  // load to DropBacklog. 0 as `turn` means the present turn.
  void AddBacklog(const Flow& flow, const QueueLoad& load, int64_t turn = 0)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Queues jobs of an accepted request, subtracts their load from the backlog,
  // and empties the list. Completes the jobs whose results are cached, on this
  // thread. Refuses no job, even if the queue is full or the scheduler is
  // closed. REQUIRES: the jobs have the flow and the turn of the request; the
  // scheduler has not begun its destruction.
  void SubmitBacklog(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);
  // Does what SubmitBacklog does, but leaves the backlog unchanged: for further
  // attempts to translate sentences of an accepted request.
  void SubmitAgain(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);
  // Subtracts from the backlog the load of jobs of an accepted request that
  // will not be submitted. 0 as `turn` means the present turn.
  void DropBacklog(const Flow& flow, const QueueLoad& load, int64_t turn = 0)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Blocks until a job of the present turn waits for a worker, or until the
  // scheduler is paused or closed. Returns true if a job waits and the
  // scheduler is not paused.
  bool AwaitWork() ABSL_LOCKS_EXCLUDED(mutex_);
  // Removes and returns up to `limit` jobs of the present turn in the order of
  // the queue. Completes expired, cancelled and cached jobs on this thread
  // instead of returning them. With a cache, a job that equals a job of a
  // worker may wait for the result of that job instead. Returns an empty list
  // if no job is ready for the worker now, limit is 0, or the scheduler is
  // paused. Does not block.
  JobList Take(int64_t limit) ABSL_LOCKS_EXCLUDED(mutex_);

  // Puts jobs from Take back into the queue, because the worker has no room for
  // them. The jobs come before the other jobs of their flows, and their charges
  // are taken back. Equal jobs that waited for their results return to the
  // queue, too. REQUIRES: `jobs` has the order of Take, and the sentence of
  // each job has not been moved out.
  void Return(JobList jobs) ABSL_LOCKS_EXCLUDED(mutex_);

  // Completes the waiting jobs that have expired with DEADLINE_EXCEEDED, and
  // the other cancelled waiting jobs with CANCELLED. Completions run on this
  // thread, so the caller must hold no lock that they take. Does not affect
  // jobs that a worker has. Call DropCancelled after JobSpec::cancelled was
  // set, so that the jobs make room immediately.
  void DropCancelled() ABSL_LOCKS_EXCLUDED(mutex_);

  // From now on, Submit queues no job. Submit returns UNAVAILABLE or the error
  // of its check, unless all jobs are cached and the backlog is zero.
  // SubmitBacklog and SubmitAgain still queue jobs, and Take still returns the
  // jobs that are queued.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);

  // The functions below are for the thread that loads and unloads the weights.

  // The state of the turns, from which ModelResidency decides about loads.
  struct TurnState {
    // Whether the present turn has no request, no waiting job and no backlog.
    bool is_idle = true;
    // Whether new requests wait for the next turn.
    bool is_closed = false;
    // When the oldest job of the present turn began to wait, or earlier. Null
    // if no job of the turn waits.
    std::optional<TimePoint> waiting_since = {};
    // When a request began or ended to use the model last (BeginUse, EndUse).
    // The construction and Resume count as a request.
    TimePoint last_used = {};
    // A time before which no queued job of any turn expires. May be too early
    // after a job has left. kNever means that no queued job has a deadline.
    TimePoint earliest_deadline = kNever;
  };
  TurnState turn_state() const ABSL_LOCKS_EXCLUDED(mutex_);
  // From now on, new requests wait for the next turn.
  void CloseTurn() ABSL_LOCKS_EXCLUDED(mutex_);
  // Begins the next turn: the waiting requests of the next turn are served, and
  // the requests of the present turn join the next turn. Ends CloseTurn.
  void NextTurn() ABSL_LOCKS_EXCLUDED(mutex_);
  // If the present turn has no request, no waiting job and no backlog, begins
  // the next turn, pauses the scheduler and returns true. Take then returns no
  // job, so that the worker threads end. Otherwise changes nothing and returns
  // false.
  bool PauseIfIdle() ABSL_LOCKS_EXCLUDED(mutex_);
  // Pauses the scheduler: jobs wait, and Take returns no job until Resume.
  // REQUIRES: no worker has a job.
  void Pause() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the pause. Call Resume before workers start.
  void Resume() ABSL_LOCKS_EXCLUDED(mutex_);
  // Completes all queued jobs of all turns with the error, on this thread.
  // Calls no listener for these jobs. Does not change the backlog.
  void FailWaiting(const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);

  // A function that the scheduler calls when jobs are queued, or dropped by
  // DropCancelled, while the scheduler is paused or the turn is closed. Also
  // called when EndUse leaves the present turn idle. Runs without the
  // scheduler's lock, possibly concurrently on several threads. Must not block.
  using TurnListener = absl::AnyInvocable<void() const>;
  // Sets the turn listener. Null means no listener. REQUIRES: no request has
  // begun.
  void SetTurnListener(TurnListener listener);

  // Returns the load of the waiting jobs and of the backlog.
  QueueLoad load() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Estimates the cost of the other requests' jobs that are served before the
  // last job of a new request of the flow. `incoming` is the total cost of the
  // new request's jobs, which the estimate does not include. Takes O(clients
  // log clients), for the clients with waiting jobs or a backlog.
  int64_t CostAheadOf(const Flow& flow, int64_t incoming) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  const QueueLimits& limits() const { return limits_; }

  // A function that the scheduler calls for every job that it drops because the
  // job expired or was cancelled while it waited, before the job completes. The
  // argument is DEADLINE_EXCEEDED or CANCELLED. Runs without the scheduler's
  // lock, possibly concurrently on several threads.
  using DropListener = absl::AnyInvocable<void(const absl::Status&) const>;
  // REQUIRES: no job has been submitted.
  void SetDropListener(DropListener listener);

  // How a job received the result of an equal job.
  enum class Reuse {
    kCached,  // the equal job had completed before
    kShared,  // the job waited for the equal job
  };
  // A function that the scheduler calls for every job that completes with the
  // result of an equal job, before the job completes. Runs without the
  // scheduler's lock, possibly concurrently on several threads.
  using ReuseListener = absl::AnyInvocable<void(Reuse) const>;
  // REQUIRES: no job has been submitted.
  void SetReuseListener(ReuseListener listener);

 private:
  struct Cached {
    std::unique_ptr<Job> job;
    SharedHypotheses hypotheses;
  };
  // The jobs that Dispatch removed from their waiting places, grouped by what
  // Take does with them: complete them or return them.
  struct Dispatched {
    JobList expired;
    JobList cancelled;
    std::vector<Cached> cached;
    JobList taken;  // for the worker
  };

  bool reuses() const { return cache_bytes_ > 0; }
  // Calls the turn listener, because waiting jobs came or went. Does nothing
  // unless the scheduler is paused or the turn is closed.
  void CallTurnListener() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Sets the time of arrival and the keys of the jobs, then removes and
  // completes the jobs whose results are cached.
  void CompleteCached(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);
  // Removes the jobs whose results are cached from the list. Returns these jobs
  // with their results, and completes no job.
  std::vector<Cached> RemoveCached(JobList& jobs) ABSL_LOCKS_EXCLUDED(mutex_);
  // Queues the jobs and empties the list. Returns whether one of the jobs is
  // cancelled: DropCancelled may have run before, and must run again.
  bool Queue(JobList& jobs) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Wakes the workers, because jobs were queued, and calls CallTurnListener.
  // Calls DropCancelled if `cancelled` is true.
  void Announce(bool cancelled) ABSL_LOCKS_EXCLUDED(mutex_);
  // Moves all expired jobs that wait, and up to `limit` jobs of the queue for
  // the worker, to `dispatched`. Cancelled and cached jobs that come first in
  // the queue are moved, too. Completes no job. Does nothing while the
  // scheduler is paused.
  void Dispatch(int64_t limit, Dispatched& dispatched)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Moves the next job of the queue to `dispatched`, or lets it wait for an
  // equal job that a worker has. Only a job for the worker is charged.
  // REQUIRES: the queue is not empty.
  void DispatchNext(Dispatched& dispatched)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Records that a worker gets the job, so that equal jobs can wait for its
  // result. REQUIRES: the job has a key, and no job in flight is recorded with
  // an equal key.
  void BeginInFlight(Job& job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Called when a job that BeginInFlight recorded completes. If the outcome is
  // OK, stores the result in the cache and completes the jobs that waited for
  // it. Otherwise puts these jobs back into the queue.
  void EndInFlight(const SharedKey& key, const JobOutcome& outcome)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void PutBack(std::unique_ptr<Job> job) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Calls the reuse listener, then completes the job with a copy of the
  // hypotheses. Called without the lock, because the completion runs.
  void CompleteWith(Job& job, const SharedHypotheses& hypotheses, Reuse reuse)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Completes the jobs with `status`, and calls the drop listener before each
  // completion. Called without the lock, because the completions run.
  void Drop(const JobList& jobs, const absl::Status& status)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const QueueLimits limits_;
  const int64_t cache_bytes_;
  Clock& clock_;
  // Constant after the first Submit.
  DropListener drop_listener_;
  ReuseListener reuse_listener_;
  TurnListener turn_listener_;

  mutable Mutex mutex_;
  CondVar changed_;
  TurnQueue turns_ ABSL_GUARDED_BY(mutex_);
  InFlight in_flight_ ABSL_GUARDED_BY(mutex_);
  ResultCache cache_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool paused_ ABSL_GUARDED_BY(mutex_) = false;
  TimePoint last_used_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_SCHEDULER_H_
