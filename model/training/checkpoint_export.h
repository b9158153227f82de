// Writes parameters as a checkpoint directory that the server can load.

#ifndef INTERPRES_MODEL_TRAINING_CHECKPOINT_EXPORT_H_
#define INTERPRES_MODEL_TRAINING_CHECKPOINT_EXPORT_H_

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/tensor/tensor.h"
#include "model/tokenizer/tokenizer.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/parameters.h"

namespace interpres {

// Returns `model` with the size and the special ids of `vocabulary` filled in.
ModelConfig ConfigForVocabulary(const ModelConfig& model,
                                const Vocabulary& vocabulary);

// Returns the description of a checkpoint: everything except the parameters and
// the golden sentences.
ModelDescription DescribeModel(const ModelConfig& config,
                               const Vocabulary& vocabulary,
                               std::vector<LanguageDirection> directions);

// Returns OK if the model of `description` can score `sentence`. Returns
// INVALID_ARGUMENT or NOT_FOUND otherwise; the message states the reason.
// REQUIRES: `tokenizer` is the tokenizer of `description`.
absl::Status CheckGolden(const GoldenSentence& sentence,
                         const Tokenizer& tokenizer,
                         const ModelDescription& description);

// Reads golden sentences from a file of "language<TAB>source<TAB>target" lines.
// Returns an error if the file is empty or the model of `description` cannot
// score a sentence. The message names the file and line.
absl::StatusOr<std::vector<GoldenSentence>> ReadGoldenFile(
    const std::filesystem::path& path, const Tokenizer& tokenizer,
    const ModelDescription& description);

// Returns an error if ExportCheckpoint cannot write to `path`. A run calls
// PrepareExport at its start, because the first export happens much later.
absl::Status PrepareExport(const std::filesystem::path& path);

// Writes a checkpoint of `description` and `parameters` to `path` and replaces
// an earlier checkpoint. `type` is the type of the weights in the file.
//
// With golden sentences, the function first writes the checkpoint without
// golden sentences beside `path`. The serving engine loads this checkpoint and
// scores the golden sentences.
absl::Status ExportCheckpoint(const std::filesystem::path& path,
                              ModelDescription description,
                              const ParameterLayout& layout,
                              std::span<const float> parameters, DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHECKPOINT_EXPORT_H_
