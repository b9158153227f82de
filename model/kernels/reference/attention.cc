#include "model/kernels/reference/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace interpres::reference {
namespace {

// The channels [first, first + size) of a row.
struct HeadChannels {
  int64_t first = 0;
  int64_t size = 0;
};

int64_t PlaceOf(const AttentionKeys& keys, int64_t t) {
  return (keys.index == nullptr ? t : keys.index[t]) * keys.stride;
}

// Returns the attention weights of one head for one query row. The head starts
// at channel `first` and has `size` channels.
std::vector<double> HeadWeights(const float* query, const AttentionKeys& keys,
                                int64_t first, int64_t size) {
  std::vector<double> weights(keys.length, 0.0);
  double maximum = -std::numeric_limits<double>::infinity();
  for (int64_t t = 0; t < keys.length; ++t) {
    for (int64_t c = first; c < first + size; ++c) {
      weights[t] += double{query[c]} * keys.keys[PlaceOf(keys, t) + c];
    }
    weights[t] /= std::sqrt(static_cast<double>(size));
    maximum = std::max(maximum, weights[t]);
  }
  double sum = 0.0;
  for (double& weight : weights) {
    weight = std::exp(weight - maximum);
    sum += weight;
  }
  for (double& weight : weights) {
    weight /= sum;
  }
  return weights;
}

// Adds the attention weights of the head to `weight_sums`, if not null.
void AttendHead(const float* query, const AttentionKeys& keys,
                HeadChannels head, float* output, float* weight_sums) {
  const std::vector<double> weights =
      HeadWeights(query, keys, head.first, head.size);
  for (int64_t t = 0; weight_sums != nullptr && t < keys.length; ++t) {
    weight_sums[t] += static_cast<float>(weights[t]);
  }
  for (int64_t c = head.first; c < head.first + head.size; ++c) {
    double mixed = 0.0;
    for (int64_t t = 0; t < keys.length; ++t) {
      mixed += weights[t] * keys.values[PlaceOf(keys, t) + c];
    }
    output[c] = static_cast<float>(mixed);
  }
}

}  // namespace

void Attend(const AttentionHeads& heads, const AttentionQueries& queries,
            const AttentionKeys& keys) {
  for (int64_t row = 0; row < queries.rows; ++row) {
    float* sums = nullptr;
    if (queries.weight_sums != nullptr) {
      sums = queries.weight_sums + row * keys.length;
      std::fill_n(sums, keys.length, 0.0f);
    }
    for (int64_t head = 0; head < heads.heads; ++head) {
      AttendHead(queries.queries + row * queries.query_stride, keys,
                 {head * heads.head_size, heads.head_size},
                 queries.output + row * queries.output_stride, sums);
    }
  }
}

void AttentionWeights(const AttentionHeads& heads, const float* query,
                      const AttentionKeys& keys, std::span<float> weights) {
  for (int64_t head = 0; head < heads.heads; ++head) {
    const std::vector<double> found =
        HeadWeights(query, keys, head * heads.head_size, heads.head_size);
    std::copy(found.begin(), found.end(), weights.begin() + head * keys.length);
  }
}

}  // namespace interpres::reference
