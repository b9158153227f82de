// A picture of the attention of one translation: a heat map, as SVG.

#ifndef INTERPRES_CLIENT_ATTENTION_PLOT_H_
#define INTERPRES_CLIENT_ATTENTION_PLOT_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

// What is drawn.
struct AttentionPlot {
  // Which attention it is, for the lines under the title.
  std::string subtitle;
  // The pieces of the source, which are the columns, and of the translation,
  // the rows. At least one of each.
  std::vector<std::string> source;
  std::vector<std::string> target;
  // [target, source], from 0 to 1.
  std::vector<float> weights;
  // Of every row the column that is outlined, or none: empty.
  std::vector<int> aligned;
};

// The plot of the best translation: the decoder layer that alignments are taken
// from, averaged over its heads.
// FAILED_PRECONDITION if the result has no translation, INTERNAL if the server
// sent no attention or one of the wrong size.
absl::StatusOr<AttentionPlot> PlotOf(
    const interpres::v1::TranslationResult& result);

// A complete SVG 1.1 document of its own: no script, no style sheet, no font
// or image from elsewhere. The plot's sizes must fit each other. Any text is
// escaped. A mouse over a cell tells its pieces and its weight.
std::string DrawSvg(const AttentionPlot& plot);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_ATTENTION_PLOT_H_
