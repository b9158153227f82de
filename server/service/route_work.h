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

// Receives the translation of one sentence before the work that translates its
// text has ended. Runs on text threads, possibly concurrently.
using PartialListener = absl::AnyInvocable<void(v1::PartialResult) const>;

// Translates the texts of a request that take one route, one leg after the
// other. `done` runs once. Not thread-safe: used by one text thread at a time.
class RouteWork {
 public:
  // The call, the plan and the listener must outlive this object. `deadline` is
  // the deadline of the call or an earlier time. A null `listener` means that
  // the client wants no partial results.
  RouteWork(const ServiceCall& call, TimePoint deadline,
            const RequestPlan& plan, const PartialListener* listener,
            Route route);
  RouteWork(const RouteWork&) = delete;
  RouteWork& operator=(const RouteWork&) = delete;

  // Begins to translate `texts`. `done` runs once, on a text thread, also after
  // an error. `done` may run, and destroy this object, before Start returns.
  // `indices` has the index in the request for each text. REQUIRES: called
  // once, on a text thread.
  void Start(LegTexts texts, std::vector<int> indices,
             absl::AnyInvocable<void()> done);

  const std::vector<int>& indices() const { return indices_; }
  const Route& route() const { return route_; }

  // REQUIRES for the members below: `done` runs or has run.

  // Returns OK if each text has a translation or an error about the text
  // itself. Otherwise returns the error of all texts. REQUIRES: `done` runs or
  // has run.
  absl::Status status() const;
  // Writes the translations or the error of a text, and the models of the
  // route. The index of the text in the request is indices()[text]. REQUIRES:
  // `done` runs or has run, and status() is OK.
  void FillResult(std::size_t text, v1::TranslationResult& result) const;
  // Returns for each phase the longest time of any segment, summed over the
  // legs that have ended. REQUIRES: `done` runs or has run.
  PhaseTimes times() const;

 private:
  // Sets plans_ for all legs, or returns the error of PlanLeg. With two legs,
  // stores `options` for the second leg, and changes `options` to the result of
  // FirstLegOptions.
  absl::Status PlanLegs(v1::TranslateOptions& options);
  bool is_last_leg() const { return leg_ + 1 == plans_.size(); }
  // Starts the leg `leg_`.
  void StartLeg(LegTexts texts);
  void SendPartial(int32_t text, int32_t segment) const;
  void OnLegDone();
  // Stores the results and the times of the first leg. Returns the texts of the
  // second leg: the translations into the pivot language.
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
  // The results and the times of the first of two legs. Empty and 0 while the
  // first leg runs, and if the route has one leg.
  std::vector<v1::TranslationResult> first_;
  PhaseTimes first_times_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_ROUTE_WORK_H_
