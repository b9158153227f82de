#include "model/training/network.h"

#include <algorithm>
#include <cmath>

#include "model/config/network.h"
#include "model/kernels/compute_thread.h"
#include "model/kernels/counter_random.h"
#include "model/kernels/training_loss.h"
#include "model/training/decoder_stack.h"
#include "model/training/encoder_stack.h"
#include "model/training/packed_rows.h"

namespace interpres {
namespace {

// Number of rows of logits that are computed together. The number is large
// enough for full speed of the products and small enough for the third-level
// cache (8 MB at a vocabulary of 8,000).
constexpr int64_t kLogitRows = 256;

// The dropout mask ids. A change of these numbers changes every training run.
constexpr uint64_t kSourceEmbeddingMask = 0;
constexpr uint64_t kTargetEmbeddingMask = 1;
constexpr uint64_t kFirstSublayerMask = 2;

int64_t AsInt(std::size_t size) { return static_cast<int64_t>(size); }

// The first dropout mask id of the decoder.
uint64_t DecoderMask(const ModelConfig& config) {
  return kFirstSublayerMask + 2 * static_cast<uint64_t>(config.encoder_layers);
}

}  // namespace

class TrainingNetwork::Impl {
 public:
  Impl(const ParameterLayout& layout,
       std::span<const uint16_t> bfloat16_parameters);

  LossSums Run(std::span<const float> parameters, const TrainingBatch& batch,
               const LossOptions& options, float* gradients);

 private:
  Pass MakePass(const float* parameters, float* gradients,
                const LossOptions& options);
  EmbeddingRows Embedding(const Pass& pass, std::span<const int32_t> ids,
                          const Sequences& sequences, uint64_t mask_id) const;
  const float* Embed(const Pass& pass, const EmbeddingRows& rows,
                     GrowingBuffer<float>& out);
  // The loss, and with gradients the gradient of the decoder's output in
  // d_target_.
  LossSums Loss(const Pass& pass, const TrainingBatch& batch,
                const LossOptions& options, const float* output);
  CrossEntropySums LossOfChunk(const Pass& pass,
                               const CrossEntropyOptions& options,
                               std::span<const int32_t> targets,
                               float* logits) const;

