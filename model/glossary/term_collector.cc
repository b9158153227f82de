// Tested by delimited_terms_test.cc.

#include "model/glossary/term_collector.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

// Maximum size of a value in a message.
constexpr std::size_t kMaxShownBytes = 40;

bool IsControl(char32_t c) { return c < U' ' || (c >= 0x7f && c < 0xa0); }

}  // namespace

absl::StatusOr<std::string> CleanTerm(std::string_view text,
                                      std::string_view side) {
  const std::u32string squeezed = SqueezeSpaces(DecodeUtf8(text).code);
  std::string clean = EncodeUtf8(squeezed);
  if (std::ranges::any_of(squeezed, IsControl)) {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(side), " has a control character; expected text only"));
  }
  if (std::ssize(clean) > kMaxTermBytes ||
      !std::ranges::any_of(squeezed, IsContent)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s has %d bytes; expected 1 to %d, with a letter or a digit",
        AsAbsl(side), clean.size(), kMaxTermBytes));
  }
  return clean;
}

absl::Status CheckTermCount(int64_t count, const GlossaryLimits& limits) {
  if (count <= limits.max_terms) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "the glossary has more than %d terms; expected at most %d; make several "
      "glossaries, or raise --max-glossary-terms",
      limits.max_terms, limits.max_terms));
}

std::string Shown(std::string_view value) {
  return ReplaceInvalidUtf8(value.substr(0, kMaxShownBytes));
}

absl::Status AtLine(int64_t line, const absl::Status& status) {
  return {status.code(),
          absl::StrFormat("line %d: %s", line, status.message())};
}

absl::Status TermCollector::Add(std::string_view source,
                                std::string_view target, int line) {
  absl::StatusOr<std::string> clean_source = CleanTerm(source, "source");
  if (!clean_source.ok()) {
    return AtLine(line, clean_source.status());
  }
  absl::StatusOr<std::string> clean_target = CleanTerm(target, "target");
  if (!clean_target.ok()) {
    return AtLine(line, clean_target.status());
  }
  const auto [known, is_new] = line_of_source_.try_emplace(*clean_source, line);
  if (!is_new) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "line %d: line %d has the same source; expected one line for each "
        "source; remove one of the two lines",
        line, known->second));
  }
  terms_.push_back(
      {.source = *std::move(clean_source), .target = *std::move(clean_target)});
  if (absl::Status status = CheckTermCount(std::ssize(terms_), limits_);
      !status.ok()) {
    return AtLine(line, status);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Term>> TermCollector::Take() && {
  if (terms_.empty()) {
    return absl::InvalidArgumentError(
        "the glossary has no terms; expected at least one line with a term and "
        "its translation");
  }
  return std::move(terms_);
}

}  // namespace interpres
