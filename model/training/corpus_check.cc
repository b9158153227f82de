#include "model/training/corpus_check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/utf8.h"
#include "model/language/language_detector.h"
#include "model/language/language_match.h"
#include "model/language/shipped_table.h"
#include "model/training/alignment_evidence.h"

namespace interpres {
namespace {

constexpr std::size_t kMaxSample = 8000;  // pairs
constexpr std::size_t kExamples = 3;
constexpr std::size_t kExampleBytes = 70;
// Fewer equal lines than this say nothing about a text.
constexpr std::size_t kMinEqual = 20;
constexpr double kMaxEqualShare = 0.5;
// Aligned text has a rate of 0.85 to 1, shuffled text one of 0.5. With this
// number of judged pairs, the rate of shuffled text is above kMinRate once in a
// thousand times.
constexpr int64_t kMinJudged = 100;
constexpr double kMinRate = 0.65;
// A small text has fewer stretches, so that each has kMinJudged pairs.
constexpr std::size_t kMaxStretches = 10;
// The language of some lines together is surer than the language of one.
constexpr std::size_t kLinesOfVote = 5;
constexpr std::size_t kMaxVotes = 100;
constexpr int64_t kMinVotes = 10;
// Below 0.9, the maximum for a language that only CLD2 knows.
constexpr double kSureConfidence = 0.85;
constexpr double kSureShare = 0.8;

// The text with an ellipsis if it is long.
std::string Shortened(std::string_view text) {
  if (text.size() <= kExampleBytes) {
    return std::string(text);
  }
  std::size_t end = 0;
  while (end < kExampleBytes) {
    end += std::max<std::size_t>(1, Utf8SequenceLength(text.substr(end)));
  }
  return absl::StrCat(std::string(text.substr(0, end)), "...");
}

// "line 3: one | uno" for each pair, on lines of their own.
std::string ExamplesOf(const ParallelText& text,
                       std::span<const std::size_t> pairs) {
  std::string examples;
  for (const std::size_t i : pairs.first(std::min(kExamples, pairs.size()))) {
    absl::StrAppendFormat(&examples, "\n  line %d: %s | %s", text.lines[i],
                          Shortened(text.source[i]), Shortened(text.target[i]));
  }
  return examples;
}

// A reason to suspect a text, and pairs that show the reason.
struct Finding {
  std::string words;
  std::vector<std::size_t> examples = {};
};

// Indices of at most `limit` pairs, evenly spaced.
std::vector<std::size_t> SampleOf(const ParallelText& text, std::size_t limit) {
  const std::size_t total = text.source.size();
  const std::size_t count = std::min(limit, total);
  std::vector<std::size_t> sample;
  sample.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    sample.push_back(i * total / count);
  }
  return sample;
}

std::optional<Finding> FindEqualSides(const ParallelText& text,
                                      std::span<const std::size_t> sample) {
  std::error_code error;
  if (!text.files.is_tsv && std::filesystem::equivalent(
                                text.files.source, text.files.target, error)) {
    return Finding{"both sides are the same file"};
  }
  std::vector<std::size_t> equal;
  for (const std::size_t i : sample) {
    if (text.source[i] == text.target[i]) {
      equal.push_back(i);
    }
  }
  if (equal.size() < kMinEqual ||
      static_cast<double>(equal.size()) <=
          kMaxEqualShare * static_cast<double>(sample.size())) {
    return std::nullopt;
  }
  return Finding{
      absl::StrFormat("source and target are equal in %d of %d sampled lines",
                      equal.size(), sample.size()),
      equal};
}

// The lost pairs among `outcomes`, as indices of the text.
std::vector<std::size_t> LostPairs(
    std::span<const AlignmentEvidence::Outcome> outcomes,
    std::span<const std::size_t> sample) {
  std::vector<std::size_t> lost;
  for (const AlignmentEvidence::Outcome& outcome : outcomes) {
    if (!outcome.won) {
      lost.push_back(sample[outcome.pair]);
    }
  }
  return lost;
}

// Judges the pairs of `outcomes`, which are a stretch of the text or all of it.
std::optional<Finding> FindShuffledStretch(
    const ParallelText& text,
    std::span<const AlignmentEvidence::Outcome> outcomes,
    std::span<const std::size_t> sample) {
  const std::vector<std::size_t> lost = LostPairs(outcomes, sample);
  const std::size_t judged = outcomes.size();
  const double rate =
      1.0 - static_cast<double>(lost.size()) /
                static_cast<double>(std::max<std::size_t>(judged, 1));
  if (static_cast<int64_t>(judged) < kMinJudged || rate >= kMinRate) {
    return std::nullopt;
  }
  return Finding{
      absl::StrFormat(
          "the lines from %d to %d are no translations of each other: in %d of "
          "%d sampled pairs (%.0f %%), the words of the source predict the "
          "target better than the target of another line; expected at least "
          "%.0f %%, chance is 50 %%",
          text.lines[sample[outcomes.front().pair]],
          text.lines[sample[outcomes.back().pair]], judged - lost.size(),
          judged, 100.0 * rate, 100.0 * kMinRate),
      lost};
}

std::optional<Finding> FindShuffledLines(const ParallelText& text,
                                         std::span<const std::size_t> sample) {
  if (static_cast<int64_t>(sample.size()) < 2 * kMinJudged) {
    return std::nullopt;
  }
  SentenceSample sentences;
  for (const std::size_t i : sample) {
    sentences.source.push_back(text.source[i]);
    sentences.target.push_back(text.target[i]);
  }
  const AlignmentEvidence evidence = JudgeAlignment(sentences);
  const std::span outcomes(evidence.outcomes);
  std::optional<Finding> finding = FindShuffledStretch(text, outcomes, sample);
  const std::size_t stretches =
      std::min<std::size_t>(kMaxStretches, outcomes.size() / kMinJudged);
  for (std::size_t k = 0; k < stretches && !finding.has_value(); ++k) {
    const std::size_t begin = k * outcomes.size() / stretches;
    const std::size_t end = (k + 1) * outcomes.size() / stretches;
    finding =
        FindShuffledStretch(text, outcomes.subspan(begin, end - begin), sample);
  }
  return finding;
}

// Groups of lines by their language.
struct LanguageVotes {
  int64_t own = 0;      // the language of the side
  int64_t foreign = 0;  // the language of the other side

