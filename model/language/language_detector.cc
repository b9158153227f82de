#include "model/language/language_detector.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "model/base/utf8.h"
#include "model/document/characters.h"
#include "model/language/cld2_detector.h"
#include "model/language/language_code.h"
#include "model/language/language_match.h"
#include "model/language/text_script.h"

namespace interpres {
namespace {

// The weight of CLD2 against the table, for a text whose first language by CLD2
// is a candidate without a column in the table.
constexpr double kReliableWeight = 0.9;
constexpr double kUnreliableWeight = 0.4;
// The confidence in the only candidate that is written in the text's script, if
// nothing else speaks for it.
constexpr double kOnlyCandidate = 0.1;

// Returns the beginning of the text, which ends between characters.
std::string_view Beginning(std::string_view text) {
  if (text.size() <= kMaxDetectionBytes) {
    return text;
  }
  std::size_t end = kMaxDetectionBytes;
  while (end > 0 && IsUtf8Continuation(text[end])) {
    --end;
  }
  return text.substr(0, end);
}

}  // namespace

LanguageDetector::LanguageDetector(const LanguageTable* table,
                                   std::span<const std::string> candidates)
    : table_(table) {
  if (table_ != nullptr) {
    for (const std::string& language : table_->languages()) {
      columns_.push_back(ParseLanguageCode(language).value_or(LanguageCode()));
    }
  }
  std::set<std::pair<std::string, std::string>> seen;
  for (const std::string& code : candidates) {
    const std::optional<LanguageCode> parsed = ParseLanguageCode(code);
    if (parsed && seen.emplace(parsed->language, parsed->script).second) {
      candidates_.push_back(
          {.code = code, .parsed = *parsed, .column = ColumnOf(*parsed)});
    }
  }
}

std::optional<std::size_t> LanguageDetector::ColumnOf(
    const LanguageCode& code) const {
  std::optional<std::size_t> nearest;
  int best = LanguageMatcher::kUnstated;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::optional<int> distance = LanguageDistance(code, columns_[i]);
    if (distance && *distance < best && columns_[i].script == code.script) {
      nearest = i;
      best = *distance;
    }
  }
  return nearest;
}

std::vector<DetectedLanguage> LanguageDetector::Detect(
    std::string_view text) const {
  const std::u32string letters = DecodeUtf8(Beginning(text)).code;
  const std::string script = ScriptOfText(letters);
  if (script.empty()) {
    return {};
  }
  std::vector<Guess> guesses = GuessesFor(script);
  if (guesses.size() == 1 && IsScriptOfOneLanguage(script)) {
    return {{.language = guesses.front().candidate->code, .confidence = 1.0}};
  }
  const bool is_only = guesses.size() == 1;
  if (guesses.empty()) {  // only CLD2 can know a text in an unusual script
    guesses = AllGuesses();
  }
  const double weight = AddCld2(letters, guesses);
  AddTable(letters, {.script = script, .weight = 1.0 - weight}, guesses);
  if (is_only && guesses.front().confidence == 0.0) {
    guesses.front().confidence = kOnlyCandidate;
  }
  return Sorted(guesses);
}

std::vector<LanguageDetector::Guess> LanguageDetector::GuessesFor(
    std::string_view script) const {
  std::vector<Guess> guesses;
  for (const Candidate& candidate : candidates_) {
    if (CanBeScript(script, candidate.parsed.script)) {
      guesses.push_back({.candidate = &candidate});
    }
  }
  return guesses;
}

std::vector<LanguageDetector::Guess> LanguageDetector::AllGuesses() const {
  std::vector<Guess> guesses;
  for (const Candidate& candidate : candidates_) {
    guesses.push_back({.candidate = &candidate});
  }
  return guesses;
}

double LanguageDetector::AddCld2(std::u32string_view text,
                                 std::vector<Guess>& guesses) {
  const auto has_column = [](const Guess& guess) {
    return guess.candidate->column.has_value();
  };
  if (std::ranges::all_of(guesses, has_column)) {
    return 0.0;
  }
  const Cld2Result result = DetectByCld2(text);
  const double weight =
      result.is_reliable ? kReliableWeight : kUnreliableWeight;
  const bool is_alone = std::ranges::none_of(guesses, has_column);
  for (std::size_t i = 0; i < result.languages.size(); ++i) {
    const Cld2Language& found = result.languages[i];
    Guess* const guess = NearestGuess(found.code, guesses);
    const bool is_for_cld2 = guess != nullptr && !has_column(*guess);
    if (is_for_cld2) {
      guess->confidence += weight * found.share;
    }
    if (i == 0 && !is_for_cld2 && !is_alone) {
      return 0.0;  // the table decides
    }
  }
  return result.languages.empty() ? 0.0 : weight;
}

LanguageDetector::Guess* LanguageDetector::NearestGuess(
    std::string_view code, std::vector<Guess>& guesses) {
  const std::optional<LanguageCode> parsed = ParseLanguageCode(code);
  Guess* nearest = nullptr;
  int best = LanguageMatcher::kUnstated;
  for (Guess& guess : guesses) {
    const std::optional<int> distance =
        parsed ? LanguageDistance(*parsed, guess.candidate->parsed)
               : std::nullopt;
    if (distance && *distance < best) {
      nearest = &guess;
      best = *distance;
    }
  }
  return nearest;
}

void LanguageDetector::AddTable(std::u32string_view text,
                                const TableShare& share,
                                std::vector<Guess>& guesses) const {
  const bool has_columns =
      std::ranges::any_of(guesses, [&](const Guess& guess) {
        return guess.candidate->column &&
               CanBeScript(share.script, guess.candidate->parsed.script);
      });
  if (!has_columns) {
    return;
  }
  std::vector<double> scores = table_->Scores(text);
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!CanBeScript(share.script, columns_[i].script)) {
      scores[i] = -std::numeric_limits<double>::infinity();
    }
  }
  const std::vector<double> probabilities =
      table_->Probabilities(std::move(scores));
  for (Guess& guess : guesses) {
    if (guess.candidate->column) {
      guess.confidence +=
          share.weight * probabilities[*guess.candidate->column];
    }
  }
}

std::vector<DetectedLanguage> LanguageDetector::Sorted(
    std::vector<Guess>& guesses) {
  std::ranges::stable_sort(guesses, std::ranges::greater(), &Guess::confidence);
  std::vector<DetectedLanguage> languages;
  for (const Guess& guess : guesses) {
    if (guess.confidence > 0.0) {
      languages.push_back(
          {.language = guess.candidate->code, .confidence = guess.confidence});
    }
  }
  return languages;
}

}  // namespace interpres
