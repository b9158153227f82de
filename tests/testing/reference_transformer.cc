#include "tests/testing/reference_transformer.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace interpres {
namespace {

int64_t LongestOf(const std::vector<std::vector<int32_t>>& sequences) {
  std::size_t longest = 0;
  for (const std::vector<int32_t>& sequence : sequences) {
    longest = std::max(longest, sequence.size());
  }
  return static_cast<int64_t>(longest);
}

std::vector<int64_t> LengthsOf(
    const std::vector<std::vector<int32_t>>& sequences) {
  std::vector<int64_t> lengths;
  for (const std::vector<int32_t>& sequence : sequences) {
    lengths.push_back(static_cast<int64_t>(sequence.size()));
  }
  return lengths;
}

double Activate(Activation activation, double x) {
  switch (activation) {
    case Activation::kRelu:
      return std::max(x, 0.0);
    case Activation::kGelu:
      return 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)));
    case Activation::kSwish:
      return x / (1.0 + std::exp(-x));
    case Activation::kQuickGelu:
      return x / (1.0 + std::exp(-1.702 * x));
  }
  return x;
}

// The logarithm, to the base 10000, of the wavelength of a pair of channels.
double Exponent(const ModelConfig& config, int64_t pair) {
  const auto half = static_cast<double>(config.d_model) / 2.0;
  switch (config.position_formula) {
    // The paper's formula: sines at even columns, cosines at odd columns.
    // MarianMT's columns are a permutation of them.
    case PositionFormula::kPaper:
      return static_cast<double>(pair) / half;
    case PositionFormula::kMarian:
      return static_cast<double>(pair) / (half - 1.0);
  }
  return 0.0;
}

void SoftmaxInPlace(std::vector<double>& scores) {
  const double maximum = *std::max_element(scores.begin(), scores.end());
  double sum = 0.0;
  for (double& score : scores) {
    score = std::exp(score - maximum);
    sum += score;
  }
  for (double& score : scores) {
    score /= sum;
  }
}

}  // namespace

ReferenceTransformer::Rows ReferenceTransformer::Embed(
    const std::vector<std::vector<int32_t>>& ids, int64_t time) const {
  const std::vector<float>& table = tensors_.at("model.shared.weight");
  const int64_t d = config_.d_model;
  const double scale =
      config_.scale_embedding ? std::sqrt(static_cast<double>(d)) : 1.0;
  Rows rows;
  for (const std::vector<int32_t>& sequence : ids) {
    for (int64_t t = 0; t < time; ++t) {
      const int64_t id = t < static_cast<int64_t>(sequence.size())
                             ? sequence[t]
                             : config_.pad_token_id;
      std::vector<double> row(d);
      for (int64_t c = 0; c < d; ++c) {
        const double angle =
            static_cast<double>(config_.first_position + t) *
            std::exp(-std::log(10000.0) * Exponent(config_, c % (d / 2)));
        const double position = c < d / 2 ? std::sin(angle) : std::cos(angle);
        row[c] = table[id * d + c] * scale + position;
      }
      rows.push_back(row);
    }
  }
  return rows;
}

ReferenceTransformer::Rows ReferenceTransformer::Linear(
    const std::string& prefix, const Rows& input) const {
  const std::vector<float>& weight = tensors_.at(prefix + ".weight");
  const std::vector<float>& bias = tensors_.at(prefix + ".bias");
  Rows output;
  for (const std::vector<double>& row : input) {
    std::vector<double> out(bias.begin(), bias.end());
    for (std::size_t o = 0; o < out.size(); ++o) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        out[o] += row[i] * weight[o * row.size() + i];
      }
    }
    output.push_back(out);
  }
  return output;
}

void ReferenceTransformer::Normalize(const std::string& norm,
                                     Rows& rows) const {
  const std::vector<float>& gain = tensors_.at(norm + ".weight");
  const std::vector<float>& bias = tensors_.at(norm + ".bias");
  const double epsilon = config_.layer_norm_epsilon;
  for (std::vector<double>& row : rows) {
    const auto width = static_cast<double>(row.size());
    double mean = 0.0;
    for (const double x : row) {
      mean += x / width;
    }
    double variance = 0.0;
    for (const double x : row) {
      variance += (x - mean) * (x - mean) / width;
    }
    for (std::size_t c = 0; c < row.size(); ++c) {
      row[c] =
          (row[c] - mean) / std::sqrt(variance + epsilon) * gain[c] + bias[c];
    }
  }
}

