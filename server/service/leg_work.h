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

// How the texts of a LegWork reach the queue of the model: with or without
// admission.
enum class LegAdmission {
  // The texts are a new request, which the admission may reject.
  kNew,
  // The texts belong to a request that was accepted, so they are queued even if
  // the queue is full or the server drains.
  kAccepted,
};

// The translation of texts by one model. `done` runs once, after every job has
// completed or been abandoned, so that no job refers to a destroyed LegWork.
// `pending_` counts the segments that have a job or wait for the listener.
// Until all segments are queued, `pending_` also counts one for the submission.
// The thread that decreases `pending_` to 0 posts `done`.
class LegWork {
 public:
  // `deadline` is the deadline of the call or an earlier time; kNever means no
  // deadline. `done` runs once, on a text thread, when the work that Start
  // began has ended. `call` must outlive this object.
  LegWork(const ServiceCall& call, TimePoint deadline, LegPlan plan,
          absl::AnyInvocable<void()> done);
  LegWork(const LegWork&) = delete;
  LegWork& operator=(const LegWork&) = delete;

  // Receives each segment that has its final translation: the index of its text
  // in the LegTexts, and the index of the segment in the text. Runs on text
  // threads, possibly concurrently, and before `done`. Does not run for a
  // segment that failed or that is copied without a job.
  using SegmentListener = absl::AnyInvocable<void(int32_t, int32_t) const>;
  // Sets the function that receives the translated segments. Null means no
  // listener. REQUIRES: Start was not called.
  void SetSegmentListener(SegmentListener listener) {
    listener_ = std::move(listener);
  }

  // Begins to translate `texts`. `done` runs once, on a text thread, also after
  // an error. `done` may run, and destroy this object, before Start returns.
  // REQUIRES: called once, on a text thread.
  void Start(LegTexts texts, LegAdmission admission);

  // REQUIRES for the members below: `done` runs or has run. PartialOf may be
  // called in the listener, too.

  // Returns OK if each text has a translation or an error about the text
  // itself. Otherwise returns the error of all texts: the texts were rejected,
  // the call ended, memory ran out, or the model failed. REQUIRES: `done` runs
  // or has run.
  absl::Status status() const;
  // Writes the translations or the error of the text with this index in the
  // LegTexts. REQUIRES: `done` runs or has run, and status() is OK.
  void FillResult(std::size_t text, v1::TranslationResult& result) const;
  // Returns the best translation of a segment of a text. Leaves the field
  // `text` unset. REQUIRES: called in the listener for this segment or later.
  v1::PartialResult PartialOf(int32_t text, int32_t segment) const;
  // Returns for each phase the longest time of any segment. 0 if no segment was
  // translated. REQUIRES: `done` runs or has run.
  PhaseTimes times() const;

 private:
  // Prepares a slice of the texts. Then posts a task for the next slice, or
  // submits the first window if all texts are prepared. Ends the work if an
  // error occurs. The work may be destroyed when Prepare returns.
  void Prepare();
  // Prepares a slice of the texts. Returns CANCELLED if the call is cancelled,
  // and RESOURCE_EXHAUSTED if memory runs out.
  absl::Status PrepareSlice();

