// Reads the input of a training run: corpora, vocabulary and golden sentences.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_INPUT_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_INPUT_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "model/checkpoint/model_directory.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/corpus.h"
#include "model/training/parameters.h"
#include "model/training/process_group.h"
#include "model/training/training_data.h"
#include "model/training/training_run_options.h"
#include "model/training/unspelled_characters.h"

namespace interpres {

// The input of a training run: layout, examples, dev texts, vocabulary, and the
// description of its checkpoints.
struct TrainingInput {
  std::unique_ptr<const ParameterLayout> layout;
  TrainingData data;
  std::vector<SampledPart> parts;  // of data.train
  std::vector<ParallelText> dev;
  ModelDescription description;
  Vocabulary vocabulary;
  // Pairs of the training texts, also those that encoding leaves out. Without
  // blank and overlong pairs.
  int64_t train_pairs = 0;
  SpellingReport spelling;  // of the training texts
};

// Reads and encodes all input of a run. Reports the pairs that are left out, by
// reason, through `say`. All processes of `group` call the function and use the
// vocabulary of the leader. An error is the same in all processes; its message
// names the file or the flag. REQUIRES: ValidateTrainingRunOptions(options)
// succeeds.
absl::StatusOr<TrainingInput> PrepareTraining(
    const TrainingRunOptions& options, const ProcessGroup& group,
    const std::function<void(const std::string&)>& say);

// Reads the texts of `corpora`, in order. Returns INVALID_ARGUMENT if `corpora`
// is empty, or the first error of ReadParallelText.
absl::StatusOr<std::vector<ParallelText>> ReadCorpora(
    const std::vector<TrainingCorpus>& corpora);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_INPUT_H_
