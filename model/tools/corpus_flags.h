// The flags that train and vocab share: training text and vocabulary.

#ifndef INTERPRES_MODEL_TOOLS_CORPUS_FLAGS_H_
#define INTERPRES_MODEL_TOOLS_CORPUS_FLAGS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "model/tools/flag_group.h"
#include "model/training/training_run.h"

namespace interpres {

struct CorpusFlags {
  std::vector<std::string> sources;
  std::vector<std::string> targets;
  std::vector<double> weights;
  std::string vocab_type = "unigram";
};

// The flags of text and languages write to both arguments; so do those of the
// vocabulary.
void AddCorpusFlags(FlagGroup& group, CorpusFlags& flags,
                    TrainingRunOptions& run);
void AddWeightFlag(FlagGroup& group, CorpusFlags& flags);
void AddVocabularyFlags(FlagGroup& group, CorpusFlags& flags,
                        TrainingRunOptions& run);

// Fills in what stands in `flags` only. INVALID_ARGUMENT for unequal numbers of
// files, and for an unknown type.
absl::Status ApplyCorpusFlags(const CorpusFlags& flags,
                              TrainingRunOptions& run);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TOOLS_CORPUS_FLAGS_H_
