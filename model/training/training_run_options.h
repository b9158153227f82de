// The options of a training run, and their checks.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_RUN_OPTIONS_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_RUN_OPTIONS_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/config/model_config.h"
#include "model/tensor/tensor.h"
#include "model/tokenizer/vocabulary_trainer.h"
#include "model/training/corpus.h"
#include "model/training/model_settings.h"
#include "model/training/noise_options.h"
#include "model/training/trainer_options.h"

namespace interpres {

struct TrainingRunOptions {
  std::vector<TrainingCorpus> train;
  // Validation texts. The run fails with INVALID_ARGUMENT unless it trains the
  // direction of each text. Trained directions are the directions of `train`
  // and, if encoding.bidirectional, the reverses of texts without a corpus tag.
  // If encoding.bidirectional, the run also validates the reverse of a text if
  // it trains the reverse. Empty disables validation.
  std::vector<CorpusFiles> dev;
  EncodeOptions encoding;
  // Whether a new run trains on texts that CheckCorpus refuses. If true, the
  // run only reports the finding.
  bool allow_suspicious_corpora = false;

  // Noise of the training texts, drawn again each time that the run takes an
  // example. The dev texts have no noise.
  NoiseOptions noise;

  // Architecture of the model. The values of vocab_size and of the special ids
  // do not matter: RunTraining takes them from the vocabulary. A resumed run
  // and a run with `initial_checkpoint` use another network (ObtainModel).
  ModelConfig model;
  // The settings of the network that the user gave, as opposed to the defaults
  // in `model`. A run that does not use the network of `model` fails if one of
  // these settings contradicts its network (ObtainModel).
  ModelSettings model_settings;
  // How the run builds a vocabulary. Ignored if the run takes its vocabulary
  // from a file, a checkpoint or a stored state. The values of tagged_languages
  // and corpus_tags do not matter: the run sets both from the texts.
  VocabularyOptions vocabulary = {.byte_fallback = true};
  // A file that `interpres-train vocab` wrote, with the vocabulary of the run.
  // Empty means the vocabulary of `initial_checkpoint`, or a new vocabulary
  // from the corpus if both fields are empty. A resumed run uses its stored
  // vocabulary. The resumed run fails with FAILED_PRECONDITION if the file or,
  // without a file, the checkpoint has another vocabulary.
  std::filesystem::path vocabulary_file;
  // A checkpoint directory whose weights and network a new run begins with.
  // `model_settings` must not contradict the network, except the maximum number
  // of positions. Without vocabulary_file, the run uses the vocabulary of the
  // checkpoint. A resumed run ignores the weights, and does not need the
  // directory. Empty means random weights.
  std::filesystem::path initial_checkpoint;

  // The directory to which the run writes its checkpoint. Each save replaces
  // the directory atomically. The run creates missing parents. If the directory
  // has a file that does not belong to a checkpoint, the run and its saves fail
  // with FAILED_PRECONDITION, and no file is lost.
  std::filesystem::path output;
  DataType weights_type = DataType::kFloat16;
  // A file with the golden sentences of the self-test,
  // "language<TAB>source<TAB>target" lines. Empty means the first training pair
  // of each direction that the model can score.
  std::filesystem::path golden_file;
  // Number of sentence pairs, from the start of each dev text, that are
  // translated at each save for BLEU and chrF. With a metric other than kLoss,
  // they are also translated at each validation. 0 disables the scores, and
  // requires Metric::kLoss.
  int64_t bleu_sentences = 100;
  // Number of sentences of each dev text, evenly spaced, whose translations the
  // log gets at each validation, in each direction. 0 disables the samples.
  int64_t sample_translations = 3;
  // Entries that the checkpoint's interpres.json records.
  std::map<std::string, std::string> provenance;
  // Settings, by name, that the log records at the start of each session. The
  // report shows them.
  std::map<std::string, std::string> settings;
  // The default of each element of `settings` that has another value than its
  // default, by name. "" means that the setting has no default. The log records
  // them with the settings.
  std::map<std::string, std::string> changed_defaults;

  TrainerOptions trainer;
};

// Checks the languages of the texts. Returns INVALID_ARGUMENT if a language
// code of a training text is invalid, or a dev text is not in a direction that
// the run trains. Also returns INVALID_ARGUMENT if encoding.bidirectional and a
// training text has equal languages. The message names the flags and the
// languages.
absl::Status CheckDirections(const TrainingRunOptions& options);
// Checks the options and the languages of the texts (CheckDirections), but not
// `vocabulary`, the weights of the texts or the files. Returns INVALID_ARGUMENT
// if an option is out of range or needs another; the message names the flag.
// Returns FAILED_PRECONDITION if the CPU does not support the compute type.
absl::Status ValidateTrainingRunOptions(const TrainingRunOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_RUN_OPTIONS_H_
