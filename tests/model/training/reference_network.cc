#include "tests/model/training/reference_network.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "gtest/gtest.h"
#include "model/kernels/counter_random.h"

namespace interpres {
namespace {

using Row = std::vector<double>;

// Rows of equal width, in one piece of memory, because sanitizers make an
// allocation slow.
class Rows {
 public:
  Rows(std::size_t count, int64_t width)
      : count_(count),
        width_(static_cast<std::size_t>(width)),
        values_(count_ * width_) {}

  std::size_t size() const { return count_; }
  std::span<double> operator[](std::size_t row) {
    return std::span(values_).subspan(row * width_, width_);
  }
  std::span<const double> operator[](std::size_t row) const {
    return std::span(values_).subspan(row * width_, width_);
  }

 private:
  std::size_t count_;
  std::size_t width_;
  Row values_;
};

class Reference {
 public:
  Reference(const ModelConfig& config, const TensorOffsets& offsets,
            const std::vector<double>& parameters, const LossOptions& options)
      : config_(config),
        offsets_(offsets),
        parameters_(parameters),
        options_(options) {}

  ReferenceLoss Sentence(const TrainingBatch& batch, std::size_t sentence);

 private:
  const ModelConfig& config() const { return config_; }
  // Fails the test if the network has no such tensor.
  const double* Tensor(const std::string& name) const;
  Rows Linear(const std::string& name, int64_t out, const Rows& x) const;
  Rows Embed(std::span<const int32_t> ids, uint64_t use) const;
  Rows Attend(const std::string& name, int64_t heads, const Rows& x,
              const Rows& memory) const;
  double Factor(float probability, std::size_t position, uint64_t use,
                std::size_t element) const;
  Rows FeedForward(const std::string& layer, int64_t ffn, const Rows& x) const;
  void Drop(uint64_t use, float probability, Rows& x) const;
  Rows Ssru(const std::string& name, const Rows& x) const;
  Rows Normalize(const std::string& norm, Rows x) const;
  // The output of a sublayer with its residual connection and layer norm.
  Rows Sublayer(const std::string& norm, const Rows& x,
                const std::function<Rows(const Rows&)>& sublayer);
  // The layer norm behind a stack, if the network has one.
  Rows EndStack(const std::string& stack, const Rows& x) const;
  Rows Encode(std::span<const int32_t> ids);
  Rows Decode(std::span<const int32_t> ids, const Rows& memory);
  ReferenceLoss Loss(std::span<const int32_t> targets, const Rows& x) const;

