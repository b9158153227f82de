// Scaled dot-product attention of one sentence, softmax(Q K^T / sqrt(d)) V,
// over keys that lie one after another or anywhere in a paged cache. One kernel
// serves the encoder, cached self-attention and cross-attention.
//
// There are no masks: `length` says how many keys a query may see, and each
// sentence is its own call, so padding never exists.

#ifndef INTERPRES_MODEL_KERNELS_ATTENTION_H_
#define INTERPRES_MODEL_KERNELS_ATTENTION_H_

#include <cstdint>
#include <span>

namespace interpres {

struct AttentionHeads {
  int64_t heads = 1;
  // Channels of a head; a row holds its heads one after another.
  int64_t head_size = 1;
};

// Queries that see the same keys. Row i is at queries + i * query_stride, its
// result goes to output + i * output_stride (both in floats).
struct AttentionQueries {
  const float* queries = nullptr;
  int64_t query_stride = 0;
  float* output = nullptr;
  int64_t output_stride = 0;
  int64_t rows = 0;
};

// Key t is at keys + p * stride with p = index[t], or p = t without an index;
// values likewise. Both are in float32, or both in bfloat16 (the upper halves
// of float32): those that are null are not there.
struct AttentionKeys {
  const float* keys = nullptr;
  const float* values = nullptr;
  const uint16_t* bfloat16_keys = nullptr;
  const uint16_t* bfloat16_values = nullptr;
  int64_t stride = 0;  // in elements
  const int32_t* index = nullptr;
  int64_t length = 0;  // 0 only for keys that are none
};

// Floats of scratch memory that Attend needs for `length` keys.
constexpr int64_t AttentionScratchSize(int64_t length) { return 4 * length; }

// The result of a row depends on its query and keys only, to the last bit,
// whatever the other rows are. `scratch` holds AttentionScratchSize(length)
// floats. `next` are the keys of the next call, which are fetched into the
// processor's cache meanwhile; of length 0 if it is not known. Thread-safe,
// allocates nothing.
void Attend(const AttentionHeads& heads, const AttentionQueries& queries,
            const AttentionKeys& keys, std::span<float> scratch,
            const AttentionKeys& next = {});

// The weights with which Attend mixes the values for one query: of head h and
// key t at weights[h * keys.length + t]; those of a head sum to 1. `weights`
// holds heads * keys.length floats; the values of `keys` are not read.
// Thread-safe, allocates nothing.
void AttentionWeights(const AttentionHeads& heads, const float* query,
                      const AttentionKeys& keys, std::span<float> weights);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_ATTENTION_H_
