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

// The ids of an example with drawn segmentations.
struct SampledIds {
  std::vector<int32_t> source;
  std::vector<int32_t> target;
};
// Draws the ids of the example `key` for the draw number `draw` into `ids`.
// Returns false if the ids of the example set stay unchanged. Thread-safe.
using SubwordSampling =
    std::function<bool(uint64_t key, uint64_t draw, SampledIds& ids)>;

struct TrainingData {
  ExampleSet train;
  ExampleSet dev;                    // empty disables validation
  int32_t start_id = 0;              // fed at target position 0
  SubwordSampling sample = nullptr;  // null disables sampling
  // Initial parameters of a new run, in the order of the layout. Empty means
  // random weights. Only the parameters of process 0 are used. The trainer
  // frees the vector after the start of the run.
  std::vector<float> initial_parameters = {};
};

// Returns the batch of the train examples `indices` for update number `update`.
// If data.sample is set, each sentence has the sub-words that data.sample draws
// for the seed, the update and the key of the example.
TrainingBatch MakeTrainBatch(const TrainingData& data,
                             std::span<const int32_t> indices, uint64_t seed,
                             int64_t update);

// Returns the batches of the dev set, in the order of the examples.
std::vector<TrainingBatch> MakeDevBatches(const TrainingData& data,
                                          const TrainerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_DATA_H_
