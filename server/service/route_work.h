// The translation of the texts of a request that take one route.
//
//   text thread   Start: start the first leg
//   text thread   the leg has ended: start the second leg with its results
//   text thread   `done`, which asks for the results
//
// With a pivot language, the second leg begins when all texts of the first one
// are translated. Its texts belong to an accepted request, so they need no
// admission.

#ifndef INTERPRES_SERVER_SERVICE_ROUTE_WORK_H_
#define INTERPRES_SERVER_SERVICE_ROUTE_WORK_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"
#include "server/service/leg_work.h"
#include "server/service/request_plan.h"
#include "server/service/route.h"
#include "server/service/service_call.h"
#include "server/service/text_preparation.h"

namespace interpres {

// Receives the translation of a sentence. Runs on text threads, possibly
// concurrently.
using PartialListener = absl::AnyInvocable<void(v1::PartialResult) const>;

// The texts of one route, through all its legs. `done` runs once.
class RouteWork {
 public:
  // The call, the plan and the listener must outlive the work. A null
  // `listener` means that the client wants no partial results.
  RouteWork(const ServiceCall& call, TimePoint deadline,
            const RequestPlan& plan, const PartialListener* listener,
            Route route);
  RouteWork(const RouteWork&) = delete;
  RouteWork& operator=(const RouteWork&) = delete;

  // Begins the work. `done` runs once, on a text thread. It may run, and
  // destroy the work, before Start returns. `indices` are the indices of the
  // texts in the request. REQUIRES: called once, on a text thread.
  void Start(LegTexts texts, std::vector<int> indices,
             absl::AnyInvocable<void()> done);

  const std::vector<int>& indices() const { return indices_; }
  const Route& route() const { return route_; }

  // REQUIRES for the members below: `done` runs or has run.

  // Returns OK if each text has a result, otherwise an error of all texts.
  absl::Status status() const;
  // Writes the result of the text with this place in `indices`, with its
  // models. REQUIRES: status() is OK.
  void FillResult(std::size_t text, v1::TranslationResult& result) const;
  // Returns the longest time of any segment for each phase, summed over legs.
  PhaseTimes times() const;

 private:
  // Resolves the options of all legs. Afterwards `options` belong to the first
  // leg.
  absl::Status PlanLegs(v1::TranslateOptions& options);
  bool is_last_leg() const { return leg_ + 1 == plans_.size(); }
  // Starts the leg `leg_`.
  void StartLeg(LegTexts texts);
  void SendPartial(int32_t text, int32_t segment) const;
  void OnLegDone();
  // Keeps the results of the first leg and makes the texts of the second one.
  LegTexts FinishFirstLeg();
  void End(absl::Status status);

  const ServiceCall& call_;
  const TimePoint deadline_;
  const RequestPlan& plan_;
  const PartialListener* const listener_;
  const Route route_;
  std::vector<int> indices_;
  absl::AnyInvocable<void()> done_;

  v1::TranslateOptions options_;  // of the second leg
  std::vector<LegPlan> plans_;    // moved out when their leg starts
  std::size_t leg_ = 0;
  std::unique_ptr<LegWork> work_;  // the leg `leg_`; null if it did not start
  absl::Status status_;            // an error before or between the legs
  // The results and the times of the first of two legs.
  std::vector<v1::TranslationResult> first_;
  PhaseTimes first_times_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_ROUTE_WORK_H_
