// Tested by attention_plot_test.cc.

#include "client/attention_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/piece_alignment.h"
#include "model/base/chart_axis.h"
#include "model/base/colour_scale.h"
#include "model/base/markup_text.h"
#include "model/base/text_width.h"

namespace interpres {
namespace {

// All lengths are in pixels.
constexpr double kMargin = 24.0;
constexpr double kTitleHeight = 84.0;
constexpr double kLegendHeight = 56.0;
constexpr double kLegendWidth = 180.0;
constexpr double kLabelGap = 8.0;
constexpr double kMinWidth = 480.0;
// Long sentences have smaller cells.
constexpr double kMaxCell = 30.0;
constexpr double kMinCell = 9.0;
constexpr double kUsualExtent = 1200.0;
// Minimum size of a cell that has room for its weight.
constexpr double kCellWithNumber = 22.0;
// Minimum weight that is printed. Most weights are smaller and say little.
constexpr float kMinNumber = 0.095F;
constexpr double kSlope = 0.7071;  // sin 45 degrees, for the source's labels

// One hue from white to dark, so that a darker cell is a larger weight in grey
// print too.
constexpr std::array<Colour, 4> kScale = {
    {{255, 255, 255}, {158, 202, 225}, {49, 130, 189}, {8, 48, 107}}};
constexpr const char* kOutline = "#e6550d";

std::string ColourOf(double weight) { return ColourAt(kScale, weight); }

struct Layout {
  double cell = 0.0;
  double font = 0.0;  // size of the labels
  double left = 0.0;  // left end of the matrix
  double top = 0.0;
  double matrix_width = 0.0;
  double matrix_height = 0.0;
  double width = 0.0;  // width of the picture
  double height = 0.0;
};

Layout LayoutOf(const AttentionPlot& plot) {
  const auto columns = static_cast<double>(plot.source.size());
  const auto rows = static_cast<double>(plot.target.size());
  Layout layout;
  layout.cell =
      std::clamp(kUsualExtent / std::max(columns, rows), kMinCell, kMaxCell);
  layout.font = std::clamp(layout.cell * 0.55, 7.0, 14.0);
  const double source_label = MaxTextWidth(plot.source) * layout.font;
  layout.left = kMargin + MaxTextWidth(plot.target) * layout.font + kLabelGap;
  layout.top = kTitleHeight + source_label * kSlope + layout.font + kLabelGap;
  layout.matrix_width = columns * layout.cell;
  layout.matrix_height = rows * layout.cell;
  layout.width = std::max(
      {kMinWidth, TextWidth(plot.subtitle) * 12.0 + 2 * kMargin,
       layout.left + layout.matrix_width + source_label * kSlope + kMargin});
  layout.height = layout.top + layout.matrix_height + kLegendHeight + kMargin;
  return layout;
}

std::string Header(const AttentionPlot& plot, const Layout& layout) {
  return absl::StrFormat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
      "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" "
      "font-family=\"'DejaVu Sans', 'Noto Sans', Arial, sans-serif\" "
      "fill=\"#222222\">\n"
      "<title>Attention of a translation</title>\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
      "<text x=\"%.1f\" y=\"34\" font-size=\"18\" font-weight=\"bold\">"
      "Attention of the translation</text>\n"
      "<g font-size=\"12\" fill=\"#666666\">\n"
      "<text x=\"%.1f\" y=\"54\">Each row: the attention of one piece of the "
      "translation, in percent.</text>\n"
      "<text x=\"%.1f\" y=\"71\">%s</text>\n</g>\n",
      layout.width, layout.height, layout.width, layout.height, kMargin,
      kMargin, kMargin, MarkupText(plot.subtitle));
}

// Tags and end symbols are grey.
const char* LabelColour(std::string_view piece) {
  return IsMarker(piece) ? "#888888" : "#222222";
}

std::string Labels(const AttentionPlot& plot, const Layout& layout) {
  std::string svg = absl::StrFormat("<g font-size=\"%.1f\">\n", layout.font);
  for (size_t s = 0; s < plot.source.size(); ++s) {
    const double x = layout.left + (static_cast<double>(s) + 0.5) * layout.cell;
    const double y = layout.top - kLabelGap;
    absl::StrAppend(
        &svg, SvgTurnedText(
                  x + layout.font * 0.25, y, -45, plot.source[s],
                  absl::StrFormat("fill=\"%s\"", LabelColour(plot.source[s]))));
  }
  for (size_t t = 0; t < plot.target.size(); ++t) {
    const double y = layout.top + (static_cast<double>(t) + 0.5) * layout.cell +
                     layout.font * 0.35;
    absl::StrAppendFormat(&svg,
                          "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" "
                          "fill=\"%s\">%s</text>\n",
                          layout.left - kLabelGap, y,
                          LabelColour(plot.target[t]),
                          MarkupText(plot.target[t]));
  }
  return svg + "</g>\n";
}

std::string Cell(const AttentionPlot& plot, const Layout& layout, size_t t,
                 size_t s) {
  const float weight = plot.weights[t * plot.source.size() + s];
  const double x = layout.left + static_cast<double>(s) * layout.cell;
  const double y = layout.top + static_cast<double>(t) * layout.cell;
  std::string svg = absl::StrFormat(
      "<g><title>%s &lt;- %s: %.3f</title>"
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
      "fill=\"%s\"/>",
      MarkupText(plot.target[t]), MarkupText(plot.source[s]), weight, x, y,
      layout.cell, layout.cell, ColourOf(weight));
  if (layout.cell >= kCellWithNumber && weight >= kMinNumber) {
    absl::StrAppendFormat(
        &svg,
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" fill=\"%s\">"
        "%.0f</text>",
        x + layout.cell / 2, y + layout.cell / 2 + layout.cell * 0.12,
        weight > 0.5F ? "#ffffff" : "#333333", weight * 100.0F);
  }
  return svg + "</g>\n";
}

std::string Cells(const AttentionPlot& plot, const Layout& layout) {
  std::string svg = absl::StrFormat("<g font-size=\"%.1f\" stroke=\"none\">\n",
                                    layout.cell * 0.34);
  for (size_t t = 0; t < plot.target.size(); ++t) {
    for (size_t s = 0; s < plot.source.size(); ++s) {
      svg += Cell(plot, layout, t, s);
    }
  }
  return svg + "</g>\n";
}

// Lines between the cells, and outlines around the aligned cells.
std::string Grid(const AttentionPlot& plot, const Layout& layout) {
  std::string path;
  for (size_t s = 0; s <= plot.source.size(); ++s) {
    absl::StrAppendFormat(&path, "M%.1f %.1fv%.1f",
                          layout.left + static_cast<double>(s) * layout.cell,
                          layout.top, layout.matrix_height);
  }
  for (size_t t = 0; t <= plot.target.size(); ++t) {
    absl::StrAppendFormat(&path, "M%.1f %.1fh%.1f", layout.left,
                          layout.top + static_cast<double>(t) * layout.cell,
                          layout.matrix_width);
  }
  std::string svg = absl::StrFormat(
      "<path d=\"%s\" fill=\"none\" stroke=\"#e4e4e4\"/>\n", path);
  for (size_t t = 0; t < plot.aligned.size(); ++t) {
    absl::StrAppendFormat(
        &svg,
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
        "fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n",
        layout.left + plot.aligned[t] * layout.cell + 1,
        layout.top + static_cast<double>(t) * layout.cell + 1, layout.cell - 2,
        layout.cell - 2, kOutline);
  }
  return svg;
}

std::string Legend(const AttentionPlot& plot, const Layout& layout) {
  const double y = layout.top + layout.matrix_height + 24.0;
  std::string svg = "<defs><linearGradient id=\"weight\">";
  for (size_t i = 0; i < kScale.size(); ++i) {
    const double place =
        static_cast<double>(i) / static_cast<double>(kScale.size() - 1);
    absl::StrAppendFormat(&svg, "<stop offset=\"%.4f\" stop-color=\"%s\"/>",
                          place, ColourOf(place));
  }
  absl::StrAppendFormat(
      &svg,
      "</linearGradient></defs>\n<g font-size=\"11\" fill=\"#444444\">\n"
      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"12\" "
      "fill=\"url(#weight)\" stroke=\"#cccccc\"/>\n",
      kMargin, y, kLegendWidth);
  for (const int percent : {0, 50, 100}) {
    absl::StrAppendFormat(
        &svg, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%d %%</text>\n",
        kMargin + kLegendWidth * percent / 100.0, y + 26.0,
        percent == 0 ? "start" : (percent == 100 ? "end" : "middle"), percent);
  }
  if (!plot.aligned.empty()) {
    const double x = kMargin + kLegendWidth + 28.0;
    absl::StrAppendFormat(
        &svg,
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"12\" fill=\"none\" "
        "stroke=\"%s\" stroke-width=\"2\"/>\n"
        "<text x=\"%.1f\" y=\"%.1f\">the piece that it is aligned to</text>\n",
        x, y, kOutline, x + 20.0, y + 10.0);
  }
  return svg + "</g>\n";
}

// Returns the mean of the heads of `layer`: [target, source].
std::vector<float> MeanOfHeads(const interpres::v1::Attention& attention,
                               int layer) {
  const int64_t size =
      int64_t{attention.target_tokens()} * attention.source_tokens();
  std::vector<float> mean(static_cast<size_t>(size), 0.0F);
  for (int64_t head = 0; head < attention.heads(); ++head) {
    const float* weights = attention.weights().data() +
                           (int64_t{layer} * attention.heads() + head) * size;
    for (int64_t i = 0; i < size; ++i) {
      mean[static_cast<size_t>(i)] +=
          weights[i] / static_cast<float>(attention.heads());
    }
  }
  return mean;
}

// Returns whether the sizes that the server states fit the values that it sent.
bool IsComplete(const interpres::v1::TranslationResult& result,
                const interpres::v1::Translation& translation) {
  const interpres::v1::Attention& attention = translation.attention();
  const auto within = [](int64_t value) {
    return value >= 1 && value <= 65536;
  };
  if (!within(attention.layers()) || !within(attention.heads()) ||
      !within(attention.target_tokens()) ||
      !within(attention.source_tokens())) {
    return false;
  }
  const int64_t row =
      int64_t{attention.target_tokens()} * attention.source_tokens();
  return attention.alignment_layer() >= 0 &&
         attention.alignment_layer() < attention.layers() &&
         attention.target_tokens() == translation.tokens_size() &&
         attention.source_tokens() == result.source_pieces_size() &&
         attention.weights_size() % row == 0 &&
         attention.weights_size() / row ==
             int64_t{attention.layers()} * attention.heads() &&
         std::all_of(attention.weights().begin(), attention.weights().end(),
                     [](float weight) {
                       // This form is false for NaN.
                       return weight >= 0.0F && weight <= 1.001F;
                     });
}

}  // namespace

