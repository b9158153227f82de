// The slots, caches and scratch memory of one worker. All workers share the
// weights.
//
// Legend: rows = active hypotheses of a step; tokens = packed source tokens.

#ifndef INTERPRES_MODEL_TRANSFORMER_SESSION_H_
#define INTERPRES_MODEL_TRANSFORMER_SESSION_H_

#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/decoding/row.h"
#include "model/decoding/sentence.h"
#include "model/transformer/weights.h"

namespace interpres {

struct SessionOptions {
  // Maximum number of sentences that decode concurrently.
  int32_t max_sentences = 32;
  // Maximum number of hypotheses that decode concurrently (sum of beam sizes).
  int32_t max_rows = 128;
  // Maximum number of source tokens (sum over sentences). Bounds the memory of
  // the cross-attention keys and values. Rounded up to blocks of 16. At least
  // max_position_embeddings.
  int64_t max_source_tokens = 4096;
  // Maximum number of positions of the self-attention cache (sum over rows).
  // Rounded up to blocks of 16. At least max_position_embeddings times the
  // widest beam.
  int64_t max_cache_positions = 16384;
  // Whether the session has a second thread (UseHelper).
  bool helper = false;
};

// Owned and used by one thread. Construct it on the thread that uses it: the
// oneDNN stream and the OpenMP setting belong to that thread.
class TransformerSession {
 public:
  // `weights` must outlive the session.
  static absl::StatusOr<std::unique_ptr<TransformerSession>> Create(
      const TransformerWeights& weights, const SessionOptions& options);
  ~TransformerSession();

  // Whether there is room for all of the sentences together. Ignores their
  // slots and shortlists.
  bool HasRoomFor(std::span<const Admission> admissions) const;

  // Encodes the sentences (packed, in groups), computes the cross-attention
  // keys and values of each, and reserves the state of its worst case.
  // REQUIRES: every sentence is valid for the model and its positions.
  // INVALID_ARGUMENT for a slot or a shortlist that the session does not have,
  // FAILED_PRECONDITION for a slot in use, RESOURCE_EXHAUSTED without room. All
  // or nothing, also if it throws std::bad_alloc.
  absl::Status Admit(std::span<const Admission> admissions);

  // Sets whether steps may use the helper thread where that makes them faster.
  // The results are the same. Ignored without a helper.
  void UseHelper(bool use);

  // Feeds one token to every row.
  void Step(std::span<const Row> rows);

  // Returns the logits of a row of the last step, with their bias added
  // and no token suppressed: [vocab_size], or [shortlist] in the order of the
  // sentence's shortlist. Empty for a row with attention. On AVX-512, and in
  // int8 on every CPU, a listed token has the same logit with and without a
  // shortlist.
  //
  // The result is valid until the next call of Logits. The caller may change
  // it. Some dozens of rows are computed together, so ask for the rows in their
  // order, once each.
  // REQUIRES: the slot of the row has not been released; no Step or Admit
  // since.
  std::span<float> Logits(int64_t row);

  void Release(int32_t slot);

 private:
  class Impl;
  explicit TransformerSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SESSION_H_
