// Identifies the client and the priority that a job belongs to.

#ifndef INTERPRES_SERVER_SCHEDULING_FLOW_H_
#define INTERPRES_SERVER_SCHEDULING_FLOW_H_

#include <compare>
#include <cstddef>
#include <cstdint>

namespace interpres {

enum class Priority : uint8_t { kInteractive, kBatch };

inline constexpr std::size_t kPriorities = 2;

// While jobs of both priorities wait, interactive jobs get this multiple of the
// cost that batch jobs get.
inline constexpr double kInteractiveWeight = 8.0;

constexpr double WeightOf(Priority priority) {
  return priority == Priority::kInteractive ? kInteractiveWeight : 1.0;
}

// The jobs of one flow are served in the order of their arrival.
struct Flow {
  Priority priority = Priority::kInteractive;
  // The hashed client key. The clients of one priority get equal shares.
  uint64_t client = 0;

  friend auto operator<=>(const Flow&, const Flow&) = default;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FLOW_H_
