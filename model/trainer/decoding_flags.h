// The flags that evaluate and translate share.

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

struct DecodingFlags {
  std::filesystem::path model;
  std::string compute_type = "auto";
  std::string source_language;
  std::string target_language;
  // Absent: the model's own defaults.
  std::optional<int32_t> beam;
  std::optional<float> length_penalty;
  std::optional<int32_t> max_length;
  float repetition_penalty = 1.0f;
  int32_t no_repeat_ngram_size = 0;
  // Random sampling in place of a search; absent: a search.
  std::optional<uint64_t> sample_seed;
  SamplingOptions sampling;
  int32_t n_best = 1;
  int32_t threads = 1;
  int32_t slots = 0;  // as many as suit the model
  bool shortlist = false;
};

// `flags` must outlive the parsing.
void AddDecodingFlags(CLI::App& command, DecodingFlags& flags);

// Loads the model of the flags.
absl::StatusOr<std::unique_ptr<const TranslationModel>> LoadModel(
    const DecodingFlags& flags);

// The options of the flags, filled up with the model's defaults.
OfflineOptions ToOfflineOptions(const DecodingFlags& flags,
                                const TranslationModel& model);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_DECODING_FLAGS_H_
