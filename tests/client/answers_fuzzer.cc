// libFuzzer over what the client reads: a server's metrics page, lines of text,
// tokens, the retry delays of errors, and results that it prints as text or
// JSON or draws. The first byte picks one.
// tests/fuzz.sh builds and runs it.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

#include "client/attention_plot.h"
#include "client/bench/metrics_page.h"
#include "client/channel.h"
#include "client/result_format.h"
#include "client/retry_policy.h"
#include "client/server_delay.h"
#include "interpres/v1/translation.pb.h"
#include "model/base/text_lines.h"
#include "model/base/utf8.h"
#include "tests/testing/fuzz_parsers.h"

namespace interpres {
namespace {

void FuzzMetrics(std::string_view bytes) {
  (void)SumOfSamples(bytes, "interpres_step_sentences_sum");
  (void)SumOfSamples(bytes, bytes.substr(0, bytes.find(' ')));
  (void)MeanBetween("", bytes, "interpres_step_sentences");
}

// Nothing is lost: the lines and their ends are the input, but for the mark.
void FuzzLines(const std::string& bytes) {
  std::istringstream stream(bytes);
  LineReader reader(stream);
  std::string whole;
  int64_t number = 0;
  while (const std::optional<TextLine> line = reader.Next()) {
    if (line->number != ++number) {
      Report("a line is counted wrongly");
    }
    whole += line->text + line->ending;
    (void)IsBlank(line->text);
    (void)IsValidUtf8(line->text);
  }
  if (!bytes.ends_with(whole) || bytes.size() - whole.size() > 3) {
    Report("lines are lost");
  }
}

void FuzzToken(const std::string& bytes) {
  const auto token = CleanToken(bytes, "fuzz");
  if (token.ok() &&
      (token->empty() || token->find_first_of(std::string_view("\n\r\0", 3)) !=
                             std::string::npos)) {
    Report("a token that metadata cannot have is accepted");
  }
}

void FuzzDelay(const std::string& bytes) {
  const auto delay = DelayInDetails(bytes);
  google::protobuf::Duration duration;
  (void)duration.ParseFromString(bytes);
  const auto bounded = BoundedDelay(duration);
  if (bounded.count() < 0 || bounded > kMaxServerDelay ||
      delay.value_or(bounded) > kMaxServerDelay) {
    Report("a delay beyond its bounds");
  }
  // The client decides for every delay that a server can send.
  const auto next =
      NextRetryDelay(RetryPolicy(),
                     {.code = absl::StatusCode::kResourceExhausted,
                      .attempts_made = 1,
                      .server_delay = bounded,
                      .remaining = std::chrono::hours(100)},
                     0.5);
  if (!next.has_value() || *next < bounded) {
    Report("a delay that does not honour the server's");
  }
}

// A line stays one line for every content of a translation.
void FuzzResult(const std::string& bytes) {
  LineOutcome outcome;
  if (!outcome.result.ParseFromString(bytes)) {
    return;
  }
  outcome.line = {.number = 1, .text = "x", .ending = "\n"};
  const auto lines =
      std::max<int64_t>(outcome.result.translations().hypotheses_size(), 1);
  const std::string text = FormatOutcome(
      outcome, {.scores = true, .alignments = true, .numbered = true});
  if (std::count(text.begin(), text.end(), '\n') > lines) {
    Report("a translation is printed on several lines");
  }
  const std::string json = FormatOutcome(outcome, {.json = true});
  if (std::count(json.begin(), json.end(), '\n') != 1) {
    Report("JSON of several lines");
  }
  const auto plot = PlotOf(outcome.result);
  if (plot.ok() && !IsValidUtf8(DrawSvg(*plot))) {
    Report("a picture that is not UTF-8");
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  return interpres::FuzzOneOf(
      data, size,
      {interpres::FuzzMetrics, interpres::FuzzLines, interpres::FuzzToken,
       interpres::FuzzDelay, interpres::FuzzResult});
}
