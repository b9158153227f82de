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

  // Bytes from the beginning of the input to the end of the last line written.
  int64_t bytes = 0;
  // Bytes of the whole input. 0 means unknown, as for a pipe.
  int64_t total_bytes = 0;

  // The time since the start.
  std::chrono::milliseconds elapsed{0};
};

// Returns the progress as one line without a line ending, for example
// `[=========>              ]  45 %  4500 lines  152.0 lines/s  ETA 0:36`. If
// `total_bytes` is 0, the line has only the count and the rate.
std::string RenderProgress(const ProgressState& state);

// Draws a progress line over the previous one, at most ten times per second.
// Not thread-safe.
class ProgressBar {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  // `stream` is drawn on and must outlive the bar. Null means that nothing is
  // drawn. `total_bytes` is the size of the input, 0 if unknown. `clock`
  // returns the present; tests replace it.
  ProgressBar(std::ostream* stream, int64_t total_bytes, Clock clock);

  // Draws the progress line unless it was drawn less than 100 ms ago. `lines`
  // is the number of lines written so far. `bytes` is the size of the input up
  // to the last of these lines.
  void Update(int64_t lines, int64_t bytes);

  // Erases the progress line, so that a message or the next prompt starts on an
  // empty line.
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
