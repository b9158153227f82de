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

// Whether Compute replaces the gradients of the previous call or adds the new
// gradients to them.
enum class GradientResult { kReplace, kAdd };

// Computes the gradients of batches on worker threads. Owns the threads, their
// networks and the gradient buffers (4 bytes x parameters x shards). Not
// thread-safe: used by one thread.
class GradientShards {
 public:
  // Starts `threads` worker threads. Threads beyond the number of shards
  // compute no gradients, but help with sums, evaluation and the optimiser.
  // kBFloat16 uses 2 more bytes per parameter. Throws std::system_error if the
  // system cannot start a thread. REQUIRES: `layout` outlives this object,
  // threads >= 1 and shards >= 1. For kBFloat16, CheckComputeType() succeeds.
  GradientShards(const ParameterLayout& layout, int shards, int threads,
                 ComputeType compute_type = ComputeType::kFloat32);
  ~GradientShards();

  // Computes the gradient of the loss summed over `batches`, one batch per
  // shard. Returns the sums of the loss over `batches`. gradients() holds the
  // gradient until the next call of Compute. kAdd adds the gradient to
  // gradients() instead of replacing it. A batch may be empty. REQUIRES:
  // `batches` has 1 to `shards` entries, and `parameters` is [layout.size()].
  LossSums Compute(std::span<const float> parameters,
                   std::span<const TrainingBatch> batches,
                   const LossOptions& options,
                   GradientResult result = GradientResult::kReplace);
  // Returns the gradient that Compute left, in the order of the layout:
  // [layout.size()].
  std::span<const float> gradients() const { return buffers_[0].span(); }
  std::span<float> gradients() { return buffers_[0].span(); }

  // Returns the sums of the loss over `batches`, computed without dropout and
  // added in the order of the batches. `batches` may have any number of
  // entries. Does not change gradients().
  LossSums Evaluate(std::span<const float> parameters,
                    std::span<const TrainingBatch> batches,
                    float label_smoothing);

  // Calls job(i) once for each i = 0 .. count - 1. The worker threads call the
  // jobs concurrently, in any order. Returns when all jobs are done.
  void ForEach(int64_t count, const std::function<void(std::size_t)>& job);

  // Calls task(begin, end) once per thread, concurrently. Each call has another
  // range begin .. end - 1 of indices. The ranges cover 0 .. layout.size() - 1
  // and do not overlap; a range may be empty. Returns when all tasks are done.
  void ForEachRange(const std::function<void(int64_t, int64_t)>& task);

 private:
  // Calls job(network, i) once for each i = 0 .. count - 1, concurrently on the
  // worker threads. `network` belongs to the calling worker thread. Returns
  // when all jobs are done.
  void ForEachItem(
      int64_t count,
      const std::function<void(TrainingNetwork&, std::size_t)>& job);
  // Adds the first `used` buffers into buffers_[0].
  void AddInTree(std::size_t used);
  // Converts `parameters` to bfloat16_parameters_, which the networks read.
  // Does nothing if the compute type is float32.
  void ConvertParameters(std::span<const float> parameters);

  const ParameterLayout& layout_;
  std::vector<AlignedBuffer<float>> buffers_;  // [shards][layout.size()]
  // bfloat16 copy of the parameters that the last Compute or Evaluate received.
  // Empty if the compute type is float32.
  AlignedBuffer<uint16_t> bfloat16_parameters_;
  std::vector<std::unique_ptr<TrainingNetwork>> networks_;  // [threads]
  // The worker threads. Declared last, so that the destructor ends the threads
  // before it destroys the members that the threads use.
  ThreadTeam team_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_GRADIENT_SHARDS_H_
