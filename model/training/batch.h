// A packed batch: sentences of different lengths, stored consecutively without
// padding.

#ifndef INTERPRES_MODEL_TRAINING_BATCH_H_
#define INTERPRES_MODEL_TRAINING_BATCH_H_

#include <cstdint>
#include <vector>

namespace interpres {

// Sentence pairs as token ids, stored consecutively without padding. Sentence i
// has the source rows source_offsets[i] .. source_offsets[i + 1] - 1. Its
// target rows are target_offsets[i] .. target_offsets[i + 1] - 1.
//
// A batch for R-Drop holds every sentence twice. The second half of the
// sentences repeats the first half, with different sentence keys.
struct TrainingBatch {
  std::vector<int32_t> source_ids;      // [source_tokens]
  std::vector<int64_t> source_offsets;  // [sentences + 1]
  std::vector<int32_t> target_inputs;   // [target_tokens] start id, pieces
  std::vector<int32_t> target_outputs;  // [target_tokens] pieces, end id
  std::vector<int64_t> target_offsets;  // [sentences + 1]
  std::vector<uint64_t> sentence_keys;  // [sentences] for dropout

  int64_t sentences() const {
    return static_cast<int64_t>(sentence_keys.size());
  }
  int64_t source_tokens() const {
    return static_cast<int64_t>(source_ids.size());
  }
  int64_t target_tokens() const {
    return static_cast<int64_t>(target_inputs.size());
  }
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_BATCH_H_