  const ModelConfig& config_;
  const TensorOffsets& offsets_;
  const std::vector<double>& parameters_;
  const LossOptions& options_;
  uint64_t sentence_key_ = 0;
  uint64_t use_ = 2;
};

const double* Reference::Tensor(const std::string& name) const {
  const auto found = offsets_.find(name);
  if (found == offsets_.end()) {
    ADD_FAILURE() << "no tensor " << name;
    return parameters_.data();
  }
  return parameters_.data() + found->second;
}

Rows Reference::Linear(const std::string& name, int64_t out,
                       const Rows& x) const {
  const double* weight = Tensor(name + ".weight");
  const double* bias = Tensor(name + ".bias");
  Rows y(x.size(), out);
  for (std::size_t p = 0; p < x.size(); ++p) {
    const std::span<const double> row = x[p];
    const auto in = static_cast<int64_t>(row.size());
    for (int64_t o = 0; o < out; ++o) {
      double sum = bias[o];
      for (int64_t i = 0; i < in; ++i) {
        sum += weight[o * in + i] * row[i];
      }
      y[p][o] = sum;
    }
  }
  return y;
}

double Reference::Factor(float probability, std::size_t position, uint64_t use,
                         std::size_t element) const {
  if (probability == 0.0f) {
    return 1.0;
  }
  const double threshold = static_cast<double>(probability) * 4294967296.0;
  const uint64_t key = CombineKeys(CombineKeys(sentence_key_, position), use);
  return RandomBits(key, static_cast<uint32_t>(element)) >=
                 std::floor(threshold)
             ? 1.0 / (1.0 - static_cast<double>(probability))
             : 0.0;
}

void Reference::Drop(uint64_t use, float probability, Rows& x) const {
  for (std::size_t p = 0; p < x.size(); ++p) {
    for (std::size_t j = 0; j < x[p].size(); ++j) {
      x[p][j] *= Factor(probability, p, use, j);
    }
  }
}

// The logarithm, to the base 10000, of the wavelength of channel `i`.
double Exponent(const ModelConfig& config, int64_t i) {
  const double half = static_cast<double>(config.d_model) / 2.0;
  const bool is_marian = config.position_formula == PositionFormula::kMarian;
  return static_cast<double>(i) / (is_marian ? half - 1.0 : half);
}

Rows Reference::Embed(std::span<const int32_t> ids, uint64_t use) const {
  const int64_t d = config().d_model;
  const double scale = config().scale_embedding ? std::sqrt(d) : 1.0;
  const double* table = Tensor("model.shared.weight");
  Rows x(ids.size(), d);
  for (std::size_t p = 0; p < ids.size(); ++p) {
    for (int64_t j = 0; j < d; ++j) {
      const int64_t i = j < d / 2 ? j : j - d / 2;
      const double angle =
          static_cast<double>(p) / std::pow(10000.0, Exponent(config(), i));
      x[p][j] = scale * table[ids[p] * d + j] +
                (j < d / 2 ? std::sin(angle) : std::cos(angle));
    }
  }
  Drop(use, options_.dropout, x);
  return x;
}

// With padded-and-masked semantics spelled out: self-attention of the decoder
// gives weight exactly 0 to later positions.
Rows Reference::Attend(const std::string& name, int64_t heads, const Rows& x,
                       const Rows& memory) const {
  const int64_t d = config().d_model;
  const int64_t size = d / heads;
  const bool causal = name.find("decoder") != std::string::npos &&
                      name.find("self_attn") != std::string::npos;
  const Rows q = Linear(name + ".q_proj", d, x);
  const Rows k = Linear(name + ".k_proj", d, memory);
  const Rows v = Linear(name + ".v_proj", d, memory);
  const std::size_t stride = (memory.size() + 15) / 16 * 16;
  Rows context(x.size(), d);
  Row weights;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t visible = causal ? i + 1 : memory.size();
    for (int64_t h = 0; h < heads; ++h) {
      weights.clear();
      double total = 0.0;
      for (std::size_t j = 0; j < visible; ++j) {
        double score = 0.0;
        for (int64_t c = h * size; c < (h + 1) * size; ++c) {
          score += q[i][c] * k[j][c];
        }
        weights.push_back(std::exp(score / std::sqrt(size)));
        total += weights.back();
      }
      for (std::size_t j = 0; j < visible; ++j) {
        const double weight =
            weights[j] / total *
            Factor(options_.attention_dropout, i, use_ + (uint64_t{1} << 32),
                   static_cast<std::size_t>(h) * stride + j);
        for (int64_t c = h * size; c < (h + 1) * size; ++c) {
          context[i][c] += weight * v[j][c];
        }
      }
    }
  }
  return Linear(name + ".out_proj", d, context);
}

Rows Reference::FeedForward(const std::string& layer, int64_t ffn,
                            const Rows& x) const {
  Rows hidden = Linear(layer + ".fc1", ffn, x);
  for (std::size_t p = 0; p < hidden.size(); ++p) {
    for (double& value : hidden[p]) {
      switch (config().activation) {
        case Activation::kRelu:
          value = value > 0.0 ? value : 0.0;
          break;
        case Activation::kGelu:
          value = value * 0.5 * std::erfc(-value / std::sqrt(2.0));
          break;
        case Activation::kSwish:
          value = value / (1.0 + std::exp(-value));
          break;
        case Activation::kQuickGelu:
          value = value / (1.0 + std::exp(-1.702 * value));
          break;
      }
    }
  }
  Drop(use_ + (uint64_t{2} << 32), options_.ffn_dropout, hidden);
  return Linear(layer + ".fc2", config().d_model, hidden);
}

Rows Reference::Ssru(const std::string& name, const Rows& x) const {
  const int64_t d = config().d_model;
  const Rows forget = Linear(name + ".forget_proj", d, x);
  const double* weight = Tensor(name + ".candidate_proj.weight");
  Row state(static_cast<std::size_t>(d), 0.0);
  Rows hidden(x.size(), d);
  for (std::size_t p = 0; p < x.size(); ++p) {
    for (int64_t o = 0; o < d; ++o) {
      double candidate = 0.0;
      for (int64_t i = 0; i < d; ++i) {
        candidate += weight[o * d + i] * x[p][i];
      }
      const double f = 1.0 / (1.0 + std::exp(-forget[p][o]));
      state[o] = f * state[o] + (1.0 - f) * candidate;
      hidden[p][o] = state[o] > 0.0 ? state[o] : 0.0;
    }
  }
  return hidden;
}

Rows Reference::Normalize(const std::string& norm, Rows x) const {
  const double* gamma = Tensor(norm + ".weight");
  const double* beta = Tensor(norm + ".bias");
  const double epsilon = config().layer_norm_epsilon;
  for (std::size_t p = 0; p < x.size(); ++p) {
    const std::span<double> z = x[p];
    const auto count = static_cast<double>(z.size());
    double mean = 0.0;
    for (const double value : z) {
      mean += value / count;
    }
    double variance = 0.0;
    for (const double value : z) {
      variance += (value - mean) * (value - mean) / count;
    }
    for (std::size_t j = 0; j < z.size(); ++j) {
      z[j] = (z[j] - mean) / std::sqrt(variance + epsilon) * gamma[j] + beta[j];
    }
  }
  return x;
}

Rows Reference::Sublayer(const std::string& norm, const Rows& x,
                         const std::function<Rows(const Rows&)>& sublayer) {
  const bool is_before =
      config().norm_placement == NormPlacement::kBeforeSublayer;
  Rows y = sublayer(is_before ? Normalize(norm, x) : x);
  Drop(use_++, options_.dropout, y);
  for (std::size_t p = 0; p < x.size(); ++p) {
    for (std::size_t j = 0; j < x[p].size(); ++j) {
      y[p][j] += x[p][j];
    }
  }
  return is_before ? y : Normalize(norm, y);
}

Rows Reference::EndStack(const std::string& stack, const Rows& x) const {
  return config().norm_placement == NormPlacement::kBeforeSublayer
             ? Normalize("model." + stack + ".layer_norm", x)
             : x;
}

Rows Reference::Encode(std::span<const int32_t> ids) {
  Rows x = Embed(ids, 0);
  for (int64_t i = 0; i < config().encoder_layers; ++i) {
    const std::string layer = "model.encoder.layers." + std::to_string(i);
    x = Sublayer(layer + ".self_attn_layer_norm", x, [&](const Rows& in) {
      return Attend(layer + ".self_attn", config().encoder_attention_heads, in,
                    in);
    });
    x = Sublayer(layer + ".final_layer_norm", x, [&](const Rows& in) {
      return FeedForward(layer, config().encoder_ffn_dim, in);
    });
  }
  return EndStack("encoder", x);
}

Rows Reference::Decode(std::span<const int32_t> ids, const Rows& memory) {
  const int64_t heads = config().decoder_attention_heads;
  const bool is_recurrent =
      config().decoder_self_layer == DecoderSelfLayer::kSsru;
  Rows x = Embed(ids, 1);
  for (int64_t i = 0; i < config().decoder_layers; ++i) {
    const std::string layer = "model.decoder.layers." + std::to_string(i);
    const std::string self = layer + (is_recurrent ? ".ssru" : ".self_attn");
    x = Sublayer(self + "_layer_norm", x, [&](const Rows& in) {
      return is_recurrent ? Ssru(self, in) : Attend(self, heads, in, in);
    });
    x = Sublayer(layer + ".encoder_attn_layer_norm", x, [&](const Rows& in) {
      return Attend(layer + ".encoder_attn", heads, in, memory);
    });
    x = Sublayer(layer + ".final_layer_norm", x, [&](const Rows& in) {
      return FeedForward(layer, config().decoder_ffn_dim, in);
    });
  }
  return EndStack("decoder", x);
}

ReferenceLoss Reference::Sentence(const TrainingBatch& batch,
                                  std::size_t sentence) {
  sentence_key_ =
      CombineKeys(CombineKeys(CombineKeys(0, options_.seed), options_.update),
                  batch.sentence_keys[sentence]);
  use_ = 2;
  const auto slice = [sentence](const auto& values, const auto& offsets) {
    return std::span(values).subspan(
        static_cast<std::size_t>(offsets[sentence]),
        static_cast<std::size_t>(offsets[sentence + 1] - offsets[sentence]));
  };
  const Rows memory = Encode(slice(batch.source_ids, batch.source_offsets));
  const Rows x =
      Decode(slice(batch.target_inputs, batch.target_offsets), memory);
  return Loss(slice(batch.target_outputs, batch.target_offsets), x);
}

ReferenceLoss Reference::Loss(std::span<const int32_t> targets,
                              const Rows& x) const {
  const int64_t d = config().d_model;
  const double* table = Tensor("model.shared.weight");
  ReferenceLoss loss;
  Row logits;
  for (std::size_t p = 0; p < x.size(); ++p) {
    logits.clear();
    double total = 0.0;
    for (int64_t v = 0; v < config().vocab_size; ++v) {
      double logit = 0.0;
      for (int64_t j = 0; j < d; ++j) {
        logit += x[p][j] * table[v * d + j];
      }
      logits.push_back(logit);
      total += v == config().pad_token_id ? 0.0 : std::exp(logit);
    }
    Row& log_probabilities = loss.log_probabilities.emplace_back();
    log_probabilities.reserve(logits.size());
    for (int64_t v = 0; v < config().vocab_size; ++v) {
      if (v == config().pad_token_id) {
        continue;
      }
      const double log_probability = logits[v] - std::log(total);
      const double uniform = static_cast<double>(options_.label_smoothing) /
                             static_cast<double>(config().vocab_size - 1);
      const double truth = v == targets[p] ? 1.0 : 0.0;
      log_probabilities.push_back(log_probability);
      loss.negative_log_likelihood -= truth * log_probability;
      loss.smoothed -= ((1.0 - options_.label_smoothing) * truth + uniform) *
                       log_probability;
    }
  }
  return loss;
}

// KL(p || q) + KL(q || p), summed over the rows of log-probabilities.
double Divergences(const std::vector<Row>& first,
                   const std::vector<Row>& second) {
  double sum = 0.0;
  for (std::size_t row = 0; row < first.size(); ++row) {
    for (std::size_t v = 0; v < first[row].size(); ++v) {
      const double p = first[row][v];
      const double q = second[row][v];
      sum += (std::exp(p) - std::exp(q)) * (p - q);
    }
  }
  return sum;
}

}  // namespace

