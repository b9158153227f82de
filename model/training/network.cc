#include "model/training/network.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/config/network.h"
#include "model/kernels/counter_random.h"
#include "model/kernels/training_loss.h"
#include "model/training/packed_rows.h"
#include "model/training/sublayers.h"

namespace interpres {
namespace {

// Number of rows of logits that are computed together. The number is large
// enough for full speed of the products and small enough for the third-level
// cache (8 MB at a vocabulary of 8,000).
constexpr int64_t kLogitRows = 256;

// The keys and values of all layers begin with its keys, see ParameterLayout.
constexpr SublayerId kFirstCrossAttention = {Stack::kDecoder, 0,
                                             Sublayer::kCrossAttention};

// The dropout mask ids. A change of these numbers changes every training run.
constexpr uint64_t kSourceEmbeddingMask = 0;
constexpr uint64_t kTargetEmbeddingMask = 1;
constexpr uint64_t kFirstSublayerMask = 2;

int64_t AsInt(std::size_t size) { return static_cast<int64_t>(size); }

struct EncoderLayer {
  SelfAttentionSublayer attention;
  FeedForwardSublayer feed_forward;
  // Inputs of the sublayers, owned by the sublayers before them.
  const float* attention_input = nullptr;
  const float* feed_forward_input = nullptr;
};

struct DecoderLayer {
  SelfAttentionSublayer attention;
  CrossAttentionSublayer cross_attention;
  FeedForwardSublayer feed_forward;
  const float* attention_input = nullptr;
  const float* cross_attention_input = nullptr;
  const float* feed_forward_input = nullptr;
};

}  // namespace

class TrainingNetwork::Impl {
 public:
  Impl(const ParameterLayout& layout,
       std::span<const uint16_t> bfloat16_parameters);

  LossSums Run(std::span<const float> parameters, const TrainingBatch& batch,
               const LossOptions& options, float* gradients);

 private:
  void AddEncoderLayers();
  void AddDecoderLayers();
  Pass MakePass(const float* parameters, float* gradients,
                const LossOptions& options);
  EmbeddingRows Embedding(const Pass& pass, std::span<const int32_t> ids,
                          const Sequences& sequences, uint64_t mask_id) const;
  const float* Embed(const Pass& pass, const EmbeddingRows& rows,
                     GrowingBuffer<float>& out);
  const float* Encode(const Pass& pass, const float* x);
  const float* Decode(const Pass& pass, const float* memory, const float* x);
  CrossAttentionSublayer::Source CrossSource(const Sequences& source,
                                             int64_t layer);
  // The loss, and with gradients the gradient of the decoder's output in
  // d_target_.
  LossSums Loss(const Pass& pass, const TrainingBatch& batch,
                const LossOptions& options, const float* output);
  CrossEntropySums LossOfChunk(const Pass& pass,
                               const CrossEntropyOptions& options,
                               std::span<const int32_t> targets,
                               float* logits) const;
  void DecodeBackward(const Pass& pass, const float* memory);
  void EncodeBackward(const Pass& pass);

