#include "server/scheduling/scheduler.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/base/status.h"

namespace interpres {
namespace {

constexpr char kExpired[] = "the deadline passed before a slot was free";
constexpr char kCancelled[] = "the call was cancelled";

}  // namespace

Scheduler::Scheduler(const QueueLimits& limits, Clock& clock,
                     int64_t cache_bytes)
    : limits_(limits),
      cache_bytes_(cache_bytes),
      clock_(clock),
      in_flight_(limits.max_jobs),
      cache_(cache_bytes),
      last_used_(clock.Now()) {}

Scheduler::~Scheduler() {
  Close();
  JobList jobs;
  {
    const MutexLock lock(mutex_);
    jobs = turns_.TakeAll();
  }
  // Not with Drop: the object that the listener uses may be gone.
  for (const auto& job : jobs) {
    job->Complete(absl::UnavailableError("the server is shutting down"));
  }
}

void Scheduler::SetDropListener(DropListener listener) {
  drop_listener_ = std::move(listener);
}

void Scheduler::SetReuseListener(ReuseListener listener) {
  reuse_listener_ = std::move(listener);
}

void Scheduler::SetTurnListener(TurnListener listener) {
  turn_listener_ = std::move(listener);
}

absl::Status Scheduler::Submit(JobList& jobs) {
  return Submit(jobs, /*backlog=*/{},
                [](const JobList&) { return absl::OkStatus(); });
}

absl::Status Scheduler::Submit(JobList& jobs, const QueueLoad& backlog,
                               AdmissionCheck check) {
  if (jobs.empty()) {
    return absl::OkStatus();
  }
  const Flow flow = jobs.front()->spec().flow;
  const int64_t turn = jobs.front()->spec().turn;
  CompleteCached(jobs);
  if (jobs.empty() && backlog.jobs == 0) {
    return absl::OkStatus();
  }
  INTERPRES_RETURN_IF_ERROR(check(jobs));
  bool cancelled = false;
  {
    const MutexLock lock(mutex_);
    if (closed_) {
      return absl::UnavailableError(
          "the server is shutting down: send the request to another one");
    }
    INTERPRES_RETURN_IF_ERROR(
        CheckRoom(turns_.View(flow), LoadOf(jobs), flow.priority, limits_));
    INTERPRES_RETURN_IF_ERROR(
        CheckBacklog(turns_.ViewBacklog(flow), backlog, limits_));
    turns_.AddToBacklog(flow, backlog, turn);
    cancelled = Queue(jobs);
  }
  Announce(cancelled);
  return absl::OkStatus();
}

bool Scheduler::Queue(JobList& jobs) {
  const bool cancelled = std::ranges::any_of(
      jobs, [](const auto& job) { return job->IsCancelled(); });
  turns_.PushBack(jobs);
  return cancelled;
}

void Scheduler::Announce(bool cancelled) {
  changed_.NotifyAll();
  CallTurnListener();
  if (cancelled) {
    DropCancelled();
  }
}

int64_t Scheduler::BeginUse() {
  const MutexLock lock(mutex_);
  last_used_ = clock_.Now();
  return turns_.BeginUse();
}

void Scheduler::EndUse(int64_t turn) {
  bool is_idle = false;
  {
    const MutexLock lock(mutex_);
    last_used_ = clock_.Now();
    turns_.EndUse(turn);
    is_idle = turns_.is_idle();
  }
  if (is_idle && turn_listener_) {
    turn_listener_();
  }
}

void Scheduler::AddBacklog(const Flow& flow, const QueueLoad& load,
                           int64_t turn) {
  const MutexLock lock(mutex_);
  turns_.AddToBacklog(flow, load, turn);
}

void Scheduler::SubmitBacklog(JobList& jobs) {
  if (!jobs.empty()) {
    const JobSpec& first = jobs.front()->spec();
    DropBacklog(first.flow, LoadOf(jobs), first.turn);
    SubmitAgain(jobs);
  }
}

void Scheduler::SubmitAgain(JobList& jobs) {
  CompleteCached(jobs);
  bool cancelled = false;
  {
    const MutexLock lock(mutex_);
    cancelled = Queue(jobs);
  }
  Announce(cancelled);
}

void Scheduler::DropBacklog(const Flow& flow, const QueueLoad& load,
                            int64_t turn) {
  const MutexLock lock(mutex_);
  turns_.SubtractFromBacklog(flow, load, turn);
}

void Scheduler::CompleteCached(JobList& jobs) {
  const TimePoint now = clock_.Now();
  for (const auto& job : jobs) {
    job->queued_at = now;
  }
  if (!reuses()) {
    return;
  }
  for (const auto& job : jobs) {
    job->MakeKey();
  }
  for (const Cached& cached : RemoveCached(jobs)) {
    CompleteWith(*cached.job, cached.hypotheses, Reuse::kCached);
  }
}

std::vector<Scheduler::Cached> Scheduler::RemoveCached(JobList& jobs) {
  std::vector<Cached> cached;
  const MutexLock lock(mutex_);
  for (auto& job : jobs) {
    const SharedKey& key = job->key();
    SharedHypotheses found = key == nullptr ? nullptr : cache_.Find(key);
    if (found != nullptr) {
      cached.push_back({.job = std::move(job), .hypotheses = std::move(found)});
    }
  }
  std::erase(jobs, nullptr);
  return cached;
}

bool Scheduler::AwaitWork() {
  const MutexLock lock(mutex_);
  while (turns_.present().empty() && !closed_ && !paused_) {
    changed_.Wait(mutex_);
  }
  return !turns_.present().empty() && !paused_;
}

JobList Scheduler::Take(int64_t limit) {
  Dispatched dispatched;
  Dispatch(limit, dispatched);
  Drop(dispatched.expired, absl::DeadlineExceededError(kExpired));
  Drop(dispatched.cancelled, absl::CancelledError(kCancelled));
  for (const Cached& cached : dispatched.cached) {
    CompleteWith(*cached.job, cached.hypotheses, Reuse::kCached);
  }
  return std::move(dispatched.taken);
}

void Scheduler::Dispatch(int64_t limit, Dispatched& dispatched) {
  const MutexLock lock(mutex_);
  if (paused_) {
    return;
  }
  const TimePoint now = clock_.Now();
  dispatched.expired = turns_.TakeExpired(now);
  std::ranges::move(in_flight_.TakeExpired(now),
                    std::back_inserter(dispatched.expired));
  JobQueue& queue = turns_.present();
  // Cached and shared jobs do not use a slot, so keep dispatching.
  while (!queue.empty() &&
         static_cast<int64_t>(dispatched.taken.size()) < limit) {
    DispatchNext(dispatched);
  }
}

void Scheduler::DispatchNext(Dispatched& dispatched) {
  JobQueue& queue = turns_.present();
  const Job& next = queue.Front();
  // DropCancelled has dropped the cancelled jobs, unless a worker had the job
  // at that time and returned it later.
  if (next.IsCancelled()) {
    dispatched.cancelled.push_back(queue.PopFree());
    return;
  }
  if (next.key() == nullptr) {
    dispatched.taken.push_back(queue.PopCharged());
    return;
  }
  if (SharedHypotheses found = cache_.Find(next.key())) {
    dispatched.cached.push_back(
        {.job = queue.PopFree(), .hypotheses = std::move(found)});
    return;
  }
  switch (in_flight_.Find(next.key())) {
    case InFlight::State::kJoinable:
      in_flight_.Join(queue.PopFree());
      break;
    case InFlight::State::kAbsent:
      dispatched.taken.push_back(queue.PopCharged());
      BeginInFlight(*dispatched.taken.back());
      break;
    case InFlight::State::kFull:
      dispatched.taken.push_back(queue.PopCharged());
      break;
  }
}

void Scheduler::BeginInFlight(Job& job) {
  in_flight_.Begin(job.key());
  job.SetObserver([this, key = job.key()](const JobOutcome& outcome) {
    EndInFlight(key, outcome);
  });
}

void Scheduler::EndInFlight(const SharedKey& key, const JobOutcome& outcome) {
  SharedHypotheses hypotheses;
  if (outcome.status.ok()) {
    hypotheses = std::make_shared<const std::vector<Hypothesis>>(
        outcome.hypotheses);  // copies without the lock
  }
  JobList waiting;
  {
    const MutexLock lock(mutex_);
    waiting = in_flight_.End(key);
    if (hypotheses != nullptr) {
      cache_.Insert(key, hypotheses);
    } else if (!waiting.empty()) {
      turns_.present().PushFront(waiting);
      changed_.NotifyAll();
    }
  }
  for (const auto& job : waiting) {
    CompleteWith(*job, hypotheses, Reuse::kShared);
  }
}

void Scheduler::Return(JobList jobs) {
  if (jobs.empty()) {
    return;
  }
  {
    const MutexLock lock(mutex_);
    std::reverse(jobs.begin(), jobs.end());
    for (auto& job : jobs) {
      PutBack(std::move(job));
    }
  }
  changed_.NotifyAll();
}

void Scheduler::PutBack(std::unique_ptr<Job> job) {
  if (job->IsObserved()) {
    job->SetObserver(nullptr);
    JobList waiting = in_flight_.End(job->key());
    turns_.present().PushFront(waiting);
  }
  turns_.present().PutBack(std::move(job));
}

void Scheduler::DropCancelled() {
  JobList expired;
  JobList cancelled;
  {
    const MutexLock lock(mutex_);
    const TimePoint now = clock_.Now();
    // Take the expired jobs first, because gRPC cancels a call whose deadline
    // passes.
    expired = turns_.TakeExpired(now);
    cancelled = turns_.TakeCancelled();
    std::ranges::move(in_flight_.TakeExpired(now), std::back_inserter(expired));
    std::ranges::move(in_flight_.TakeCancelled(),
                      std::back_inserter(cancelled));
  }
  Drop(expired, absl::DeadlineExceededError(kExpired));
  Drop(cancelled, absl::CancelledError(kCancelled));
  if (!(expired.empty() && cancelled.empty())) {
    CallTurnListener();
  }
}

void Scheduler::Close() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
  }
  changed_.NotifyAll();
}

