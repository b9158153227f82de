#include "model/trainer/share_chart.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/chart_axis.h"
#include "model/base/markup_text.h"

namespace interpres {
namespace {

constexpr double kWidth = 640.0;
constexpr double kLeft = 190.0;
constexpr double kRight = 480.0;  // the numbers are to the right of the bars
constexpr double kTop = 8.0;
constexpr double kRow = 26.0;
constexpr double kBar = 16.0;

// 1234567 -> "1,234,567".
std::string WithCommas(int64_t number) {
  const std::string digits = absl::StrCat(number);
  std::string grouped;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) {
      grouped.push_back(',');
    }
    grouped.push_back(digits[i]);
  }
  return grouped;
}

std::string Bar(const ParameterShare& share, double percent,
                const ChartAxis& axis, double top) {
  const double end = axis.At(percent);
  const double middle = top + kRow / 2 + 4;
  return absl::StrCat(
      SvgText(kLeft - 8, middle, "end", share.group),
      absl::StrFormat("<rect class=\"bar s0\" x=\"%.1f\" y=\"%.1f\" "
                      "width=\"%.1f\" height=\"%.0f\"><title>%s: %s</title>"
                      "</rect>\n",
                      kLeft, top + (kRow - kBar) / 2, end - kLeft, kBar,
                      MarkupText(share.group), WithCommas(share.elements)),
      SvgText(end + 8, middle, "start",
              absl::StrFormat("%s  (%.1f %%)", WithCommas(share.elements),
                              percent)));
}

std::string Axis(const ChartAxis& axis, double bottom) {
  std::string svg;
  for (const double tick : LinearTicks(axis.low, axis.high)) {
    absl::StrAppend(
        &svg,
        SvgLine(axis.At(tick), kTop, axis.At(tick), bottom, "class=\"grid\""),
        SvgText(axis.At(tick), bottom + 16, "middle",
                absl::StrFormat("%.4g %%", tick)));
  }
  return svg;
}

// Says which tensors are one.
const char* TyingText(const std::vector<ParameterShare>& shares) {
  const auto has = [&](const char* group) {
    return std::ranges::find(shares, group, &ParameterShare::group) !=
           shares.end();
  };
  if (has("output layer")) {
    return "";
  }
  return has("source embeddings")
             ? " The embeddings of the target and the output projection are "
               "one tensor."
             : " The embeddings of both sides and the output projection are "
               "one tensor.";
}

}  // namespace

std::string FormatShareChart(const std::vector<ParameterShare>& shares,
                             int64_t parameters) {
  int64_t total = 0;
  int64_t largest = 0;
  for (const ParameterShare& share : shares) {
    total += share.elements;
    largest = std::max(largest, share.elements);
  }
  const auto percent = [total](int64_t elements) {
    return 100.0 * static_cast<double>(elements) / static_cast<double>(total);
  };
  const ChartAxis axis = {
      .high = percent(largest), .from = kLeft, .to = kRight};
  const double bottom = kTop + kRow * static_cast<double>(shares.size());
  std::string bars = Axis(axis, bottom);
  double top = kTop;
  for (const ParameterShare& share : shares) {
    absl::StrAppend(&bars, Bar(share, percent(share.elements), axis, top));
    top += kRow;
  }
  return absl::StrFormat(
      "<figure>\n<figcaption>Parameter shares</figcaption>\n"
      "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Parameters by "
      "group\">\n%s</svg>\n<p>Each bar is the part of the checkpoint's %s "
      "numbers that one group of tensors holds. Without the output bias and "
      "without copies the network has %s parameters.%s</p>\n</figure>\n",
      kWidth, bottom + 28, bars, WithCommas(total), WithCommas(parameters),
      TyingText(shares));
}

}  // namespace interpres
