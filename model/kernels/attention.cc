// Queries go in tiles of four that share the loads of keys and values, the rest
// one by one. Both paths do the same operations in the same order for a row, so
// that its bits do not depend on its neighbours.

#include "model/kernels/attention.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "model/kernels/attention.cc"
#include "hwy/foreach_target.h"
// foreach_target.h must come before highway.h.
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"
#include "model/kernels/bfloat16-inl.h"

HWY_BEFORE_NAMESPACE();
namespace interpres {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr int64_t kTileRows = 4;

// AttentionKeys in one of their types: T is float, or uint16_t for bfloat16.
template <typename T>
struct Keys {
  const T* keys;
  const T* values;
  int64_t stride;
  const int32_t* index;
  int64_t length;
};

Keys<uint16_t> HalfKeys(const AttentionKeys& keys) {
  return {keys.bfloat16_keys, keys.bfloat16_values, keys.stride, keys.index,
          keys.length};
}

Keys<float> FloatKeys(const AttentionKeys& keys) {
  return {keys.keys, keys.values, keys.stride, keys.index, keys.length};
}

template <typename T>
int64_t Position(const Keys<T>& keys, int64_t t) {
  return (keys.index == nullptr ? t : keys.index[t]) * keys.stride;
}

template <typename T>
float DotTail(const float* a, const T* b, int64_t from, int64_t size) {
  float sum = 0.0f;
  for (int64_t i = from; i < size; ++i) {
    sum += a[i] * Widened(b[i]);
  }
  return sum;
}

// scores[t] = query . key t, for one head that starts at channel `offset`.
template <typename T>
void ScoreOne(const float* query, const Keys<T>& keys, int64_t offset,
              int64_t head_size, float* scores) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  for (int64_t t = 0; t < keys.length; ++t) {
    const T* key = keys.keys + Position(keys, t) + offset;
    auto sum = hn::Zero(d);
    int64_t i = 0;
    for (; i + lanes <= head_size; i += lanes) {
      sum = hn::MulAdd(hn::LoadU(d, query + i), LoadWidened(key + i), sum);
    }
    scores[t] =
        hn::GetLane(hn::SumOfLanes(d, sum)) + DotTail(query, key, i, head_size);
  }
}

// Four queries; the scores of row r start at scores + r * keys.length.
template <typename T>
void ScoreTile(const AttentionQueries& rows, const Keys<T>& keys,
               const AttentionHeads& heads, int64_t offset, float* scores) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const float* query = rows.queries + offset;
  const float* query1 = query + rows.query_stride;
  const float* query2 = query + 2 * rows.query_stride;
  const float* query3 = query + 3 * rows.query_stride;
  const int64_t size = heads.head_size;
  for (int64_t t = 0; t < keys.length; ++t) {
    const T* key = keys.keys + Position(keys, t) + offset;
    auto sum0 = hn::Zero(d);
    auto sum1 = hn::Zero(d);
    auto sum2 = hn::Zero(d);
    auto sum3 = hn::Zero(d);
    int64_t i = 0;
    for (; i + lanes <= size; i += lanes) {
      const auto k = LoadWidened(key + i);
      sum0 = hn::MulAdd(hn::LoadU(d, query + i), k, sum0);
      sum1 = hn::MulAdd(hn::LoadU(d, query1 + i), k, sum1);
      sum2 = hn::MulAdd(hn::LoadU(d, query2 + i), k, sum2);
      sum3 = hn::MulAdd(hn::LoadU(d, query3 + i), k, sum3);
    }
    float* out = scores + t;
    out[0] =
        hn::GetLane(hn::SumOfLanes(d, sum0)) + DotTail(query, key, i, size);
    out[keys.length] =
        hn::GetLane(hn::SumOfLanes(d, sum1)) + DotTail(query1, key, i, size);
    out[2 * keys.length] =
        hn::GetLane(hn::SumOfLanes(d, sum2)) + DotTail(query2, key, i, size);
    out[3 * keys.length] =
        hn::GetLane(hn::SumOfLanes(d, sum3)) + DotTail(query3, key, i, size);
  }
}

// scores = softmax(scores * scale), in place.
void Softmax(float* scores, int64_t length, float scale) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  float maximum = scores[0];
  for (int64_t t = 1; t < length; ++t) {
    maximum = std::max(maximum, scores[t]);
  }
  const auto shift = hn::Set(d, maximum);
  const auto scales = hn::Set(d, scale);
  auto sums = hn::Zero(d);
  int64_t t = 0;
  for (; t + lanes <= length; t += lanes) {
    const auto weight =
        hn::Exp(d, hn::Mul(hn::Sub(hn::LoadU(d, scores + t), shift), scales));
    hn::StoreU(weight, d, scores + t);
    sums = hn::Add(sums, weight);
  }
  float sum = hn::GetLane(hn::SumOfLanes(d, sums));
  for (; t < length; ++t) {
    scores[t] = std::exp((scores[t] - maximum) * scale);
    sum += scores[t];
  }
  const float inverse = 1.0f / sum;
  for (t = 0; t < length; ++t) {
    scores[t] *= inverse;
  }
}

