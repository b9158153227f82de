// Tested by lexical_translations_test.cc.

#include "model/training/lexical_translations.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace interpres {
namespace {

void SortUnique(std::vector<int32_t>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

// The target tokens of one source token.
struct Row {
  std::vector<int32_t> targets;  // rising
  std::vector<float> probabilities;
  std::vector<double> counts;  // expected, of this iteration

  std::size_t Find(int32_t target) const {
    return static_cast<std::size_t>(
        std::lower_bound(targets.begin(), targets.end(), target) -
        targets.begin());
  }
};

class Model1 {
 public:
  Model1(std::span<const TokenSpans> pairs, int32_t vocab_size)
      : pairs_(pairs), rows_(vocab_size) {
    CollectTargets();
    for (Row& row : rows_) {
      // All alike: only their ratios count before the first Maximise.
      row.probabilities.assign(row.targets.size(), 1.0f);
      row.counts.resize(row.targets.size());
    }
  }

  void Iterate() {
    for (const TokenSpans& pair : pairs_) {
      for (const int32_t target : pair.target) {
        Expect(pair.source, target);
      }
    }
    for (Row& row : rows_) {
      Maximise(row);
    }
  }

  std::vector<LexicalTranslation> Ranked(int32_t source) const {
    const Row& row = rows_[source];
    std::vector<LexicalTranslation> ranked;
    ranked.reserve(row.targets.size());
    for (std::size_t i = 0; i < row.targets.size(); ++i) {
      ranked.push_back({row.targets[i], row.probabilities[i]});
    }
    std::stable_sort(
        ranked.begin(), ranked.end(),
        [](const LexicalTranslation& a, const LexicalTranslation& b) {
          return a.probability > b.probability;
        });
    return ranked;
  }

 private:
  void CollectTargets() {
    std::vector<std::size_t> limits(rows_.size());
    for (const TokenSpans& pair : pairs_) {
      for (const int32_t source : pair.source) {
        AddTargets(pair.target, rows_[source].targets, limits[source]);
      }
    }
    for (Row& row : rows_) {
      SortUnique(row.targets);
      row.targets.shrink_to_fit();
    }
  }

  // A row drops its repeats whenever it has doubled, so it takes little more
  // than what stays.
  static void AddTargets(std::span<const int32_t> more,
                         std::vector<int32_t>& targets, std::size_t& limit) {
    constexpr std::size_t kLeast = 64;
    targets.insert(targets.end(), more.begin(), more.end());
    if (targets.size() > std::max(kLeast, limit)) {
      SortUnique(targets);
      limit = 2 * targets.size();
    }
  }

  // Adds the probability that each source token brought `target` forth.
  void Expect(std::span<const int32_t> source, int32_t target) {
    places_.clear();
    double sum = 0.0;
    for (const int32_t token : source) {
      places_.push_back(rows_[token].Find(target));
      sum += double{rows_[token].probabilities[places_.back()]};
    }
    // Model 1 never brings all of them to zero, but floats may.
    if (sum <= 0.0) {
      return;
    }
    for (std::size_t i = 0; i < source.size(); ++i) {
      Row& row = rows_[source[i]];
      row.counts[places_[i]] += double{row.probabilities[places_[i]]} / sum;
    }
  }

  static void Maximise(Row& row) {
    double total = 0.0;
    for (const double count : row.counts) {
      total += count;
    }
    for (std::size_t i = 0; i < row.counts.size(); ++i) {
      row.probabilities[i] =
          total > 0.0 ? static_cast<float>(row.counts[i] / total) : 0.0f;
      row.counts[i] = 0.0;
    }
  }

  const std::span<const TokenSpans> pairs_;
  std::vector<Row> rows_;            // by source token
  std::vector<std::size_t> places_;  // scratch of Expect
};

}  // namespace

std::vector<std::vector<LexicalTranslation>> LearnLexicalTranslations(
    std::span<const TokenSpans> pairs, int32_t vocab_size, int32_t iterations) {
  Model1 model(pairs, vocab_size);
  for (int32_t i = 0; i < iterations; ++i) {
    model.Iterate();
  }
  std::vector<std::vector<LexicalTranslation>> translations;
  translations.reserve(static_cast<std::size_t>(vocab_size));
  for (int32_t source = 0; source < vocab_size; ++source) {
    translations.push_back(model.Ranked(source));
  }
  return translations;
}

}  // namespace interpres
