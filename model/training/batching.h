// Plans the batches of an epoch under a token budget, and their order.

#ifndef INTERPRES_MODEL_TRAINING_BATCHING_H_
#define INTERPRES_MODEL_TRAINING_BATCHING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/training/corpus.h"

namespace interpres {

// Consecutive examples with the same sampling weight.
struct SampledPart {
  int64_t examples = 0;
  // Average number of times that an epoch takes each example; above 0, at most
  // 1000. REQUIRES: weight * examples >= 1.
  double weight = 1.0;
};

struct BatchingOptions {
  // Maximum of the source tokens of a batch, and also of its target tokens; 1
  // to 10^9. A longer sentence becomes a batch with one sentence.
  int64_t batch_tokens = 4096;
  // Sentences are sorted by length within windows of about this many batches,
  // so that a batch holds similar lengths. 1 to 10^9. 1 leaves the sentences in
  // random order. Random order is the default, because packed rows waste
  // nothing on mixed lengths, and mixed batches have steadier gradients.
  int64_t sort_window = 1;
  uint64_t seed = 1;
  // Splits the examples, in order, into parts with separate weights. REQUIRES:
  // the sizes of the parts add up to the number of examples. Empty means that
  // an epoch takes every example once.
  //
  // A part is taken from an endless sequence of shuffles of its examples. Epoch
  // e of a part with n examples takes the elements floor(e weight n) ..
  // floor((e + 1) weight n) - 1 of the sequence. The numbers of times that two
  // examples of a part were taken therefore differ by at most one.
  std::vector<SampledPart> parts = {};
};

// Returns INVALID_ARGUMENT if the weight is above 1000 or weight * examples is
// below 1. The message has the weight and the range.
absl::Status ValidateSampledPart(const SampledPart& part);
// Returns INVALID_ARGUMENT if an option or a part is out of range. The message
// names the option, its value and the range.
absl::Status ValidateBatchingOptions(const BatchingOptions& options);

// Returns the batches of epoch number `epoch` (from 0). A batch is a list of
// indices into `examples`. Every example is in exactly one batch, unless a
// weight in `options.parts` is not 1. The result depends only on the arguments,
// so a resumed run finds its position from the counters.
std::vector<std::vector<int32_t>> PlanEpoch(const ExampleSet& examples,
                                            const BatchingOptions& options,
                                            int64_t epoch);

// Returns batches of all examples for validation, in the order of `examples`. A
// batch is a list of indices into `examples`. The source tokens of a batch are
// at most batch_tokens / shards, and so are its target tokens. A longer
// sentence becomes a batch with one sentence. REQUIRES: shards >= 1.
std::vector<std::vector<int32_t>> PlanValidation(const ExampleSet& examples,
                                                 int64_t batch_tokens,
                                                 int64_t shards);

// Splits `batch`, a list of indices into `examples`, into `shards` lists with
// nearly equal numbers of tokens. Some of the lists may be empty. The result
// depends only on the arguments. REQUIRES: shards >= 1.
std::vector<std::vector<int32_t>> SplitIntoShards(
    const ExampleSet& examples, std::span<const int32_t> batch, int64_t shards);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_BATCHING_H_
