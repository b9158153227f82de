// Source + target tokens per second of one training pass on one thread.
//
//   training_network_benchmark [--benchmark_repetitions=5]
//
// A small bilingual model (d 256, 4 + 2 layers, vocabulary 8,000) and a batch
// of 200 sentences of about 10 tokens; GFLOP/s counts the matrix products of
// the dense layers, 6 per weight and token.

#include <cstdint>
#include <vector>

#include "benchmark/benchmark.h"
#include "model/kernels/counter_random.h"
#include "model/training/network.h"

namespace interpres {
namespace {

ModelConfig SmallModel() {
  return {.vocab_size = 8000,
          .d_model = 256,
          .encoder_layers = 4,
          .decoder_layers = 2,
          .encoder_attention_heads = 4,
          .decoder_attention_heads = 4,
          .encoder_ffn_dim = 1024,
          .decoder_ffn_dim = 1024,
          .max_position_embeddings = 256,
          .pad_token_id = 7999,
          .decoder_start_token_id = 7999};
}

// Lengths of 5 to 15 tokens on both sides.
TrainingBatch MakeBatch(int64_t sentences) {
  TrainingBatch batch;
  batch.source_offsets = {0};
  batch.target_offsets = {0};
  uint32_t drawn = 0;
  const auto draw = [&drawn](uint32_t limit) {
    return static_cast<int32_t>(RandomBits(7, drawn++) % limit);
  };
  for (int64_t i = 0; i < sentences; ++i) {
    for (int32_t left = 5 + draw(11); left > 0; --left) {
      batch.source_ids.push_back(draw(7999));
    }
    int32_t previous = 7999;
    for (int32_t left = 5 + draw(11); left > 0; --left) {
      batch.target_inputs.push_back(previous);
      previous = left == 1 ? 0 : draw(7999);
      batch.target_outputs.push_back(previous);
    }
    batch.source_offsets.push_back(batch.source_tokens());
    batch.target_offsets.push_back(batch.target_tokens());
    batch.sentence_keys.push_back(static_cast<uint64_t>(i));
  }
  return batch;
}

double ProductFlops(const ModelConfig& config, const TrainingBatch& batch) {
  const auto square = static_cast<double>(config.d_model * config.d_model);
  const double width = static_cast<double>(config.d_model);
  const double source =
      static_cast<double>(config.encoder_layers) *
          (4 * square +
           2 * width * static_cast<double>(config.encoder_ffn_dim)) +
      static_cast<double>(config.decoder_layers) * 2 * square;
  const double target =
      static_cast<double>(config.decoder_layers) *
          (6 * square +
           2 * width * static_cast<double>(config.decoder_ffn_dim)) +
      width * static_cast<double>(config.vocab_size);
  return 6.0 * (source * static_cast<double>(batch.source_tokens()) +
                target * static_cast<double>(batch.target_tokens()));
}

void ForwardBackward(benchmark::State& state) {
  const ModelConfig config = SmallModel();
  const ParameterLayout layout(config);
  std::vector<float> parameters(static_cast<std::size_t>(layout.size()));
  InitializeParameters(layout, 1, parameters);
  std::vector<float> gradients(parameters.size());
  const TrainingBatch batch = MakeBatch(state.range(0));
  TrainingNetwork network(layout);
  LossOptions options;
  for (auto _ : state) {
    ++options.update;
    benchmark::DoNotOptimize(
        network.ForwardBackward(parameters, batch, options, gradients));
  }
  const double passes = static_cast<double>(state.iterations());
  const double tokens =
      static_cast<double>(batch.source_tokens() + batch.target_tokens());
  state.counters["tokens/s"] =
      benchmark::Counter(tokens * passes, benchmark::Counter::kIsRate);
  state.counters["FLOP/s"] = benchmark::Counter(
      ProductFlops(config, batch) * passes, benchmark::Counter::kIsRate);
}
BENCHMARK(ForwardBackward)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace interpres

BENCHMARK_MAIN();
