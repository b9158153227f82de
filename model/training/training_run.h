// A whole training run: text files in, a checkpoint directory out.

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
  // In directions of `train`; none: no validation.
  std::vector<CorpusFiles> dev;
  EncodeOptions encoding;

  // Architecture; vocab_size and the special ids follow from the vocabulary.
  ModelConfig model;
  // Entries of a vocabulary to build; ignored with vocabulary_file and with
  // initial_checkpoint.
  int64_t vocab_size = 8000;
  SubwordModel subword_model = SubwordModel::kUnigram;  // likewise
  bool byte_fallback = false;                           // likewise
  // Written by `interpres-train vocab`; empty: build one from the corpus.
  std::filesystem::path vocabulary_file;
  // A checkpoint to begin with: its weights, which `model` must describe, and,
  // without vocabulary_file, its vocabulary. Empty: random weights.
  std::filesystem::path initial_checkpoint;

  // The checkpoint directory; replaced atomically at each save.
  std::filesystem::path output;
  DataType weights_type = DataType::kFloat16;
  // Sentence pairs for the self-test, "language<TAB>source<TAB>target" lines;
  // empty: the first training pair of each direction.
  std::filesystem::path golden_file;
  // Dev pairs translated at each save for BLEU and chrF; 0: none.
  int64_t bleu_sentences = 100;
  // Recorded in interpres.json.
  std::map<std::string, std::string> provenance;
  // Recorded in the log at the start of each session, for the report.
  std::map<std::string, std::string> settings;

  TrainerOptions trainer;
};

// Each INVALID_ARGUMENT names the flag, the value found and what is allowed.
// The languages of the texts:
absl::Status CheckDirections(const TrainingRunOptions& options);
// Everything:
absl::Status ValidateTrainingRunOptions(const TrainingRunOptions& options);

// Trains, and writes the checkpoint at each save and at the end. `say` gets a
// line for people. A log of JSON lines is appended to log.jsonl in the state
// directory, and report.html there shows it, anew at each save. `stop` may be
// set by a signal handler. All processes of a group train one model: each reads
// the corpora; the leader does everything else with files, and `say` and `stop`
// are its own.
absl::StatusOr<StopReason> RunTraining(
    const TrainingRunOptions& options, const std::atomic<bool>& stop,
    const std::function<void(const std::string&)>& say,
    const ProcessGroup& group = {});

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_RUN_H_