Scheduler::TurnState Scheduler::turn_state() const {
  const MutexLock lock(mutex_);
  return {.is_idle = turns_.is_idle(),
          .is_closed = turns_.is_closed(),
          .waiting_since = turns_.waiting_since(),
          .last_used = last_used_,
          .earliest_deadline = turns_.earliest_deadline()};
}

void Scheduler::CallTurnListener() const {
  if (!turn_listener_) {
    return;
  }
  {
    const MutexLock lock(mutex_);
    if (!paused_ && !turns_.is_closed()) {
      return;
    }
  }
  turn_listener_();
}

void Scheduler::CloseTurn() {
  const MutexLock lock(mutex_);
  turns_.CloseTurn();
}

void Scheduler::NextTurn() {
  {
    const MutexLock lock(mutex_);
    turns_.NextTurn();
  }
  changed_.NotifyAll();
}

bool Scheduler::PauseIfIdle() {
  {
    const MutexLock lock(mutex_);
    if (!turns_.is_idle()) {
      return false;
    }
    turns_.NextTurn();
    paused_ = true;
  }
  changed_.NotifyAll();
  return true;
}

void Scheduler::Pause() {
  {
    const MutexLock lock(mutex_);
    paused_ = true;
  }
  changed_.NotifyAll();
}

