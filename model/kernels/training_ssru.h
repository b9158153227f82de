// The simpler simple recurrent unit (Kim et al. 2019,
// https://aclanthology.org/D19-5632) in training, forward and backward over the
// sentences of a packed batch. model/kernels/ssru.h has one step of decoding.
//
// The result of a sentence does not depend on other sentences. Thread-safe.

#ifndef INTERPRES_MODEL_KERNELS_TRAINING_SSRU_H_
#define INTERPRES_MODEL_KERNELS_TRAINING_SSRU_H_

#include <cstdint>
#include <span>

namespace interpres {

// The shape of a packed batch of sentences for SsruForward and SsruBackward.
// Sentence i has the rows offsets[i] .. offsets[i + 1] - 1. offsets[0] is 0,
// and the batch has offsets.back() rows.
struct SsruRows {
  std::span<const int64_t> offsets;  // [sentences + 1]
  int64_t columns = 0;
};

// Values that SsruForward writes and SsruBackward reads. The caller owns the
// memory.
struct SsruSaved {
  // [rows, 2 columns]. Before SsruForward, row t has the products of the two
  // linear layers: `columns` values of the forget gate, without its bias, then
  // `columns` values of the candidate. SsruForward replaces the first half of a
  // row by the gate f = sigmoid(forget + bias).
  float* forget_candidate = nullptr;
  float* states = nullptr;  // [rows, columns]
};

// Computes for every row t of a sentence, with the state 0 before the first
// row:
//   f = sigmoid(forget + forget_bias),
//   state = f * state + (1 - f) * candidate,
//   hidden = max(state, 0).
// Row t of saved.forget_candidate has `forget` and `candidate`. `forget_bias`
// is [columns]. Replaces `hidden` [rows, columns] and saved.states, and
// replaces `forget` in saved.forget_candidate by f.
void SsruForward(const SsruRows& shape, const float* forget_bias,
                 const SsruSaved& saved, float* hidden);

// The results of SsruBackward.
struct SsruGradients {
  // The gradient of SsruSaved::forget_candidate, as it was before SsruForward:
  // [rows, 2 columns]. SsruBackward replaces the values.
  float* d_forget_candidate = nullptr;
  float* d_forget_bias = nullptr;  // [columns], added to
};

// Computes the gradients of SsruForward from `d_hidden` [rows, columns], the
// gradient of its result `hidden`. Replaces gradients.d_forget_candidate and
// adds to gradients.d_forget_bias. REQUIRES: SsruForward filled `saved` with
// the same `shape`.
void SsruBackward(const SsruRows& shape, const SsruSaved& saved,
                  const float* d_hidden, const SsruGradients& gradients);

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_TRAINING_SSRU_H_
