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
  // Number of lines written so far.
  int64_t lines = 0;

  // Bytes of the input up to the last of these lines.
  int64_t bytes = 0;
  // Bytes of the whole input. 0 means unknown, as for a pipe.
  int64_t total_bytes = 0;

  // The time since the start.
  std::chrono::milliseconds elapsed{0};
};

// Returns one line without a line ending, for example
// `[=========>          ]  45 %  4500 lines  152.0 lines/s  ETA 0:36`. Without
// a total, the line has only the count and the rate.
std::string RenderProgress(const ProgressState& state);

// Draws the progress line over the previous one, at most ten times per second.
// Not thread-safe.
class ProgressBar {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  // stream       null means that nothing is drawn
  // total_bytes  ProgressState::total_bytes
  // clock        returns the present; tests replace it
  ProgressBar(std::ostream* stream, int64_t total_bytes, Clock clock);

  // Draws the line unless the last one was drawn less than 100 ms ago. The
  // arguments are the fields of ProgressState.
  void Update(int64_t lines, int64_t bytes);

  // Erases the line, so that a message or the next prompt starts on an empty
  // line.
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