void Scheduler::Resume() {
  {
    const MutexLock lock(mutex_);
    paused_ = false;
    last_used_ = clock_.Now();
  }
  changed_.NotifyAll();
}

void Scheduler::FailWaiting(const absl::Status& status) {
  JobList jobs;
  {
    const MutexLock lock(mutex_);
    jobs = turns_.TakeAll();
  }
  for (const auto& job : jobs) {
    job->Complete(status);
  }
}

QueueLoad Scheduler::load() const {
  const MutexLock lock(mutex_);
  return turns_.load();
}

int64_t Scheduler::CostAheadOf(const Flow& flow, int64_t incoming) const {
  Competition competition;
  {
    const MutexLock lock(mutex_);
    competition = turns_.CompetitionOf(flow);
  }
  return CostAhead(competition, incoming);
}

void Scheduler::CompleteWith(Job& job, const SharedHypotheses& hypotheses,
                             Reuse reuse) {
  if (reuse_listener_) {
    reuse_listener_(reuse);
  }
  const double waited = Seconds(clock_.Now() - job.queued_at);
  job.Complete(JobOutcome{.status = absl::OkStatus(),
                          .hypotheses = *hypotheses,
                          .times = {.queue = waited}});
}

void Scheduler::Drop(const JobList& jobs, const absl::Status& status) {
  for (const auto& job : jobs) {
    if (drop_listener_) {
      drop_listener_(status);
    }
    job->Complete(status);
  }
}

}  // namespace interpres
