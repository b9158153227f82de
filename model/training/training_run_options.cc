#include "model/training/training_run_options.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "model/base/status.h"
#include "model/engine/directions.h"
#include "model/tokenizer/language_tag.h"

namespace interpres {
namespace {

absl::Status CheckLanguages(const LanguageDirection& languages,
                            bool bidirectional) {
  for (const auto& [flag, language] :
       {std::pair("source-language", &languages.source),
        std::pair("target-language", &languages.target)}) {
    if (!IsLanguageCode(*language)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s is \"%s\"; expected a language code such as en, es or pt-BR",
          flag, *language));
    }
  }
  if (bidirectional && languages.source == languages.target) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--bidirectional needs two languages, but source-language and "
        "target-language are both %s",
        languages.source));
  }
  return absl::OkStatus();
}

// Validates the model with a placeholder vocabulary, because the vocabulary
// does not exist yet.
absl::Status CheckModel(const ModelConfig& model) {
  ModelConfig config = model;
  config.vocab_size = 1000;
  config.eos_token_id = 0;
  config.pad_token_id = 999;
  config.decoder_start_token_id = 999;
  const absl::Status status = ValidateModelConfig(config);
  return absl::Status(
      status.code(),
      absl::StrReplaceAll(std::string(status.message()),
                          {{"encoder_attention_heads", "heads"},
                           {"encoder_ffn_dim", "ffn"},
                           {"max_position_embeddings", "max-positions"},
                           {"d_model", "d-model"},
                           {"encoder_layers", "encoder-layers"},
                           {"decoder_layers", "decoder-layers"}}));
}

}  // namespace

absl::Status CheckDirections(const TrainingRunOptions& options) {
  const bool bidirectional = options.encoding.bidirectional;
  for (const TrainingCorpus& corpus : options.train) {
    INTERPRES_RETURN_IF_ERROR(
        CheckLanguages(corpus.files.languages, bidirectional));
  }
  const std::vector<LanguageDirection> trained =
      DirectionsOf(options.train, bidirectional);
  for (const CorpusFiles& dev : options.dev) {
    if (std::find(trained.begin(), trained.end(), dev.languages) ==
        trained.end()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: the dev text is taken to go from \"%s\" to \"%s\", but the "
          "training text goes from %s; say which of these it is by "
          "--dev-source-language and --dev-target-language",
          dev.source.string(), dev.languages.source, dev.languages.target,
          DescribeDirections(trained)));
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateTrainingRunOptions(const TrainingRunOptions& options) {
  const EncodeOptions& encoding = options.encoding;
  INTERPRES_RETURN_IF_ERROR(CheckModel(options.model));
  INTERPRES_RETURN_IF_ERROR(CheckDirections(options));
  if (encoding.max_tokens < 2 ||
      encoding.max_tokens > options.model.max_position_embeddings) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "max-tokens is %d; expected 2 to max-positions (%d)",
        encoding.max_tokens, options.model.max_position_embeddings));
  }
  if (encoding.min_tokens < 1 || encoding.min_tokens >= encoding.max_tokens) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "min-tokens is %d; expected at least 1 and below max-tokens (%d)",
        encoding.min_tokens, encoding.max_tokens));
  }
  if (encoding.max_ratio != 0.0 && !(encoding.max_ratio >= 1.0)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("max-ratio is %g; expected at least 1, or 0 for any",
                        encoding.max_ratio));
  }
  if (options.bleu_sentences < 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "bleu-sentences is %d; expected at least 0", options.bleu_sentences));
  }
  if (options.sample_translations < 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("sample-translations is %d; expected at least 0",
                        options.sample_translations));
  }
  INTERPRES_RETURN_IF_ERROR(ValidateNoiseOptions(options.noise));
  const TrainerOptions& trainer = options.trainer;
  if (options.dev.empty() &&
      (trainer.patience > 0 || trainer.average_best > 0 ||
       trainer.metric != Metric::kLoss)) {
    return absl::InvalidArgumentError(
        "--patience, --average-best and --metric judge by a dev set: they need "
        "--dev-source and --dev-target");
  }
  if (trainer.metric != Metric::kLoss && options.bleu_sentences == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--metric %s translates dev sentences: bleu-sentences must be above 0",
        std::string(MetricName(trainer.metric))));
  }
  return ValidateTrainerOptions(options.trainer);
}

}  // namespace interpres
