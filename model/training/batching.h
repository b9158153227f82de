// Batches of sentences under a token budget, and their order in an epoch.

#ifndef INTERPRES_MODEL_TRAINING_BATCHING_H_
#define INTERPRES_MODEL_TRAINING_BATCHING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/training/corpus.h"

namespace interpres {

// Consecutive examples that are sampled alike.
struct SampledPart {
  int64_t examples = 0;
  // How often an epoch takes each of them, on average; above 0.
  double weight = 1.0;
};

struct BatchingOptions {
  // The most source tokens, and the most target tokens, of a batch. A longer
  // sentence makes a batch of its own.
  int64_t batch_tokens = 4096;
  // Sentences are sorted by length within windows of this many batches, so that
  // a batch holds similar lengths. 1 leaves them in random order: packed rows
  // waste nothing on mixed lengths, and mixed batches have steadier gradients.
  int64_t sort_window = 1;
  uint64_t seed = 1;
  // All examples, in order; empty: each once an epoch. A part is taken from an
  // endless sequence of its shuffles: epoch e of n examples takes its elements
  // floor(e weight n) .. floor((e + 1) weight n). So no example is ever more
  // than one turn ahead of another.
  std::vector<SampledPart> parts = {};
};

// INVALID_ARGUMENT with the option, the value found and the range.
absl::Status ValidateSampledPart(const SampledPart& part);
absl::Status ValidateBatchingOptions(const BatchingOptions& options);

// The batches of one epoch, as indices into `examples`. Every example is in
// exactly one batch, unless `parts` say otherwise. A function of (examples,
// options, epoch) alone, so a resumed run finds its place by counters.
std::vector<std::vector<int32_t>> PlanEpoch(const ExampleSet& examples,
                                            const BatchingOptions& options,
                                            int64_t epoch);

// Batches in the order of `examples`, for validation: of the size of one of the
// `shards` of a batch of training, so that they need no more memory than it.
std::vector<std::vector<int32_t>> PlanValidation(const ExampleSet& examples,
                                                 int64_t batch_tokens,
                                                 int64_t shards);

// Splits a batch into `shards` parts of nearly equal numbers of tokens; some
// may be empty. A function of its arguments alone.
std::vector<std::vector<int32_t>> SplitIntoShards(
    const ExampleSet& examples, std::span<const int32_t> batch, int64_t shards);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_BATCHING_H_
