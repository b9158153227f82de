#include "model/language/language_table_trainer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/document/characters.h"
#include "model/language/ngrams.h"

namespace interpres {
namespace {

// One line in this number is held out.
constexpr std::size_t kHeldOutInterval = 20;
// The largest penalty, in nats. A rare n-gram must not decide alone.
constexpr double kMaxPenalty = 8.0;
constexpr double kUnit = kMaxPenalty / 255.0;
constexpr int kExcerptWords = 3;
// The candidates of the certainty.
constexpr double kCertainties[] = {1.0,  0.7,  0.5,  0.35, 0.25,
                                   0.18, 0.12, 0.08, 0.05};

bool IsHeldOut(std::size_t line) {
  return line % kHeldOutInterval == kHeldOutInterval - 1;
}

// The n-grams of one language: a count for each hash, and their sum.
struct Counts {
  std::vector<uint32_t> of_hash;
  double total = 0.0;
};

Counts CountNgrams(const LanguageSample& sample, int bits) {
  Counts counts{.of_hash = std::vector<uint32_t>(std::size_t{1} << bits)};
  const auto count_word = [&counts](std::span<const uint32_t> hashes) {
    for (const uint32_t hash : hashes) {
      ++counts.of_hash[hash];
    }
    counts.total += static_cast<double>(hashes.size());
  };
  for (std::size_t i = 0; i < sample.lines.size(); ++i) {
    if (!IsHeldOut(i)) {
      ForEachWord(DecodeUtf8(sample.lines[i]).code, bits, count_word);
    }
  }
  return counts;
}

absl::Status CheckSamples(std::span<const LanguageSample> samples,
                          const TableOptions& options) {
  if (options.bits < kMinTableBits || options.bits > kMaxTableBits) {
    return absl::InvalidArgumentError(
        absl::StrFormat("bits is %d; expected %d to %d", options.bits,
                        kMinTableBits, kMaxTableBits));
  }
  if (!(options.smoothing > 0.0 && options.smoothing <= 100.0)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "smoothing is %g; expected above 0, at most 100", options.smoothing));
  }
  for (const LanguageSample& sample : samples) {
    if (sample.lines.size() < kHeldOutInterval) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the text in %s has %d lines; expected at least %d, better 10000",
          sample.language, sample.lines.size(), kHeldOutInterval));
    }
  }
  return absl::OkStatus();
}

// Returns the penalties of the row of one hash. The added probability is the
// same for all languages. Otherwise an unknown n-gram would speak for the
// language with the shortest text.
void FillRow(std::span<const Counts> counts, std::size_t hash, double added,
             std::span<uint8_t> row) {
  std::vector<double> logs(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    logs[i] = std::log(counts[i].of_hash[hash] / counts[i].total + added);
  }
  const double best = *std::ranges::max_element(logs);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double penalty = std::min(best - logs[i], kMaxPenalty);
    row[i] = static_cast<uint8_t>(std::lround(penalty / kUnit));
  }
}

std::vector<uint8_t> Penalties(std::span<const Counts> counts, double added) {
  const std::size_t rows = counts.front().of_hash.size();
  std::vector<uint8_t> penalties(rows * counts.size());
  for (std::size_t hash = 0; hash < rows; ++hash) {
    FillRow(counts, hash, added,
            std::span(penalties).subspan(hash * counts.size(), counts.size()));
  }
  return penalties;
}

// The scores of a held-out text, and the index of its language.
struct HeldOutText {
  std::vector<double> scores;
  std::size_t language;
  bool is_excerpt;
};

std::vector<HeldOutText> ScoreHeldOut(std::span<const LanguageSample> samples,
                                      const LanguageTable& table) {
  std::vector<HeldOutText> texts;
  for (std::size_t language = 0; language < samples.size(); ++language) {
    const std::vector<std::string>& lines = samples[language].lines;
    for (std::size_t i = kHeldOutInterval - 1; i < lines.size();
         i += kHeldOutInterval) {
      const std::u32string line = DecodeUtf8(lines[i]).code;
      texts.push_back({table.Scores(line), language, false});
      texts.push_back(
          {table.Scores(FirstWords(line, kExcerptWords)), language, true});
    }
  }
  return texts;
}

// Returns the negative log-probability of the right languages, if scores are
// multiplied by `certainty`.
double Surprise(std::span<const HeldOutText> texts, double certainty) {
  double surprise = 0.0;
  for (const HeldOutText& text : texts) {
    const double best = *std::ranges::max_element(text.scores);
    double sum = 0.0;
    for (const double score : text.scores) {
      sum += std::exp(certainty * (score - best));
    }
    surprise += std::log(sum) - certainty * (text.scores[text.language] - best);
  }
  return surprise;
}

float BestCertainty(std::span<const HeldOutText> texts) {
  double best = kCertainties[0];
  double least = Surprise(texts, best);
  for (const double certainty : kCertainties) {
    const double surprise = Surprise(texts, certainty);
    if (surprise < least) {
      least = surprise;
      best = certainty;
    }
  }
  return static_cast<float>(best);
}

std::vector<HeldOutCount> CountCorrect(std::span<const HeldOutText> texts,
                                       const LanguageTable& table) {
  std::vector<HeldOutCount> counts;
  for (const std::string& language : table.languages()) {
    counts.push_back({.language = language});
  }
  for (const HeldOutText& text : texts) {
    HeldOutCount& of_language = counts[text.language];
    DetectionCount& count =
        text.is_excerpt ? of_language.three_words : of_language.lines;
    const auto best = std::ranges::max_element(text.scores);
    const auto found = static_cast<std::size_t>(best - text.scores.begin());
    ++count.texts;
    count.correct += found == text.language ? 1 : 0;
  }
  return counts;
}

}  // namespace

absl::StatusOr<TrainedTable> TrainLanguageTable(
    std::span<const LanguageSample> samples, const TableOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckSamples(samples, options));
  LanguageTable::Content content{.bits = options.bits,
                                 .unit = static_cast<float>(kUnit)};
  std::vector<Counts> counts;
  double smallest = 0.0;
  for (const LanguageSample& sample : samples) {
    content.languages.push_back(sample.language);
    counts.push_back(CountNgrams(sample, options.bits));
    const double total = counts.back().total;
    if (total == 0.0) {
      return absl::InvalidArgumentError(
          absl::StrFormat("the text in %s has no letters", sample.language));
    }
    smallest = counts.size() == 1 ? total : std::min(smallest, total);
  }
  if (!counts.empty()) {
    content.penalties = Penalties(counts, options.smoothing / smallest);
  }
  INTERPRES_ASSIGN_OR_RETURN(const LanguageTable table,
                             LanguageTable::Create(content));
  const std::vector<HeldOutText> held_out = ScoreHeldOut(samples, table);
  content.certainty = BestCertainty(held_out);
  INTERPRES_ASSIGN_OR_RETURN(LanguageTable calibrated,
                             LanguageTable::Create(std::move(content)));
  return TrainedTable{.table = std::move(calibrated),
                      .held_out = CountCorrect(held_out, table)};
}

std::u32string FirstWords(std::u32string_view text, int count) {
  std::size_t end = 0;
  for (int word = 0; word < count && end < text.size(); ++word) {
    while (end < text.size() && IsSpace(text[end])) {
      ++end;
    }
    while (end < text.size() && !IsSpace(text[end])) {
      ++end;
    }
  }
  return std::u32string(text.substr(0, end));
}

}  // namespace interpres