// sums += weights; for the first head, sums = weights.
void AddWeights(const float* weights, int64_t length, bool is_first,
                float* sums) {
  if (is_first) {
    std::copy_n(weights, length, sums);
    return;
  }
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t t = 0;
  for (; t + lanes <= length; t += lanes) {
    hn::StoreU(hn::Add(hn::LoadU(d, sums + t), hn::LoadU(d, weights + t)), d,
               sums + t);
  }
  for (; t < length; ++t) {
    sums[t] += weights[t];
  }
}

template <typename T>
float MixTail(const float* weights, const Keys<T>& keys, int64_t channel) {
  float sum = 0.0f;
  for (int64_t t = 0; t < keys.length; ++t) {
    sum += weights[t] * Widened(keys.values[Position(keys, t) + channel]);
  }
  return sum;
}

// output = sum over t of weights[t] * value t, for one head.
template <typename T>
void MixOne(const float* weights, const Keys<T>& keys, int64_t offset,
            int64_t head_size, float* output) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + 2 * lanes <= head_size; i += 2 * lanes) {
    auto sum0 = hn::Zero(d);
    auto sum1 = hn::Zero(d);
    for (int64_t t = 0; t < keys.length; ++t) {
      const T* value = keys.values + Position(keys, t) + offset + i;
      const auto weight = hn::Set(d, weights[t]);
      sum0 = hn::MulAdd(weight, LoadWidened(value), sum0);
      sum1 = hn::MulAdd(weight, LoadWidened(value + lanes), sum1);
    }
    hn::StoreU(sum0, d, output + i);
    hn::StoreU(sum1, d, output + i + lanes);
  }
  for (; i + lanes <= head_size; i += lanes) {
    auto sum = hn::Zero(d);
    for (int64_t t = 0; t < keys.length; ++t) {
      const T* value = keys.values + Position(keys, t) + offset + i;
      sum = hn::MulAdd(hn::Set(d, weights[t]), LoadWidened(value), sum);
    }
    hn::StoreU(sum, d, output + i);
  }
  for (; i < head_size; ++i) {
    output[i] = MixTail(weights, keys, offset + i);
  }
}

template <typename T>
void MixTile(const float* weights, const Keys<T>& keys,
             const AttentionHeads& heads, int64_t offset,
             const AttentionQueries& rows) {
  const hn::ScalableTag<float> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t length = keys.length;
  int64_t i = 0;
  for (; i + lanes <= heads.head_size; i += lanes) {
    auto sum0 = hn::Zero(d);
    auto sum1 = hn::Zero(d);
    auto sum2 = hn::Zero(d);
    auto sum3 = hn::Zero(d);
    for (int64_t t = 0; t < length; ++t) {
      const auto value =
          LoadWidened(keys.values + Position(keys, t) + offset + i);
      sum0 = hn::MulAdd(hn::Set(d, weights[t]), value, sum0);
      sum1 = hn::MulAdd(hn::Set(d, weights[t + length]), value, sum1);
      sum2 = hn::MulAdd(hn::Set(d, weights[t + 2 * length]), value, sum2);
      sum3 = hn::MulAdd(hn::Set(d, weights[t + 3 * length]), value, sum3);
    }
    float* output = rows.output + offset + i;
    hn::StoreU(sum0, d, output);
    hn::StoreU(sum1, d, output + rows.output_stride);
    hn::StoreU(sum2, d, output + 2 * rows.output_stride);
    hn::StoreU(sum3, d, output + 3 * rows.output_stride);
  }
  for (; i < heads.head_size; ++i) {
    for (int64_t r = 0; r < kTileRows; ++r) {
      rows.output[r * rows.output_stride + offset + i] =
          MixTail(weights + r * length, keys, offset + i);
    }
  }
}

// Turns the scores of a tile, [kTileRows, length], into weights, and adds the
// weights to the sums of their rows if there are sums.
void NormalizeTile(const AttentionQueries& rows, int64_t length, float scale,
                   bool is_first_head, float* scores) {
  for (int64_t r = 0; r < kTileRows; ++r) {
    float* weights = scores + r * length;
    Softmax(weights, length, scale);
    if (rows.weight_sums != nullptr) {
      AddWeights(weights, length, is_first_head, rows.weight_sums + r * length);
    }
  }
}

