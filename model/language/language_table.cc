#include "model/language/language_table.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "model/language/ngrams.h"

namespace interpres {
namespace {

bool IsTableCode(std::string_view code) {
  return !code.empty() && code.size() <= 15 &&
         std::all_of(code.begin(), code.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '-' || c == '_';
         });
}

// Written so that NaN fails.
bool IsFraction(float value) { return value > 0.0F && value <= 1.0F; }

absl::Status CheckLanguages(const std::vector<std::string>& languages) {
  if (languages.empty() || languages.size() > kMaxTableLanguages) {
    return absl::InvalidArgumentError(
        absl::StrFormat("it has %d languages; expected 1 to %d",
                        languages.size(), kMaxTableLanguages));
  }
  std::set<std::string_view> seen;
  for (const std::string& language : languages) {
    if (!IsTableCode(language) || !seen.insert(language).second) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the code of language %d is malformed or occurs twice; expected 1 to "
          "15 letters, digits and hyphens",
          seen.size() + 1));
    }
  }
  return absl::OkStatus();
}

// Adds the penalties of one n-gram, one for each language.
void AddRow(std::span<const uint8_t> row, std::vector<uint32_t>& sums) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    sums[i] += row[i];
  }
}

}  // namespace

absl::StatusOr<LanguageTable> LanguageTable::Create(Content content) {
  if (const absl::Status status = CheckLanguages(content.languages);
      !status.ok()) {
    return status;
  }
  if (content.bits < kMinTableBits || content.bits > kMaxTableBits) {
    return absl::InvalidArgumentError(
        absl::StrFormat("its hashes have %d bits; expected %d to %d",
                        content.bits, kMinTableBits, kMaxTableBits));
  }
  if (!IsFraction(content.unit) || !IsFraction(content.certainty)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("its unit is %g and its certainty is %g; expected "
                        "above 0, at most 1",
                        content.unit, content.certainty));
  }
  const std::size_t expected =
      (std::size_t{1} << content.bits) * content.languages.size();
  if (content.penalties.size() != expected) {
    return absl::InvalidArgumentError(
        absl::StrFormat("it has %d penalties; expected %d",
                        content.penalties.size(), expected));
  }
  return LanguageTable(std::move(content));
}

std::vector<double> LanguageTable::Scores(std::u32string_view text) const {
  const std::size_t columns = content_.languages.size();
  std::vector<uint32_t> sums(columns);
  std::vector<double> scores(columns, 0.0);
  ForEachWord(text, content_.bits, [&](std::span<const uint32_t> hashes) {
    std::ranges::fill(sums, 0);
    for (const uint32_t hash : hashes) {
      AddRow(std::span(content_.penalties).subspan(hash * columns, columns),
             sums);
    }
    const double weight = content_.unit / std::sqrt(hashes.size());
    for (std::size_t i = 0; i < columns; ++i) {
      scores[i] -= weight * sums[i];
    }
  });
  return scores;
}

std::vector<double> LanguageTable::Probabilities(
    std::vector<double> scores) const {
  const double best = *std::ranges::max_element(scores);
  double sum = 0.0;
  for (double& score : scores) {
    score = std::exp(double{content_.certainty} * (score - best));
    sum += score;
  }
  for (double& score : scores) {
    score /= sum;
  }
  return scores;
}

}  // namespace interpres
