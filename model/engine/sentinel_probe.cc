#include "model/engine/sentinel_probe.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/status.h"
#include "model/document/masked_text.h"
#include "model/engine/probe_translation.h"

namespace interpres {
namespace {

constexpr std::size_t kSentenceCount = 4;

// Sentences with @ where a sentinel belongs.
using Sentences = std::array<std::string_view, kSentenceCount>;

// Returns null if the language has no sentences.
const Sentences* SentencesIn(const std::string& language) {
  static const std::map<std::string, Sentences> sentences = {
      {"en",
       {"Please send @ to my brother before Monday.",
        "@ was in the letter that she wrote.",
        "They found @ and @ in the old house.",
        "The teacher asked whether @ was right."}},
      {"es",
       {"Por favor, envía @ a mi hermano antes del lunes.",
        "@ estaba en la carta que ella escribió.",
        "Encontraron @ y @ en la casa vieja.",
        "El profesor preguntó si @ era correcto."}},
      {"de",
       {"Bitte schicke @ vor Montag an meinen Bruder.",
        "@ stand in dem Brief, den sie schrieb.",
        "Sie fanden @ und @ in dem alten Haus.",
        "Der Lehrer fragte, ob @ richtig sei."}},
      {"fr",
       {"Envoyez @ à mon frère avant lundi, s'il vous plaît.",
        "@ était dans la lettre qu'elle a écrite.",
        "Ils ont trouvé @ et @ dans la vieille maison.",
        "Le professeur a demandé si @ était correct."}},
      {"it",
       {"Per favore, manda @ a mio fratello prima di lunedì.",
        "@ era nella lettera che lei ha scritto.",
        "Hanno trovato @ e @ nella vecchia casa.",
        "Il professore ha chiesto se @ era giusto."}},
      {"pt",
       {"Por favor, envie @ ao meu irmão antes de segunda-feira.",
        "@ estava na carta que ela escreveu.",
        "Eles encontraram @ e @ na casa velha.",
        "O professor perguntou se @ estava certo."}}};
  const auto found = sentences.find(language);
  return found == sentences.end() ? nullptr : &found->second;
}

// Returns the sentence with sentinels.
MaskedText MaskPlaces(std::string_view sentence, SentinelForm form) {
  std::vector<ByteSpan> places;
  for (std::size_t at = sentence.find('@'); at != std::string_view::npos;
       at = sentence.find('@', at + 1)) {
    places.push_back({.begin = static_cast<int64_t>(at),
                      .end = static_cast<int64_t>(at) + 1});
  }
  return MaskText(sentence, places, form).value();
}

// Returns whether the translation has the sentinels.
bool HasSentinels(const MaskedText& masked, const OfflineResult& result) {
  const std::vector<std::string> values(masked.parts.size(), "@");
  return result.status.ok() &&
         UnmaskText(masked, values, {.text = result.translations.front()},
                    /*source_size=*/0)
             .has_value();
}

}  // namespace

absl::StatusOr<SentinelForm> FindCopiedSentinels(
    const TranslationModel& model, const LanguageDirection& direction) {
  const Sentences* sentences = SentencesIn(direction.source);
  if (sentences == nullptr) {
    return SentinelForm::kNone;
  }
  std::vector<MaskedText> masked;
  std::vector<std::string> texts;
  for (const SentinelForm form : kSentinelForms) {
    for (const std::string_view sentence : *sentences) {
      masked.push_back(MaskPlaces(sentence, form));
      texts.push_back(masked.back().text);
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<OfflineResult> results,
                             TranslateProbes(model, texts, direction));
  for (std::size_t i = 0; i < kSentinelForms.size(); ++i) {
    const std::size_t first = i * kSentenceCount;
    bool has_all = true;
    for (std::size_t k = first; k < first + kSentenceCount; ++k) {
      has_all = has_all && HasSentinels(masked[k], results[k]);
    }
    if (has_all) {
      return kSentinelForms[i];
    }
  }
  return SentinelForm::kNone;
}

}  // namespace interpres
