// Draws the attention of one translation as a heat map in SVG.

#ifndef INTERPRES_CLIENT_ATTENTION_PLOT_H_
#define INTERPRES_CLIENT_ATTENTION_PLOT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

// The content of a heat map.
struct AttentionPlot {
  // The line under the title, which names the layer and the heads.
  std::string subtitle;
  // The pieces of the source: the labels of the columns. Not empty.
  std::vector<std::string> source;
  // The pieces of the translation: the labels of the rows. Not empty.
  std::vector<std::string> target;
  // The cells, row after row: `weights[row * source.size() + column]`. Each
  // weight is from 0 to 1.
  std::vector<float> weights;
  // For each row, the column of the cell that is outlined. Empty means that no
  // cell is outlined.
  std::vector<int> aligned;
};

// Returns the plot of the best translation of `result`: the mean over the heads
// of the decoder layer that gives the alignments. Returns FAILED_PRECONDITION
// if `result` has no translation. Returns INTERNAL if its attention is absent
// or has a wrong size or wrong values.
absl::StatusOr<AttentionPlot> PlotOf(
    const interpres::v1::TranslationResult& result);

// Returns a complete SVG 1.1 document without scripts, style sheets, and
// external fonts or images. Text is escaped. A mouse over a cell shows its
// pieces and its weight. REQUIRES: `weights` has one value for each pair of a
// target and a source piece. `aligned` is empty or has one column for each
// target piece.
std::string DrawSvg(const AttentionPlot& plot);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_ATTENTION_PLOT_H_
