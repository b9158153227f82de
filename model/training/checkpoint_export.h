// Turns parameters into a checkpoint directory that the server can load.

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

// The configuration with the vocabulary's size and special ids filled in.
ModelConfig ConfigForVocabulary(const ModelConfig& model,
                                const Vocabulary& vocabulary);

// Everything of a checkpoint but its parameters; golden sentences are not yet
// scored.
ModelDescription DescribeModel(const ModelConfig& config,
                               const Vocabulary& vocabulary,
                               std::vector<LanguageDirection> directions);

// That the model of `description`, whose tokenizer is given, will be able to
// score the sentence. INVALID_ARGUMENT or NOT_FOUND says what is wrong with it.
absl::Status CheckGolden(const GoldenSentence& sentence,
                         const Tokenizer& tokenizer,
                         const ModelDescription& description);

// Reads "language<TAB>source<TAB>target" lines, at least one, each of which
// that model can score. An error names file and line.
absl::StatusOr<std::vector<GoldenSentence>> ReadGoldenFile(
    const std::filesystem::path& path, const Tokenizer& tokenizer,
    const ModelDescription& description);

// Checks that ExportCheckpoint could write there again and again, which it does
// much later.
absl::Status PrepareExport(const std::filesystem::path& path);

// Writes `description` with the parameters over `path`, once without and once
// with golden sentences: their scores come from the serving engine, loaded from
// what was written.
absl::Status ExportCheckpoint(const std::filesystem::path& path,
                              ModelDescription description,
                              const ParameterLayout& layout,
                              std::span<const float> parameters, DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHECKPOINT_EXPORT_H_
