// The step interface under beam search: one of the project's three virtual
// seams. The engine's Transformer implements it; tests implement it with
// tables of probabilities.

#ifndef INTERPRES_MODEL_DECODING_STEP_MODEL_H_
#define INTERPRES_MODEL_DECODING_STEP_MODEL_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "model/decoding/decoding_options.h"

namespace interpres {

// A sentence that enters decoding.
struct SlotAdmission {
  int32_t slot = 0;
  // Source ids: [tag] pieces </s>. Must live for the duration of Admit.
  std::span<const int32_t> source;
  int32_t beam_size = 1;
  // The most target tokens, the end symbol included: the worst case for which
  // cache blocks are reserved.
  int32_t max_length = 1;
  // Only tokens of the sentence's shortlist continue it; has_shortlist() must
  // be true.
  bool shortlist = false;
  // Tokens that will be forced: a shortlist has them too. Must live for the
  // duration of Admit.
  std::span<const int32_t> target_prefix = {};
};

// What a sentence's options change in the distribution of one row: before the
// softmax, so that all probabilities of the row are those after the change. The
// lists live until the step has been taken.
struct RowRules {
  // Tokens whose logits become -infinity; in any order, repeats allowed.
  std::span<const int32_t> banned = {};
  // Tokens whose logits are divided by `penalty` where they are positive and
  // multiplied by it where they are negative; distinct.
  std::span<const int32_t> penalised = {};
  float penalty = 1.0f;
};

inline constexpr int32_t kNoToken = -1;

// One active hypothesis of one step. The rows of a slot are contiguous and
// ordered by `beam`.
struct StepRow {
  int32_t slot = 0;
  // This hypothesis, 0 <= beam < beam_size of the slot.
  int32_t beam = 0;
  // The hypothesis of the previous step that it continues (0 at position 0).
  int32_t parent_beam = 0;
  // The token to feed: the start symbol at position 0, else the last chosen.
  int32_t token = 0;
  // The number of tokens fed before this one. 0 begins anew, whatever the slot
  // was fed before.
  int32_t position = 0;
  // How many candidates to return for this row.
  int32_t num_candidates = 1;
  // The one continuation that is wanted, whatever its rank; num_candidates is
  // then 1. kNoToken: the best ones.
  int32_t forced_token = kNoToken;
  // Draw the one continuation at random, with `uniform` in (0, 1);
  // num_candidates is then 1. Null: the best ones. Its seed is not used.
  const SamplingOptions* sampling = nullptr;
  double uniform = 0.5;
  // A token that is not drawn, though it has its part in the probabilities.
  int32_t never_drawn = kNoToken;
  RowRules rules = {};
  // Where the weights of the row's attention to its source go, [layers, heads,
  // source tokens]; null: nowhere. A row that has it is fed for it alone: its
  // num_candidates is 0. All rows of a slot have it, or none.
  float* attention = nullptr;
};

// The size of the decoder's cross-attention (its attention to the source).
// Zeros mean that the model cannot return the weights.
struct CrossAttentionShape {
  int32_t layers = 0;
  int32_t heads = 0;

  int64_t matrices() const { return int64_t{layers} * heads; }
};

// A continuation of a hypothesis.
struct Candidate {
  int32_t token = 0;
  // log P(token | source, prefix); -infinity for a suppressed token.
  float log_probability = 0.0f;
};

// Scores the next token of every active hypothesis. Used by one thread.
class StepModel {
 public:
  virtual ~StepModel() = default;

  virtual int32_t vocab_size() const = 0;
  // The token fed at position 0.
  virtual int32_t start_token() const = 0;
  // The token that ends a hypothesis.
  virtual int32_t end_token() const = 0;

  // Whether sentences can be admitted with a shortlist.
  virtual bool has_shortlist() const { return false; }

  // The size of the weights that rows with `attention` receive.
  virtual CrossAttentionShape cross_attention_shape() const { return {}; }

  // Whether Admit would find room (memory for the worst case) for all of the
  // sentences together now. Their `slot` is ignored.
  virtual bool HasRoomFor(std::span<const SlotAdmission> sentences) const = 0;

  // Encodes the sentences and opens their slots. All or nothing, also if it
  // throws std::bad_alloc.
  virtual absl::Status Admit(std::span<const SlotAdmission> sentences) = 0;

  // Feeds every row's token and writes, for row i, its best
  // rows[i].num_candidates continuations to candidates[i * stride ...], best
  // first, ties to the lower id; or the forced or drawn token alone. stride >=
  // every num_candidates, and num_candidates <= vocab_size(). A row's output
  // depends on its own sentence only, never on the other rows. Where a
  // shortlist has fewer tokens, the rest have log-probability -infinity.
  virtual void Step(std::span<const StepRow> rows, int32_t stride,
                    std::span<Candidate> candidates) = 0;

  // Frees the slot's memory.
  virtual void Release(int32_t slot) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_STEP_MODEL_H_