template <typename T>
void AttendTile(const AttentionHeads& heads, const AttentionQueries& rows,
                const Keys<T>& keys, float scale, float* scratch) {
  for (int64_t head = 0; head < heads.heads; ++head) {
    const int64_t offset = head * heads.head_size;
    ScoreTile(rows, keys, heads, offset, scratch);
    NormalizeTile(rows, keys.length, scale, head == 0, scratch);
    MixTile(scratch, keys, heads, offset, rows);
  }
}

template <typename T>
void AttendOne(const AttentionHeads& heads, const AttentionQueries& rows,
               const Keys<T>& keys, float scale, float* scratch) {
  for (int64_t head = 0; head < heads.heads; ++head) {
    const int64_t offset = head * heads.head_size;
    ScoreOne(rows.queries + offset, keys, offset, heads.head_size, scratch);
    Softmax(scratch, keys.length, scale);
    if (rows.weight_sums != nullptr) {
      AddWeights(scratch, keys.length, head == 0, rows.weight_sums);
    }
    MixOne(scratch, keys, offset, heads.head_size, rows.output + offset);
  }
}

// Prefetches the rows of the next call into the second-level CPU cache. Keys
// and values are scattered over a KV cache that is larger than the CPU cache,
// so prefetching hides the memory latency behind this call's arithmetic. The
// first level is full of the rows that this call reads. The rows are fetched in
// their order; fetching one head's channels of all rows at a time gained
// nothing.
template <typename T>
void Prefetch(const T* rows, const Keys<T>& keys, int64_t width) {
  constexpr int64_t kCacheLine = 64 / sizeof(T);
  constexpr int kSecondLevel = 2;
  for (int64_t t = 0; t < keys.length; ++t) {
    const T* row = rows + Position(keys, t);
    for (int64_t i = 0; i < width; i += kCacheLine) {
      __builtin_prefetch(row + i, /*rw=*/0, kSecondLevel);
    }
  }
}

template <typename T>
void AttendRows(const AttentionHeads& heads, AttentionQueries rows,
                const Keys<T>& keys, const Keys<T>& next, float* scratch) {
  Prefetch(next.keys, next, heads.heads * heads.head_size);
  Prefetch(next.values, next, heads.heads * heads.head_size);
  const float scale = 1.0f / std::sqrt(static_cast<float>(heads.head_size));
  while (rows.rows > 0) {
    const bool tile = rows.rows >= kTileRows;
    if (tile) {
      AttendTile(heads, rows, keys, scale, scratch);
    } else {
      AttendOne(heads, rows, keys, scale, scratch);
    }
    const int64_t done = tile ? kTileRows : 1;
    rows.rows -= done;
    rows.queries += done * rows.query_stride;
    rows.output += done * rows.output_stride;
    if (rows.weight_sums != nullptr) {
      rows.weight_sums += done * keys.length;
    }
  }
}

void AttendAll(const AttentionHeads& heads, const AttentionQueries& rows,
               const AttentionKeys& keys, const AttentionKeys& next,
               float* scratch) {
  if (keys.bfloat16_keys != nullptr) {
    AttendRows(heads, rows, HalfKeys(keys), HalfKeys(next), scratch);
  } else {
    AttendRows(heads, rows, FloatKeys(keys), FloatKeys(next), scratch);
  }
}

template <typename T>
void WeighHeads(const AttentionHeads& heads, const float* query,
                const Keys<T>& keys, float* weights) {
  const float scale = 1.0f / std::sqrt(static_cast<float>(heads.head_size));
  for (int64_t head = 0; head < heads.heads; ++head) {
    const int64_t offset = head * heads.head_size;
    ScoreOne(query + offset, keys, offset, heads.head_size, weights);
    Softmax(weights, keys.length, scale);
    weights += keys.length;
  }
}

void WeighAll(const AttentionHeads& heads, const float* query,
              const AttentionKeys& keys, float* weights) {
  if (keys.bfloat16_keys != nullptr) {
    WeighHeads(heads, query, HalfKeys(keys), weights);
  } else {
    WeighHeads(heads, query, FloatKeys(keys), weights);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace interpres
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace interpres {

HWY_EXPORT(AttendAll);
HWY_EXPORT(WeighAll);

void Attend(const AttentionHeads& heads, const AttentionQueries& queries,
            const AttentionKeys& keys, std::span<float> scratch,
            const AttentionKeys& next) {
  HWY_DYNAMIC_DISPATCH(AttendAll)(heads, queries, keys, next, scratch.data());
}

void AttentionWeights(const AttentionHeads& heads, const float* query,
                      const AttentionKeys& keys, std::span<float> weights) {
  HWY_DYNAMIC_DISPATCH(WeighAll)(heads, query, keys, weights.data());
}

}  // namespace interpres
#endif  // HWY_ONCE
