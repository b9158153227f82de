// Obtains the vocabulary of a training run. The vocabulary is new, given by the
// options, or stored by the run that is resumed.

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
#include "model/training/training_run_options.h"

namespace interpres {

// Builds a vocabulary from both sides of `corpora`. The sentences of text i
// count options.train[i].weight times on average: a fraction omits or repeats
// sentences, evenly over the text. If options.noise has rates, the vocabulary
// also learns from the pairs that the noise changes, with the noise. Leaves out
// the noise of typing errors, emoji, rare characters and joined sentences. The
// vocabulary has language tags if there are several target languages, and the
// tags of the corpora. Returns INVALID_ARGUMENT if a weight is out of range,
// options.vocabulary is invalid, or the text does not support
// options.vocabulary.vocab_size entries. REQUIRES: `corpora` are the texts of
// options.train, in their order.
absl::StatusOr<Vocabulary> BuildVocabulary(
    const TrainingRunOptions& options, std::span<const ParallelText> corpora);

// Returns the path of the file, in the state directory, in which a run stores
// its vocabulary.
std::filesystem::path VocabularyPath(const TrainingRunOptions& options);

// Returns the vocabulary of the run, the same in all processes. The first that
// applies: the stored vocabulary of the resumed run, options.vocabulary_file,
// the vocabulary of the checkpoint `initial`, or a new vocabulary from
// `corpora`. Null `initial` means no checkpoint. Only the leader of the group
// reads the files or builds a vocabulary. `say` receives lines for people.
// REQUIRES: all processes of `group` call ObtainVocabulary.
//
// Returns FAILED_PRECONDITION if the options name a vocabulary that differs
// from the stored vocabulary. Returns the error of reading or building the
// vocabulary, in all processes.
absl::StatusOr<Vocabulary> ObtainVocabulary(
    const TrainingRunOptions& options, const ModelDirectory* initial,
    const ProcessGroup& group, std::span<const ParallelText> corpora,
    const std::function<void(const std::string&)>& say);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_RUN_VOCABULARY_H_
