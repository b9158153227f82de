// Data-parallel gradients whose bytes do not depend on the number of threads.
//
// A batch is cut into a fixed number of shards. Threads take shards as they
// come free, each shard has its own gradient buffer, and the buffers are added
// in a fixed tree: ((0+1)+(2+3))+...

#ifndef INTERPRES_MODEL_TRAINING_GRADIENT_SHARDS_H_
#define INTERPRES_MODEL_TRAINING_GRADIENT_SHARDS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "model/base/thread_team.h"
#include "model/kernels/compute_type.h"
#include "model/tensor/tensor.h"
#include "model/training/batch.h"
#include "model/training/network.h"
#include "model/training/parameters.h"

namespace interpres {

enum class GradientResult { kReplace, kAdd };

// Owns the worker threads, their networks and the gradient buffers (4 bytes x
// parameters x shards). Used by one thread.
class GradientShards {
 public:
  // `layout` must outlive this object. 1 <= threads, 1 <= shards; more threads
  // than shards are used for the sums and the optimiser only. kBFloat16 needs
  // CheckComputeType() and 2 more bytes per parameter.
  GradientShards(const ParameterLayout& layout, int shards, int threads,
                 ComputeType compute_type = ComputeType::kFloat32);
  ~GradientShards();

  // The gradient of the summed loss over all shard batches; `batches` has at
  // most `shards` entries. Read it from gradients() until the next call. kAdd
  // adds it to that of the last call.
  LossSums Compute(std::span<const float> parameters,
                   std::span<const TrainingBatch> batches,
                   const LossOptions& options,
                   GradientResult result = GradientResult::kReplace);
  std::span<const float> gradients() const { return buffers_[0].span(); }
  std::span<float> gradients() { return buffers_[0].span(); }

  // The loss over batches, without dropout, added up in their order.
  LossSums Evaluate(std::span<const float> parameters,
                    std::span<const TrainingBatch> batches,
                    float label_smoothing);

  // Calls job(i) for i = 0 .. count - 1, each once, on whatever thread is free.
  void ForEach(int64_t count, const std::function<void(std::size_t)>& job);

  // Calls task(begin, end) for consecutive ranges that cover the flat arrays,
  // one per thread, at once.
  void ForEachRange(const std::function<void(int64_t, int64_t)>& task);

 private:
  // Runs job(network, i) for i = 0 .. count - 1 on whatever thread is free.
  void ForEachItem(
      int64_t count,
      const std::function<void(TrainingNetwork&, std::size_t)>& job);
  void AddInTree(std::size_t used);
  // Brings the copy in bfloat16 up to date, where there is one.
  void ConvertParameters(std::span<const float> parameters);

  const ParameterLayout& layout_;
  std::vector<AlignedBuffer<float>> buffers_;  // [shards][layout.size()]
  // The parameters of the pass; empty for float32.
  AlignedBuffer<uint16_t> bfloat16_parameters_;
  std::vector<std::unique_ptr<TrainingNetwork>> networks_;  // [threads]
  // Last, so that the threads end before what they use.
  ThreadTeam team_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_GRADIENT_SHARDS_H_
