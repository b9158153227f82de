// The translation of texts of a request by one model.
//
//   text thread   Start: prepare the first texts
//   text thread   prepare the next texts, until all are prepared
//   text thread   admit the texts, queue their first window of segments
//   workers       one completion per segment
//   text thread   queue the next window, until no segment waits
//   text thread   `done`, which asks for the results
//
// The preparation divides the texts into sentences and tokenises them. It is
// divided into slices of a few milliseconds, so that a large request does not
// hold a text thread while a small one waits.

#ifndef INTERPRES_SERVER_SERVICE_LEG_WORK_H_
#define INTERPRES_SERVER_SERVICE_LEG_WORK_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "server/admission/admission.h"
#include "server/base/clock.h"
#include "server/scheduling/job.h"
#include "server/service/request_plan.h"
#include "server/service/segment_attempts.h"
#include "server/service/segment_window.h"
#include "server/service/service_call.h"
#include "server/service/text_outcome.h"
#include "server/service/text_preparation.h"
#include "server/service/translation_context.h"

namespace interpres {

// How texts reach the queue of the model.
enum class LegAdmission {
  // The scheduler may refuse the texts.
  kNew,
  // The texts belong to a request that was accepted, so they are queued even if
  // the queue is full or the server drains.
  kAccepted,
};

// The translation of texts by one model. `done` runs once, after every job has
// completed or been abandoned, so that no job refers to a destroyed LegWork.
// `pending_` counts the jobs and, until all segments are queued, one for the
// submission. The thread that decreases `pending_` to 0 posts `done`.
class LegWork {
 public:
  // `deadline` is the deadline of the call, or an earlier one. `done` runs when
  // the work has ended. The call must outlive the work.
  LegWork(const ServiceCall& call, TimePoint deadline, LegPlan plan,
          absl::AnyInvocable<void()> done);
  LegWork(const LegWork&) = delete;
  LegWork& operator=(const LegWork&) = delete;

  // Receives each segment that has its final result, by the indices of its text
  // and of the segment. Runs on text threads, possibly concurrently, and before
  // `done`. Does not run for segments without a translation.
  using SegmentListener = absl::AnyInvocable<void(int32_t, int32_t) const>;
  // REQUIRES: Start was not called.
  void SetSegmentListener(SegmentListener listener) {
    listener_ = std::move(listener);
  }

  // Begins the work. `done` runs once, on a text thread. It may run, and
  // destroy the work, before Start returns. REQUIRES: called once, on a text
  // thread.
  void Start(LegTexts texts, LegAdmission admission);

  // REQUIRES for the members below: `done` runs or has run. PartialOf may be
  // called in the listener, too.

  // Returns OK if each text has a result, otherwise the error of the admission,
  // or of CallStatus.
  absl::Status status() const;
  // Writes the result of the text with this index.
  void FillResult(std::size_t text, v1::TranslationResult& result) const;
  // Returns the best translation of a segment, without the index of its text.
  v1::PartialResult PartialOf(int32_t text, int32_t segment) const;
  // Returns the longest time of any segment for each phase.
  PhaseTimes times() const;

 private:
  // Prepares a slice of the texts. Then posts a task for the next slice, or
  // submits the first window if all texts are prepared. Ends the work if an
  // error occurs. The work may be destroyed when Prepare returns.
  void Prepare();
  // Returns CANCELLED if the call is cancelled.
  absl::Status PrepareSlice();

  // Admits the texts and queues their first window. Returns the error of the
  // admission; then no job of the window is queued.
  absl::Status Submit();
  // Queues the first window without admission.
  void SubmitAccepted();
  // Returns the error of the scheduler, with a retry delay if the queue is
  // full. Records the outcome of the admission in the metrics.
  absl::Status RecordAdmission(absl::Status status, const QueueLoad& accepted,
                               const ServerLoad& server) const;
  // Reads what the admission of a request with this cost depends on.
  ServerLoad ReadLoad(int64_t cost) const;
  // Returns the time until the deadline. Null means no deadline.
  std::optional<Duration> Remaining() const;
  void PostSubmitNext();
  // Queues the next window. Drops the segments that wait instead if the call
  // has ended, memory runs out, or the model cannot be loaded.
  void SubmitNext();
  // Returns an error if the call has ended.
  absl::Status CheckWanted() const;
  // Takes the next segments from the window and makes their jobs. Returns
  // RESOURCE_EXHAUSTED and leaves `jobs` empty if memory runs out.
  absl::Status OpenWindow(JobList& jobs);
  void MakeJobs(std::vector<PreparedSegment> segments, JobList& jobs);
  // Null means that the segment has neither atoms nor terms.
  std::optional<AtomRepair> MakeRepair(const PreparedSegment& prepared) const;
  // Returns the deadline of the next attempt: of the work, or, for a repair, an
  // earlier one.
  TimePoint DeadlineOf(const SegmentAttempts& attempts) const;
  // Returns false if the next attempt is a repair and would end too late.
  bool HasTimeFor(const SegmentAttempts& attempts) const;
  // Returns a job for the next attempt of the segment.
  std::unique_ptr<Job> MakeJob(std::shared_ptr<SegmentAttempts> attempts,
                               Sentence sentence);
  // Takes the result of an attempt. Queues the next attempt if there is one,
  // and if time and memory suffice for it. Otherwise completes the segment with
  // its best result. This LegWork may be gone when OnAttempt returns.
  void OnAttempt(const std::shared_ptr<SegmentAttempts>& attempts,
                 JobOutcome outcome);
  // Returns false if memory runs out.
  bool TryAgain(const std::shared_ptr<SegmentAttempts>& attempts,
                Sentence sentence);
  // Stores the result of the segment. The work may be gone when Complete
  // returns.
  void Complete(const SegmentAttempts& attempts, AfterAttempt result);
  // Lets the listener see the segment, then releases it.
  void PostPartial(const SegmentAttempts& attempts);
  // The window of the last OpenWindow is queued: releases the submission if no
  // segment waits, otherwise lets the next window follow. The work may be gone
  // when FinishWindow returns.
  void FinishWindow();

  // Ends the work with an error when its last job has completed. The work may
  // be gone when End returns. REQUIRES: the submission has not been released.
  void End(absl::Status status);
  void Release();

  const ServiceCall& call_;
  const TranslationContext& context_;
  const TimePoint deadline_;
  absl::AnyInvocable<void()> done_;

  // Until the first window is submitted. Null before and after.
  std::optional<TextPreparation> preparation_;
  Duration preparation_time_{};

  const LegPlan plan_;
  LegAdmission admission_ = LegAdmission::kNew;
  // Whether a segment got UNAVAILABLE. Then the next segments would get it too.
  std::atomic<bool> is_unavailable_ = false;
  SegmentListener listener_;  // null if the caller wants no segments
  SegmentWindow window_;
  // The preparation sizes the texts and their segments. From Submit on, the
  // completion of each job writes only its own segment, which PartialOf may
  // read later, and all are read when the work has ended. So they need no lock.
  std::vector<TextOutcome> texts_;
  absl::Status status_;  // an error of all texts
  // A result of Scheduler::BeginUse. Null before the submission.
  std::optional<int64_t> turn_;

  std::atomic<int64_t> pending_ = 1;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_LEG_WORK_H_
