// The examples of a run and their batches.

#ifndef INTERPRES_MODEL_TRAINING_TRAINING_DATA_H_
#define INTERPRES_MODEL_TRAINING_TRAINING_DATA_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/training/batch.h"
#include "model/training/corpus.h"
#include "model/training/trainer_options.h"

namespace interpres {

// The token ids of one draw of an example, with the noise and the sub-words of
// the draw.
struct SampledIds {
  std::vector<int32_t> source;
  std::vector<int32_t> target;
};
// Draws noise and a segmentation of the example `key` (KeyOf) and writes the
// token ids to `ids`. `draw` is the random number of the draw. Returns false if
// the caller must ignore `ids` and use the ids of the example set. REQUIRES:
// the function is thread-safe.
using ExampleSampling =
    std::function<bool(uint64_t key, uint64_t draw, SampledIds& ids)>;

struct TrainingData {
  ExampleSet train;
  ExampleSet dev;                    // empty disables validation
  int32_t start_id = 0;              // fed at target position 0
  ExampleSampling sample = nullptr;  // null disables sampling
  // Initial parameters of a new run, in the order of the ParameterLayout. Empty
  // means random weights. A resumed run ignores the parameters. Only the
  // parameters of process 0 are used. Trainer::Create frees the vector.
  std::vector<float> initial_parameters = {};
};

// Returns the batch of the examples of data.train at `indices`, for update
// number `update`. data.sample draws noise and sub-words of each example from
// the seed, the update and the key of the example. An example keeps its ids if
// data.sample is null, or returns false for the example. Drawn ids can make the
// batch longer than PlanEpoch() planned.
TrainingBatch MakeTrainBatch(const TrainingData& data,
                             std::span<const int32_t> indices, uint64_t seed,
                             int64_t update);

// Returns all examples of data.dev as batches, in the order of data.dev. The
// limits of PlanValidation() for options.batching.batch_tokens and
// options.shards apply. Returns an empty list if data.dev is empty.
std::vector<TrainingBatch> MakeDevBatches(const TrainingData& data,
                                          const TrainerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_DATA_H_
