#include "model/engine/length_ratio.h"

#include <map>
#include <string>
#include <vector>

#include "model/base/status.h"
#include "model/engine/probe_translation.h"

namespace interpres {
namespace {

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

}  // namespace

absl::StatusOr<double> MeasureLengthRatio(const TranslationModel& model,
                                          const LanguageDirection& direction) {
  const std::vector<std::string>& samples = SentencesIn(direction.source);
  if (samples.empty()) {
    return 0.0;
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<OfflineResult> results,
                             TranslateProbes(model, samples, direction));
  LengthRatio ratio;
  for (const OfflineResult& result : results) {
    ratio.Add(result);
  }
  return ratio.value();
}

}  // namespace interpres
