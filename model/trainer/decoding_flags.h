// The flags that the subcommands evaluate and translate share.

#ifndef INTERPRES_MODEL_TRAINER_DECODING_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_DECODING_FLAGS_H_

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "model/engine/offline_translator.h"
#include "model/engine/translation_model.h"

namespace interpres {

// Parsed values.
struct DecodingFlags {
  // The checkpoint directory.
  std::filesystem::path model;
  std::string compute_type = "auto";
  std::string source_language;
  std::string target_language;
  // Absent means the default of the model.
  std::optional<int32_t> beam;
  std::optional<float> length_penalty;
  std::optional<int32_t> max_length;
  float repetition_penalty = 1.0f;
  int32_t no_repeat_ngram_size = 0;
  // The seed of random sampling. Null means beam search, which ignores
  // `sampling`.
  std::optional<uint64_t> sample_seed;
  SamplingOptions sampling;
  int32_t n_best = 1;
  int32_t threads = 1;
  int32_t slots = 0;  // per thread; 0 means a suitable number for the model
  bool shortlist = false;
};

// Adds the flags of a decoding to `command`, except a flag for flags.n_best.
// Parsing writes their values to `flags`. Parsing fails if --model is absent,
// or if --temperature, --top-k or --top-p is given without --sample. REQUIRES:
// `flags` outlives the parsing.
void AddDecodingFlags(CLI::App& command, DecodingFlags& flags);

// Loads the checkpoint in the directory flags.model, for the compute type
// flags.compute_type. Returns the errors of TranslationModel::Load.
absl::StatusOr<std::unique_ptr<const TranslationModel>> LoadModel(
    const DecodingFlags& flags);

// Converts parsed flags to options. A null beam, length_penalty or max_length
// becomes the default of `model`. With sampling, a null beam becomes
// flags.n_best. Does not check the options.
OfflineOptions ToOfflineOptions(const DecodingFlags& flags,
                                const TranslationModel& model);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_DECODING_FLAGS_H_
