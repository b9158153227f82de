#include "model/engine/capitals_check.h"

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

// Enough to tell a model that knows capitals from one that does not.
constexpr std::size_t kMostSentences = 4;
constexpr double kSimilarEnough = 0.6;
constexpr int32_t kMaxLength = 48;

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

absl::StatusOr<bool> TranslatesCapitals(const TranslationModel& model,
                                        const LanguageDirection& direction) {
  std::vector<std::string> texts;
  for (const std::string& sample : Samples(model, direction)) {
    const std::string capitals = InCapitals(sample, direction.source);
    if (IsInCapitals(capitals)) {
      texts.push_back(sample);
      texts.push_back(capitals);
    }
  }
  if (texts.empty()) {
    return true;
  }
  OfflineOptions options;
  options.source_language = direction.source;
  options.target_language = direction.target;
  options.decoding = {
      .beam_size = 1,
      .max_length = std::min<int32_t>(
          kMaxLength,
          static_cast<int32_t>(model.config().max_position_embeddings))};
  options.engine.slots = static_cast<int32_t>(2 * kMostSentences);
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<OfflineResult> results,
                             TranslateAll(model, texts, options));
  double similarity = 0.0;
  double compared = 0.0;
  for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
    if (!results[i].status.ok() || !results[i + 1].status.ok()) {
      continue;  // too long for a model with few positions
    }
    compared += 1.0;
    similarity += Similarity(
        InCapitals(results[i].translations.front(), direction.target),
        InCapitals(results[i + 1].translations.front(), direction.target));
  }
  return similarity >= kSimilarEnough * compared;
}

}  // namespace interpres
