#include "client/translate_command.h"

#include <grpcpp/client_context.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "client/line_window.h"
#include "client/paragraph_reader.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

// A blank line is its own translation.
WindowLine Blank(TextLine line) {
  WindowLine blank;
  blank.outcome.result.mutable_translations()->add_hypotheses()->set_text(
      line.text);
  blank.outcome.line = std::move(line);
  return blank;
}

// Maximum size of a line. A message that is too large for the server ends the
// stream of all lines. Servers accept messages of 4 MiB by default.
constexpr size_t kMaxLineBytes = 1 << 20;

// Returns OK if the line can be sent, and the reason otherwise.
absl::Status CheckSendable(const TextLine& line) {
  if (line.text.size() > kMaxLineBytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "line size is ", line.text.size(), " bytes; expected at most ",
        kMaxLineBytes, "; divide the line"));
  }
  if (!IsValidUtf8(line.text)) {
    return absl::InvalidArgumentError(
        "the line is not valid UTF-8; expected UTF-8; convert the input, for "
        "example with iconv -t UTF-8");
  }
  return absl::OkStatus();
}

WindowLine Unsendable(TextLine line, absl::Status why) {
  WindowLine failed;
  failed.outcome.line = std::move(line);
  failed.outcome.status = std::move(why);
  return failed;
}

WindowLine ToTranslate(TextLine line) {
  WindowLine waiting;
  waiting.outcome.line = std::move(line);
  return waiting;
}

bool HasLowCoverage(const interpres::v1::Translation& translation) {
  return std::any_of(
      translation.segments().begin(), translation.segments().end(),
      [](const interpres::v1::Segment& segment) {
        return std::find(segment.flags().begin(), segment.flags().end(),
                         interpres::v1::SEGMENT_FLAG_LOW_COVERAGE) !=
               segment.flags().end();
      });
}

// Returns the warning about a translation that may be incomplete or wrong. ""
// means no warning.
std::string_view WarningOf(const interpres::v1::TranslationResult& result) {
  const auto& hypotheses = result.translations().hypotheses();
  if (hypotheses.empty()) {
    return "";
  }
  switch (hypotheses[0].finish_reason()) {
    case interpres::v1::FINISH_REASON_LENGTH_LIMIT:
      return "the translation reached the maximum length and may be cut; "
             "increase --max-length";
    case interpres::v1::FINISH_REASON_REPETITION:
      return "the translation repeats itself and is probably wrong; check it";
    default:
      return HasLowCoverage(hypotheses[0])
                 ? "the translation probably lacks a part of the text; check it"
                 : "";
  }
}

// Writes the lines and the messages, and counts the lines.
class Printer {
 public:
  Printer(const TranslateSettings& settings, const TranslateStreams& streams)
      : settings_(settings), streams_(streams) {}

  // Writes the lines. Returns false if the output cannot be written.
  bool Print(const std::vector<WindowLine>& lines) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const TranslateSummary before = summary_;
    for (const WindowLine& line : lines) {
      PrintLine(line.outcome);
      bytes_ = std::max(bytes_, line.bytes);
    }
    streams_.out.flush();
    if (!streams_.out) {
      streams_.progress.Clear();
      streams_.err << "error: the output cannot be written; check that its "
                      "reader runs and that the disk has free space\n";
      // How many of these lines were written is unknown.
      summary_ = before;
      summary_.exit_code = ExitCode::kInputOutput;
      summary_.complete = false;
      return false;
    }
    streams_.progress.Update(summary_.lines, bytes_);
    return true;
  }

  // Warns that the work waits for the server. Thread-safe.
  void PrintOutage(const absl::Status& outage,
                   std::chrono::milliseconds timeout) {
    const std::lock_guard<std::mutex> lock(mutex_);
    streams_.progress.Clear();
    streams_.err << "warning: " << std::string(outage.message())
                 << "; retrying for up to "
                 << absl::StrFormat(
                        "%g", std::chrono::duration<double>(timeout).count())
                 << " s (--timeout); press Ctrl-C to stop\n"
                 << std::flush;
  }

  // Prints why the work stopped early.
  void PrintFatal(const absl::Status& fatal) {
    const std::lock_guard<std::mutex> lock(mutex_);
    streams_.progress.Clear();
    streams_.err << "error: ";
    if (summary_.lines > 0) {
      streams_.err << "stopped after " << summary_.lines
                   << (summary_.lines == 1 ? " line: " : " lines: ");
    }
    streams_.err << std::string(fatal.message()) << "\n";
    summary_.exit_code = ExitCodeOf(fatal);
    summary_.complete = false;
  }

  TranslateSummary summary() const { return summary_; }

 private:
  void PrintLine(const LineOutcome& outcome) {
    streams_.out << FormatOutcome(outcome, settings_.format);
    ++summary_.lines;
    if (settings_.observer) {
      settings_.observer(outcome);
    }
    if (!outcome.status.ok()) {
      ++summary_.failed;
      summary_.exit_code = ExitCode::kFailed;
      streams_.progress.Clear();
      streams_.err << "error: line " << outcome.line.number << ": "
                   << absl::StatusCodeToString(outcome.status.code()) << ": "
                   << std::string(outcome.status.message()) << "\n";
    } else if (const std::string_view warning = WarningOf(outcome.result);
               !warning.empty()) {
      streams_.progress.Clear();
      streams_.err << "warning: line " << outcome.line.number << ": " << warning
                   << "\n";
    }
  }

  const TranslateSettings& settings_;
  const TranslateStreams& streams_;
  std::mutex mutex_;  // guards `err` and the progress bar
  TranslateSummary summary_;
  int64_t bytes_ = 0;
};

