// The translation of one TranslateRequest, for a Translate call and for a
// message of a StreamTranslate call.
//
//   text thread   Start: check the request, find the routes of the first texts
//   text thread   find the next routes, until each text has one
//   text thread   start the work of each route (RouteWork)
//   text thread   the last route has ended: `done`, which asks for the Answer
//
// Most requests have one route: all their texts take the same model.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"
#include "server/base/permits.h"
#include "server/scheduling/job.h"
#include "server/service/request_plan.h"
#include "server/service/route_work.h"
#include "server/service/service_call.h"
#include "server/service/text_router.h"
#include "server/service/translation_context.h"

namespace interpres {

// The translation of the texts of one TranslateRequest. `done` runs once, when
// all routes have ended. `pending_` counts the routes and, until all are
// started, one for the start.
class TranslationWork {
 public:
  // `deadline` is the deadline of the call, or an earlier one. `done` runs when
  // the work has ended. The call must outlive the work.
  TranslationWork(const ServiceCall& call, TimePoint deadline,
                  absl::AnyInvocable<void()> done);
  TranslationWork(const TranslationWork&) = delete;
  TranslationWork& operator=(const TranslationWork&) = delete;

  // The listener receives the translation of each sentence before `done` runs.
  // REQUIRES: Start was not called.
  void SetPartialListener(PartialListener listener) {
    listener_ = std::move(listener);
  }

  // Begins the work. `done` runs once, on a text thread. It may run, and
  // destroy the work, before Start returns. REQUIRES: called once, on a text
  // thread.
  void Start(v1::TranslateRequest request);

  // REQUIRES for the members below: `done` runs or has run, or Start was not
  // called.

  // Fills the response and returns OK, or returns the error of the whole
  // request: an error before the routes, the end of the call, or the first
  // error of a route if all routes failed. The texts of one failed route of
  // several get its error. REQUIRES: called in `done` or later.
  absl::Status Answer(v1::TranslateResponse& response) const;
  // Returns the longest time of any segment for each phase.
  PhaseTimes times() const;
  // Returns the versions of the models, divided by commas. Empty if no model
  // was chosen.
  std::string model_version() const;
  // Returns the number of texts of the request. 0 if the request was refused
  // before its texts had routes.
  int64_t texts() const { return static_cast<int64_t>(routed_.size()); }
  // Records in the metrics how long the whole request took, once for each
  // model.
  void RecordTotal(double seconds) const;
  // Transfers the permit for attention weights to the caller. Null if the
  // request needs no permit, or was refused before it got one. Hold the permit
  // until the response has been written. REQUIRES: called in `done` or later.
  Permits::Permit TakePermit() { return std::move(plan_.permit); }

 private:
  absl::Status Plan();
  // Charges the characters of the texts to the quota of the sender.
  absl::Status Charge();
  // Finds the routes of a slice of the texts. Then posts a task for the next
  // slice, or starts the routes. The work may be gone when FindRoutes returns.
  void FindRoutes();
  absl::Status FindSlice();
  // Divides the request among the routes and starts their work.
  absl::Status StartRoutes();
  void StartRoute(const Route& route, std::vector<int> indices);
  void Release();

  // Returns whether a text stays as it is.
  bool AnyStays() const;
  // Returns the error that is the answer to the whole request, or OK.
  absl::Status CallStatus() const;
  void FillResults(v1::TranslateResponse& response) const;
  // Fills in the results of the texts of a route.
  void FillRoute(const RouteWork& work, v1::TranslateResponse& response) const;
  // Names the model in the response, if there is only one.
  void FillModel(v1::TranslateResponse& response) const;
  // Returns the models of all routes, each once.
  std::vector<ServedModelPtr> Models() const;
  // Returns the size in bytes of the largest response that the sender accepts.
  int64_t MaxResponseBytes() const;

  const ServiceCall& call_;
  const TranslationContext& context_;
  const TimePoint deadline_;
  absl::AnyInvocable<void()> done_;
  PartialListener listener_;  // null without partial results

  // After StartRoutes without the texts that have a route.
  v1::TranslateRequest request_;
  RequestPlan plan_;
  std::unique_ptr<TextRouter> router_;  // set by Start
  std::vector<RoutedText> routed_;      // the texts so far
  std::vector<std::unique_ptr<RouteWork>> works_;
  int64_t charged_ = 0;  // characters
  absl::Status status_;  // status of the whole request
  std::atomic<int64_t> pending_ = 1;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_
