#include "model/training/gradient_shards.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "model/kernels/bfloat16.h"

namespace interpres {
namespace {

// Ranges are cut at multiples of this, a cache line of floats.
constexpr int64_t kRangeStep = 16;

LossSums AddInOrder(const std::vector<LossSums>& parts) {
  LossSums sums;
  for (const LossSums& part : parts) {
    sums += part;
  }
  return sums;
}

void AddRange(const float* __restrict source, int64_t begin, int64_t end,
              float* __restrict sum) {
  for (int64_t i = begin; i < end; ++i) {
    sum[i] += source[i];
  }
}

// The sum of all buffers goes to the first one; their order is fixed.
void AddTree(std::span<AlignedBuffer<float>> buffers, int64_t begin,
             int64_t end) {
  for (std::size_t stride = 1; stride < buffers.size(); stride *= 2) {
    for (std::size_t i = 0; i + stride < buffers.size(); i += 2 * stride) {
      AddRange(buffers[i + stride].data(), begin, end, buffers[i].data());
    }
  }
}

}  // namespace

GradientShards::GradientShards(const ParameterLayout& layout, int shards,
                               int threads, ComputeType compute_type)
    : layout_(layout),
      bfloat16_parameters_(
          compute_type == ComputeType::kBFloat16 ? layout.size() : 0),
      networks_(static_cast<std::size_t>(threads)),
      team_(threads) {
  for (int shard = 0; shard < shards; ++shard) {
    buffers_.emplace_back(layout.size());
  }
  // A network belongs to the thread that constructs it.
  team_.Run([this](int worker) {
    networks_[static_cast<std::size_t>(worker)] =
        std::make_unique<TrainingNetwork>(layout_, bfloat16_parameters_.span());
  });
}

GradientShards::~GradientShards() {
  team_.Run([this](int worker) {
    networks_[static_cast<std::size_t>(worker)].reset();
  });
}

LossSums GradientShards::Compute(std::span<const float> parameters,
                                 std::span<const TrainingBatch> batches,
                                 const LossOptions& options,
                                 GradientResult result) {
  ConvertParameters(parameters);
  std::vector<LossSums> sums(batches.size());
  ForEachItem(static_cast<int64_t>(batches.size()),
              [&](TrainingNetwork& network, std::size_t shard) {
                const std::span<float> buffer = buffers_[shard].span();
                // The sum so far is in the buffer of the first shard.
                if (shard > 0 || result == GradientResult::kReplace) {
                  std::fill(buffer.begin(), buffer.end(), 0.0f);
                }
                if (batches[shard].sentences() > 0) {
                  sums[shard] = network.ForwardBackward(
                      parameters, batches[shard], options, buffer);
                }
              });
  AddInTree(batches.size());
  return AddInOrder(sums);
}

LossSums GradientShards::Evaluate(std::span<const float> parameters,
                                  std::span<const TrainingBatch> batches,
                                  float label_smoothing) {
  ConvertParameters(parameters);
  std::vector<LossSums> sums(batches.size());
  ForEachItem(static_cast<int64_t>(batches.size()),
              [&](TrainingNetwork& network, std::size_t i) {
                sums[i] =
                    network.Evaluate(parameters, batches[i], label_smoothing);
              });
  return AddInOrder(sums);
}

void GradientShards::ForEach(int64_t count,
                             const std::function<void(std::size_t)>& job) {
  ForEachItem(count, [&job](TrainingNetwork&, std::size_t i) { job(i); });
}

void GradientShards::ForEachRange(
    const std::function<void(int64_t, int64_t)>& task) {
  const int64_t steps = (layout_.size() + kRangeStep - 1) / kRangeStep;
  team_.Run([&](int worker) {
    const int64_t begin = steps * worker / team_.size() * kRangeStep;
    const int64_t end = steps * (worker + 1) / team_.size() * kRangeStep;
    task(begin, std::min(end, layout_.size()));
  });
}

void GradientShards::ForEachItem(
    int64_t count,
    const std::function<void(TrainingNetwork&, std::size_t)>& job) {
  std::atomic<int64_t> next = 0;
  team_.Run([&](int worker) {
    // A network keeps the memory of the largest item it has had: always the
    // same few have it.
    if (worker >= count) {
      return;
    }
    TrainingNetwork& network = *networks_[static_cast<std::size_t>(worker)];
    for (int64_t i = next++; i < count; i = next++) {
      job(network, static_cast<std::size_t>(i));
    }
  });
}

void GradientShards::ConvertParameters(std::span<const float> parameters) {
  if (bfloat16_parameters_.size() > 0) {
    ForEachRange([&](int64_t begin, int64_t end) {
      ToBFloat16(parameters.data() + begin, end - begin,
                 bfloat16_parameters_.data() + begin);
    });
  }
}

void GradientShards::AddInTree(std::size_t used) {
  if (used < 2) {
    return;
  }
  const std::span<AlignedBuffer<float>> buffers(buffers_.data(), used);
  ForEachRange(
      [buffers](int64_t begin, int64_t end) { AddTree(buffers, begin, end); });
}

}  // namespace interpres
