#include "model/training/checkpoint_scores.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "model/base/status.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"
#include "model/training/evaluation.h"

namespace interpres {

absl::StatusOr<std::vector<DirectionScore>> ScoreCheckpoint(
    const std::filesystem::path& path, const ParallelText& dev,
    const EncodeOptions& encoding, int64_t sentences, int32_t threads) {
  INTERPRES_ASSIGN_OR_RETURN(const auto model, TranslationModel::Load(path));
  const GenerationConfig& generation = model->generation();
  OfflineOptions options;
  options.decoding = {.beam_size = generation.num_beams,
                      .length_penalty = generation.length_penalty,
                      .max_length = generation.max_length};
  options.threads = threads;
  const auto count = static_cast<std::size_t>(
      std::min<int64_t>(sentences, static_cast<int64_t>(dev.lines.size())));
  const auto source = std::span(dev.source).first(count);
  const auto target = std::span(dev.target).first(count);
  std::vector<DirectionScore> scores;
  const auto score = [&](std::span<const std::string> from,
                         std::span<const std::string> to) -> absl::Status {
    INTERPRES_ASSIGN_OR_RETURN(const Evaluation evaluation,
                               EvaluateModel(*model, from, to, options));
    scores.push_back(
        {.direction = options.source_language + "-" + options.target_language,
         .bleu = evaluation.bleu,
         .chrf = evaluation.chrf,
         .failures = evaluation.failures.size()});
    return absl::OkStatus();
  };
  options.source_language = encoding.source_language;
  options.target_language = encoding.target_language;
  INTERPRES_RETURN_IF_ERROR(score(source, target));
  if (encoding.bidirectional) {
    std::swap(options.source_language, options.target_language);
    INTERPRES_RETURN_IF_ERROR(score(target, source));
  }
  return scores;
}

}  // namespace interpres