  int64_t all() const { return own + foreign; }
  bool IsForeign() const {
    return all() >= kMinVotes && static_cast<double>(foreign) >=
                                     kSureShare * static_cast<double>(all());
  }
};

LanguageVotes VotesOf(const LanguageDetector& detector,
                      const std::vector<std::string>& lines,
                      std::span<const std::size_t> sample,
                      const std::string& own) {
  LanguageVotes votes;
  for (std::size_t i = 0; i + kLinesOfVote <= sample.size();
       i += kLinesOfVote) {
    std::string group;
    for (const std::size_t line : sample.subspan(i, kLinesOfVote)) {
      absl::StrAppend(&group, lines[line], "\n");
    }
    const std::vector<DetectedLanguage> found = detector.Detect(group);
    if (!found.empty() && found[0].confidence >= kSureConfidence) {
      ++(found[0].language == own ? votes.own : votes.foreign);
    }
  }
  return votes;
}

bool IsInTable(const std::string& language) {
  const LanguageTable* const table = ShippedLanguageTable();
  return table != nullptr &&
         std::ranges::any_of(table->languages(), [&](const auto& known) {
           return IsSameLanguage(known, language);
         });
}

// Whether the detector can find the language of a side. A language that the
// detector lacks, such as Asturian, looks like a language that it has.
bool CanBeFound(const std::string& language, const LanguageVotes& side,
                const LanguageVotes& other_side) {
  return side.own > 0 || other_side.foreign > 0 || IsInTable(language);
}

std::string Describe(const LanguageVotes& votes, std::string_view side,
                     const LanguageDirection& languages) {
  const bool source = side == "source";
  return absl::StrFormat(
      "the %s text is in %s, not in %s (%d of %d samples of %d lines)",
      std::string(side), source ? languages.target : languages.source,
      source ? languages.source : languages.target, votes.foreign, votes.all(),
      kLinesOfVote);
}

std::optional<Finding> FindForeignSides(const ParallelText& text) {
  const LanguageDirection& languages = text.files.languages;
  if (languages.source.empty() || languages.target.empty() ||
      IsSameLanguage(languages.source, languages.target)) {
    return std::nullopt;
  }
  const std::vector<std::size_t> sample =
      SampleOf(text, kMaxVotes * kLinesOfVote);
  const std::string candidates[] = {languages.source, languages.target};
  const LanguageDetector detector(ShippedLanguageTable(), candidates);
  const LanguageVotes source =
      VotesOf(detector, text.source, sample, languages.source);
  const LanguageVotes target =
      VotesOf(detector, text.target, sample, languages.target);
  const bool is_source_foreign =
      source.IsForeign() && CanBeFound(languages.source, source, target);
  const bool is_target_foreign =
      target.IsForeign() && CanBeFound(languages.target, target, source);
  std::string finding;
  if (is_source_foreign) {
    finding = Describe(source, "source", languages);
  }
  if (is_target_foreign) {
    absl::StrAppend(&finding, finding.empty() ? "" : ", and ",
                    Describe(target, "target", languages));
  }
  if (finding.empty()) {
    return std::nullopt;
  }
  if (is_source_foreign && is_target_foreign) {
    finding += "; the sides are exchanged";
  }
  return Finding{finding, sample};
}

}  // namespace

absl::Status CheckCorpus(const ParallelText& text, std::string_view remedy) {
  const std::vector<std::size_t> sample = SampleOf(text, kMaxSample);
  std::optional<Finding> finding = FindEqualSides(text, sample);
  if (!finding.has_value()) {
    finding = FindForeignSides(text);
  }
  if (!finding.has_value()) {
    finding = FindShuffledLines(text, sample);
  }
  if (!finding.has_value()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat(NamesOf(text.files), ": ", finding->words, "; ",
                   std::string(remedy), ExamplesOf(text, finding->examples)));
}

}  // namespace interpres
