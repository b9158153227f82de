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

// Returns a copy of `model` with vocab_size and the ids of end, padding and
// start token set from `vocabulary`. The padding token is also the start token.
// REQUIRES: `vocabulary` has the pieces "</s>" and "<pad>".
ModelConfig ConfigForVocabulary(const ModelConfig& model,
                                const Vocabulary& vocabulary);

// Returns the description of a checkpoint. The generation settings are the
// defaults, with max_length at most config.max_position_embeddings and the
// padding token suppressed. The golden sentences and the provenance are empty;
// the caller may add them.
ModelDescription DescribeModel(const ModelConfig& config,
                               const Vocabulary& vocabulary,
                               std::vector<LanguageDirection> directions);

// Checks that the model of `description` can score the golden sentence. Returns
// INVALID_ARGUMENT if a text is too long for the model or not valid UTF-8.
// Returns NOT_FOUND if the target language is not "" and has no tag. REQUIRES:
// `tokenizer` is the tokenizer of `description`.
absl::Status CheckGolden(const GoldenSentence& sentence,
                         const Tokenizer& tokenizer,
                         const ModelDescription& description);

// Checks that the file has "language<TAB>source<TAB>target" lines, which a run
// does before it builds a vocabulary. The errors are as for ReadGoldenFile.
absl::Status CheckGoldenFile(const std::filesystem::path& path);

// Reads golden sentences, without scores, from a file of
// "language<TAB>source<TAB>target" lines. Returns an error if the file is empty
// or cannot be read. Also returns an error if a line is malformed, or the model
// of `description` does not translate to the language or cannot score the
// sentence. The message names the file, and the line if one line is at fault.
// GoldenSentence::target_language is "" if the vocabulary has no tags.
absl::StatusOr<std::vector<GoldenSentence>> ReadGoldenFile(
    const std::filesystem::path& path, const Tokenizer& tokenizer,
    const ModelDescription& description);

// Creates the missing parent directories of `path` and deletes what an
// interrupted export left beside `path`. Returns an error if ExportCheckpoint
// cannot write to `path`. A run calls PrepareExport at its start, because the
// first export happens much later.
absl::Status PrepareExport(const std::filesystem::path& path);

// Writes a checkpoint of `description` and `parameters` to the directory `path`
// and atomically replaces an earlier checkpoint. `type` is the type of the
// weights in the file. REQUIRES: `parameters` is [layout.size()], and the
// parent of `path` exists (PrepareExport).
//
// If `description` has golden sentences, the checkpoint has their scores, too.
// For the scores, the function writes a temporary checkpoint beside `path`,
// loads that checkpoint with the serving engine and deletes it. Returns an
// error if the loading, the scoring or the writing fails.
absl::Status ExportCheckpoint(const std::filesystem::path& path,
                              ModelDescription description,
                              const ParameterLayout& layout,
                              std::span<const float> parameters, DataType type);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_CHECKPOINT_EXPORT_H_
