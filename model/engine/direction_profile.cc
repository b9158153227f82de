#include "model/engine/direction_profile.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "model/base/status.h"
#include "model/document/letter_case.h"
#include "model/engine/offline_translator.h"

namespace interpres {
namespace {

// Enough to tell a model that knows titles from one that does not.
constexpr std::size_t kMostSentences = 4;
// Good translations of a title and of its sentence are nearly equal.
constexpr double kSimilarTitles = 0.95;
constexpr int32_t kMaxLength = 48;
// A model that writes more is not trained.
constexpr double kLongestRatio = 3.0;

const std::vector<std::string>& SentencesIn(const std::string& language) {
  static const std::map<std::string, std::vector<std::string>> sentences = {
      {"en",
       {"Please close the door.", "The train leaves in the morning.",
        "My brother has a new house."}},
      {"es",
       {"Cierre la puerta, por favor.", "El tren sale por la mañana.",
        "Mi hermano tiene una casa nueva."}},
      {"de",
       {"Bitte die Tür schließen.", "Der Zug fährt am Morgen ab.",
        "Mein Bruder hat ein neues Haus."}},
      {"fr",
       {"Fermez la porte, s'il vous plaît.", "Le train part le matin.",
        "Mon frère a une nouvelle maison."}},
      {"it",
       {"Chiudete la porta, per favore.", "Il treno parte la mattina.",
        "Mio fratello ha una casa nuova."}},
      {"pt",
       {"Feche a porta, por favor.", "O trem sai de manhã.",
        "Meu irmão tem uma casa nova."}}};
  static const std::vector<std::string> none;
  const auto found = sentences.find(language);
  return found == sentences.end() ? none : found->second;
}

std::vector<std::string> Samples(const TranslationModel& model,
                                 const LanguageDirection& direction) {
  std::vector<std::string> samples;
  for (const GoldenSentence& golden : model.card().golden) {
    if (golden.target_language == direction.target &&
        samples.size() < kMostSentences) {
      samples.push_back(golden.source);
    }
  }
  return samples.empty() ? SentencesIn(direction.source) : samples;
}

std::map<std::string_view, int> PairsOf(std::string_view text) {
  std::map<std::string_view, int> pairs;
  for (std::size_t i = 0; i + 2 <= text.size(); ++i) {
    ++pairs[text.substr(i, 2)];
  }
  return pairs;
}

// The similarity of the translations of two cases, without regard to case.
class Comparison {
 public:
  // Skips a text without a translation: it is too long for a model with few
  // positions.
  void Add(const OfflineResult& usual, const OfflineResult& other,
           const std::string& language) {
    if (usual.status.ok() && other.status.ok()) {
      sum_ += Similarity(InCapitals(usual.translations.front(), language),
                         InCapitals(other.translations.front(), language));
      count_ += 1.0;
    }
  }
  // 1 without texts.
  double mean() const { return count_ == 0.0 ? 1.0 : sum_ / count_; }

 private:
  double sum_ = 0.0;
  double count_ = 0.0;
};

// The length of translations beside the length of their sources.
class LengthRatio {
 public:
  void Add(const OfflineResult& result) {
    if (!result.status.ok()) {
      return;
    }
    const Hypothesis& best = result.hypotheses.front();
    source_ += result.source_tokens;
    target_ += static_cast<double>(best.tokens.size());
    all_end_ &= best.finish_reason == FinishReason::kEndOfSentence;
  }

  // 0 means unknown.
  double value() const {
    const bool is_usual = all_end_ && target_ <= kLongestRatio * source_;
    return is_usual && source_ > 0.0 ? target_ / source_ : 0.0;
  }

 private:
  double source_ = 0.0;
  double target_ = 0.0;
  bool all_end_ = true;
};

absl::StatusOr<std::vector<OfflineResult>> TranslateSamples(
    const TranslationModel& model, const std::vector<std::string>& texts,
    const LanguageDirection& direction) {
  OfflineOptions options;
  options.source_language = direction.source;
  options.target_language = direction.target;
  options.decoding = {
      .beam_size = 1,
      .max_length = std::min<int32_t>(
          kMaxLength,
          static_cast<int32_t>(model.config().max_position_embeddings))};
  options.engine.slots = static_cast<int32_t>(2 * kMostSentences);
  return TranslateAll(model, texts, options);
}

}  // namespace

double Similarity(std::string_view a, std::string_view b) {
  if (a == b) {
    return 1.0;
  }
  if (a.size() < 2 || b.size() < 2) {
    return 0.0;
  }
  const std::map<std::string_view, int> in_b = PairsOf(b);
  int common = 0;
  for (const auto& [pair, count] : PairsOf(a)) {
    const auto found = in_b.find(pair);
    common += found == in_b.end() ? 0 : std::min(count, found->second);
  }
  return 2.0 * common / static_cast<double>(a.size() + b.size() - 2);
}

absl::StatusOr<DirectionProfile> ProfileDirection(
    const TranslationModel& model, const LanguageDirection& direction) {
  const std::vector<std::string> samples = Samples(model, direction);
  if (samples.empty()) {
    return DirectionProfile();
  }
  std::vector<std::string> texts;
  for (const std::string& sample : samples) {
    texts.push_back(sample);
    texts.push_back(InTitleCase(sample, direction.source));
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<OfflineResult> results,
                             TranslateSamples(model, texts, direction));
  Comparison titles;
  LengthRatio length_ratio;
  for (std::size_t i = 0; i < results.size(); i += 2) {
    length_ratio.Add(results[i]);
    if (IsInTitleCase(texts[i + 1], direction.source)) {
      titles.Add(results[i], results[i + 1], direction.target);
    }
  }
  return DirectionProfile{.recase_titles = titles.mean() < kSimilarTitles,
                          .length_ratio = length_ratio.value()};
}

}  // namespace interpres
