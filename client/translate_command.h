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

// Returns which part of the input is one text of the request. With a format
// other than plain text, returns the whole input. Otherwise returns a paragraph
// with line_breaks WRAPPED, and a line without.
ParagraphUnit UnitOf(const interpres::v1::TranslateRequest& request);

struct TranslateSettings {
  // The fields of every request except the texts, which TranslateLines sets.
  // The texts of this field are ignored.
  interpres::v1::TranslateRequest request;

  // How TranslateLines prints each line. In the comments of this file, a line
  // is a paragraph or the whole input if UnitOf(request) says so.
  OutputFormat format;

  // Maximum number of lines that wait for their translation or for the writer;
  // at least 1. A number above the server's --max-stream-texts is not faster.
  int in_flight = 256;

  // Whether the lines are written in the order of the input. If false, a line
  // is written as soon as it is translated or has failed.
  bool ordered = true;

  // Called with every line, also a blank or failed line, after the line is
  // given to the output stream and before the output is flushed. Called on one
  // thread of TranslateLines. Null means that no observer is called.
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
  // Ends `in`, so that the thread that reads `in` stops. Called on another
  // thread when the work stops early. Null means that `in` cannot be ended
  // early: TranslateLines then returns after the next line of `in` or its end.
  std::function<void()> interrupt = nullptr;
};

// The result of a run.
struct TranslateSummary {
  // Number of lines that are known to be written, as a translation, a blank
  // line or a failed line. If a write failed, the lines of that write do not
  // count.
  int64_t lines = 0;
  // Number of written lines that could not be translated. Blank lines do not
  // count as failed.
  int64_t failed = 0;
  ExitCode exit_code = ExitCode::kOk;
  // Whether every line of the input was written, as a translation or as a
  // failed line.
  bool complete = true;
};

// Translates every line of `streams.in` with StreamTranslate and writes the
// results to `streams.out`. If a stream breaks, another one follows, and no
// line is lost or written twice. Blank lines are not sent and stay as they are.
// A line fails if it is not UTF-8, has more than 1 MiB, or cannot be
// translated. A failed line gives an empty line (or a JSON error) in the output
// and a message in `err`, and the exit code is kFailed. Blocks until the work
// has ended. REQUIRES: settings.in_flight is at least 1.
//
// Stops early if the output cannot be written. Also stops early if the server
// refuses the request, or is away until the client's timeout or maximum number
// of attempts is reached. In these two cases, the lines that were done before
// are still written, but with `ordered` only those before the first unfinished
// line. If the input cannot be read further, the lines before are translated,
// and the exit code is kInputOutput.
TranslateSummary TranslateLines(TranslationClient& client,
                                const TranslateSettings& settings,
                                const TranslateStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TRANSLATE_COMMAND_H_
