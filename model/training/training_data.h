// The examples of a run, and batches of them.

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

// Draws the ids of an example, named by its key, for the draw of that key.
// Returns false if the ids of the example set stay. Thread-safe.
struct SampledIds {
  std::vector<int32_t> source;
  std::vector<int32_t> target;
};
using SubwordSampling =
    std::function<bool(uint64_t key, uint64_t draw, SampledIds& ids)>;

struct TrainingData {
  ExampleSet train;
  ExampleSet dev;                    // empty disables validation
  int32_t start_id = 0;              // fed at target position 0
  SubwordSampling sample = nullptr;  // null disables sampling
  // The parameters that a new run begins with, in the order of the layout.
  // Empty means random weights. Only those of process 0 count. The trainer
  // frees them when the run has begun.
  std::vector<float> initial_parameters = {};
};

// Returns the batch of the train examples `indices` for an update. Each of its
// sentences has the sub-words that data.sample draws for the seed, the update
// and the key of the example.
TrainingBatch MakeTrainBatch(const TrainingData& data,
                             std::span<const int32_t> indices, uint64_t seed,
                             int64_t update);

// Returns the batches of the dev set.
std::vector<TrainingBatch> MakeDevBatches(const TrainingData& data,
                                          const TrainerOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_TRAINING_DATA_H_
