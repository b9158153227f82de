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
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "server/base/clock.h"
#include "server/base/permits.h"
#include "server/quota/character_quota.h"
#include "server/scheduling/job.h"
#include "server/service/request_plan.h"
#include "server/service/route_work.h"
#include "server/service/service_call.h"
#include "server/service/text_router.h"
#include "server/service/translation_context.h"

namespace interpres {

// The translation of the texts of one TranslateRequest. Call Start, and read
// the Answer in `done`. `done` runs once, when the texts of all routes have
// ended. `pending_` counts the routes and, until all routes are started, one
// for the start.
class TranslationWork {
 public:
  // `deadline` is the deadline of the call or an earlier time; kNever means no
  // deadline. `done` runs once, on a text thread, when the work that Start
  // began has ended. `call` must outlive this object.
  TranslationWork(const ServiceCall& call, TimePoint deadline,
                  absl::AnyInvocable<void()> done);
  TranslationWork(const TranslationWork&) = delete;
  TranslationWork& operator=(const TranslationWork&) = delete;

  // Sets the function that receives the translation of each sentence when the
  // sentence is translated, before `done` runs. The listener misses a sentence
  // that fails, that is copied, or for which memory runs out. REQUIRES: the
  // listener is not null, and Start was not called.
  void SetPartialListener(PartialListener listener);

  // Begins to translate the texts of `request`. `done` runs once, on a text
  // thread, also after an error. `done` may run, and destroy this object,
  // before Start returns. REQUIRES: called once, on a text thread.
  void Start(v1::TranslateRequest request);

  // REQUIRES for the members below: `done` runs or has run, or Start was not
  // called.

  // Fills the response and returns OK, or returns the error of the whole
  // request. An error refunds the charge to the quota, unless a partial result
  // was sent. Such an error is an error before the routes, CANCELLED, or the
  // first error of a route if all routes failed. RESOURCE_EXHAUSTED also means
  // that the response is too large or memory ran out; then the response is
  // empty. The texts of one failed route of several get its error. REQUIRES:
  // called in `done` or later.
  absl::Status Answer(v1::TranslateResponse& response);
  // Returns for each phase the longest time of any text's segments, summed over
  // the models of a route. REQUIRES: `done` runs or has run, or Start was not
  // called.
  PhaseTimes times() const;
  // Returns the versions of the models that translate the texts, divided by
  // commas. Empty if no model was chosen. REQUIRES: `done` runs or has run, or
  // Start was not called.
  std::string model_version() const;
  // Returns the number of texts for which a route was looked for. These are all
  // texts of the request, unless the request was refused before or the search
  // for routes failed.
  int64_t texts() const { return static_cast<int64_t>(routed_.size()); }
  // Records in the metrics that the request took `seconds`: for each model that
  // translates, or once without one. REQUIRES: called once, in `done` or later.
  void RecordTotal(double seconds) const;
  // Transfers the permit for attention weights to the caller. Null if the
  // request needs no permit, or was refused before it got a permit. Hold the
  // permit until the response has been written. REQUIRES: called once, in
  // `done` or later, after Answer.
  Permits::Permit TakePermit() { return std::move(plan_.permit); }

  // Transfers what the texts were charged to a caller who may still answer with
  // an error and then refunds the charge. REQUIRES: called in `done` or later.
  QuotaCharge TakeCharge() { return std::exchange(charge_, {}); }

 private:
  absl::Status Plan();
  // Charges the characters of the texts to the quota of the sender. Returns
  // RESOURCE_EXHAUSTED, and charges nothing, if the quota does not suffice.
  absl::Status Charge();
  // Finds the routes of a slice of the texts. Then posts a task for the next
  // slice, or starts the routes. The work may be gone when FindRoutes returns.
  void FindRoutes();
  absl::Status FindSlice();
  // Divides the texts among the routes and starts the work of each route.
  // Returns the error of TextRouter::NoRoute if no text has a route and no text
  // stays unchanged.
  absl::Status StartRoutes();
  void StartRoute(const Route& route, std::vector<int> indices);
  void Release();
  // Refunds the charge, unless the client has partial results: a client could
  // read these, and cancel the call.
  void Refund();

  // Returns whether any text is in the target language already and stays
  // unchanged.
  bool AnyStays() const;
  // Returns the error that is the answer to the whole request, or OK if any
  // text stays unchanged or the texts of any route have results.
  absl::Status CallStatus() const;
  void FillResults(v1::TranslateResponse& response) const;
  // Sets the results of the texts of a route in the response: their
  // translations, or the error of the route.
  void FillRoute(const RouteWork& work, v1::TranslateResponse& response) const;
  // Sets the target language of the response. Sets its model and its model
  // version, too, if only one model translates the texts.
  void FillModel(v1::TranslateResponse& response) const;
  // Returns the models of all routes, each once.
  std::vector<ServedModelPtr> Models() const;
  // Returns the maximum size of the response in bytes: the size that the sender
  // states, or the limit of the server.
  int64_t MaxResponseBytes() const;

  const ServiceCall& call_;
  const TranslationContext& context_;
  const TimePoint deadline_;
  absl::AnyInvocable<void()> done_;
  PartialListener listener_;  // null without partial results

  // The request. StartRoutes moves out the texts that have a route, or the
  // whole request if all texts have one route.
  v1::TranslateRequest request_;
  RequestPlan plan_;
  std::unique_ptr<TextRouter> router_;  // set by Start
  std::vector<RoutedText> routed_;      // the texts so far
  std::vector<std::unique_ptr<RouteWork>> works_;
  QuotaCharge charge_;
  std::atomic<bool> sent_partial_ = false;
  absl::Status status_;  // status of the whole request
  std::atomic<int64_t> pending_ = 1;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATION_WORK_H_
