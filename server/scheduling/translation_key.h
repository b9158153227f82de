// Identifies the result of a job: everything that a translation depends on,
// except the model.

#ifndef INTERPRES_SERVER_SCHEDULING_TRANSLATION_KEY_H_
#define INTERPRES_SERVER_SCHEDULING_TRANSLATION_KEY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "model/decoding/decoding_options.h"
#include "model/decoding/sentence.h"

namespace interpres {

// All inputs that the result of a job depends on, except the model. Jobs of one
// model with equal keys have the same result, also with sampling, because
// `options` has the seed. Without AVX-512, results of float32 and bfloat16 may
// differ slightly with the batch. Then each such result is valid for the key.
struct TranslationKey {
  std::vector<int32_t> source = {};  // with the tag of the language
  std::vector<int32_t> target_prefix = {};
  std::vector<RequiredTokens> required = {};
  DecodingOptions options = {};

  friend bool operator==(const TranslationKey&,
                         const TranslationKey&) = default;

  // The hash function for absl::HashOf. Hashes all fields that a client can
  // choose freely. Otherwise a client could create many keys with one hash,
  // which share a bucket of a hash table.
  template <typename H>
  friend H AbslHashValue(H state, const TranslationKey& key) {
    const DecodingOptions& decoding = key.options;
    const SamplingOptions sampling =
        decoding.sampling.value_or(SamplingOptions());
    return H::combine(std::move(state), key.source, key.target_prefix,
                      key.required, decoding.beam_size, decoding.n_best,
                      decoding.length_penalty, decoding.max_length,
                      decoding.shortlist, decoding.repetition_penalty,
                      decoding.no_repeat_ngram_size, sampling.seed,
                      sampling.temperature, sampling.top_k, sampling.top_p);
  }
};

// A TranslationKey with its hash. The constructor computes the hash once,
// because this takes O(tokens). Immutable.
struct HashedKey {
  explicit HashedKey(TranslationKey the_key)
      : key(std::move(the_key)), hash(absl::HashOf(key)) {}

  const TranslationKey key;
  const std::size_t hash;
};

// A TranslationKey with its hash that a job, InFlight and ResultCache share, so
// that no lookup copies or hashes a key. Null means that the result of a job is
// not reused.
using SharedKey = std::shared_ptr<const HashedKey>;

inline SharedKey MakeSharedKey(TranslationKey key) {
  return std::make_shared<const HashedKey>(std::move(key));
}

// The hash function for hash tables of SharedKey. Returns the stored hash of
// the content of the key. REQUIRES: the key is not null.
struct SharedKeyHash {
  std::size_t operator()(const SharedKey& key) const { return key->hash; }
};
struct SharedKeyEqual {
  bool operator()(const SharedKey& a, const SharedKey& b) const {
    return a == b || (a->hash == b->hash && a->key == b->key);
  }
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_TRANSLATION_KEY_H_
