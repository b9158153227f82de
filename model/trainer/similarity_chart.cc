#include "model/trainer/similarity_chart.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/chart_axis.h"
#include "model/base/markup_text.h"
#include "model/base/text_width.h"
#include "model/trainer/diverging_colours.h"

namespace interpres {
namespace {

// In SVG units.
constexpr double kExtent = 480.0;  // of the matrix
constexpr double kMaxCell = 40.0;
constexpr double kCellWithNumber = 24.0;
constexpr double kMaxFont = 12.0;
constexpr double kGap = 8.0;
constexpr double kLegendHeight = 48.0;
constexpr double kMinWidth = 260.0;  // of the legend
constexpr double kSlope = 0.7071;    // sin 45 degrees, for the upper labels

struct Layout {
  double cell = 0.0;
  double font = 0.0;
  double left = 0.0;
  double top = 0.0;
  double extent = 0.0;
};

Layout LayoutOf(const SimilarityMatrix& matrix) {
  const auto count = static_cast<double>(matrix.words.size());
  Layout layout;
  layout.cell = std::min(kExtent / count, kMaxCell);
  layout.font = std::min(layout.cell * 0.9, kMaxFont);
  const double label = MaxTextWidth(matrix.words) * layout.font;
  layout.left = label + kGap;
  layout.top = label * kSlope + layout.font + kGap;
  layout.extent = layout.cell * count;
  return layout;
}

// Where cell `i` of a row or a column begins, from the start of the matrix.
double Begin(const Layout& layout, std::size_t i) {
  return static_cast<double>(i) * layout.cell;
}

// A word, and its pieces if it has several.
std::string Named(const SimilarityMatrix& matrix, std::size_t i) {
  const std::string& pieces = matrix.pieces[i];
  return pieces.find(' ') == std::string::npos
             ? matrix.words[i]
             : absl::StrCat(matrix.words[i], " (", pieces, ")");
}

std::string Labels(const SimilarityMatrix& matrix, const Layout& layout) {
  std::string svg;
  const std::string font =
      absl::StrFormat("style=\"font-size: %.1fpx\"", layout.font);
  for (std::size_t i = 0; i < matrix.words.size(); ++i) {
    const double middle = Begin(layout, i) + layout.cell / 2;
    absl::StrAppend(&svg, SvgText(layout.left - kGap, layout.top + middle + 4,
                                  "end", matrix.words[i], font));
    absl::StrAppend(
        &svg, SvgTurnedText(layout.left + middle + 4, layout.top - kGap, -45,
                            matrix.words[i], font));
  }
  return svg;
}

std::string Cell(const SimilarityMatrix& matrix, const Layout& layout,
                 std::size_t row, std::size_t column) {
  const double cosine = matrix.cosines[row * matrix.words.size() + column];
  const double x = layout.left + Begin(layout, column);
  const double y = layout.top + Begin(layout, row);
  std::string svg = absl::StrFormat(
      "<g><title>%s, %s: %.3f</title><rect x=\"%.1f\" y=\"%.1f\" "
      "width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
      MarkupText(Named(matrix, row)), MarkupText(Named(matrix, column)), cosine,
      x, y, layout.cell, layout.cell, DivergingColour(cosine));
  if (layout.cell >= kCellWithNumber) {
    absl::StrAppendFormat(
        &svg,
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" style=\"fill: %s; "
        "font-size: %.1fpx\">%.2f</text>",
        x + layout.cell / 2, y + layout.cell / 2 + layout.cell * 0.12,
        NeedsWhiteText(cosine) ? "#ffffff" : "#333333", layout.cell * 0.34,
        cosine);
  }
  return svg + "</g>\n";
}

}  // namespace

std::string FormatSimilarityChart(const SimilarityMatrix& matrix) {
  const Layout layout = LayoutOf(matrix);
  std::string cells;
  for (std::size_t row = 0; row < matrix.words.size(); ++row) {
    for (std::size_t column = 0; column < matrix.words.size(); ++column) {
      absl::StrAppend(&cells, Cell(matrix, layout, row, column));
    }
  }
  const double bottom = layout.top + layout.extent;
  return absl::StrFormat(
      "<figure>\n<figcaption>Cosine similarity of embeddings</figcaption>\n"
      "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"Cosine "
      "similarity of the embeddings of words\">\n%s%s%s</svg>\n"
      "<p>Each cell is the cosine of the angle between the embeddings of two "
      "words, a&middot;b / (|a| |b|): 1 for the same direction, 0 for a right "
      "angle, -1 for opposite directions. The embedding of a word of several "
      "pieces is the mean of their embeddings.</p>\n</figure>\n",
      std::max(layout.left + layout.extent + layout.top,
               layout.left + kMinWidth),
      bottom + kLegendHeight, Labels(matrix, layout), cells,
      DivergingLegend(layout.left + kGap, bottom + 14));
}

}  // namespace interpres
