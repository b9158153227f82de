#include "client/bench/load_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/chart_axis.h"

namespace interpres {
namespace {

constexpr int kWidth = 960;
constexpr int kHeight = 560;
constexpr size_t kMaxIntervals = 150;
constexpr int kHistogramBars = 40;

constexpr const char* kMedianColour = "#1f77b4";
constexpr const char* kTailColour = "#d62728";
constexpr const char* kAnsweredColour = "#2ca02c";
constexpr const char* kRefusedColour = "#ff9f1c";
constexpr const char* kFailedColour = "#7f0000";

// The position of a panel in SVG units. y grows downward.
struct Box {
  double left;
  double right;
  double top;
  double bottom;
};

constexpr Box kLatency = {70, 720, 60, 330};
constexpr Box kHistogram = {740, 930, 60, 330};
constexpr Box kRates = {70, 720, 370, 500};

// Requests that were due in one interval of time.
struct Interval {
  std::vector<double> latencies;  // of the successful requests, ascending
  int64_t answered = 0;
  int64_t refused = 0;
  int64_t failed = 0;
};

class Picture {
 public:
  Picture() {
    absl::StrAppendFormat(
        &svg_,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
        "width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
        "fill=\"white\"/>\n",
        kWidth, kHeight, kWidth, kHeight);
  }

  // anchor: start, middle or end.
  void Text(double x, double y, const char* anchor, std::string_view text,
            const char* colour = "#333") {
    absl::StrAppend(&svg_, SvgText(x, y, anchor, text,
                                   absl::StrCat("fill=\"", colour, "\"")));
  }

  void Line(double x0, double y0, double x1, double y1) {
    absl::StrAppend(&svg_, SvgLine(x0, y0, x1, y1, "stroke=\"#ddd\""));
  }

  // path: the data of an SVG path
  void Curve(const std::string& path, const char* colour) {
    absl::StrAppendFormat(&svg_,
                          "<path d=\"%s\" stroke=\"%s\" stroke-width=\"1.5\" "
                          "fill=\"none\" stroke-linecap=\"round\"/>\n",
                          path, colour);
  }

  void Bar(const Box& box, const char* colour) {
    if (box.right - box.left <= 0 || box.bottom - box.top <= 0) {
      return;
    }
    absl::StrAppendFormat(&svg_,
                          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                          "height=\"%.1f\" fill=\"%s\"/>\n",
                          box.left, box.top, box.right - box.left,
                          box.bottom - box.top, colour);
  }

  std::string Finish() && {
    svg_.append("</svg>\n");
    return std::move(svg_);
  }