ReferenceNetwork::ReferenceNetwork(const ParameterLayout& layout)
    : config_(layout.config()) {
  for (const ParameterSlot& slot : layout.slots()) {
    offsets_.emplace(slot.name, slot.offset);
  }
}

ReferenceLoss ReferenceNetwork::Loss(const std::vector<double>& parameters,
                                     const TrainingBatch& batch,
                                     const LossOptions& options) const {
  Reference reference(config_, offsets_, parameters, options);
  ReferenceLoss sum;
  for (std::size_t i = 0; i < batch.sentence_keys.size(); ++i) {
    const ReferenceLoss loss = reference.Sentence(batch, i);
    sum.smoothed += loss.smoothed;
    sum.negative_log_likelihood += loss.negative_log_likelihood;
    sum.log_probabilities.insert(sum.log_probabilities.end(),
                                 loss.log_probabilities.begin(),
                                 loss.log_probabilities.end());
  }
  if (options.r_drop > 0.0f) {
    const auto middle =
        sum.log_probabilities.begin() +
        static_cast<std::ptrdiff_t>(sum.log_probabilities.size() / 2);
    sum.smoothed += static_cast<double>(options.r_drop) / 2 *
                    Divergences({sum.log_probabilities.begin(), middle},
                                {middle, sum.log_probabilities.end()});
  }
  return sum;
}

}  // namespace interpres
