// Data-parallel gradients whose bits do not depend on the number of threads.
//
// A batch is split into a fixed number of shards. A free thread takes the next
// shard. Each shard has its own gradient buffer. The buffers are added in a
// fixed tree: ((0+1)+(2+3))+...

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

// Whether new gradients replace the previous gradients or are added to them.
enum class GradientResult { kReplace, kAdd };

// Owns the worker threads, their networks and the gradient buffers (4 bytes x
// parameters x shards). Not thread-safe: used by one thread.
class GradientShards {
 public:
  // REQUIRES: `layout` outlives this object, threads >= 1 and shards >= 1.
  // Threads beyond the number of shards only help with the sums and the
  // optimiser. kBFloat16 requires CheckComputeType() to succeed and uses 2 more
  // bytes per parameter.
  GradientShards(const ParameterLayout& layout, int shards, int threads,
                 ComputeType compute_type = ComputeType::kFloat32);
  ~GradientShards();

  // Computes the gradient of the loss summed over `batches`, one batch per
  // shard, and returns the sums of the loss. gradients() holds the result until
  // the next call. kAdd adds the gradient to the result of the previous call.
  // REQUIRES: `batches` has at most `shards` entries.
  LossSums Compute(std::span<const float> parameters,
                   std::span<const TrainingBatch> batches,
                   const LossOptions& options,
                   GradientResult result = GradientResult::kReplace);
  // The gradients in the order of the layout: [layout.size()].
  std::span<const float> gradients() const { return buffers_[0].span(); }
  std::span<float> gradients() { return buffers_[0].span(); }

  // Returns the loss over `batches`, computed without dropout and added in the
  // order of the batches.
  LossSums Evaluate(std::span<const float> parameters,
                    std::span<const TrainingBatch> batches,
                    float label_smoothing);

  // Calls job(i) once for each i = 0 .. count - 1. The worker threads call the
  // jobs concurrently, in any order. Returns when all jobs are done.
  void ForEach(int64_t count, const std::function<void(std::size_t)>& job);

  // Calls task(begin, end) once per thread, concurrently. The ranges are
  // disjoint and cover the flat arrays, 0 .. layout.size() - 1. Returns when
  // all tasks are done.
  void ForEachRange(const std::function<void(int64_t, int64_t)>& task);

 private:
  // Calls job(network, i) once for each i = 0 .. count - 1, concurrently.
  // `network` belongs to the calling worker thread.
  void ForEachItem(
      int64_t count,
      const std::function<void(TrainingNetwork&, std::size_t)>& job);
  // Adds the first `used` buffers into buffers_[0].
  void AddInTree(std::size_t used);
  // Updates the bfloat16 copy of the parameters. Does nothing for float32.
  void ConvertParameters(std::span<const float> parameters);

  const ParameterLayout& layout_;
  std::vector<AlignedBuffer<float>> buffers_;  // [shards][layout.size()]
  // bfloat16 copy of the parameters of the current call. Empty for float32.
  AlignedBuffer<uint16_t> bfloat16_parameters_;
  std::vector<std::unique_ptr<TrainingNetwork>> networks_;  // [threads]
  // Declared last, so that the threads end before the members that they use.
  ThreadTeam team_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_GRADIENT_SHARDS_H_
