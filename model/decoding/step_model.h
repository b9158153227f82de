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

// The numbers of layers and heads of the decoder's cross-attention (its
// attention to the source). Zeros mean that the model cannot return attention
// weights.
struct CrossAttentionShape {
  int32_t layers = 0;
  int32_t heads = 0;

  int64_t matrices() const { return int64_t{layers} * heads; }
};

inline constexpr int32_t kNoSourceToken = -1;

// A token that can continue a hypothesis.
struct Candidate {
  int32_t token = 0;
  // The natural logarithm of P(token | source, earlier target tokens).
  // -infinity for a token that the search must not choose: suppressed, banned
  // or not in the shortlist.
  float log_probability = 0.0f;
  // The index of the source token to which `token` is aligned (see
  // model/decoding/alignment.h). kNoSourceToken if the model has no attention.
  int32_t source_token = kNoSourceToken;
};

// The network behind a search: scores the tokens that can continue each
// hypothesis. Not thread-safe: one thread uses the object.
class StepModel {
 public:
  virtual ~StepModel() = default;

  // Returns the number of target tokens.
  virtual int32_t vocab_size() const = 0;
  virtual int32_t source_vocab_size() const { return vocab_size(); }
  // The token fed at position 0.
  virtual int32_t start_token() const = 0;
  // The token that ends a hypothesis.
  virtual int32_t end_token() const = 0;

  // Returns whether Admit accepts sentences whose options have `shortlist` set.
  virtual bool has_shortlist() const { return false; }

  // Returns the numbers of layers and heads of the attention weights that Step
  // writes for a row with Row::attention. Zeros mean that the model cannot
  // write the weights.
  virtual CrossAttentionShape cross_attention_shape() const { return {}; }

  // Returns whether there are now enough free slots, rows and memory to Admit
  // all of the sentences together, in the worst case. Does not read
  // Admission::slot and Admission::shortlist.
  virtual bool HasRoomFor(std::span<const Admission> admissions) const = 0;

  // Encodes the sentences, opens their slots, and chooses shortlists. Returns
  // INVALID_ARGUMENT if a slot does not exist, FAILED_PRECONDITION if a slot is
  // in use, RESOURCE_EXHAUSTED if the model (HasRoomFor) or oneDNN lacks room,
  // and INTERNAL if oneDNN fails otherwise. Throws std::bad_alloc if other
  // memory runs out. After an error or an exception, no slot was opened. The
  // caller frees each slot with Release.
  virtual absl::Status Admit(std::span<const Admission> admissions) = 0;

  // Feeds the token of every row. Writes the best rows[i].num_candidates
  // continuations of row i to candidates[i * stride ...], best first, equal
  // ones by token id. Writes only one candidate for a forced or drawn token.
  // After these candidates, writes one for each of rows[i].wanted, in order. If
  // too few tokens can be chosen, the remaining candidates have log-probability
  // -infinity. Rows of other sentences do not change the output of a row,
  // except in the last bits on CPUs without AVX-512. Throws std::bad_alloc if
  // memory runs out; then some rows may have been fed, and the caller releases
  // their slots.
  // REQUIRES: the slots of the rows are open; CountCandidates(row) <= stride
  // and num_candidates <= vocab_size() for every row.
  virtual void Step(std::span<const Row> rows, int32_t stride,
                    std::span<Candidate> candidates) = 0;

  // Frees the slot's memory.
  virtual void Release(int32_t slot) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_STEP_MODEL_H_
