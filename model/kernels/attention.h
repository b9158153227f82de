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
  // Channels of one head. A row has heads * head_size channels: all channels of
  // head 0, then all channels of head 1, and so on.
  int64_t head_size = 1;
};

// Queries that see the same keys, for Attend. The query of row i is at queries
// + i * query_stride. Attend writes the result of row i to output + i *
// output_stride. Both strides are in floats.
//
// If `weight_sums` is not null, Attend also writes the attention weights of row
// i, summed over the heads in their order: `length` floats at weight_sums + i *
// length, where `length` is the number of keys. Null means that Attend does not
// write the sums. The sums do not change the result.
struct AttentionQueries {
  const float* queries = nullptr;
  int64_t query_stride = 0;
  float* output = nullptr;
  int64_t output_stride = 0;
  int64_t rows = 0;
  float* weight_sums = nullptr;
};

// The keys and values that a query sees in attention. Borrows its arrays. Key t
// is at keys + p * stride and
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

// Returns the size of the scratch memory, in floats, that Attend needs for
// `length` keys.
constexpr int64_t AttentionScratchSize(int64_t length) { return 4 * length; }

// Computes softmax(query * keys / sqrt(head_size)) * values for every row of
// `queries` and every head. Writes the results to queries.output, and sums of
// the weights to queries.weight_sums. The results and sums of a row depend only
// on its query and on `keys`, to the last bit.
//
// REQUIRES: keys.length > 0 and `scratch` holds
// AttentionScratchSize(keys.length) floats.
//
// `next` is a hint: the keys of the caller's next call, which Attend prefetches
// into the CPU cache. `next` does not change the result. Length 0 in `next`
// means that the next call is unknown. Thread-safe. Allocates nothing.
void Attend(const AttentionHeads& heads, const AttentionQueries& queries,
            const AttentionKeys& keys, std::span<float> scratch,
            const AttentionKeys& next = {});

// Writes the attention weights of one query: per head, the softmax over the
// keys with which Attend mixes the values. The weight of head h and key t is
// written to weights[h * keys.length + t]. The weights of one head sum to 1,
// except for rounding.
//
// REQUIRES: keys.length > 0 and `weights` holds heads.heads * keys.length
// floats. The pointers to values in `keys` are not read. Thread-safe. Allocates
// nothing.
void AttentionWeights(const AttentionHeads& heads, const float* query,
                      const AttentionKeys& keys, std::span<float> weights);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_ATTENTION_H_
