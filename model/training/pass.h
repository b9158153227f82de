// The arguments that the sublayers of the network share in one forward or
// backward pass: the rows of a packed batch, parameters and scratch memory.

#ifndef INTERPRES_MODEL_TRAINING_PASS_H_
#define INTERPRES_MODEL_TRAINING_PASS_H_

#include <cstdint>
#include <span>

#include "model/kernels/bf16_gemm.h"
#include "model/kernels/gemm.h"
#include "model/tensor/growing_buffer.h"

namespace interpres {

// The sentence offsets, positions and dropout keys of one side (source or
// target) of a packed batch. Borrows its arrays.
struct Sequences {
  std::span<const int64_t> offsets;    // [sentences + 1]
  std::span<const int32_t> positions;  // [rows] within the sentence
  std::span<const uint64_t> row_keys;  // [rows] dropout keys
  int64_t rows() const { return offsets.empty() ? 0 : offsets.back(); }
  int64_t sentences() const {
    return offsets.empty() ? 0 : static_cast<int64_t>(offsets.size()) - 1;
  }
};

// The parameters, options and scratch memory that all sublayers share in a
// forward or backward pass. The scratch buffers hold no values between calls.
struct Pass {
  const float* parameters = nullptr;
  float* gradients = nullptr;  // null if no backward pass follows
  float dropout = 0.0f;
  float attention_dropout = 0.0f;
  float ffn_dropout = 0.0f;
  GrowingBuffer<float>* d_sublayer = nullptr;  // scratch
  GrowingBuffer<float>* wide = nullptr;        // scratch
  GrowingBuffer<float>* narrow = nullptr;      // scratch
  GrowingBuffer<float>* attention = nullptr;   // scratch
  // Computes the matrix products in bfloat16. Null means products in float32.
  // REQUIRES: `bfloat16_parameters` is null if and only if `bfloat16_gemm` is
  // null.
  BFloat16Gemm* bfloat16_gemm = nullptr;
  const uint16_t* bfloat16_parameters = nullptr;

  // Replaces y [rows, out] by x W^T, with x [rows, in] and W [out, in].
  // `weight` is the offset of W in the flat parameters.
  void Project(const LinearShape& shape, ConstMatrix x, int64_t weight,
               Matrix y) const;

  // The gradients of ProjectBackward. `dy`, the gradient of y, is its input,
  // and `dx`, the gradient of x, is its result.
  struct ProjectionGradients {
    ConstMatrix dy;
    Matrix dx;                                 // must not overlap dy
    GemmResult result = GemmResult::kReplace;  // for dx
  };
  // Computes the gradients of Project from backward.dy. Replaces backward.dx by
  // dy W, or adds dy W to backward.dx if backward.result is kAdd. Adds dy^T x
  // to Pass::gradients at the offset `weight`. REQUIRES: Pass::gradients is not
  // null.
  void ProjectBackward(const LinearShape& shape, ConstMatrix x, int64_t weight,
                       const ProjectionGradients& backward) const;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_PASS_H_
