// Identifies the client and the priority that a job belongs to.

#ifndef INTERPRES_SERVER_SCHEDULING_FLOW_H_
#define INTERPRES_SERVER_SCHEDULING_FLOW_H_

#include <compare>
#include <cstddef>
#include <cstdint>

namespace interpres {

enum class Priority : uint8_t { kInteractive, kBatch };

inline constexpr std::size_t kPriorities = 2;

// While jobs of both priorities wait, the total cost of the interactive jobs
// that are served is this multiple of the total cost of the batch jobs that are
// served.
inline constexpr double kInteractiveWeight = 8.0;

constexpr double WeightOf(Priority priority) {
  return priority == Priority::kInteractive ? kInteractiveWeight : 1.0;
}

// The priority and the client of a job. The queue serves the jobs of one flow
// in the order of their arrival.
struct Flow {
  Priority priority = Priority::kInteractive;
  // The client key (server/service/client_key.h): a hash that identifies the
  // client. The clients of one priority get equal shares of the workers.
  uint64_t client = 0;

  friend auto operator<=>(const Flow&, const Flow&) = default;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FLOW_H_