  const ModelConfig& config_;
  const uint16_t* bfloat16_parameters_;  // null: float32
  std::unique_ptr<BFloat16Gemm> bfloat16_gemm_;
  int64_t embedding_;  // offset into the flat parameters
  EncoderStack encoder_;
  DecoderStack decoder_;
  PackedRows source_;
  PackedRows target_;
  SinusoidTable sinusoids_;
  GrowingBuffer<float> source_embeddings_;
  GrowingBuffer<float> target_embeddings_;
  GrowingBuffer<float> logits_;  // [kLogitRows, vocabulary]
  GrowingBuffer<float> d_source_;
  GrowingBuffer<float> d_target_;
  // Scratch of the sublayers.
  GrowingBuffer<float> d_sublayer_;
  GrowingBuffer<float> wide_;
  GrowingBuffer<float> narrow_;
  GrowingBuffer<float> attention_;
};

TrainingNetwork::Impl::Impl(const ParameterLayout& layout,
                            std::span<const uint16_t> bfloat16_parameters)
    : config_(layout.config()),
      bfloat16_parameters_(bfloat16_parameters.data()),
      embedding_(layout.Offset(kEmbeddingId)),
      encoder_(layout, kFirstSublayerMask),
      decoder_(layout, DecoderMask(layout.config())),
      sinusoids_(config_.position_formula, config_.d_model) {
  PrepareComputeThread();
  if (bfloat16_parameters_ != nullptr) {
    bfloat16_gemm_ = std::make_unique<BFloat16Gemm>();
  }
}

Pass TrainingNetwork::Impl::MakePass(const float* parameters, float* gradients,
                                     const LossOptions& options) {
  return {.parameters = parameters,
          .gradients = gradients,
          .dropout = options.dropout,
          .attention_dropout = options.attention_dropout,
          .ffn_dropout = options.ffn_dropout,
          .d_sublayer = &d_sublayer_,
          .wide = &wide_,
          .narrow = &narrow_,
          .attention = &attention_,
          .bfloat16_gemm = bfloat16_gemm_.get(),
          .bfloat16_parameters = bfloat16_parameters_};
}

EmbeddingRows TrainingNetwork::Impl::Embedding(const Pass& pass,
                                               std::span<const int32_t> ids,
                                               const Sequences& sequences,
                                               uint64_t mask_id) const {
  const double scale = config_.scale_embedding
                           ? std::sqrt(static_cast<double>(config_.d_model))
                           : 1.0;
  return {.ids = ids,
          .positions = sequences.positions,
          .columns = config_.d_model,
          .scale = static_cast<float>(scale),
          .dropout = {.probability = pass.dropout,
                      .row_keys = sequences.row_keys.data(),
                      .mask_id = mask_id}};
}

const float* TrainingNetwork::Impl::Embed(const Pass& pass,
                                          const EmbeddingRows& rows,
                                          GrowingBuffer<float>& out) {
  float* x = out.Reserve(AsInt(rows.ids.size()) * config_.d_model);
  EmbedRows(rows, pass.parameters + embedding_, sinusoids_.data(), x);
  return x;
}

// `logits` become their gradient if the pass has gradients.
CrossEntropySums TrainingNetwork::Impl::LossOfChunk(
    const Pass& pass, const CrossEntropyOptions& options,
    std::span<const int32_t> targets, float* logits) const {
  if (pass.gradients == nullptr) {
    return CrossEntropy(options, targets, config_.vocab_size, logits);
  }
  return options.r_drop > 0.0f
             ? RDropWithGradient(options, targets, config_.vocab_size, logits)
             : CrossEntropyWithGradient(options, targets, config_.vocab_size,
                                        logits);
}

LossSums TrainingNetwork::Impl::Loss(const Pass& pass,
                                     const TrainingBatch& batch,
                                     const LossOptions& options,
                                     const float* output) {
  const int64_t d = config_.d_model;
  const int64_t vocab = config_.vocab_size;
  // With R-Drop, rows are the first half and each has its twin in the second.
  const int64_t times = options.r_drop > 0.0f ? 2 : 1;
  const int64_t rows = batch.target_tokens() / times;
  const int64_t most = std::min(rows, kLogitRows / times);
  const CrossEntropyOptions loss{.label_smoothing = options.label_smoothing,
                                 .padding_id = config_.pad_token_id,
                                 .r_drop = options.r_drop};
  float* logits = logits_.Reserve(most * times * vocab);
  float* d_output = d_target_.Reserve(rows * times * d);
  LossSums sums{.target_tokens = batch.target_tokens()};
  for (int64_t begin = 0; begin < rows; begin += most) {
    const int64_t count = std::min(most, rows - begin);
    const LinearShape projection{.rows = count, .in = d, .out = vocab};
    for (int64_t time = 0; time < times; ++time) {
      pass.Project(projection, {output + (time * rows + begin) * d, d},
                   embedding_, {logits + time * count * vocab, vocab});
    }
    const CrossEntropySums chunk =
        LossOfChunk(pass, loss,
                    std::span(batch.target_outputs)
                        .subspan(static_cast<std::size_t>(begin),
                                 static_cast<std::size_t>(count)),
                    logits);
    sums.smoothed_loss += chunk.smoothed_loss;
    sums.negative_log_likelihood += chunk.negative_log_likelihood;
    for (int64_t time = 0; time < times && pass.gradients != nullptr; ++time) {
      // In the forward pass this was: logits = hidden table^T.
      const int64_t row = time * rows + begin;
      pass.ProjectBackward(projection, {output + row * d, d}, embedding_,
                           {.dy = {logits + time * count * vocab, vocab},
                            .dx = {d_output + row * d, d}});
    }
  }
  return sums;
}

LossSums TrainingNetwork::Impl::Run(std::span<const float> parameters,
                                    const TrainingBatch& batch,
                                    const LossOptions& options,
                                    float* gradients) {
  // Without rows, the buffers are null, and null has no offsets.
  if (batch.source_ids.empty()) {
    return {};
  }
  const uint64_t update_key =
      CombineKeys(CombineKeys(0, options.seed), options.update);
  source_.Prepare(batch.source_offsets, batch.sentence_keys, update_key);
  target_.Prepare(batch.target_offsets, batch.sentence_keys, update_key);
  sinusoids_.Grow(std::max(source_.longest(), target_.longest()));
  const Pass pass = MakePass(parameters.data(), gradients, options);
  const EmbeddingRows source =
      Embedding(pass, batch.source_ids, source_.View(), kSourceEmbeddingMask);
  const EmbeddingRows target = Embedding(pass, batch.target_inputs,
                                         target_.View(), kTargetEmbeddingMask);
  const Sequences source_rows = source_.View();
  const Sequences target_rows = target_.View();
  const float* memory = encoder_.Forward(
      pass, source_rows, Embed(pass, source, source_embeddings_));
  const DecoderStack::Source encoded{.sequences = source_rows,
                                     .memory = memory};
  const float* output = decoder_.Forward(
      pass, target_rows, encoded, Embed(pass, target, target_embeddings_));
  const LossSums sums = Loss(pass, batch, options, output);
  if (gradients != nullptr) {
    float* d_source = d_source_.Reserve(source_rows.rows() * config_.d_model);
    decoder_.Backward(pass, target_rows, encoded,
                      {.dy = d_target_.data(), .d_memory = d_source});
    encoder_.Backward(pass, source_rows, d_source);
    float* d_table = gradients + embedding_;
    EmbedRowsBackward(target, d_target_.data(), config_.pad_token_id, d_table);
    EmbedRowsBackward(source, d_source_.data(), config_.pad_token_id, d_table);
  }
  return sums;
}

TrainingNetwork::TrainingNetwork(const ParameterLayout& layout,
                                 std::span<const uint16_t> bfloat16_parameters)
    : impl_(std::make_unique<Impl>(layout, bfloat16_parameters)) {}

TrainingNetwork::~TrainingNetwork() = default;

LossSums TrainingNetwork::ForwardBackward(std::span<const float> parameters,
                                          const TrainingBatch& batch,
                                          const LossOptions& options,
                                          std::span<float> gradients) {
  return impl_->Run(parameters, batch, options, gradients.data());
}

LossSums TrainingNetwork::Evaluate(std::span<const float> parameters,
                                   const TrainingBatch& batch,
                                   float label_smoothing) {
  return impl_->Run(parameters, batch,
                    {.label_smoothing = label_smoothing, .dropout = 0.0f},
                    nullptr);
}

}  // namespace interpres
