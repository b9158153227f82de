// The progress line of `interpres translate` on a terminal.

#ifndef INTERPRES_CLIENT_PROGRESS_H_
#define INTERPRES_CLIENT_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <string>

namespace interpres {

struct ProgressState {
  // Lines written so far.
  int64_t lines = 0;

  // Bytes of input that these lines and those in work came from, and of the
  // whole input; total 0: unknown (a pipe).
  int64_t bytes = 0;
  int64_t total_bytes = 0;

  std::chrono::milliseconds elapsed{0};
};

// One line without a line ending, for example
// `[=========>          ]  45 %  4500 lines  152.0 lines/s  ETA 0:36`; without
// a total, only the count and the rate.
std::string RenderProgress(const ProgressState& state);

// Draws the line over itself, ten times a second at most. Not thread-safe.
class ProgressBar {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  // stream  nullptr: nothing is ever drawn (standard error is no terminal)
  // clock   the present; tests give their own
  ProgressBar(std::ostream* stream, int64_t total_bytes, Clock clock);

  void Update(int64_t lines, int64_t bytes);

  // Removes the line, so that a message or the next prompt starts clean.
  void Clear();

 private:
  std::ostream* const stream_;
  const int64_t total_bytes_;
  const Clock clock_;
  const std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point next_draw_;
  bool drawn_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_PROGRESS_H_