// Connects a stream with the window.
StreamHandlers HandlersOf(LineWindow& window,
                          const interpres::v1::TranslateRequest& request) {
  StreamHandlers handlers;
  handlers.next = [&window, &request] {
    auto message = window.NextToSend();
    if (message) {
      message->mutable_request()->MergeFrom(request);
    }
    return message;
  };
  handlers.result = [&window](interpres::v1::StreamTranslateResponse response) {
    window.OnResult(std::move(response));
  };
  handlers.results_end = [&window] { window.OnResultsEnd(); };
  return handlers;
}

// Runs one stream after another until every line is done or the work stops.
void RunStreams(TranslationClient& client,
                const interpres::v1::TranslateRequest& request,
                LineWindow& window, Printer& printer) {
  const StreamHandlers handlers = HandlersOf(window, request);
  while (window.AwaitWork()) {
    grpc::ClientContext context;
    window.SetStream([&context] { context.TryCancel(); });
    const StreamEnd end = client.Stream(context, handlers);
    window.SetStream(nullptr);
    const AfterStream after = window.OnStreamEnd(end);
    if (!after.outage.ok()) {
      printer.PrintOutage(after.outage, client.options().timeout);
    }
    if (after.delay > std::chrono::milliseconds(0)) {
      client.options().sleep(after.delay);
    }
  }
}

// Reads lines into the window until the input ends or the work stops.
void AddLines(LineReader& reader, ParagraphUnit unit, LineWindow& window) {
  ParagraphReader paragraphs(reader,
                             {.unit = unit, .max_bytes = kMaxLineBytes});
  bool wanted = true;
  while (wanted) {
    std::optional<TextLine> line = paragraphs.Next();
    if (!line) {
      break;
    }
    const bool blank = IsBlank(line->text);
    absl::Status sendable = CheckSendable(*line);
    const bool done = blank || !sendable.ok();
    WindowLine added = blank ? Blank(*std::move(line))
                       : sendable.ok()
                           ? ToTranslate(*std::move(line))
                           : Unsendable(*std::move(line), std::move(sendable));
    added.bytes = reader.bytes();
    wanted = window.Add(std::move(added), done);
  }
  window.EndInput();
}

// Prints the lines as they are done. Returns whether all lines were printed.
bool PrintAll(LineWindow& window, Printer& printer) {
  for (auto lines = window.TakeDone(); !lines.empty();
       lines = window.TakeDone()) {
    if (!printer.Print(lines)) {
      window.Stop(absl::OkStatus());
      return false;
    }
  }
  const absl::Status stopped_by = window.stopped_by();
  if (!stopped_by.ok()) {
    printer.PrintFatal(stopped_by);
  }
  return stopped_by.ok();
}

// Prints the lines. Calls `interrupt` if the work stops early, because the
// reader of the input may wait for ever.
void PrintLines(LineWindow& window, Printer& printer,
                const std::function<void()>& interrupt) {
  if (!PrintAll(window, printer) && interrupt) {
    interrupt();
  }
}

}  // namespace

ParagraphUnit UnitOf(const interpres::v1::TranslateRequest& request) {
  if (request.format() != interpres::v1::TEXT_FORMAT_UNSPECIFIED &&
      request.format() != interpres::v1::TEXT_FORMAT_PLAIN) {
    return ParagraphUnit::kWhole;
  }
  return request.line_breaks() == interpres::v1::LINE_BREAKS_WRAPPED
             ? ParagraphUnit::kParagraph
             : ParagraphUnit::kLine;
}

TranslateSummary TranslateLines(TranslationClient& client,
                                const TranslateSettings& settings,
                                const TranslateStreams& streams) {
  interpres::v1::TranslateRequest request = settings.request;
  request.clear_texts();
  LineReader reader(streams.in);
  Printer printer(settings, streams);
  LineWindow window({.size = static_cast<size_t>(settings.in_flight),
                     .ordered = settings.ordered,
                     .timeout = client.options().timeout,
                     .retry = client.options().retry});
  {
    const std::jthread sender(
        [&] { RunStreams(client, request, window, printer); });
    const std::jthread writer(
        [&] { PrintLines(window, printer, streams.interrupt); });
    AddLines(reader, UnitOf(request), window);
  }
  streams.progress.Clear();
  TranslateSummary summary = printer.summary();
  if (reader.failed()) {
    streams.err << "error: the input cannot be read further; check the file "
                   "or the program that writes the input\n";
    summary.exit_code = ExitCode::kInputOutput;
    summary.complete = false;
  }
  return summary;
}

}  // namespace interpres
