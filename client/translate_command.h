// The work of `interpres translate`: reads lines, translates them over a stream
// and writes the translations.

#ifndef INTERPRES_CLIENT_TRANSLATE_COMMAND_H_
#define INTERPRES_CLIENT_TRANSLATE_COMMAND_H_

#include <cstdint>
#include <functional>
#include <istream>
#include <ostream>

#include "client/exit_code.h"
#include "client/paragraph_reader.h"
#include "client/progress.h"
#include "client/result_format.h"
#include "client/translation_client.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

// Returns what one text of the request is: a line of the input; with
// line_breaks WRAPPED, a paragraph; with a format other than plain text, the
// whole input.
ParagraphUnit UnitOf(const interpres::v1::TranslateRequest& request);

struct TranslateSettings {
  // Languages, model and options of every request. Its texts are ignored.
  interpres::v1::TranslateRequest request;

  // A line of this header is a paragraph or the whole input if UnitOf(request)
  // says so.
  OutputFormat format;

  // Maximum number of lines that wait for their translation or for the writer;
  // at least 1. A number above the server's --max-stream-texts is not faster.
  int in_flight = 256;

  // Whether the lines are written in the order of the input. If false, a line
  // is written as soon as it is translated.
  bool ordered = true;

  // Called with every line after it is written, on a thread of TranslateLines.
  // Null means that no observer is called.
  std::function<void(const LineOutcome&)> observer = nullptr;
};

// The input, the outputs and the progress bar of TranslateLines. All must
// outlive the call.
struct TranslateStreams {
  std::istream& in;
  std::ostream& out;
  // Receives errors and warnings. An error or a warning about a line takes one
  // line and has the number of the input line.
  std::ostream& err;
  ProgressBar& progress;
  // Ends `in`, so that the thread that reads `in` stops. Called from another
  // thread when the work stops early. Null means that `in` cannot be ended
  // early.
  std::function<void()> interrupt = nullptr;
};

// The result of a run.
struct TranslateSummary {
  // Number of lines that are known to be written. If a write failed, the lines
  // of that write do not count.
  int64_t lines = 0;
  // Number of written lines that could not be translated. Blank lines do not
  // count.
  int64_t failed = 0;
  ExitCode exit_code = ExitCode::kOk;
  // Whether every line of the input was written, as a translation or as a
  // failed line.
  bool complete = true;
};

// Translates every line with StreamTranslate. If a stream breaks, another one
// follows, and no line is lost or written twice. Blank lines are not sent and
// stay as they are. A line that cannot be translated gives an empty line in the
// output and a message in `err`. Blocks until the work has ended.
//
// Stops early if the output cannot be written. Stops early too if the server
// refuses the request, or is away until the client's timeout or maximum number
// of attempts is reached. Then the lines that were done before are still
// written, but with `ordered` only those before the first unfinished line. If
// the input cannot be read further, the lines before are translated, and the
// exit code is kInputOutput.
TranslateSummary TranslateLines(TranslationClient& client,
                                const TranslateSettings& settings,
                                const TranslateStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TRANSLATE_COMMAND_H_
