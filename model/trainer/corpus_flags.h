// The flags that train and vocab share: training text and vocabulary.

#ifndef INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/text_flags.h"
#include "model/training/training_run.h"

namespace interpres {

struct CorpusFlags {
  TextFlags train = {.names = {"--train-source", "--train-target",
                               "--source-language", "--target-language"}};
  TextFlags dev = {.names = {"--dev-source", "--dev-target",
                             "--dev-source-language", "--dev-target-language"}};
  std::vector<double> weights;
  std::string vocab_type = "unigram";
};

// The flags of text and languages write to both arguments; so do those of the
// vocabulary.
void AddCorpusFlags(FlagGroup& group, CorpusFlags& flags,
                    TrainingRunOptions& run);
void AddWeightFlag(FlagGroup& group, CorpusFlags& flags);
void AddDevFlags(FlagGroup& group, CorpusFlags& flags);
void AddVocabularyFlags(FlagGroup& group, CorpusFlags& flags,
                        TrainingRunOptions& run);

// Fills in what stands in `flags` only. Dev text is in the languages of the
// training text where nothing else is said. INVALID_ARGUMENT for numbers that
// do not go together, and for an unknown type.
absl::Status ApplyCorpusFlags(const CorpusFlags& flags,
                              TrainingRunOptions& run);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_
