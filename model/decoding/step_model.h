// The interface between the search and the network. The engine implements it
// with a Transformer; tests implement it with tables of probabilities, and so
// it is virtual.

#ifndef INTERPRES_MODEL_DECODING_STEP_MODEL_H_
#define INTERPRES_MODEL_DECODING_STEP_MODEL_H_

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "model/decoding/row.h"
#include "model/decoding/sentence.h"

namespace interpres {

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
  // sentences together now. Ignores their slots and shortlists.
  virtual bool HasRoomFor(std::span<const Admission> admissions) const = 0;

  // Encodes the sentences and opens their slots. Chooses the shortlist of a
  // sentence whose options want one. All or nothing, also if it throws
  // std::bad_alloc.
  virtual absl::Status Admit(std::span<const Admission> admissions) = 0;

  // Feeds every row's token. Writes the best rows[i].num_candidates
  // continuations of row i to candidates[i * stride ...], best first, equal
  // ones by token id; or only the forced or drawn token. The output of a row
  // depends on its own sentence, never on the other rows. If a shortlist has
  // fewer tokens, the remaining candidates have log-probability -infinity.
  // REQUIRES: num_candidates <= stride and num_candidates <= vocab_size() for
  // every row.
  virtual void Step(std::span<const Row> rows, int32_t stride,
                    std::span<Candidate> candidates) = 0;

  // Frees the slot's memory.
  virtual void Release(int32_t slot) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_STEP_MODEL_H_
