#include "client/translate_command.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/ordered_pipeline.h"

namespace interpres {
namespace {

using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;

struct Batch {
  std::vector<TextLine> lines;
  // Of the input, up to the end of the batch.
  int64_t bytes = 0;
};

struct BatchOutcome {
  std::vector<LineOutcome> lines;
  int64_t bytes = 0;
  // Not OK: no further request can succeed, the lines are not to be written.
  absl::Status fatal;
};

// Whether every other request would fail in the same way. DEADLINE_EXCEEDED,
// RESOURCE_EXHAUSTED and what the server calls its own error concern one.
bool IsFatal(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kUnauthenticated:
    case absl::StatusCode::kPermissionDenied:
      return true;
    default:
      return false;
  }
}

LineOutcome Blank(TextLine line) {
  LineOutcome outcome;
  outcome.result.mutable_translations()->add_hypotheses()->set_text(line.text);
  outcome.line = std::move(line);
  return outcome;
}

LineOutcome Failed(TextLine line, absl::Status status) {
  LineOutcome outcome;
  outcome.line = std::move(line);
  outcome.status = std::move(status);
  return outcome;
}

absl::Status StatusOf(const interpres::v1::TranslationResult& result) {
  if (result.has_translations()) {
    return absl::OkStatus();
  }
  if (result.error().code() == 0) {
    return absl::InternalError("the server sent neither translation nor error");
  }
  return absl::Status(static_cast<absl::StatusCode>(result.error().code()),
                      result.error().message());
}

// A response of the whole batch, spread over the lines that were sent.
void SpreadResponse(const std::vector<size_t>& sent, TranslateResponse response,
                    BatchOutcome& outcome) {
  for (size_t i = 0; i < sent.size(); ++i) {
    LineOutcome& line = outcome.lines[sent[i]];
    line.result = std::move(*response.mutable_results(static_cast<int>(i)));
    line.status = StatusOf(line.result);
  }
}

BatchOutcome TranslateBatch(TranslationClient& client,
                            const TranslateSettings& settings, Batch batch) {
  BatchOutcome outcome;
  outcome.bytes = batch.bytes;
  TranslateRequest request = settings.request;
  request.clear_texts();
  std::vector<size_t> sent;
  for (TextLine& line : batch.lines) {
    if (IsBlank(line.text)) {
      outcome.lines.push_back(Blank(std::move(line)));
    } else if (!IsValidUtf8(line.text)) {
      outcome.lines.push_back(Failed(
          std::move(line),
          absl::InvalidArgumentError(
              "the line is not valid UTF-8; convert the input, for example "
              "with iconv -t UTF-8")));
    } else {
      sent.push_back(outcome.lines.size());
      request.add_texts(line.text);
      outcome.lines.push_back(Failed(std::move(line), absl::OkStatus()));
    }
  }
  if (sent.empty()) {
    return outcome;
  }
  absl::StatusOr<TranslateResponse> response = client.Translate(request);
  if (response.ok()) {
    SpreadResponse(sent, *std::move(response), outcome);
    return outcome;
  }
  if (IsFatal(response.status().code())) {
    outcome.fatal = response.status();
    return outcome;
  }
  for (const size_t index : sent) {
    outcome.lines[index].status = response.status();
  }
  return outcome;
}

bool ReachedLengthLimit(const interpres::v1::TranslationResult& result) {
  const auto& hypotheses = result.translations().hypotheses();
  return !hypotheses.empty() && hypotheses[0].finish_reason() ==
                                    interpres::v1::FINISH_REASON_LENGTH_LIMIT;
}

// The writing end: prints outcomes and counts.
class Printer {
 public:
  Printer(const OutputFormat& format, const TranslateStreams& streams)
      : format_(format), streams_(streams) {}

  // False: nothing more can be printed, or there is no point in it.
  bool Print(const BatchOutcome& batch) {
    if (!batch.fatal.ok()) {
      streams_.progress.Clear();
      streams_.err << "error: ";
      // With nothing written there is nothing to say about where it stopped.
      if (summary_.lines > 0) {
        streams_.err << "stopped after " << summary_.lines
                     << (summary_.lines == 1 ? " line: " : " lines: ");
      }
      streams_.err << batch.fatal.message() << "\n";
      summary_.exit_code = ExitCodeOf(batch.fatal);
      return false;
    }
    for (const LineOutcome& outcome : batch.lines) {
      PrintLine(outcome);
    }
    streams_.out.flush();
    if (!streams_.out) {
      streams_.progress.Clear();
      streams_.err << "error: the output cannot be written any more\n";
      summary_.exit_code = ExitCode::kInputOutput;
      return false;
    }
    streams_.progress.Update(summary_.lines, batch.bytes);
    return true;
  }

  TranslateSummary summary() const { return summary_; }

 private:
  void PrintLine(const LineOutcome& outcome) {
    streams_.out << FormatOutcome(outcome, format_);
    ++summary_.lines;
    if (!outcome.status.ok()) {
      ++summary_.failed;
      summary_.exit_code = ExitCode::kFailed;
      streams_.progress.Clear();
      streams_.err << "error: line " << outcome.line.number << ": "
                   << absl::StatusCodeToString(outcome.status.code()) << ": "
                   << std::string(outcome.status.message()) << "\n";
    } else if (ReachedLengthLimit(outcome.result)) {
      streams_.progress.Clear();
      streams_.err << "warning: line " << outcome.line.number
                   << ": the translation reached the length limit and may be "
                      "cut; a larger --max-length may help\n";
    }
  }

  const OutputFormat format_;
  const TranslateStreams& streams_;
  TranslateSummary summary_;
};

// The next batch: as many lines as are there, at most `limit`, at least one.
std::optional<Batch> NextBatch(LineReader& reader, int limit) {
  Batch batch;
  do {
    std::optional<TextLine> line = reader.Next();
    if (!line) {
      break;
    }
    batch.lines.push_back(*std::move(line));
  } while (batch.lines.size() < static_cast<size_t>(limit) &&
           reader.HasBuffered());
  batch.bytes = reader.bytes();
  if (batch.lines.empty()) {
    return std::nullopt;
  }
  return batch;
}

}  // namespace

TranslateSummary TranslateLines(TranslationClient& client,
                                const TranslateSettings& settings,
                                const TranslateStreams& streams) {
  LineReader reader(streams.in);
  Printer printer(settings.format, streams);
  OrderedPipeline<Batch, BatchOutcome> pipeline(
      settings.concurrency,
      {.produce = [&] { return NextBatch(reader, settings.batch); },
       .transform =
           [&](Batch batch) {
             return TranslateBatch(client, settings, std::move(batch));
           },
       .consume =
           [&](const BatchOutcome& batch) { return printer.Print(batch); }});
  pipeline.Run();
  streams.progress.Clear();
  TranslateSummary summary = printer.summary();
  if (streams.in.bad()) {
    streams.err << "error: the input cannot be read any further\n";
    summary.exit_code = ExitCode::kInputOutput;
  }
  return summary;
}

}  // namespace interpres
