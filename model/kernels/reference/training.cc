#include "model/kernels/reference/training.h"

#include <cmath>
#include <numeric>
#include <set>

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
  const uint64_t key = CombineKeys(mask.row_keys[row], mask.mask_id);
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
    case RowActivation::kQuickGelu:
      return x / (1.0 + std::exp(-1.702 * x));
    case RowActivation::kRelu:
      break;
  }
  return x > 0.0 ? x : 0.0;
}

Doubles DropRows(int64_t columns, const DropoutMask& mask, const Doubles& x) {
  Doubles y;
  for (const double value : x) {
    const auto i = static_cast<int64_t>(y.size());
    y.push_back(value * DropoutFactor(mask, i / columns, i % columns));
  }
  return y;
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

Doubles LayerNorm(const LayerNormRows& shape, const LayerNormInputs& inputs) {
  Doubles y;
  const auto count = static_cast<double>(shape.columns);
  for (int64_t i = 0; i < shape.rows; ++i) {
    const double* x = inputs.x.data() + i * shape.columns;
    double mean = 0.0;
    for (int64_t j = 0; j < shape.columns; ++j) {
      mean += x[j] / count;
    }
    double variance = 0.0;
    for (int64_t j = 0; j < shape.columns; ++j) {
      variance += (x[j] - mean) * (x[j] - mean) / count;
    }
    for (int64_t j = 0; j < shape.columns; ++j) {
      y.push_back((x[j] - mean) / std::sqrt(variance + double{shape.epsilon}) *
                      inputs.gamma[Index(j)] +
                  inputs.beta[Index(j)]);
    }
  }
  return y;
}

Doubles AddResidual(const ResidualRows& shape, const ResidualInputs& inputs) {
  Doubles y;
  for (std::size_t element = 0; element < inputs.residual.size(); ++element) {
    const auto i = static_cast<int64_t>(element) / shape.columns;
    const auto j = static_cast<int64_t>(element) % shape.columns;
    const double bias = inputs.bias.empty() ? 0.0 : inputs.bias[Index(j)];
    y.push_back(inputs.residual[element] +
                DropoutFactor(shape.dropout, i, j) *
                    (inputs.sublayer[element] + bias));
  }
  return y;
}

Doubles ResidualNorm(const ResidualNormRows& shape,
                     const ResidualNormInputs& inputs) {
  const ResidualRows sum = {
      .rows = shape.rows, .columns = shape.columns, .dropout = shape.dropout};
  return LayerNorm(
      {.rows = shape.rows, .columns = shape.columns, .epsilon = shape.epsilon},
      {.x = AddResidual(sum, {.residual = inputs.residual,
                              .sublayer = inputs.sublayer,
                              .bias = inputs.bias}),
       .gamma = inputs.gamma,
       .beta = inputs.beta});
}

Doubles Ssru(const SsruRows& shape, const SsruInputs& inputs) {
  const int64_t n = shape.columns;
  const std::set<int64_t> starts(shape.offsets.begin(), shape.offsets.end());
  Doubles hidden(Index(shape.offsets.back() * n), 0.0);
  for (int64_t j = 0; j < n; ++j) {
    double s = 0.0;
    for (int64_t t = 0; t < shape.offsets.back(); ++t) {
      const double z = inputs.forget_candidate[Index(t * 2 * n + j)] +
                       inputs.forget_bias[Index(j)];
      const double candidate =
          inputs.forget_candidate[Index(t * 2 * n + n + j)];
      const double f = 1.0 / (1.0 + std::exp(-z));
      s = f * (starts.contains(t) ? 0.0 : s) + (1.0 - f) * candidate;
      hidden[Index(t * n + j)] = s > 0.0 ? s : 0.0;
    }
  }
  return hidden;
}

Doubles Attention(const AttentionShape& shape, const AttentionArguments& in) {
  const int64_t width = shape.heads * shape.head_dim;
  Doubles out(Index(shape.queries * width), 0.0);
  for (int64_t row = 0; row < shape.queries * shape.heads; ++row) {
    const int64_t i = row / shape.heads;
    const int64_t begin = row % shape.heads * shape.head_dim;
    const int64_t visible = shape.causal ? i + 1 : shape.keys;
    const double* query = in.q.data() + i * width + begin;
    Doubles weights;
    for (int64_t j = 0; j < visible; ++j) {
      const double* key = in.k.data() + j * width + begin;
      const double score =
          std::inner_product(query, query + shape.head_dim, key, 0.0);
      weights.push_back(
          std::exp(score / std::sqrt(static_cast<double>(shape.head_dim))));
    }
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    const int64_t first = row % shape.heads * shape.KeyStride();
    for (int64_t j = 0; j < visible; ++j) {
      weights[Index(j)] *= DropoutFactor(shape.dropout, i, first + j);
    }
    for (int64_t element = 0; element < visible * shape.head_dim; ++element) {
      const int64_t j = element / shape.head_dim;
      const int64_t column = begin + element % shape.head_dim;
      out[Index(i * width + column)] +=
          weights[Index(j)] / total * in.v[Index(j * width + column)];
    }
  }
  return out;
}

CrossEntropySums CrossEntropy(const CrossEntropyOptions& options,
                              std::span<const int32_t> targets, int64_t vocab,
                              const Doubles& logits) {
  const double smoothing = static_cast<double>(options.label_smoothing);
  const double uniform = smoothing / static_cast<double>(vocab - 1);
  CrossEntropySums sums;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const double* begin = logits.data() + static_cast<int64_t>(i) * vocab;
    Doubles row(begin, begin + vocab);
    const double target = row[Index(targets[i])];  // taken out: no overflow
    row.erase(row.begin() + options.padding_id);
    double total = 0.0;
    double sum = 0.0;
    for (const double logit : row) {
      total += std::exp(logit - target);
      sum += logit - target;
    }
    const double log_total = std::log(total);
    sums.negative_log_likelihood += log_total;
    // Every log-probability is (logit - target) - log_total.
    sums.smoothed_loss +=
        (1.0 - smoothing) * log_total +
        uniform * (static_cast<double>(row.size()) * log_total - sum);
  }
  return sums;
}

namespace {

// KL(p || q) + KL(q || p) of two rows of logits.
double Divergences(int32_t padding, int64_t vocab, const double* first,
                   const double* second) {
  double first_total = 0.0;
  double second_total = 0.0;
  for (int64_t v = 0; v < vocab; ++v) {
    first_total += v == padding ? 0.0 : std::exp(first[v]);
    second_total += v == padding ? 0.0 : std::exp(second[v]);
  }
  double sum = 0.0;
  for (int64_t v = 0; v < vocab; ++v) {
    if (v != padding) {
      const double p = std::exp(first[v]) / first_total;
      const double q = std::exp(second[v]) / second_total;
      sum += (p - q) * std::log(p / q);
    }
  }
  return sum;
}

}  // namespace

CrossEntropySums RDrop(const CrossEntropyOptions& options,
                       std::span<const int32_t> targets, int64_t vocab,
                       const Doubles& logits) {
  std::vector<int32_t> twice(targets.begin(), targets.end());
  twice.insert(twice.end(), targets.begin(), targets.end());
  CrossEntropySums sums = CrossEntropy(options, twice, vocab, logits);
  const auto rows = static_cast<int64_t>(targets.size());
  for (int64_t row = 0; row < rows; ++row) {
    const double* first = logits.data() + row * vocab;
    sums.smoothed_loss +=
        static_cast<double>(options.r_drop) / 2 *
        Divergences(options.padding_id, vocab, first, first + rows * vocab);
  }
  return sums;
}

}  // namespace interpres::reference
