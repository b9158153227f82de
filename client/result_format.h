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

  // Prints all translations of a line: each translation on a separate output
  // line, after the number of the input line and a tab. If false, prints only
  // the best translation, without the number.
  bool numbered = false;
};

// One line of the input and its translation or error.
struct LineOutcome {
  TextLine line;

  // OK if the line was translated or is blank. Otherwise the error of the line,
  // and `result` has no translation.
  absl::Status status;

  interpres::v1::TranslationResult result;
};

// Returns the output for one line of the input. The output ends with the line
// ending of the input, which may be empty, or with "\n" as JSON. A failed line
// has an empty text, or an error as JSON, so that the lines of output and input
// correspond. For the same reason, line breaks inside a translation become
// spaces unless the input is a paragraph of several lines. If `format` asks for
// scores, alignments or numbers, tabs and all line breaks inside a translation
// become spaces. JSON escapes both.
std::string FormatOutcome(const LineOutcome& outcome,
                          const OutputFormat& format);

// Returns `message` as one line of JSON, without a line break at the end. Field
// names are as in the .proto file. Numbers, strings, lists and enumerations are
// included also with their default values. Returns "{}" if a text in `message`
// is not UTF-8.
std::string ToJsonLine(const google::protobuf::Message& message);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_RESULT_FORMAT_H_
