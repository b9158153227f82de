// Decides which models have their weights in memory: a pure function over plain
// data.

#ifndef INTERPRES_SERVER_REGISTRY_RESIDENCY_POLICY_H_
#define INTERPRES_SERVER_REGISTRY_RESIDENCY_POLICY_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "server/base/clock.h"

namespace interpres {

// The state of a model, as far as NextResidencyStep needs it. The requests of a
// model come in turns, and the model can leave memory only between two turns.
struct ResidencyState {
  bool is_resident = false;
  // Whether the present turn of the model has no request, no waiting job and no
  // backlog, so that the weights may leave memory.
  bool is_idle = true;
  // Whether new requests wait for the next turn, so that the model becomes
  // idle.
  bool is_closed = false;
  // When a request of the model began or ended last.
  TimePoint last_used = {};
  // Since when jobs wait for the model. Null means that no job waits.
  std::optional<TimePoint> waiting_since = {};
};

// The next thing to do.
struct ResidencyStep {
  enum class Action {
    kWait,       // nothing, until a state changes
    kLoad,       // load the weights of a model that is not resident
    kUnload,     // unload an idle resident model
    kCloseTurn,  // let new requests of a resident model wait
    kOpenTurn,   // let them no longer wait
  };
  Action action = Action::kWait;
  // The index of the model. 0 with kWait.
  std::size_t model = 0;

  friend bool operator==(const ResidencyStep&, const ResidencyStep&) = default;
};

// Returns the next step towards two aims: at most `max_resident` models are
// resident, and every model for which jobs wait becomes resident:
//
// - Loads are served in the order in which their jobs began to wait.
// - A load that needs room unloads the least recently used idle model.
// - If no model is idle, the turn of the least recently used model is closed:
//   its new requests wait, so that it becomes idle. Only one turn is closed at
//   a time.
// - If a model with a closed turn need not leave memory, its turn opens again.
//
// So a load waits at most until the present requests of one model have ended,
// and for the loads before it. More than `max_resident` models may be resident
// after a reload; then more models must leave first. If `max_resident` is 0, no
// model is loaded. REQUIRES: max_resident >= 0.
ResidencyStep NextResidencyStep(std::span<const ResidencyState> models,
                                int64_t max_resident);

}  // namespace interpres

#endif  // INTERPRES_SERVER_REGISTRY_RESIDENCY_POLICY_H_