 private:
  std::string svg_;
};

std::vector<Interval> Intervals(const LoadReport& report) {
  const size_t count =
      std::clamp<size_t>(report.samples.size() / 10, 1, kMaxIntervals);
  std::vector<Interval> intervals(count);
  for (const LoadSample& sample : report.samples) {
    const auto index = static_cast<size_t>(std::max(
        0.0, sample.due_s / report.seconds * static_cast<double>(count)));
    Interval& interval = intervals[std::min(index, count - 1)];
    if (sample.code == absl::StatusCode::kOk) {
      ++interval.answered;
      interval.latencies.push_back(sample.latency_ms);
    } else if (sample.code == absl::StatusCode::kResourceExhausted) {
      ++interval.refused;
    } else {
      ++interval.failed;
    }
  }
  for (Interval& interval : intervals) {
    std::sort(interval.latencies.begin(), interval.latencies.end());
  }
  return intervals;
}

// Draws the time axis below a panel.
void DrawTimes(const Box& box, const ChartAxis& x, Picture& picture) {
  for (const double tick : LinearTicks(x.low, x.high)) {
    picture.Line(x.At(tick), box.top, x.At(tick), box.bottom);
    picture.Text(x.At(tick), box.bottom + 16, "middle",
                 absl::StrFormat("%g", tick));
  }
}

ChartAxis LatencyAxis(const std::vector<double>& latencies) {
  const double low = std::max(latencies.front(), 0.01) * 0.9;
  return {.low = low,
          .high = std::max(latencies.back(), low * 2.0) * 1.1,
          .from = kLatency.bottom,
          .to = kLatency.top,
          .logarithmic = true};
}

// Returns the curve of a percentile. The curve has gaps at intervals without an
// answer.
std::string PercentilePath(const std::vector<Interval>& intervals, double share,
                           const ChartAxis& x, const ChartAxis& y) {
  std::string path;
  bool gap = true;
  for (size_t i = 0; i < intervals.size(); ++i) {
    const std::vector<double>& latencies = intervals[i].latencies;
    if (latencies.empty()) {
      gap = true;
      continue;
    }
    const double middle = (static_cast<double>(i) + 0.5) * x.high /
                          static_cast<double>(intervals.size());
    absl::StrAppendFormat(&path, "%s%.1f %.1f", gap ? "M" : "L", x.At(middle),
                          y.At(Percentile(latencies, share)));
    if (gap) {  // a point without neighbours must be visible
      absl::StrAppend(&path, "h0.1");
    }
    gap = false;
  }
  return path;
}

void DrawLatencies(const std::vector<Interval>& intervals, const ChartAxis& x,
                   const ChartAxis& y, Picture& picture) {
  DrawTimes(kLatency, x, picture);
  for (const double tick : LogarithmicTicks(y.low, y.high)) {
    picture.Line(kLatency.left, y.At(tick), kHistogram.right, y.At(tick));
    picture.Text(kLatency.left - 8, y.At(tick) + 4, "end",
                 absl::StrFormat("%g", tick));
  }
  picture.Curve(PercentilePath(intervals, 0.99, x, y), kTailColour);
  picture.Curve(PercentilePath(intervals, 0.5, x, y), kMedianColour);
  picture.Text(kLatency.left, kLatency.top - 10, "start",
               "latency by the time of arrival, ms");
  picture.Text(kLatency.right - 130, kLatency.top - 10, "end", "median",
               kMedianColour);
  picture.Text(kLatency.right, kLatency.top - 10, "end", "99th percentile",
               kTailColour);
}

void DrawHistogram(const std::vector<double>& latencies, const ChartAxis& y,
                   Picture& picture) {
  std::array<int64_t, kHistogramBars> counts = {};
  const double height = (y.from - y.to) / kHistogramBars;
  for (const double latency : latencies) {
    const auto bar = static_cast<int>((y.from - y.At(latency)) / height);
    ++counts[static_cast<size_t>(std::clamp(bar, 0, kHistogramBars - 1))];
  }
  const auto most =
      static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  for (int i = 0; i < kHistogramBars; ++i) {
    const double bottom = y.from - i * height;
    const double share =
        static_cast<double>(counts[static_cast<size_t>(i)]) / most;
    picture.Bar({.left = kHistogram.left,
                 .right = kHistogram.left +
                          share * (kHistogram.right - kHistogram.left),
                 .top = bottom - height + 1,
                 .bottom = bottom},
                kMedianColour);
  }
  picture.Text(kHistogram.left, kHistogram.top - 10, "start", "how often");
  picture.Text(
      kHistogram.left, kHistogram.bottom + 16, "start",
      absl::StrFormat("p50 %.4g  p99 %.4g ms", Percentile(latencies, 0.5),
                      Percentile(latencies, 0.99)));
}

void DrawRates(const std::vector<Interval>& intervals, const ChartAxis& x,
               Picture& picture) {
  const double length = x.high / static_cast<double>(intervals.size());
  double most = 0.0;
  for (const Interval& interval : intervals) {
    most =
        std::max(most, static_cast<double>(interval.answered +
                                           interval.refused + interval.failed) /
                           length);
  }
  const ChartAxis y = {.low = 0.0,
                       .high = most > 0 ? most * 1.05 : 1.0,
                       .from = kRates.bottom,
                       .to = kRates.top};
  DrawTimes(kRates, x, picture);
  for (const double tick : LinearTicks(y.low, y.high)) {
    picture.Line(kRates.left, y.At(tick), kRates.right, y.At(tick));
    picture.Text(kRates.left - 8, y.At(tick) + 4, "end",
                 absl::StrFormat("%g", tick));
  }
  for (size_t i = 0; i < intervals.size(); ++i) {
    const double left = x.At(static_cast<double>(i) * length);
    const double right = x.At(static_cast<double>(i + 1) * length) - 0.5;
    double base = 0.0;
    const auto bar = [&](int64_t count, const char* colour) {
      const double top = base + static_cast<double>(count) / length;
      picture.Bar({.left = left,
                   .right = right,
                   .top = y.At(top),
                   .bottom = y.At(base)},
                  colour);
      base = top;
    };
    bar(intervals[i].answered, kAnsweredColour);
    bar(intervals[i].refused, kRefusedColour);
    bar(intervals[i].failed, kFailedColour);
  }
  picture.Text(kRates.left, kRates.top - 10, "start", "requests a second");
  picture.Text(kRates.right - 120, kRates.top - 10, "end", "answered",
               kAnsweredColour);
  picture.Text(kRates.right - 50, kRates.top - 10, "end", "refused",
               kRefusedColour);
  picture.Text(kRates.right, kRates.top - 10, "end", "failed", kFailedColour);
  picture.Text((kRates.left + kRates.right) / 2, kRates.bottom + 34, "middle",
               "seconds");
}

}  // namespace

std::string FormatLoadChart(const std::string& title,
                            const LoadReport& report) {
  Picture picture;
  picture.Text(kLatency.left, 24, "start", title, "#000");
  if (report.samples.empty() || report.seconds <= 0) {
    picture.Text(kLatency.left, 60, "start", "no request was measured");
    return std::move(picture).Finish();
  }
  const std::vector<Interval> intervals = Intervals(report);
  const ChartAxis x = {.low = 0.0,
                       .high = report.seconds,
                       .from = kLatency.left,
                       .to = kLatency.right};
  if (!report.latencies_ms.empty()) {
    const ChartAxis y = LatencyAxis(report.latencies_ms);
    DrawLatencies(intervals, x, y, picture);
    DrawHistogram(report.latencies_ms, y, picture);
  }
  DrawRates(intervals, x, picture);
  return std::move(picture).Finish();
}

}  // namespace interpres
