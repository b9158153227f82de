#include "model/kernels/reference/training.h"

#include <cmath>

#include "model/kernels/counter_random.h"

namespace interpres::reference {
namespace {

std::size_t Index(int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

double DropoutFactor(const DropoutMask& mask, int64_t row, int64_t column) {
  if (mask.probability == 0.0f) {
    return 1.0;
  }
  const double probability = static_cast<double>(mask.probability);
  const uint64_t key = CombineKeys(mask.row_keys[row], mask.use);
  const uint32_t bits = RandomBits(key, static_cast<uint32_t>(column));
  return bits >= std::floor(probability * 4294967296.0)
             ? 1.0 / (1.0 - probability)
             : 0.0;
}

Doubles EmbedRows(const EmbeddingRows& rows, const Doubles& table,
                  const Doubles& position_table) {
  Doubles x;
  for (std::size_t i = 0; i < rows.ids.size(); ++i) {
    for (int64_t j = 0; j < rows.columns; ++j) {
      const double word = table[Index(rows.ids[i] * rows.columns + j)];
      const double position =
          position_table[Index(rows.positions[i] * rows.columns + j)];
      x.push_back((static_cast<double>(rows.scale) * word + position) *
                  DropoutFactor(rows.dropout, static_cast<int64_t>(i), j));
    }
  }
  return x;
}

double Activate(RowActivation activation, double x) {
  switch (activation) {
    case RowActivation::kGelu:
      return x * 0.5 * std::erfc(-x / std::sqrt(2.0));
    case RowActivation::kSwish:
      return x / (1.0 + std::exp(-x));
    case RowActivation::kRelu:
      break;
  }
  return x > 0.0 ? x : 0.0;
}

Doubles BiasActivation(const ActivationRows& shape, const Doubles& bias,
                       const Doubles& x) {
  Doubles y;
  for (int64_t i = 0; i < shape.rows; ++i) {
    for (int64_t j = 0; j < shape.columns; ++j) {
      y.push_back(Activate(shape.activation,
                           x[Index(i * shape.columns + j)] + bias[Index(j)]));
    }
  }
  return y;
}

Doubles ResidualNorm(const ResidualNormRows& shape,
                     const ResidualNormInputs& inputs) {
  Doubles y;
  const auto count = static_cast<double>(shape.columns);
  for (int64_t i = 0; i < shape.rows; ++i) {
    Doubles z;
    double mean = 0.0;
    for (int64_t j = 0; j < shape.columns; ++j) {
      const std::size_t element = Index(i * shape.columns + j);
      z.push_back(inputs.residual[element] +
                  DropoutFactor(shape.dropout, i, j) *
                      (inputs.sublayer[element] + inputs.bias[Index(j)]));
      mean += z.back() / count;
    }
    double variance = 0.0;
    for (const double value : z) {
      variance += (value - mean) * (value - mean) / count;
    }
    for (std::size_t j = 0; j < z.size(); ++j) {
      y.push_back((z[j] - mean) / std::sqrt(variance + 1e-5) * inputs.gamma[j] +
                  inputs.beta[j]);
    }
  }
  return y;
}

Doubles Attention(const AttentionShape& shape, const AttentionArguments& in) {
  const int64_t width = shape.heads * shape.head_dim;
  Doubles out(Index(shape.queries * width), 0.0);
  const auto score = [&](int64_t i, int64_t j, int64_t begin) {
    double sum = 0.0;
    for (int64_t c = begin; c < begin + shape.head_dim; ++c) {
      sum += in.q[Index(i * width + c)] * in.k[Index(j * width + c)];
    }
    return sum / std::sqrt(static_cast<double>(shape.head_dim));
  };
  for (int64_t row = 0; row < shape.queries * shape.heads; ++row) {
    const int64_t i = row / shape.heads;
    const int64_t begin = row % shape.heads * shape.head_dim;
    const int64_t visible = shape.causal ? i + 1 : shape.keys;
    double total = 0.0;
    for (int64_t j = 0; j < visible; ++j) {
      total += std::exp(score(i, j, begin));
    }
    for (int64_t j = 0; j < visible; ++j) {
      const double weight = std::exp(score(i, j, begin)) / total;
      for (int64_t c = begin; c < begin + shape.head_dim; ++c) {
        out[Index(i * width + c)] += weight * in.v[Index(j * width + c)];
      }
    }
  }
  return out;
}

CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              const Doubles& logits) {
  const double smoothing = static_cast<double>(options.label_smoothing);
  CrossEntropySums sums;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const double* row = logits.data() + static_cast<int64_t>(i) * vocab;
    const double shift = row[targets[i]];  // against overflow
    double total = 0.0;
    for (int64_t v = 0; v < vocab; ++v) {
      total += v == options.padding_id ? 0.0 : std::exp(row[v] - shift);
    }
    for (int64_t v = 0; v < vocab; ++v) {
      if (v == options.padding_id) {
        continue;
      }
      const double log_probability = row[v] - shift - std::log(total);
      const double truth = v == targets[i] ? 1.0 : 0.0;
      sums.negative_log_likelihood -= truth * log_probability;
      sums.smoothed_loss -= ((1.0 - smoothing) * truth +
                             smoothing / static_cast<double>(vocab - 1)) *
                            log_probability;
    }
  }
  return sums;
}

}  // namespace interpres::reference
