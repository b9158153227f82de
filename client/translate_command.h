// `interpres translate`: lines in, translated lines out, over one stream.

#ifndef INTERPRES_CLIENT_TRANSLATE_COMMAND_H_
#define INTERPRES_CLIENT_TRANSLATE_COMMAND_H_

#include <cstdint>
#include <functional>
#include <istream>
#include <ostream>

#include "client/exit_code.h"
#include "client/progress.h"
#include "client/result_format.h"
#include "client/translation_client.h"
#include "interpres/v1/translation.pb.h"

namespace interpres {

struct TranslateSettings {
  // Languages, model and options of every request; its texts are ignored.
  interpres::v1::TranslateRequest request;

  OutputFormat format;

  // The most lines between the input and the output, at least 1. More than the
  // server takes from one stream gains nothing.
  int in_flight = 256;

  // Whether the lines are written in the order of the input; else as they are
  // finished.
  bool ordered = true;

  // Told of every line that is written; on a thread of its own, one at a time.
  std::function<void(const LineOutcome&)> observer = nullptr;
};

// Where the lines come from and go to. All must outlive the call.
struct TranslateStreams {
  std::istream& in;
  std::ostream& out;
  // Errors and warnings, one line each, naming the line of the input.
  std::ostream& err;
  ProgressBar& progress;
  // Ends `in` for whoever waits for it; from any thread; may be unset.
  std::function<void()> interrupt = nullptr;
};

// What was done with the lines.
struct TranslateSummary {
  int64_t lines = 0;   // written
  int64_t failed = 0;  // of these, not translated
  ExitCode exit_code = ExitCode::kOk;
  // Whether they are all lines of the input.
  bool complete = true;
};

// Translates every line, over StreamTranslate. A stream that breaks is followed
// by another: no line is lost or written twice. Blank lines stay as they are
// and are not sent. A line that cannot be translated gives an empty line in the
// output and a message in `err`; the others go on. It stops early, after
// writing what was complete before, if no further request could succeed (the
// server is gone or refuses what is asked) or if the output cannot be written.
TranslateSummary TranslateLines(TranslationClient& client,
                                const TranslateSettings& settings,
                                const TranslateStreams& streams);

}  // namespace interpres

#endif  // INTERPRES_CLIENT_TRANSLATE_COMMAND_H_
