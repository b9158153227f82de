// Tested by cli_attention_test.cc.

#include "client/attention_file.h"

#include <memory>
#include <optional>

#include "client/attention_plot.h"
#include "client/output_file.h"
#include "model/base/text_lines.h"

namespace interpres {

absl::StatusOr<std::string> ReadOneSentence(std::istream& input) {
  LineReader reader(input);
  std::string all;
  int sentences = 0;
  for (std::optional<TextLine> line = reader.Next(); line;
       line = reader.Next()) {
    sentences += IsBlank(line->text) ? 0 : 1;
    if (sentences > 1) {
      return absl::InvalidArgumentError(
          "the input has several sentences; expected one for --attention; "
          "translate one sentence, or use --json --attention-weights");
    }
    all += line->text + line->ending;
  }
  if (reader.failed()) {
    return absl::DataLossError(
        "the input cannot be read further; check the file or the program that "
        "writes the input");
  }
  if (sentences == 0) {
    return absl::InvalidArgumentError(
        "the input has no sentence; expected one for --attention; add a text");
  }
  return all;
}

void AttentionFile::Keep(const LineOutcome& outcome) {
  // A blank line was not sent, so it has no attention.
  if (!IsBlank(outcome.line.text)) {
    result_ = outcome.result;
  }
}

absl::Status AttentionFile::Write() const {
  const absl::StatusOr<AttentionPlot> plot = PlotOf(result_);
  if (!plot.ok()) {
    return plot.status();
  }
  const absl::StatusOr<std::unique_ptr<OutputFile>> file =
      OutputFile::Create(path_);
  if (!file.ok()) {
    return file.status();
  }
  (*file)->stream() << DrawSvg(*plot);
  return (*file)->Commit();
}

}  // namespace interpres
