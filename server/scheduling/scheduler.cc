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
      cache_(cache_bytes) {}

Scheduler::~Scheduler() {
  Close();
  JobList jobs;
  {
    const MutexLock lock(mutex_);
    while (!queue_.empty()) {
      jobs.push_back(queue_.PopFree());
    }
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
        CheckRoom(queue_.View(flow), LoadOf(jobs), flow.priority, limits_));
    INTERPRES_RETURN_IF_ERROR(
        CheckBacklog(queue_.ViewBacklog(flow), backlog, limits_));
    queue_.AddToBacklog(flow, backlog);
    cancelled = Queue(jobs);
  }
  Announce(cancelled);
  return absl::OkStatus();
}

bool Scheduler::Queue(JobList& jobs) {
  const bool cancelled = std::ranges::any_of(
      jobs, [](const auto& job) { return job->IsCancelled(); });
  queue_.PushBack(jobs);
  return cancelled;
}

void Scheduler::Announce(bool cancelled) {
  changed_.NotifyAll();
  if (cancelled) {
    DropCancelled();
  }
}

void Scheduler::AddBacklog(const Flow& flow, const QueueLoad& load) {
  const MutexLock lock(mutex_);
  queue_.AddToBacklog(flow, load);
}

void Scheduler::SubmitBacklog(JobList& jobs) {
  if (!jobs.empty()) {
    DropBacklog(jobs.front()->spec().flow, LoadOf(jobs));
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

void Scheduler::DropBacklog(const Flow& flow, const QueueLoad& load) {
  const MutexLock lock(mutex_);
  queue_.SubtractFromBacklog(flow, load);
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

JobList Scheduler::Take(int64_t limit, Wait wait) {
  Dispatched dispatched;
  do {
    dispatched = {};
    if (!Dispatch(limit, wait, dispatched)) {
      return {};
    }
    Drop(dispatched.expired, absl::DeadlineExceededError(kExpired));
    Drop(dispatched.cancelled, absl::CancelledError(kCancelled));
    for (const Cached& cached : dispatched.cached) {
      CompleteWith(*cached.job, cached.hypotheses, Reuse::kCached);
    }
  } while (dispatched.taken.empty() && wait == Wait::kForWork);
  return std::move(dispatched.taken);
}

bool Scheduler::Dispatch(int64_t limit, Wait wait, Dispatched& dispatched) {
  const MutexLock lock(mutex_);
  while (wait == Wait::kForWork && queue_.empty() && !closed_) {
    changed_.Wait(mutex_);
  }
  const TimePoint now = clock_.Now();
  dispatched.expired = queue_.TakeExpired(now);
  std::ranges::move(in_flight_.TakeExpired(now),
                    std::back_inserter(dispatched.expired));
  const bool any = !queue_.empty() || !dispatched.expired.empty();
  // Cached and shared jobs do not use a slot, so keep dispatching.
  while (!queue_.empty() &&
         static_cast<int64_t>(dispatched.taken.size()) < limit) {
    DispatchNext(dispatched);
  }
  return any;
}

void Scheduler::DispatchNext(Dispatched& dispatched) {
  const Job& next = queue_.Front();
  // DropCancelled has dropped the cancelled jobs, unless a worker had the job
  // at that time and returned it later.
  if (next.IsCancelled()) {
    dispatched.cancelled.push_back(queue_.PopFree());
    return;
  }
  if (next.key() == nullptr) {
    dispatched.taken.push_back(queue_.PopCharged());
    return;
  }
  if (SharedHypotheses found = cache_.Find(next.key())) {
    dispatched.cached.push_back(
        {.job = queue_.PopFree(), .hypotheses = std::move(found)});
    return;
  }
  switch (in_flight_.Find(next.key())) {
    case InFlight::State::kJoinable:
      in_flight_.Join(queue_.PopFree());
      break;
    case InFlight::State::kAbsent:
      dispatched.taken.push_back(queue_.PopCharged());
      BeginInFlight(*dispatched.taken.back());
      break;
    case InFlight::State::kFull:
      dispatched.taken.push_back(queue_.PopCharged());
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
      queue_.PushFront(waiting);
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
    queue_.PushFront(waiting);
  }
  queue_.PutBack(std::move(job));
}

void Scheduler::DropCancelled() {
  JobList expired;
  JobList cancelled;
  {
    const MutexLock lock(mutex_);
    const TimePoint now = clock_.Now();
    // Take the expired jobs first, because gRPC cancels a call whose deadline
    // passes.
    expired = queue_.TakeExpired(now);
    cancelled = queue_.TakeCancelled();
    std::ranges::move(in_flight_.TakeExpired(now), std::back_inserter(expired));
    std::ranges::move(in_flight_.TakeCancelled(),
                      std::back_inserter(cancelled));
  }
  Drop(expired, absl::DeadlineExceededError(kExpired));
  Drop(cancelled, absl::CancelledError(kCancelled));
}

void Scheduler::Close() {
  {
    const MutexLock lock(mutex_);
    closed_ = true;
  }
  changed_.NotifyAll();
}

QueueLoad Scheduler::load() const {
  const MutexLock lock(mutex_);
  return queue_.load() + queue_.backlog();
}

int64_t Scheduler::CostAheadOf(const Flow& flow, int64_t incoming) const {
  Competition competition;
  {
    const MutexLock lock(mutex_);
    competition = queue_.CompetitionOf(flow);
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
