#include "model/training/progress.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "absl/strings/str_format.h"

namespace interpres {
namespace {

// Not a number for a window without tokens.
double PerToken(double sum, const LossSums& sums) {
  return sums.target_tokens > 0 ? sum / static_cast<double>(sums.target_tokens)
                                : std::numeric_limits<double>::quiet_NaN();
}

// Source and target tokens.
double TokensPerSecond(const ProgressRecord& record) {
  const auto tokens =
      static_cast<double>(record.source_tokens + record.sums.target_tokens);
  return record.window_seconds > 0.0 ? tokens / record.window_seconds : 0.0;
}

// As many digits as tell it from every other number; JSON has no infinity and
// no NaN.
std::string JsonNumber(double value) {
  if (!std::isfinite(value)) {
    return "null";
  }
  std::array<char, 32> text{};
  char* const end = std::to_chars(text.data(), text.data() + text.size(), value,
                                  std::chars_format::general)
                        .ptr;
  return {text.data(), end};
}

}  // namespace

std::string FormatDuration(double seconds) {
  const auto total = static_cast<int64_t>(std::llround(std::max(seconds, 0.0)));
  if (total < 3600) {
    return absl::StrFormat("%d:%02d", total / 60, total % 60);
  }
  return absl::StrFormat("%d:%02d:%02d", total / 3600, total / 60 % 60,
                         total % 60);
}

std::string FormatProgressLine(const ProgressRecord& record) {
  std::string line = absl::StrFormat(
      "update %d | epoch %d | loss %.3f | ppl %.2f | %.0f tok/s | lr %.3g | "
      "norm %.2f | %s",
      record.update, record.epoch + 1,
      PerToken(record.sums.smoothed_loss, record.sums),
      std::exp(PerToken(record.sums.negative_log_likelihood, record.sums)),
      TokensPerSecond(record), record.learning_rate, record.gradient_norm,
      FormatDuration(record.total_seconds));
  if (record.remaining_seconds.has_value()) {
    line += " | ETA " + FormatDuration(*record.remaining_seconds);
  }
  if (record.skipped_updates > 0) {
    line += absl::StrFormat(" | skipped updates %d", record.skipped_updates);
  }
  return line;
}

std::string FormatProgressJson(const ProgressRecord& record) {
  return absl::StrFormat(
      R"({"event":"train","update":%d,"epoch":%d,"seconds":%s,"loss":%s,)"
      R"("nll":%s,"tokens_per_second":%s,"learning_rate":%s,)"
      R"("gradient_norm":%s,"target_tokens":%d,"skipped_updates":%d})",
      record.update, record.epoch + 1, JsonNumber(record.total_seconds),
      JsonNumber(PerToken(record.sums.smoothed_loss, record.sums)),
      JsonNumber(PerToken(record.sums.negative_log_likelihood, record.sums)),
      JsonNumber(TokensPerSecond(record)), JsonNumber(record.learning_rate),
      JsonNumber(record.gradient_norm), record.sums.target_tokens,
      record.skipped_updates);
}

std::string FormatValidationLine(const ValidationRecord& record) {
  std::string line = absl::StrFormat(
      "update %d | dev loss %.4f | dev ppl %.3f | best %.4f", record.update,
      record.loss, std::exp(record.loss), record.best_loss);
  if (!record.metric.empty()) {
    absl::StrAppendFormat(&line, " | %s %.2f | best %.2f", record.metric,
                          record.score, record.best_score);
  }
  return line;
}

std::string FormatValidationJson(const ValidationRecord& record) {
  return absl::StrFormat(
      R"({"event":"validate","update":%d,"seconds":%s,"dev_loss":%s,)"
      R"("dev_perplexity":%s})",
      record.update, JsonNumber(record.total_seconds), JsonNumber(record.loss),
      JsonNumber(std::exp(record.loss)));
}

}  // namespace interpres
