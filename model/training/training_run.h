// Performs a complete training run: reads text files and writes a checkpoint
// directory.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_RUN_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_RUN_H_

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/config/model_config.h"
#include "model/tensor/tensor.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/corpus.h"
#include "model/training/process_group.h"
#include "model/training/trainer.h"

namespace interpres {

struct TrainingRunOptions {
  std::vector<TrainingCorpus> train;
  // Validation texts. REQUIRES: each direction is a direction of `train`. Empty
  // disables validation.
  std::vector<CorpusFiles> dev;
  EncodeOptions encoding;

  // Architecture of the model. The vocabulary determines vocab_size and the
  // special ids.
  ModelConfig model;
  // Options of a new vocabulary: number of entries, type and byte fallback.
  // Ignored if vocabulary_file or initial_checkpoint is set.
  int64_t vocab_size = 8000;
  SubwordModel subword_model = SubwordModel::kUnigram;
  bool byte_fallback = false;
  // A file that `interpres-train vocab` wrote. Empty means that the run builds
  // a vocabulary from the corpus.
  std::filesystem::path vocabulary_file;
  // A checkpoint whose weights the run begins with. `model` must describe its
  // network. Without vocabulary_file, the run uses the vocabulary of the
  // checkpoint. Empty means random weights.
  std::filesystem::path initial_checkpoint;

  // The checkpoint directory. Each save replaces the directory atomically.
  std::filesystem::path output;
  DataType weights_type = DataType::kFloat16;
  // A file with the golden sentences of the self-test,
  // "language<TAB>source<TAB>target" lines. Empty means the first training pair
  // of each direction.
  std::filesystem::path golden_file;
  // Dev pairs per text that are translated at each save for BLEU and chrF. 0
  // disables the scores.
  int64_t bleu_sentences = 100;
  // Entries that the checkpoint's interpres.json records.
  std::map<std::string, std::string> provenance;
  // Settings that the log records at the start of each session, for the report.
  std::map<std::string, std::string> settings;

  TrainerOptions trainer;
};

// Checks the languages of the texts. Returns INVALID_ARGUMENT if a language is
// invalid or a dev text is not in a direction of the training texts. The
// message names the flag, its value and the allowed values.
absl::Status CheckDirections(const TrainingRunOptions& options);
// Checks all options. Includes CheckDirections and returns INVALID_ARGUMENT
// with messages of the same form. Returns FAILED_PRECONDITION if the CPU does
// not support the compute type.
absl::Status ValidateTrainingRunOptions(const TrainingRunOptions& options);

// Trains a model and returns the reason for the end. Writes the checkpoint at
// each save, and at the end unless a signal stopped the run. `say` receives
// lines for people. `stop` may be set by a signal handler.
//
// The run appends JSON lines to log.jsonl in the state directory. Each save
// rewrites report.html in the same directory.
//
// All processes of `group` train one model and read the corpora. Only the
// leader writes files, calls `say` and obeys `stop`.
absl::StatusOr<StopReason> RunTraining(
    const TrainingRunOptions& options, const std::atomic<bool>& stop,
    const std::function<void(const std::string&)>& say,
    const ProcessGroup& group = {});

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_RUN_H_