  const ParameterLayout& layout_;
  const ModelConfig& config_;
  const uint16_t* bfloat16_parameters_;  // null: float32
  std::unique_ptr<BFloat16Gemm> bfloat16_gemm_;
  int64_t embedding_;     // offsets into the flat parameters
  int64_t cross_weight_;  // of all decoder layers: [layers 2 d, d]
  int64_t cross_bias_;    // [layers 2 d]
  uint64_t next_mask_id_ = kFirstSublayerMask;
  std::vector<EncoderLayer> encoder_;
  std::vector<DecoderLayer> decoder_;
  PackedRows source_;
  PackedRows target_;
  SinusoidTable sinusoids_;
  GrowingBuffer<float> source_embeddings_;
  GrowingBuffer<float> target_embeddings_;
  GrowingBuffer<float> cross_;    // [source rows, layers 2 d]: keys and values
  GrowingBuffer<float> d_cross_;  // gradient of cross_, same shape
  GrowingBuffer<float> logits_;   // [kLogitRows, vocabulary]
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
    : layout_(layout),
      config_(layout.config()),
      bfloat16_parameters_(bfloat16_parameters.data()),
      embedding_(layout.Offset(kEmbeddingId)),
      cross_weight_(
          layout.Offset(WeightOf(kFirstCrossAttention, Component::kKey))),
      cross_bias_(layout.Offset(BiasOf(kFirstCrossAttention, Component::kKey))),
      sinusoids_(config_.position_formula, config_.d_model) {
  if (bfloat16_parameters_ != nullptr) {
    UseOneGemmThread();
    bfloat16_gemm_ = std::make_unique<BFloat16Gemm>();
  }
  AddEncoderLayers();
  AddDecoderLayers();
}

void TrainingNetwork::Impl::AddEncoderLayers() {
  for (int64_t i = 0; i < config_.encoder_layers; ++i) {
    const uint64_t mask_id = next_mask_id_;
    next_mask_id_ += 2;
    encoder_.push_back(
        {.attention = {layout_,
                       {.id = {Stack::kEncoder, i, Sublayer::kSelfAttention},
                        .heads = config_.encoder_attention_heads,
                        .causal = false,
                        .mask_id = mask_id}},
         .feed_forward = {layout_,
                          {.id = {Stack::kEncoder, i, Sublayer::kFeedForward},
                           .ffn_dim = config_.encoder_ffn_dim,
                           .mask_id = mask_id + 1}}});
  }
}

void TrainingNetwork::Impl::AddDecoderLayers() {
  for (int64_t i = 0; i < config_.decoder_layers; ++i) {
    const uint64_t mask_id = next_mask_id_;
    next_mask_id_ += 3;
    decoder_.push_back(
        {.attention = {layout_,
                       {.id = {Stack::kDecoder, i, Sublayer::kSelfAttention},
                        .heads = config_.decoder_attention_heads,
                        .causal = true,
                        .mask_id = mask_id}},
         .cross_attention = {layout_,
                             {.id = {Stack::kDecoder, i,
                                     Sublayer::kCrossAttention},
                              .heads = config_.decoder_attention_heads,
                              .mask_id = mask_id + 1}},
         .feed_forward = {layout_,
                          {.id = {Stack::kDecoder, i, Sublayer::kFeedForward},
                           .ffn_dim = config_.decoder_ffn_dim,
                           .mask_id = mask_id + 2}}});
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

const float* TrainingNetwork::Impl::Encode(const Pass& pass, const float* x) {
  const Sequences sequences = source_.View();
  for (EncoderLayer& layer : encoder_) {
    layer.attention_input = x;
    x = layer.attention.Forward(pass, sequences, x);
    layer.feed_forward_input = x;
    x = layer.feed_forward.Forward(pass, sequences, x);
  }
  return x;
}

CrossAttentionSublayer::Source TrainingNetwork::Impl::CrossSource(
    const Sequences& source, int64_t layer) {
  const int64_t d = config_.d_model;
  const int64_t stride = config_.decoder_layers * 2 * d;
  const float* keys = cross_.data() + layer * 2 * d;
  return {.sequences = source,
          .keys = {keys, stride},
          .values = {keys + d, stride}};
}

const float* TrainingNetwork::Impl::Decode(const Pass& pass,
                                           const float* memory,
                                           const float* x) {
  const Sequences source = source_.View();
  const Sequences target = target_.View();
  const int64_t d = config_.d_model;
  const int64_t width = config_.decoder_layers * 2 * d;
  float* cross = cross_.Reserve(source.rows() * width);
  pass.Project({.rows = source.rows(), .in = d, .out = width}, {memory, d},
               cross_weight_, {cross, width});
  AddBias(source.rows(), width, pass.parameters + cross_bias_, cross);
  for (int64_t i = 0; i < config_.decoder_layers; ++i) {
    DecoderLayer& layer = decoder_[static_cast<std::size_t>(i)];
    layer.attention_input = x;
    x = layer.attention.Forward(pass, target, x);
    layer.cross_attention_input = x;
    x = layer.cross_attention.Forward(pass, target, CrossSource(source, i), x);
    layer.feed_forward_input = x;
    x = layer.feed_forward.Forward(pass, target, x);
  }
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

void TrainingNetwork::Impl::DecodeBackward(const Pass& pass,
                                           const float* memory) {
  const Sequences source = source_.View();
  const Sequences target = target_.View();
  const int64_t d = config_.d_model;
  const int64_t width = config_.decoder_layers * 2 * d;
  float* dy = d_target_.data();
  float* d_cross = d_cross_.Reserve(source.rows() * width);
  for (int64_t i = config_.decoder_layers - 1; i >= 0; --i) {
    DecoderLayer& layer = decoder_[static_cast<std::size_t>(i)];
    float* d_keys = d_cross + i * 2 * d;
    layer.feed_forward.Backward(pass, target, layer.feed_forward_input, dy);
    layer.cross_attention.Backward(
        pass, target, CrossSource(source, i), layer.cross_attention_input,
        {.dy = dy, .d_keys = {d_keys, width}, .d_values = {d_keys + d, width}});
    layer.attention.Backward(pass, target, layer.attention_input, dy);
  }
  // In the forward pass this was: cross = memory cross_weight^T + cross_bias.
  const LinearShape projections{.rows = source.rows(), .in = d, .out = width};
  AddBiasBackward(source.rows(), width, d_cross, pass.gradients + cross_bias_);
  pass.ProjectBackward(projections, {memory, d}, cross_weight_,
                       {.dy = {d_cross, width},
                        .dx = {d_source_.Reserve(source.rows() * d), d},
                        .result = GemmResult::kReplace});
}

void TrainingNetwork::Impl::EncodeBackward(const Pass& pass) {
  const Sequences sequences = source_.View();
  float* dy = d_source_.data();
  for (auto layer = encoder_.rbegin(); layer != encoder_.rend(); ++layer) {
    layer->feed_forward.Backward(pass, sequences, layer->feed_forward_input,
                                 dy);
    layer->attention.Backward(pass, sequences, layer->attention_input, dy);
  }
}

LossSums TrainingNetwork::Impl::Run(std::span<const float> parameters,
                                    const TrainingBatch& batch,
                                    const LossOptions& options,
                                    float* gradients) {
  // Without rows, the buffers are null, and null has no offsets.
  if (batch.source_ids.empty()) {
    return {};
  }
  UseOneGemmThread();
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
  const float* memory = Encode(pass, Embed(pass, source, source_embeddings_));
  const float* output =
      Decode(pass, memory, Embed(pass, target, target_embeddings_));
  const LossSums sums = Loss(pass, batch, options, output);
  if (gradients != nullptr) {
    DecodeBackward(pass, memory);
    EncodeBackward(pass);
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
