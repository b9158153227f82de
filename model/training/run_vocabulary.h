// The vocabulary of a training run: new, given, or that of a run that goes on.

#ifndef INTERPRES_MODEL_TRAINING_RUN_VOCABULARY_H_
#define INTERPRES_MODEL_TRAINING_RUN_VOCABULARY_H_

#include <filesystem>
#include <functional>
#include <span>
#include <string>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/corpus.h"
#include "model/training/process_group.h"
#include "model/training/training_run.h"

namespace interpres {

// Of both sides of the corpora of options.train, each sentence as often as an
// epoch takes it on average. INVALID_ARGUMENT for a weight out of range and for
// more entries than the text supports.
absl::StatusOr<Vocabulary> BuildVocabulary(
    const TrainingRunOptions& options, std::span<const ParallelText> corpora);

// Where a run keeps its vocabulary.
std::filesystem::path VocabularyPath(const TrainingRunOptions& options);

// That of the run that is resumed, one that the options name (by a file, or by
// the checkpoint `initial`, null for none), or a new one: the same in all
// processes. Only the group's leader needs the files, and builds one.
absl::StatusOr<Vocabulary> ObtainVocabulary(
    const TrainingRunOptions& options, const ModelDirectory* initial,
    const ProcessGroup& group, std::span<const ParallelText> corpora,
    const std::function<void(const std::string&)>& say);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RUN_VOCABULARY_H_