void ReferenceTransformer::AddSublayer(
    const std::string& norm, const std::function<Rows(const Rows&)>& sublayer,
    Rows& rows) const {
  const bool is_before =
      config_.norm_placement == NormPlacement::kBeforeSublayer;
  Rows input = rows;
  if (is_before) {
    Normalize(norm, input);
  }
  const Rows update = sublayer(input);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      rows[r][c] += update[r][c];
    }
  }
  if (!is_before) {
    Normalize(norm, rows);
  }
}

void ReferenceTransformer::EndStack(const std::string& stack,
                                    Rows& rows) const {
  if (config_.norm_placement == NormPlacement::kBeforeSublayer) {
    Normalize("model." + stack + ".layer_norm", rows);
  }
}

ReferenceTransformer::Rows ReferenceTransformer::Attention(
    const std::string& prefix, const Rows& queries, const Rows& memory,
    const Mask& mask, int64_t heads) const {
  const Rows q = Linear(prefix + ".q_proj", queries);
  const Rows k = Linear(prefix + ".k_proj", memory);
  const Rows v = Linear(prefix + ".v_proj", memory);
  const auto batch = static_cast<int64_t>(mask.key_lengths.size());
  const int64_t query_time = static_cast<int64_t>(q.size()) / batch;
  const int64_t key_time = static_cast<int64_t>(k.size()) / batch;
  const int64_t size = config_.d_model / heads;
  Rows mixed(q.size(), std::vector<double>(config_.d_model, 0.0));
  for (int64_t item = 0; item < batch * query_time * heads; ++item) {
    const int64_t row = item / heads;
    const int64_t first = item % heads * size;
    const int64_t b = row / query_time;
    std::vector<double> scores(key_time);
    for (int64_t t = 0; t < key_time; ++t) {
      for (int64_t c = first; c < first + size; ++c) {
        scores[t] += q[row][c] * k[b * key_time + t][c];
      }
      scores[t] /= std::sqrt(static_cast<double>(size));
      if (t >= mask.key_lengths[b] || (mask.causal && t > row % query_time)) {
        scores[t] = -std::numeric_limits<double>::infinity();
      }
    }
    SoftmaxInPlace(scores);
    if (mask.weights != nullptr) {
      mask.weights->push_back(scores);
    }
    for (int64_t t = 0; t < key_time; ++t) {
      for (int64_t c = first; c < first + size; ++c) {
        mixed[row][c] += scores[t] * v[b * key_time + t][c];
      }
    }
  }
  return Linear(prefix + ".out_proj", mixed);
}

ReferenceTransformer::Rows ReferenceTransformer::Ssru(
    const std::string& prefix, const Rows& input, std::size_t sequences) const {
  const Rows gates = Linear(prefix + ".forget_proj", input);
  const std::vector<float>& weight =
      tensors_.at(prefix + ".candidate_proj.weight");
  const std::size_t time = input.size() / sequences;
  Rows hidden = input;
  std::vector<double> state;
  for (std::size_t r = 0; r < input.size(); ++r) {
    const std::size_t width = input[r].size();
    if (r % time == 0) {
      state.assign(width, 0.0);
    }
    for (std::size_t o = 0; o < width; ++o) {
      double candidate = 0.0;
      for (std::size_t i = 0; i < width; ++i) {
        candidate += input[r][i] * weight[o * width + i];
      }
      const double forget = 1.0 / (1.0 + std::exp(-gates[r][o]));
      state[o] = forget * state[o] + (1.0 - forget) * candidate;
      hidden[r][o] = std::max(state[o], 0.0);
    }
  }
  return hidden;
}

ReferenceTransformer::Rows ReferenceTransformer::FeedForward(
    const std::string& layer, const Rows& rows) const {
  Rows inner = Linear(layer + "fc1", rows);
  for (std::vector<double>& row : inner) {
    for (double& x : row) {
      x = Activate(config_.activation, x);
    }
  }
  return Linear(layer + "fc2", inner);
}

