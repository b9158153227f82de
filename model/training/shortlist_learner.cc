// Tested by shortlist_learner_test.cc.

#include "model/training/shortlist_learner.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/engine/sentence_shortlist.h"
#include "model/training/lexical_translations.h"

namespace interpres {
namespace {

using Lists = std::vector<std::vector<int32_t>>;

absl::Status CheckRange(const char* option, double value, double least,
                        double most) {
  // Written so that NaN fails.
  if (value >= least && value <= most) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("shortlist option %s is %g; expected %g to %g", option,
                      value, least, most));
}

bool IsMarker(const ShortlistVocabulary& vocabulary, int32_t id) {
  return std::find(vocabulary.markers.begin(), vocabulary.markers.end(), id) !=
         vocabulary.markers.end();
}

// One translation direction of the corpus.
struct Direction {
  // The first marker of every source.
  int32_t common = 0;
  std::vector<TokenSpans> pairs;
};

// `ids` without the markers at both ends, except the marker `kept`.
std::span<const int32_t> Trim(std::span<const int32_t> ids,
                              const ShortlistVocabulary& vocabulary,
                              std::optional<int32_t> kept) {
  const auto drop = [&](int32_t id) {
    return IsMarker(vocabulary, id) && id != kept;
  };
  while (!ids.empty() && drop(ids.front())) {
    ids = ids.subspan(1);
  }
  while (!ids.empty() && drop(ids.back())) {
    ids = ids.first(ids.size() - 1);
  }
  return ids;
}

// Sources keep one common token. Targets keep no marker: their end symbol is in
// every list anyway.
std::vector<Direction> SplitDirections(const ExampleSet& examples,
                                       const ShortlistVocabulary& vocabulary) {
  std::map<int32_t, Direction> directions;
  for (int64_t i = 0; i < examples.size(); ++i) {
    const std::span<const int32_t> source = examples.source(i);
    const int32_t common = *std::find_if(
        source.begin(), source.end(),
        [&vocabulary](int32_t id) { return IsMarker(vocabulary, id); });
    Direction& direction = directions[common];
    direction.common = common;
    direction.pairs.push_back(
        {Trim(source, vocabulary, common),
         Trim(examples.target(i), vocabulary, std::nullopt)});
  }
  std::vector<Direction> result;
  result.reserve(directions.size());
  for (auto& [common, direction] : directions) {
    result.push_back(std::move(direction));
  }
  return result;
}

// The `count` most frequent target tokens, equal ones by id; rising.
std::vector<int32_t> FrequentTargets(const Direction& direction,
                                     int32_t vocab_size, int32_t count) {
  std::vector<int64_t> counts(vocab_size);
  for (const TokenSpans& pair : direction.pairs) {
    for (const int32_t target : pair.target) {
      ++counts[target];
    }
  }
  std::vector<int32_t> ids(vocab_size);
  std::iota(ids.begin(), ids.end(), 0);
  std::stable_sort(ids.begin(), ids.end(), [&counts](int32_t a, int32_t b) {
    return counts[a] > counts[b];
  });
  ids.resize(std::min(count, vocab_size));
  std::erase_if(ids, [&counts](int32_t id) { return counts[id] == 0; });
  std::sort(ids.begin(), ids.end());
  return ids;
}

// The best of `ranked` by the options. Frequent targets take no place among
// them: the sentence has those from its common token.
void AddBest(std::span<const LexicalTranslation> ranked,
             std::span<const int32_t> frequent, const ShortlistOptions& options,
             std::vector<int32_t>& list) {
  int32_t taken = 0;
  for (const LexicalTranslation& translation : ranked) {
    if (taken == options.best ||
        double{translation.probability} < options.threshold) {
      return;
    }
    if (!std::binary_search(frequent.begin(), frequent.end(),
                            translation.target)) {
      list.push_back(translation.target);
      ++taken;
    }
  }
}

// Adds what one direction says of every source token.
void AddDirection(const Direction& direction, const ShortlistOptions& options,
                  Lists& lists) {
  const auto vocab_size = static_cast<int32_t>(lists.size());
  const std::vector<int32_t> frequent =
      FrequentTargets(direction, vocab_size, options.frequent);
  const auto translations =
      LearnLexicalTranslations(direction.pairs, vocab_size, options.iterations);
  for (std::size_t source = 0; source < translations.size(); ++source) {
    AddBest(translations[source], frequent, options, lists[source]);
  }
  std::vector<int32_t>& common = lists[direction.common];
  common.insert(common.end(), frequent.begin(), frequent.end());
}

}  // namespace

absl::Status ValidateShortlistOptions(const ShortlistOptions& options) {
  constexpr double kMany = 1e6;
  INTERPRES_RETURN_IF_ERROR(CheckRange("best", options.best, 1, kMany));
  INTERPRES_RETURN_IF_ERROR(CheckRange("threshold", options.threshold, 0, 1));
  INTERPRES_RETURN_IF_ERROR(CheckRange("frequent", options.frequent, 1, kMany));
  return CheckRange("iterations", options.iterations, 1, 1000);
}

absl::StatusOr<Shortlist> LearnShortlist(const ExampleSet& examples,
                                         const ShortlistVocabulary& vocabulary,
                                         const ShortlistOptions& options) {
  INTERPRES_RETURN_IF_ERROR(ValidateShortlistOptions(options));
  Lists lists(vocabulary.size);
  for (const Direction& direction : SplitDirections(examples, vocabulary)) {
    AddDirection(direction, options, lists);
  }
  for (int32_t source = 0; source < vocabulary.size; ++source) {
    std::vector<int32_t>& list = lists[source];
    if (!IsMarker(vocabulary, source)) {
      list.push_back(source);
    }
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return Shortlist::Create(lists);
}

ShortlistCoverage MeasureCoverage(const Shortlist& shortlist,
                                  const ExampleSet& examples, int32_t end) {
  int64_t list_tokens = 0;
  int64_t targets = 0;
  int64_t listed = 0;
  int64_t complete = 0;
  const int32_t always[] = {end};
  for (int64_t i = 0; i < examples.size(); ++i) {
    const std::vector<int32_t> list =
        SentenceShortlist(shortlist, examples.source(i), always, {});
    const std::span<const int32_t> target = examples.target(i);
    const auto found =
        std::count_if(target.begin(), target.end(), [&list](int32_t token) {
          return std::binary_search(list.begin(), list.end(), token);
        });
    list_tokens += static_cast<int64_t>(list.size());
    targets += static_cast<int64_t>(target.size());
    listed += found;
    complete += found == static_cast<int64_t>(target.size()) ? 1 : 0;
  }
  const auto share = [](int64_t part, int64_t whole) {
    return whole == 0 ? 0.0
                      : static_cast<double>(part) / static_cast<double>(whole);
  };
  return {.mean_tokens = share(list_tokens, examples.size()),
          .listed_share = share(listed, targets),
          .complete_share = share(complete, examples.size())};
}

}  // namespace interpres
