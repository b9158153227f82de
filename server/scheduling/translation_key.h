// What a translation depends on, beside the model.

#ifndef INTERPRES_SERVER_SCHEDULING_TRANSLATION_KEY_H_
#define INTERPRES_SERVER_SCHEDULING_TRANSLATION_KEY_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "server/scheduling/job.h"

namespace interpres {

// Jobs of equal keys have the same result: the engine does not depend on the
// batch, and sampling draws by its seed.
struct TranslationKey {
  std::vector<int32_t> source = {};  // with the tag of the language
  std::vector<int32_t> target_prefix = {};
  DecodingOptions options = {};

  friend bool operator==(const TranslationKey&,
                         const TranslationKey&) = default;

  // All that a caller can vary at will: keys of one hash share a bucket.
  template <typename H>
  friend H AbslHashValue(H state, const TranslationKey& key) {
    const DecodingOptions& decoding = key.options;
    const SamplingOptions sampling =
        decoding.sampling.value_or(SamplingOptions());
    return H::combine(std::move(state), key.source, key.target_prefix,
                      decoding.beam_size, decoding.n_best,
                      decoding.length_penalty, decoding.max_length,
                      decoding.shortlist, decoding.repetition_penalty,
                      decoding.no_repeat_ngram_size, sampling.seed,
                      sampling.temperature, sampling.top_k, sampling.top_p);
  }
};

inline TranslationKey KeyOf(const JobSpec& spec) {
  return {.source = spec.source,
          .target_prefix = spec.target_prefix,
          .options = spec.options};
}

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_TRANSLATION_KEY_H_
