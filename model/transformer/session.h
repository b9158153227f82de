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
#include "model/decoding/alignment.h"
#include "model/decoding/row.h"
#include "model/decoding/sentence.h"
#include "model/transformer/weights.h"

namespace interpres {

struct SessionOptions {
  // Maximum number of sentences that decode concurrently.
  int32_t max_sentences = 32;
  // Maximum number of hypotheses that decode concurrently (sum of beam sizes).
  int32_t max_rows = 128;
  // Maximum number of source tokens of all admitted sentences together. A
  // sentence takes whole blocks of 16 tokens. Bounds the memory of the
  // cross-attention keys and values.
  // REQUIRES: at least the model's max_position_embeddings.
  int64_t max_source_tokens = 4096;
  // Maximum number of positions of the self-attention cache, summed over all
  // rows. A sentence takes beam_size * max_length positions, rounded up to
  // blocks of 16. A model with SSRU layers takes no positions.
  // REQUIRES: at least the model's max_position_embeddings. A sentence that
  // needs more positions is never admitted.
  int64_t max_cache_positions = 16384;
  // True starts a helper thread, a second thread that Step, Logits and Admit
  // may use after UseHelper(true). False means one thread.
  bool helper = false;
};

// Runs the Transformer for sentences in slots: Admit encodes them, Step feeds
// tokens to the decoder, Logits returns the results, Release frees a slot. Not
// thread-safe: construct and use the session on one thread, because the oneDNN
// stream belongs to that thread. Create changes the settings of the thread
// (PrepareComputeThread).
class TransformerSession {
 public:
  // `weights` must outlive the session. Returns INVALID_ARGUMENT if a number in
  // `options` is less than 1 or than its comment requires. Returns
  // RESOURCE_EXHAUSTED if oneDNN runs out of memory or the helper thread cannot
  // start, INTERNAL if oneDNN fails otherwise. Throws std::bad_alloc if other
  // memory runs out.
  static absl::StatusOr<std::unique_ptr<TransformerSession>> Create(
      const TransformerWeights& weights, const SessionOptions& options);
  ~TransformerSession();

  // Returns true if the session has enough free slots, rows and memory for all
  // sentences of `admissions` together. Does not read Admission::slot and
  // Admission::shortlist.
  bool HasRoomFor(std::span<const Admission> admissions) const;

  // Opens the slot of each sentence: encodes the sentence, computes its
  // cross-attention keys and values, and reserves its maximum decoder memory.
  // Logits of earlier steps become invalid.
  // REQUIRES: every sentence is valid for the model and has at most as many
  // tokens as the model has positions. Returns INVALID_ARGUMENT for a slot that
  // the session does not have. Also for a shortlist that is not ascending or
  // has a token outside the vocabulary. Returns FAILED_PRECONDITION for a slot
  // in use. Returns RESOURCE_EXHAUSTED if the session has no room or oneDNN
  // runs out of memory, and INTERNAL if oneDNN fails otherwise. On an error, or
  // if Admit throws std::bad_alloc, no sentence is admitted.
  absl::Status Admit(std::span<const Admission> admissions);

  // Sets whether later calls of Step, Logits and Admit may use the helper
  // thread where the helper makes them faster. The results are the same. Does
  // nothing if SessionOptions::helper was false. Initially false.
  void UseHelper(bool use);

  // Feeds the token of every row to the decoder. Then Logits and Alignment
  // return the results of `rows`. The results of the previous step become
  // invalid. Writes the attention weights of rows whose `attention` is not
  // null.
  // REQUIRES: `rows` has at most max_rows rows, and the slots of the rows are
  // open. The rows of one slot are adjacent. Either all or no rows of a slot
  // have `attention`.
  void Step(std::span<const Row> rows);

  // Returns the logits of row `row` of the last step, with their bias added and
  // no token suppressed. The size is [vocab_size], or [shortlist] in the order
  // of the sentence's shortlist. Empty for a row whose `attention` is not null.
  // On AVX-512, and in int8 on every CPU, a listed token has the same logit
  // with and without a shortlist.
  //
  // The result is valid until the next call of Logits, Step or Admit. The
  // caller may change the values in the result. Logits computes some dozens of
  // rows together, so ask for the rows in ascending order, once each.
  // REQUIRES: 0 <= row < number of rows of the last step. The slot of the row
  // has not been released, and Admit has not been called since the step.
  std::span<float> Logits(int64_t row);

  // Returns the source tokens to which the next target token of row `row` of
  // the last step is aligned. The row is the hypothesis without this token.
  // Valid until the next call of Step.
  // REQUIRES: 0 <= row < number of rows of the last step.
  const RowAlignment& Alignment(int64_t row) const;

  void Release(int32_t slot);

 private:
  class Impl;
  explicit TransformerSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SESSION_H_
