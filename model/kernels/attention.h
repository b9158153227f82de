// Scaled dot-product attention of one sentence, softmax(Q K^T / sqrt(d)) V. The
// keys lie consecutively or anywhere in a paged cache. One kernel serves the
// encoder, cached self-attention and cross-attention.
//
// There are no masks and no padding: `length` is the number of keys that a
// query sees, and each sentence is a separate call.

#ifndef INTERPRES_MODEL_KERNELS_ATTENTION_H_
#define INTERPRES_MODEL_KERNELS_ATTENTION_H_

#include <cstdint>
#include <span>

namespace interpres {

// The attention heads of one row.
struct AttentionHeads {
  int64_t heads = 1;
  // Channels of one head. A row stores its heads consecutively: heads *
  // head_size channels.
  int64_t head_size = 1;
};

// Queries that see the same keys. The query of row i is at queries + i *
// query_stride. The result of row i is written to output + i * output_stride.
// Both strides are in floats.
struct AttentionQueries {
  const float* queries = nullptr;
  int64_t query_stride = 0;
  float* output = nullptr;
  int64_t output_stride = 0;
  int64_t rows = 0;
};

// The keys and values that a query sees. Key t is at keys + p * stride and
// value t is at values + p * stride, where p = index[t]. Null `index` means p =
// t.
//
// REQUIRES: either the two float32 pointers or the two bfloat16 pointers are
// set. The other two are null. A bfloat16 is the upper half of a float32.
struct AttentionKeys {
  const float* keys = nullptr;
  const float* values = nullptr;
  const uint16_t* bfloat16_keys = nullptr;
  const uint16_t* bfloat16_values = nullptr;
  int64_t stride = 0;  // in elements
  const int32_t* index = nullptr;
  int64_t length = 0;  // keys; 0 only in the `next` of Attend
};

// Returns the floats of scratch memory that Attend needs for `length` keys.
constexpr int64_t AttentionScratchSize(int64_t length) { return 4 * length; }

// Computes the attention of every row of `queries` over `keys`. The result of a
// row depends only on its query and the keys, to the last bit.
//
// REQUIRES: `keys.length` > 0 and `scratch` holds
// AttentionScratchSize(keys.length) floats.
//
// `next` are the keys of the caller's next call. Attend prefetches the keys and
// values of `next` into the CPU cache. Length 0 means that the next call is
// unknown. Thread-safe. Allocates nothing.
void Attend(const AttentionHeads& heads, const AttentionQueries& queries,
            const AttentionKeys& keys, std::span<float> scratch,
            const AttentionKeys& next = {});

// Writes the weights with which Attend mixes the values for one query. The
// weight of head h and key t is written to weights[h * keys.length + t]. The
// weights of one head sum to 1.
//
// REQUIRES: `weights` holds heads * keys.length floats. Does not read the
// values of `keys`. Thread-safe. Allocates nothing.
void AttentionWeights(const AttentionHeads& heads, const float* query,
                      const AttentionKeys& keys, std::span<float> weights);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_ATTENTION_H_
