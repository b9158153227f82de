// How one translated line is printed: as text or as JSON.

#ifndef INTERPRES_CLIENT_RESULT_FORMAT_H_
#define INTERPRES_CLIENT_RESULT_FORMAT_H_

#include <string>

#include "absl/status/status.h"
#include "client/text_lines.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

struct OutputFormat {
  // One JSON object a line, an interpres.cli.v1.TranslatedLine; the fields
  // below do not matter then.
  bool json = false;

  // Precede each translation with its score and a tab.
  bool scores = false;

  // Follow each translation with a tab and its alignment (PharaohAlignment).
  bool alignments = false;

  // Several translations a line: each is printed on a line of its own, preceded
  // by the number of its input line and a tab.
  bool numbered = false;
};

// What became of one line of the input.
struct LineOutcome {
  TextLine line;

  // Not OK: why the line was not translated; `result` is then empty.
  absl::Status status;

  interpres::v1::TranslationResult result;
};

// The output for one line, its line ending included. A failed line gives an
// empty text, so that the lines of output and input correspond. Tabs and line
// breaks inside a translation are printed as spaces for the same reason
// (except in JSON, which escapes them).
std::string FormatOutcome(const LineOutcome& outcome,
                          const OutputFormat& format);

// A message as one line of JSON with the field names of its .proto file, fields
// with default values included.
std::string ToJson(const google::protobuf::Message& message);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_RESULT_FORMAT_H_
