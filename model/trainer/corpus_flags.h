// The flags that the subcommands train and vocab share: training text and
// vocabulary.

#ifndef INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/text_flags.h"
#include "model/training/training_run.h"

namespace interpres {

// Parsed values that ApplyCorpusFlags converts.
struct CorpusFlags {
  TextFlags train = {.names = {"--train-source", "--train-target",
                               "--source-language", "--target-language"}};
  TextFlags dev = {.names = {"--dev-source", "--dev-target",
                             "--dev-source-language", "--dev-target-language"}};
  // One weight per training corpus. Empty means 1 for each.
  std::vector<double> weights;
  // SentencePiece model of the vocabulary: "unigram" or "bpe".
  std::string vocab_type = "unigram";
};

// Each function adds flags to `group`. Parsing writes their values to `flags`
// and `run`. REQUIRES: `flags` and `run` outlive the parsing.
//
// Adds the training texts, their languages and --bidirectional.
void AddCorpusFlags(FlagGroup& group, CorpusFlags& flags,
                    TrainingRunOptions& run);
// Adds --train-weight.
void AddWeightFlag(FlagGroup& group, CorpusFlags& flags);
// Adds the validation texts and their languages.
void AddDevFlags(FlagGroup& group, CorpusFlags& flags);
// Adds --vocab-size, --vocab-type and --byte-fallback.
void AddVocabularyFlags(FlagGroup& group, CorpusFlags& flags,
                        TrainingRunOptions& run);

// Converts `flags` and writes run.train, run.dev and run.subword_model. If the
// flags name no language for the dev texts, the dev texts have the common
// language of the training texts. Returns INVALID_ARGUMENT if the number of
// weights, targets or languages does not match the number of texts, or if the
// vocabulary type is unknown.
absl::Status ApplyCorpusFlags(const CorpusFlags& flags,
                              TrainingRunOptions& run);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_
