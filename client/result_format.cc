#include "client/result_format.h"

#include <google/protobuf/util/json_util.h>

#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "client/piece_alignment.h"
#include "interpres/cli/v1/output.pb.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

using interpres::v1::Translation;

// Returns the text of the translation, so that rows and columns stay what they
// are.
std::string CellOf(const LineOutcome& outcome, const OutputFormat& format,
                   const Translation& translation) {
  if (format.numbered || format.scores || format.alignments) {
    return absl::StrReplaceAll(OnOneLine(translation.text()), {{"\t", " "}});
  }
  const bool is_paragraph = outcome.line.text.find('\n') != std::string::npos;
  return is_paragraph ? translation.text() : OnOneLine(translation.text());
}

std::string FormatText(const LineOutcome& outcome, const OutputFormat& format,
                       const Translation& translation) {
  std::string row;
  if (format.numbered) {
    absl::StrAppend(&row, outcome.line.number, "\t");
  }
  if (format.scores) {
    absl::StrAppendFormat(&row, "%.6f\t", translation.score());
  }
  absl::StrAppend(&row, CellOf(outcome, format, translation));
  if (format.alignments) {
    absl::StrAppend(&row, "\t", PharaohAlignment(outcome.result, translation));
  }
  return row;
}

// A line without a translation keeps its columns.
std::string FormatFailed(const LineOutcome& outcome,
                         const OutputFormat& format) {
  std::string row;
  if (format.numbered) {
    absl::StrAppend(&row, outcome.line.number, "\t");
  }
  if (format.scores) {
    absl::StrAppend(&row, "\t");
  }
  if (format.alignments) {
    absl::StrAppend(&row, "\t");
  }
  return row;
}

std::string FormatJson(const LineOutcome& outcome) {
  interpres::cli::v1::TranslatedLine line;
  line.set_line(static_cast<int32_t>(outcome.line.number));
  // JSON text is UTF-8, so a line that is not UTF-8 is left out.
  if (IsValidUtf8(outcome.line.text)) {
    line.set_source(outcome.line.text);
  }
  line.set_source_tokens(outcome.result.source_tokens());
  line.set_source_language(outcome.result.source_language());
  if (outcome.result.has_detected_language()) {
    *line.mutable_detected_language() = outcome.result.detected_language();
  }
  *line.mutable_models() = outcome.result.models();
  if (outcome.status.ok()) {
    *line.mutable_translations() = outcome.result.translations().hypotheses();
    *line.mutable_source_pieces() = outcome.result.source_pieces();
  } else {
    line.mutable_error()->set_code(
        absl::StatusCodeToString(outcome.status.code()));
    line.mutable_error()->set_message(std::string(outcome.status.message()));
  }
  return absl::StrCat(ToJsonLine(line), "\n");
}

}  // namespace

std::string FormatOutcome(const LineOutcome& outcome,
                          const OutputFormat& format) {
  if (format.json) {
    return FormatJson(outcome);
  }
  const std::string& ending = outcome.line.ending;
  const auto& hypotheses = outcome.result.translations().hypotheses();
  if (!outcome.status.ok() || hypotheses.empty()) {
    return FormatFailed(outcome, format) + ending;
  }
  std::string rows = FormatText(outcome, format, hypotheses[0]);
  if (format.numbered) {
    for (int i = 1; i < hypotheses.size(); ++i) {
      absl::StrAppend(&rows, ending.empty() ? "\n" : ending,
                      FormatText(outcome, format, hypotheses[i]));
    }
  }
  return rows + ending;
}

std::string ToJsonLine(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string json;
  const auto status =
      google::protobuf::util::MessageToJsonString(message, &json, options);
  // The conversion fails only for text that is not UTF-8 and for an unknown
  // Any. No message of ours has either.
  return status.ok() ? json : "{}";
}

}  // namespace interpres
