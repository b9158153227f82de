// The flags that the subcommands train and vocab share: texts and their
// languages.

#ifndef INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/trainer/flag_group.h"
#include "model/trainer/text_flags.h"
#include "model/training/training_run_options.h"

namespace interpres {

// The parsed values of the flags of training and validation texts, which
// ApplyCorpusFlags converts.
struct CorpusFlags {
  TextFlags train = {.names = {"--train-source", "--train-target",
                               "--source-language", "--target-language",
                               "--train-tsv"}};
  TextFlags dev = {.names = {"--dev-source", "--dev-target",
                             "--dev-source-language", "--dev-target-language",
                             "--dev-tsv"}};
  // The weight of each training corpus, in the order of the corpora: how often
  // an epoch, and a new vocabulary, take each of its pairs on average. Empty
  // means 1 for each.
  std::vector<double> weights;
  // The name of the tag that the sources of each training corpus begin with, in
  // the order of the corpora; "-" means no tag. Empty means no tags.
  std::vector<std::string> tags;
};

// Adds the flags of the training texts, of their languages and --bidirectional
// to `group`. Parsing writes their values to `flags` and `run`, and fails if
// the source or the target language is absent. REQUIRES: `flags` and `run`
// outlive the parsing.
void AddCorpusFlags(FlagGroup& group, CorpusFlags& flags,
                    TrainingRunOptions& run);
// Adds --train-weight and --train-tag to `group`. Parsing writes its values to
// `flags`. REQUIRES: `flags` outlives the parsing.
void AddWeightFlag(FlagGroup& group, CorpusFlags& flags);
// Adds the flags of the validation texts and of their languages to `group`.
// Parsing writes their values to `flags`. REQUIRES: `flags` outlives the
// parsing.
void AddDevFlags(FlagGroup& group, CorpusFlags& flags);

// Converts the parsed `flags` and writes run.train and run.dev. A language that
// the flags do not name for the dev texts is the common language of the
// training texts, or "" if their languages differ. Returns INVALID_ARGUMENT if
// there is no training text. Also if the number of weights, tags, targets or
// languages does not match the number of texts. After an error, `run` may be
// partly written.
absl::Status ApplyCorpusFlags(const CorpusFlags& flags,
                              TrainingRunOptions& run);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_CORPUS_FLAGS_H_