ReferenceTransformer::Rows ReferenceTransformer::Decode(
    const std::vector<std::vector<int32_t>>& sources,
    const std::vector<std::vector<int32_t>>& targets, Rows* weights) const {
  const int64_t target_time = LongestOf(targets);
  const Mask source_mask{LengthsOf(sources), false};
  const Mask cross_mask{LengthsOf(sources), false, weights};
  const Mask target_mask{LengthsOf(targets), true};
  Rows memory = Embed(sources, LongestOf(sources));
  for (int64_t i = 0; i < config_.encoder_layers; ++i) {
    const std::string layer = "model.encoder.layers." + std::to_string(i) + ".";
    const auto self_attention = [&](const Rows& x) {
      return Attention(layer + "self_attn", x, x, source_mask,
                       config_.encoder_attention_heads);
    };
    const auto feed_forward = [&](const Rows& x) {
      return FeedForward(layer, x);
    };
    AddSublayer(layer + "self_attn_layer_norm", self_attention, memory);
    AddSublayer(layer + "final_layer_norm", feed_forward, memory);
  }
  EndStack("encoder", memory);
  Rows rows = Embed(targets, target_time);
  for (int64_t i = 0; i < config_.decoder_layers; ++i) {
    const std::string layer = "model.decoder.layers." + std::to_string(i) + ".";
    const auto self_attention = [&](const Rows& x) {
      return Attention(layer + "self_attn", x, x, target_mask,
                       config_.decoder_attention_heads);
    };
    const auto cross_attention = [&](const Rows& x) {
      return Attention(layer + "encoder_attn", x, memory, cross_mask,
                       config_.decoder_attention_heads);
    };
    const auto feed_forward = [&](const Rows& x) {
      return FeedForward(layer, x);
    };
    const auto ssru = [&](const Rows& x) {
      return Ssru(layer + "ssru", x, targets.size());
    };
    switch (config_.decoder_self_layer) {
      case DecoderSelfLayer::kAttention:
        AddSublayer(layer + "self_attn_layer_norm", self_attention, rows);
        break;
      case DecoderSelfLayer::kSsru:
        AddSublayer(layer + "ssru_layer_norm", ssru, rows);
        break;
    }
    AddSublayer(layer + "encoder_attn_layer_norm", cross_attention, rows);
    AddSublayer(layer + "final_layer_norm", feed_forward, rows);
  }
  EndStack("decoder", rows);
  return rows;
}

std::vector<double> ReferenceTransformer::CrossAttention(
    const std::vector<int32_t>& source,
    const std::vector<int32_t>& target) const {
  Rows found;
  Decode({source}, {target}, &found);
  const int64_t heads = config_.decoder_attention_heads;
  const auto time = static_cast<int64_t>(target.size());
  std::vector<double> weights;
  for (int64_t matrix = 0; matrix < config_.decoder_layers * heads; ++matrix) {
    const int64_t layer = matrix / heads;
    for (int64_t t = 0; t < time; ++t) {
      const std::vector<double>& row =
          found[(layer * time + t) * heads + matrix % heads];
      weights.insert(weights.end(), row.begin(), row.end());
    }
  }
  return weights;
}

std::vector<std::vector<std::vector<double>>> ReferenceTransformer::Logits(
    const std::vector<std::vector<int32_t>>& sources,
    const std::vector<std::vector<int32_t>>& targets) const {
  const int64_t target_time = LongestOf(targets);
  const Rows rows = Decode(sources, targets, nullptr);
  const std::vector<float>& table = tensors_.at("model.shared.weight");
  const std::vector<float> bias =
      config_.has_logits_bias
          ? tensors_.at("final_logits_bias")
          : std::vector<float>(static_cast<std::size_t>(config_.vocab_size));
  std::vector<std::vector<std::vector<double>>> logits(targets.size());
  for (std::size_t b = 0; b < targets.size(); ++b) {
    for (std::size_t t = 0; t < targets[b].size(); ++t) {
      const std::vector<double>& row = rows[b * target_time + t];
      std::vector<double> out(bias.begin(), bias.end());
      for (std::size_t w = 0; w < out.size(); ++w) {
        for (std::size_t c = 0; c < row.size(); ++c) {
          out[w] += row[c] * table[w * row.size() + c];
        }
      }
      logits[b].push_back(out);
    }
  }
  return logits;
}

}  // namespace interpres
