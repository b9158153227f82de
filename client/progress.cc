#include "client/progress.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace interpres {
namespace {

using std::chrono::milliseconds;

constexpr int kBarWidth = 24;
constexpr milliseconds kRedrawEvery{100};
constexpr const char* kEraseLine = "\r\x1b[K";

std::string FormatSeconds(double seconds) {
  const auto whole = static_cast<int64_t>(std::llround(seconds));
  if (whole >= 3600) {
    return absl::StrFormat("%d:%02d:%02d", whole / 3600, whole / 60 % 60,
                           whole % 60);
  }
  return absl::StrFormat("%d:%02d", whole / 60, whole % 60);
}

}  // namespace

std::string RenderProgress(const ProgressState& state) {
  const double seconds = static_cast<double>(state.elapsed.count()) / 1000.0;
  const double rate =
      seconds > 0 ? static_cast<double>(state.lines) / seconds : 0.0;
  std::string line =
      absl::StrFormat("%d lines  %.1f lines/s", state.lines, rate);
  if (state.total_bytes <= 0) {
    return line;
  }
  const double done = std::clamp(
      static_cast<double>(state.bytes) / static_cast<double>(state.total_bytes),
      0.0, 1.0);
  const int filled = static_cast<int>(done * kBarWidth);
  std::string bar(static_cast<size_t>(filled), '=');
  if (filled < kBarWidth) {
    bar += '>';
    bar.resize(kBarWidth, ' ');
  }
  line = absl::StrFormat("[%s] %3d %%  %s", bar, static_cast<int>(done * 100),
                         line);
  if (done > 0 && seconds > 0) {
    absl::StrAppend(&line, "  ETA ",
                    FormatSeconds(seconds * (1.0 - done) / done));
  }
  return line;
}

ProgressBar::ProgressBar(std::ostream* stream, int64_t total_bytes, Clock clock)
    : stream_(stream),
      total_bytes_(total_bytes),
      clock_(std::move(clock)),
      start_(clock_()),
      next_draw_(start_) {}

void ProgressBar::Update(int64_t lines, int64_t bytes) {
  if (stream_ == nullptr) {
    return;
  }
  const auto now = clock_();
  if (now < next_draw_) {
    return;
  }
  next_draw_ = now + kRedrawEvery;
  drawn_ = true;
  *stream_ << kEraseLine
           << RenderProgress(ProgressState{
                  .lines = lines,
                  .bytes = bytes,
                  .total_bytes = total_bytes_,
                  .elapsed =
                      std::chrono::duration_cast<milliseconds>(now - start_)})
           << std::flush;
}

void ProgressBar::Clear() {
  if (drawn_) {
    *stream_ << kEraseLine << std::flush;
    drawn_ = false;
  }
}

}  // namespace interpres
