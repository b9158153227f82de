#include "model/engine/probe_translation.h"

#include <algorithm>
#include <cstdint>

namespace interpres {
namespace {

constexpr int32_t kMaxLength = 48;

}  // namespace

absl::StatusOr<std::vector<OfflineResult>> TranslateProbes(
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
  options.engine.slots = static_cast<int32_t>(texts.size());
  return TranslateAll(model, texts, options);
}

}  // namespace interpres
