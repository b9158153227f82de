// Whose work a text is, and how urgent.

#ifndef INTERPRES_SERVER_SCHEDULING_FLOW_H_
#define INTERPRES_SERVER_SCHEDULING_FLOW_H_

#include <compare>
#include <cstddef>
#include <cstdint>

namespace interpres {

enum class Priority : uint8_t { kInteractive, kBatch };

inline constexpr std::size_t kPriorities = 2;

// While both wait, interactive texts get so many times the work of batch ones.
inline constexpr double kInteractiveWeight = 8.0;

constexpr double WeightOf(Priority priority) {
  return priority == Priority::kInteractive ? kInteractiveWeight : 1.0;
}

// Texts of one flow are served in the order of their arrival.
struct Flow {
  Priority priority = Priority::kInteractive;
  // The client's key, hashed. Clients of one priority share equally.
  uint64_t client = 0;

  friend auto operator<=>(const Flow&, const Flow&) = default;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FLOW_H_