absl::StatusOr<AttentionPlot> PlotOf(
    const interpres::v1::TranslationResult& result) {
  if (result.translations().hypotheses().empty()) {
    return absl::FailedPreconditionError(
        "the result has no translation; expected one for --attention; correct "
        "the error of the line");
  }
  const interpres::v1::Translation& best = result.translations().hypotheses(0);
  if (!IsComplete(result, best)) {
    return absl::InternalError(
        "the server sent no complete attention; expected the weights of every "
        "layer and head; check that the server and the client have the same "
        "version");
  }
  const interpres::v1::Attention& attention = best.attention();
  const int layer = attention.alignment_layer();
  AttentionPlot plot;
  plot.subtitle =
      absl::StrFormat("Decoder layer %d of %d, mean of %d heads.", layer + 1,
                      attention.layers(), attention.heads());
  plot.source.assign(result.source_pieces().begin(),
                     result.source_pieces().end());
  bool aligned = true;
  for (const interpres::v1::TokenScore& token : best.tokens()) {
    plot.target.push_back(token.piece());
    plot.aligned.push_back(token.source_token());
    aligned = aligned && token.has_source_token() &&
              token.source_token() >= 0 &&
              token.source_token() < attention.source_tokens();
  }
  if (!aligned) {
    plot.aligned.clear();
  }
  plot.weights = MeanOfHeads(attention, layer);
  return plot;
}

std::string DrawSvg(const AttentionPlot& plot) {
  const Layout layout = LayoutOf(plot);
  return absl::StrCat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
                      Header(plot, layout), Cells(plot, layout),
                      Grid(plot, layout), Labels(plot, layout),
                      Legend(plot, layout), "</svg>\n");
}

}  // namespace interpres
