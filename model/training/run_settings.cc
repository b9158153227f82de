#include "model/training/run_settings.h"

#include <array>
#include <charconv>
#include <string>

#include "absl/strings/str_format.h"
#include "model/training/model_settings.h"
#include "xxhash.h"

namespace interpres {
namespace {

// The fewest digits that read back as the same value.
template <typename T>
std::string Shortest(T value) {
  std::array<char, 32> digits{};
  return std::string(
      digits.data(),
      std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

// The order of the parameters in the state file.
uint64_t LayoutFingerprint(const ParameterLayout& layout) {
  std::string text;
  for (const ParameterSlot& slot : layout.slots()) {
    absl::StrAppendFormat(&text, "%s %d %d\n", slot.name, slot.offset,
                          slot.size);
  }
  return XXH3_64bits(text.data(), text.size());
}

// Of the whole set if nothing is weighted.
std::string TrainWeights(const BatchingOptions& batching) {
  std::string text;
  bool weighted = false;
  for (const SampledPart& part : batching.parts) {
    weighted = weighted || part.weight != 1.0;
    absl::StrAppendFormat(&text, "%s%d x %s", text.empty() ? "" : ", ",
                          part.examples, Shortest(part.weight));
  }
  return weighted ? text : "1";
}

std::string DescribeSampling(const TrainerOptions& options) {
  return options.subword_alpha > 0.0
             ? absl::StrFormat("%s of %d, at most %d tokens",
                               Shortest(options.subword_alpha),
                               options.subword_nbest,
                               options.subword_max_tokens)
             : "0";
}

}  // namespace

StateEntries OptionSettings(const TrainerOptions& options) {
  return {
      {"directions", options.directions},
      {"subword-sampling", DescribeSampling(options)},
      {"noise", options.noise},
      {"batch-tokens", absl::StrFormat("%d", options.batching.batch_tokens)},
      {"sort-window", absl::StrFormat("%d", options.batching.sort_window)},
      {"accumulate", absl::StrFormat("%d", options.accumulate)},
      {"compute-type", std::string(ComputeTypeName(options.compute_type))},
      {"shards", absl::StrFormat("%d", options.shards)},
      {"seed", absl::StrFormat("%d", options.seed)},
      {"label-smoothing", Shortest(options.label_smoothing)},
      {"dropout", Shortest(options.dropout)},
      {"attention-dropout", Shortest(options.attention_dropout)},
      {"ffn-dropout", Shortest(options.ffn_dropout)},
      {"r-drop", Shortest(options.r_drop)},
      {"clip-norm", Shortest(options.clip_norm)},
      {"ema", Shortest(options.ema)},
      {"metric", std::string(MetricName(options.metric))},
      {"snapshots", options.average_best > 0 ? "best" : "last"},
  };
}

StateEntries RunSettings(const TrainerOptions& options,
                         const ParameterLayout& layout,
                         const ExampleSet& train) {
  const ModelConfig& config = layout.config();
  // The states of older versions, which had MarianMT's network only, have no
  // words for the variant.
  const std::string model = absl::StrFormat(
      "vocabulary %d, d_model %d, layers %d+%d, heads %d, ffn %d, %s%s",
      config.vocab_size, config.d_model, config.encoder_layers,
      config.decoder_layers, config.encoder_attention_heads,
      config.encoder_ffn_dim, std::string(ActivationName(config.activation)),
      VariantWords(config));
  StateEntries settings = OptionSettings(options);
  settings["model"] = model;
  settings["parameter layout"] =
      absl::StrFormat("%016x", LayoutFingerprint(layout));
  settings["training data"] = absl::StrFormat("%016x", train.Fingerprint());
  settings["train-weights"] = TrainWeights(options.batching);
  return settings;
}

StateEntries ScheduleSettings(const TrainerOptions& options) {
  const ScheduleOptions& schedule = options.schedule;
  return {
      {"learning-rate", Shortest(schedule.learning_rate)},
      {"warmup", absl::StrFormat("%d", schedule.warmup)},
      {"decay", std::string(DecayName(schedule.decay))},
      {"cooldown", absl::StrFormat("%d", schedule.cooldown)},
      {"max-updates", absl::StrFormat("%d", schedule.max_updates)},
      {"save-every", absl::StrFormat("%d", options.save_every)},
  };
}

}  // namespace interpres