  // Asks for the admission of the texts and queues their first window of
  // segments. Returns the error of the admission, or RESOURCE_EXHAUSTED if
  // memory runs out. Then only second attempts of segments with a cached result
  // may be queued.
  absl::Status Submit();
  // Queues the first window of segments without admission. This object may be
  // gone when SubmitAccepted returns.
  void SubmitAccepted();
  // Records the outcome `status` of the admission in the metrics. Returns
  // `status`, with a retry delay if it is RESOURCE_EXHAUSTED. `accepted` is the
  // load of the texts.
  absl::Status RecordAdmission(absl::Status status, const QueueLoad& accepted,
                               const ServerLoad& server) const;
  // Reads the load and the speed of the model, from which the admission of a
  // request with this cost decides.
  ServerLoad ReadLoad(int64_t cost) const;
  // Returns the time until deadline_, which is negative after the deadline.
  // Null means no deadline.
  std::optional<Duration> Remaining() const;
  void PostSubmitNext();
  // Queues the next window of segments. If the call has ended, memory runs out,
  // or a segment got UNAVAILABLE, drops the segments that wait instead. This
  // object may be gone when SubmitNext returns.
  void SubmitNext();
  // Returns DEADLINE_EXCEEDED if the deadline has passed, CANCELLED if the call
  // was cancelled, otherwise OK.
  absl::Status CheckWanted() const;
  // Takes the next segments from window_ and adds their jobs to `jobs`. Returns
  // RESOURCE_EXHAUSTED and leaves `jobs` empty if memory runs out. REQUIRES: as
  // for SegmentWindow::Open.
  absl::Status OpenWindow(JobList& jobs);
  void MakeJobs(std::vector<PreparedSegment> segments, JobList& jobs);
  // Returns the deadline of the next attempt. For a repair, this is the time
  // when 80 % of the time until deadline_ has passed. Otherwise deadline_.
  TimePoint DeadlineOf(const SegmentAttempts& attempts) const;
  // Returns false if the next attempt is a repair for which too little time
  // remains until the deadline. True without a deadline.
  bool HasTimeFor(const SegmentAttempts& attempts) const;
  // Returns a job for the next attempt to translate `sentence`. OnAttempt
  // receives the outcome of the job. REQUIRES: turn_ is set.
  std::unique_ptr<Job> MakeJob(std::shared_ptr<SegmentAttempts> attempts,
                               Sentence sentence);
  // Takes the result of an attempt. Queues the next attempt if there is one,
  // and if time and memory suffice for it. Otherwise completes the segment with
  // its best result. This LegWork may be gone when OnAttempt returns.
  void OnAttempt(const std::shared_ptr<SegmentAttempts>& attempts,
                 JobOutcome outcome);
  // Queues another attempt to translate `sentence`. Returns false, and queues
  // no job, if memory runs out.
  bool TryAgain(const std::shared_ptr<SegmentAttempts>& attempts,
                Sentence sentence);
  // Stores the final result of the segment. Posts the tasks that follow: the
  // next window and the call of the listener. This object may be gone when
  // Complete returns.
  void Complete(const SegmentAttempts& attempts, AfterAttempt result);
  // Posts a task that calls the listener for the segment, and then decreases
  // `pending_` by the segment.
  void PostPartial(const SegmentAttempts& attempts);
  // Call FinishWindow when the jobs of the last OpenWindow are queued. If no
  // segment waits, releases the submission. Otherwise the next window follows
  // when there is room. This object may be gone when FinishWindow returns.
  void FinishWindow();

  // Sets the error of all texts and releases the submission, so that `done`
  // runs when the last job has completed. This object may be gone when End
  // returns. REQUIRES: the submission has not been released.
  void End(absl::Status status);
  void Release();

  const ServiceCall& call_;
  const TranslationContext& context_;
  const TimePoint deadline_;
  absl::AnyInvocable<void()> done_;

  // Divides and tokenises the texts. Null before Start, and after all texts are
  // prepared.
  std::optional<TextPreparation> preparation_;
  Duration preparation_time_{};

  const LegPlan plan_;
  LegAdmission admission_ = LegAdmission::kNew;
  // Whether a segment got UNAVAILABLE. Then the next segments would get this
  // error too, so SubmitNext drops them.
  std::atomic<bool> is_unavailable_ = false;
  SegmentListener listener_;  // null if the caller wants no segments
  SegmentWindow window_;
  // The texts and their results. The preparation sizes the texts and their
  // segments. Then the completion of each job writes only its own segment,
  // which PartialOf may read later. The other functions read the texts when the
  // work has ended. So the texts need no lock.
  std::vector<TextOutcome> texts_;
  absl::Status status_;  // an error of all texts
  // The turn that Scheduler::BeginUse returned, for EndUse and the jobs. Null
  // until all texts are prepared.
  std::optional<int64_t> turn_;

  std::atomic<int64_t> pending_ = 1;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_LEG_WORK_H_
