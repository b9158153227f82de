#include "server/scheduling/scheduler.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace interpres {

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
  if (jobs.empty()) {
    return absl::OkStatus();
  }
  const TimePoint now = clock_.Now();
  for (const auto& job : jobs) {
    job->queued_at = now;
  }
  {
    const MutexLock lock(mutex_);
    if (closed_) {
      return absl::UnavailableError(
          "the server is shutting down: send the request to another one");
    }
    const Flow& flow = jobs.front()->spec().flow;
    absl::Status room =
        CheckRoom(queue_.View(flow), LoadOf(jobs), flow.priority, limits_);
    if (!room.ok()) {
      return room;
    }
    queue_.PushBack(jobs);
  }
  changed_.NotifyAll();
  return absl::OkStatus();
}

std::vector<Scheduler::Cached> Scheduler::TakeCached(JobList& jobs) {
  std::vector<TranslationKey> keys;
  for (const auto& job : jobs) {
    keys.push_back(KeyOf(job->spec()));
  }
  std::vector<Cached> cached;
  const MutexLock lock(mutex_);
  for (size_t i = 0; i < jobs.size(); ++i) {
    if (const auto* found = cache_.Find(keys[i])) {
      cached.push_back({.job = std::move(jobs[i]), .hypotheses = *found});
    }
  }
  return cached;
}

void Scheduler::CompleteCached(JobList& jobs) {
  if (!reuses()) {
    return;
  }
  for (Cached& each : TakeCached(jobs)) {
    each.job->queued_at = clock_.Now();
    CompleteWith(*each.job, std::move(each.hypotheses), Reuse::kCached);
  }
  std::erase(jobs, nullptr);
}

bool Scheduler::PopNext(int64_t limit, Wait wait, Popped& popped) {
  const MutexLock lock(mutex_);
  while (wait == Wait::kForWork && queue_.empty() && !closed_) {
    changed_.Wait(mutex_);
  }
  const TimePoint now = clock_.Now();
  popped.expired = queue_.TakeExpired(now);
  std::ranges::move(in_flight_.TakeExpired(now),
                    std::back_inserter(popped.expired));
  const bool any = !queue_.empty() || !popped.expired.empty();
  // Cached and shared jobs do not use a slot, so keep dispatching.
  while (!queue_.empty() &&
         static_cast<int64_t>(popped.wanted.size()) < limit) {
    DispatchNext(popped);
  }
  return any;
}

void Scheduler::DispatchNext(Popped& popped) {
  const Job& next = queue_.Front();
  // DropCancelled has dropped the cancelled jobs, unless a worker had the job
  // at that time and returned it later.
  if (next.IsCancelled()) {
    popped.cancelled.push_back(queue_.PopFree());
    return;
  }
  if (!reuses() || next.spec().options.attention) {
    popped.wanted.push_back(queue_.PopCharged());
    return;
  }
  TranslationKey key = KeyOf(next.spec());
  if (const auto* found = cache_.Find(key)) {
    popped.cached.push_back({.job = queue_.PopFree(), .hypotheses = *found});
    return;
  }
  switch (in_flight_.Find(key)) {
    case InFlight::State::kAbsent:
      popped.wanted.push_back(queue_.PopCharged());
      BeginInFlight(std::move(key), *popped.wanted.back());
      break;
    case InFlight::State::kJoinable:
      in_flight_.Join(key, queue_.PopFree());
      break;
    case InFlight::State::kFull:
      popped.wanted.push_back(queue_.PopCharged());
      break;
  }
}

void Scheduler::BeginInFlight(TranslationKey key, Job& job) {
  const TranslationKey& begun = in_flight_.Begin(std::move(key));
  job.SetObserver([this, &begun](const JobOutcome& outcome) {
    EndInFlight(begun, outcome);
  });
}

void Scheduler::EndInFlight(const TranslationKey& key,
                            const JobOutcome& outcome) {
  JobList waiting;
  {
    const MutexLock lock(mutex_);
    InFlight::Ended ended = in_flight_.End(key);
    if (outcome.status.ok()) {
      cache_.Insert(std::move(ended.key), outcome.hypotheses);
      waiting = std::move(ended.waiting);
    } else if (!ended.waiting.empty()) {
      queue_.PushFront(ended.waiting);
      changed_.NotifyAll();
    }
  }
  for (const auto& job : waiting) {
    CompleteWith(*job, outcome.hypotheses, Reuse::kShared);
  }
}

JobList Scheduler::Take(int64_t limit, Wait wait) {
  Popped popped;
  do {
    popped = {};
    if (!PopNext(limit, wait, popped)) {
      return {};
    }
    Drop(popped.expired, absl::DeadlineExceededError(
                             "the deadline passed before a slot was free"));
    Drop(popped.cancelled, absl::CancelledError("the call was cancelled"));
    for (Cached& each : popped.cached) {
      CompleteWith(*each.job, std::move(each.hypotheses), Reuse::kCached);
    }
  } while (popped.wanted.empty() && wait == Wait::kForWork);
  return std::move(popped.wanted);
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
  // It is in hand no more, and neither is its translation.
  if (job->IsObserved()) {
    job->SetObserver(nullptr);
    InFlight::Ended ended = in_flight_.End(KeyOf(job->spec()));
    queue_.PushFront(ended.waiting);
  }
  queue_.PutBack(std::move(job));
}

void Scheduler::DropCancelled() {
  JobList expired;
  JobList cancelled;
  {
    const MutexLock lock(mutex_);
    const TimePoint now = clock_.Now();
    // gRPC cancels a call whose deadline passes: that is an expiry.
    expired = queue_.TakeExpired(now);
    cancelled = queue_.TakeCancelled();
    std::ranges::move(in_flight_.TakeExpired(now), std::back_inserter(expired));
    std::ranges::move(in_flight_.TakeCancelled(),
                      std::back_inserter(cancelled));
  }
  Drop(expired, absl::DeadlineExceededError(
                    "the deadline passed before a slot was free"));
  Drop(cancelled, absl::CancelledError("the call was cancelled"));
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
  return queue_.load();
}

int64_t Scheduler::CostAheadOf(const Flow& flow, int64_t incoming) const {
  Competition competition;
  {
    const MutexLock lock(mutex_);
    competition = queue_.CompetitionOf(flow);
  }
  return CostAhead(competition, incoming);
}

void Scheduler::CompleteWith(Job& job, std::vector<Hypothesis> hypotheses,
                             Reuse reuse) {
  if (reuse_listener_) {
    reuse_listener_(reuse);
  }
  const double waited = Seconds(clock_.Now() - job.queued_at);
  job.Complete(JobOutcome{.status = absl::OkStatus(),
                          .hypotheses = std::move(hypotheses),
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
