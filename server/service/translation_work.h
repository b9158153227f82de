// The translation of one TranslateRequest, for a Translate call and for a
// message of a StreamTranslate call.
//
//   text thread   Start: check, prepare the first texts
//   text thread   prepare the next texts, until all are prepared
//   text thread   admit the request, queue its first window of segments
//   workers       one completion per segment
//   text thread   queue the next window, until no segment waits
//   text thread   `done`, which asks for the Answer
//
// The preparation divides the texts into sentences and tokenises them. It is
// divided into slices of a few milliseconds, so that a large request does not
// hold a text thread while a small one waits.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "server/admission/admission.h"
#include "server/base/clock.h"
#include "server/base/permits.h"
#include "server/scheduling/job.h"
#include "server/service/request_plan.h"
#include "server/service/segment_attempts.h"
#include "server/service/segment_window.h"
#include "server/service/service_call.h"
#include "server/service/text_outcome.h"
#include "server/service/text_preparation.h"
#include "server/service/translation_context.h"

namespace interpres {

// The translation of the texts of one TranslateRequest. `done` runs once, after
// every job has completed or been abandoned, so that no job refers to a
// destroyed TranslationWork. `pending_` counts the jobs and, until all segments
// are queued, one for the submission. The thread that decreases `pending_` to 0
// posts `done`.
class TranslationWork {
 public:
  // `deadline` is the deadline of the call, or an earlier one. `done` runs when
  // the work has ended. The call must outlive the work.
  TranslationWork(const ServiceCall& call, TimePoint deadline,
                  absl::AnyInvocable<void()> done);
  TranslationWork(const TranslationWork&) = delete;
  TranslationWork& operator=(const TranslationWork&) = delete;

  // Begins the work. `done` runs once, on a text thread. It may run, and
  // destroy the work, before Start returns. REQUIRES: called once, on a text
  // thread.
  void Start(v1::TranslateRequest request);

  // REQUIRES for the members below: `done` runs or has run, or Start was not
  // called.

  // Fills the response and returns OK, or returns the error of the whole
  // request. REQUIRES: called in `done` or later.
  absl::Status Answer(v1::TranslateResponse& response) const;
  // Returns the longest time of any segment for each phase. REQUIRES: the work
  // has ended or was not started.
  PhaseTimes times() const;
  // Returns the version of the chosen model. Empty if no model was chosen.
  // REQUIRES: the work has ended or was not started.
  std::string model_version() const;
  // Returns the number of texts of the request. 0 if the request was refused
  // before its texts were prepared. REQUIRES: the work has ended or was not
  // started.
  int64_t texts() const { return static_cast<int64_t>(texts_.size()); }
  // Records in the metrics how long the whole request took. REQUIRES: the work
  // has ended or was not started.
  void RecordTotal(double seconds) const;
  // Transfers the permit for attention weights to the caller. Null if the
  // request needs no permit, or was refused before it got one. Hold the permit
  // until the response has been written. REQUIRES: called in `done` or later.
  Permits::Permit TakePermit() { return std::move(plan_.permit); }

 private:
  // Prepares a slice of the texts. Then posts a task for the next slice, or
  // submits the first window if all texts are prepared. Ends the request if an
  // error occurs. The work may be destroyed when Prepare returns.
  void Prepare();
  // Returns CANCELLED if the call is cancelled.
  absl::Status PrepareSlice();

  // Admits the request and queues its first window. Returns the error of the
  // admission; then no job of the window is queued.
  absl::Status Submit();
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
  // has ended or memory runs out.
  void SubmitNext();
  // Returns an error if the call has ended.
  absl::Status CheckWanted() const;
  // Takes the next segments from the window and makes their jobs. Returns
  // RESOURCE_EXHAUSTED and leaves `jobs` empty if memory runs out.
  absl::Status OpenWindow(JobList& jobs);
  void MakeJobs(std::vector<PreparedSegment> segments, JobList& jobs);
  // Returns a job for the next attempt of the segment.
  std::unique_ptr<Job> MakeJob(std::shared_ptr<SegmentAttempts> attempts,
                               Sentence sentence);
  // Takes the result of an attempt, and queues the next attempt if there is
  // one. The work may be gone when OnAttempt returns.
  void OnAttempt(const std::shared_ptr<SegmentAttempts>& attempts,
                 JobOutcome outcome);
  // Returns false if memory runs out.
  bool TryAgain(const std::shared_ptr<SegmentAttempts>& attempts,
                Sentence sentence);
  // Stores the result of the segment. The work may be gone when Complete
  // returns.
  void Complete(const PreparedSegment& segment, AfterAttempt result);
  // The window of the last OpenWindow is queued: releases the submission if no
  // segment waits, otherwise lets the next window follow. The work may be gone
  // when FinishWindow returns.
  void FinishWindow();

  // Ends the request with an error when its last job has completed. The work
  // may be gone when End returns. REQUIRES: the submission has not been
  // released.
  void End(absl::Status status);
  void Release();
  // Returns the size in bytes of the largest response that the sender accepts.
  int64_t MaxResponseBytes() const;

  const ServiceCall& call_;
  const TranslationContext& context_;
  const TimePoint deadline_;
  absl::AnyInvocable<void()> done_;

  // Until the first window is submitted. Null before and after.
  std::optional<TextPreparation> preparation_;
  Duration preparation_time_{};

  RequestPlan plan_;                     // without a model before Start
  std::optional<SegmentWindow> window_;  // set by Start
  // The preparation sizes the texts and their segments. From Submit on, the
  // completion of each job writes only its own segment, and Answer reads all
  // when the work has ended. So they need no lock.
  std::vector<TextOutcome> texts_;
  absl::Status status_;  // status of the whole request

  std::atomic<int64_t> pending_ = 1;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_
