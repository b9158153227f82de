#include "model/training/training_data.h"

#include "model/kernels/counter_random.h"
#include "model/training/batching.h"

namespace interpres {
namespace {

// First part of the keys of the draws of examples. The keys of dropout begin
// with 0.
constexpr uint64_t kExampleDraws = 1;

}  // namespace

// Batches are planned by the lengths of the likeliest segmentations of the text
// without noise.
TrainingBatch MakeTrainBatch(const TrainingData& data,
                             std::span<const int32_t> indices, uint64_t seed,
                             int64_t update) {
  if (data.sample == nullptr) {
    return MakeBatch(data.train, indices, data.start_id);
  }
  const uint64_t update_key = CombineKeys(CombineKeys(kExampleDraws, seed),
                                          static_cast<uint64_t>(update));
  ExampleSet sampled;
  std::vector<int32_t> all;
  for (const int32_t i : indices) {
    const uint64_t key = data.train.key(i);
    SampledIds ids;
    if (data.sample(key, CombineKeys(update_key, key), ids)) {
      sampled.Add(ids.source, ids.target, key);
    } else {
      sampled.Add(data.train.source(i), data.train.target(i), key);
    }
    all.push_back(static_cast<int32_t>(all.size()));
  }
  return MakeBatch(sampled, all, data.start_id);
}

std::vector<TrainingBatch> MakeDevBatches(const TrainingData& data,
                                          const TrainerOptions& options) {
  std::vector<TrainingBatch> batches;
  for (const auto& indices : PlanValidation(
           data.dev, options.batching.batch_tokens, options.shards)) {
    batches.push_back(MakeBatch(data.dev, indices, data.start_id));
  }
  return batches;
}

}  // namespace interpres
