// What a training run reads: corpora, vocabulary, golden sentences.

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
#include "model/training/training_run.h"

namespace interpres {

// The input of the loop and of the export of checkpoints.
struct TrainingInput {
  std::unique_ptr<const ParameterLayout> layout;
  TrainingData data;
  std::vector<SampledPart> parts;  // of data.train
  std::vector<ParallelText> dev;
  ModelDescription description;
  Vocabulary vocabulary;
};

// Reads and encodes everything; what is left out is said, by reason. Errors
// name the file, or the flag, and are the same in all processes. The vocabulary
// is that of the group's leader.
absl::StatusOr<TrainingInput> PrepareTraining(
    const TrainingRunOptions& options, const ProcessGroup& group,
    const std::function<void(const std::string&)>& say);

// The corpora of the options, in order; at least one.
absl::StatusOr<std::vector<ParallelText>> ReadCorpora(
    const std::vector<TrainingCorpus>& corpora);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_INPUT_H_
