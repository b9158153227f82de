// Tested by cli_languages_test.cc.

#include "client/detect_command.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/result_format.h"
#include "interpres/cli/v1/output.pb.h"
#include "model/base/text_lines.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

constexpr std::size_t kMaxLines = 64;
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

// Reads the lines of one request. Empty at the end of the input.
std::vector<TextLine> ReadBatch(LineReader& reader) {
  std::vector<TextLine> lines;
  std::size_t bytes = 0;
  while (lines.size() < kMaxLines && bytes < kMaxBytes) {
    std::optional<TextLine> line = reader.Next();
    if (!line) {
      break;
    }
    bytes += line->text.size();
    lines.push_back(*std::move(line));
  }
  return lines;
}

std::string FormatJson(const TextLine& line,
                       const interpres::v1::DetectionResult& result) {
  interpres::cli::v1::DetectedLine detected;
  detected.set_line(static_cast<int32_t>(line.number));
  // JSON text is UTF-8, so a line that is not UTF-8 is left out.
  if (IsValidUtf8(line.text)) {
    detected.set_source(line.text);
  }
  *detected.mutable_languages() = result.languages();
  if (result.has_error()) {
    detected.mutable_error()->set_code(absl::StatusCodeToString(
        static_cast<absl::StatusCode>(result.error().code())));
    detected.mutable_error()->set_message(result.error().message());
  }
  return absl::StrCat(ToJsonLine(detected), "\n");
}

std::string FormatText(const interpres::v1::DetectionResult& result) {
  if (result.languages().empty()) {
    return "\n";
  }
  const interpres::v1::DetectedLanguage& best = result.languages(0);
  return absl::StrFormat("%s\t%.4f\n", best.language(), best.confidence());
}

// Prints the results of one request. Returns whether all lines have one.
bool PrintBatch(const std::vector<TextLine>& lines,
                const interpres::v1::DetectLanguageResponse& response,
                bool json, const ReportStreams& streams) {
  bool is_complete = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const interpres::v1::DetectionResult& result =
        response.results(static_cast<int>(i));
    streams.out << (json ? FormatJson(lines[i], result) : FormatText(result));
    if (result.has_error()) {
      is_complete = false;
      streams.err << "line " << lines[i].number << ": "
                  << result.error().message() << "\n";
    }
  }
  return is_complete;
}

}  // namespace

ExitCode DetectLines(TranslationClient& client, bool json, std::istream& in,
                     const ReportStreams& streams) {
  LineReader reader(in);
  ExitCode code = ExitCode::kOk;
  for (std::vector<TextLine> lines = ReadBatch(reader); !lines.empty();
       lines = ReadBatch(reader)) {
    interpres::v1::DetectLanguageRequest request;
    for (const TextLine& line : lines) {
      // A line that is not UTF-8 still has letters that can be examined.
      request.add_texts(ReplaceInvalidUtf8(line.text));
    }
    const absl::StatusOr<interpres::v1::DetectLanguageResponse> response =
        client.DetectLanguage(request);
    if (!response.ok()) {
      return Report(response.status(), streams);
    }
    if (!PrintBatch(lines, *response, json, streams)) {
      code = ExitCode::kFailed;
    }
  }
  if (reader.failed()) {
    return Report(absl::DataLossError("the input could not be read"), streams);
  }
  return Written(code, streams);
}

}  // namespace interpres
