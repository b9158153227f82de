// Prints one translated line as text or as JSON.

#ifndef INTERPRES_CLIENT_RESULT_FORMAT_H_
#define INTERPRES_CLIENT_RESULT_FORMAT_H_

#include <string>

#include "absl/status/status.h"
#include "interpres/v1/translation.pb.h"
#include "model/base/text_lines.h"

namespace interpres {

struct OutputFormat {
  // Prints one JSON object per line, an interpres.cli.v1.TranslatedLine. The
  // other fields of OutputFormat then have no effect.
  bool json = false;

  // Prints the score and a tab before each translation.
  bool scores = false;

  // Prints a tab and the word alignment (see PharaohAlignment) after each
  // translation.
  bool alignments = false;

  // Prints all translations of a line: each one on a separate output line,
  // after the number of the input line and a tab. If false, prints only the
  // best translation.
  bool numbered = false;
};

// One line of the input and its translation or error.
struct LineOutcome {
  TextLine line;

  // OK if the line was translated or is blank. Otherwise the reason, and
  // `result` has no translation.
  absl::Status status;

  interpres::v1::TranslationResult result;
};

// Returns the output for one line with the line ending of the input, or with
// "\n" as JSON. A failed line has an empty text, so that the lines of output
// and input correspond. For the same reason, line breaks inside a translation
// become spaces unless the line is a paragraph of several lines. With several
// columns, tabs and all line breaks inside a translation become spaces. JSON
// escapes both.
std::string FormatOutcome(const LineOutcome& outcome,
                          const OutputFormat& format);

// Returns `message` as one line of JSON with the field names of its .proto
// file. Fields with default values are included. Returns "{}" if a text in
// `message` is not UTF-8.
std::string ToJsonLine(const google::protobuf::Message& message);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_RESULT_FORMAT_H_
