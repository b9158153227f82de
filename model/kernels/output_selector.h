// Products with some outputs of a packed matrix, chosen anew for each sentence:
// what a vocabulary shortlist needs.
//
// The chosen outputs are copied from the packed matrix into a small one of the
// same kind, so a product with them costs what their number costs. oneDNN
// computes each output on its own lane, in one order of summation: on AVX-512 a
// chosen output is the very value that the whole product has
// (output_selector_test checks it). In int8 it is so on every CPU.

#ifndef INTERPRES_MODEL_KERNELS_OUTPUT_SELECTOR_H_
#define INTERPRES_MODEL_KERNELS_OUTPUT_SELECTOR_H_

#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/status.h"
#include "model/kernels/matmul.h"
#include "model/kernels/packed_matrix.h"

namespace interpres {

// One thread's selections from one matrix, numbered as slots. Use it on the
// thread of its session.
class OutputSelector {
 public:
  // `matrix` and `session` must outlive the selector.
  OutputSelector(const PackedMatrix& matrix, MatmulSession& session,
                 int32_t slots);
  ~OutputSelector();

  // Whether the matrix lies in memory in a way that can be selected from.
  bool supported() const;

  // The columns of a product with `outputs` >= 1 chosen outputs: a multiple of
  // 64, at most max(64, 1.25 * outputs rounded up to 16). Does not decrease
  // with `outputs`.
  static int64_t Columns(int64_t outputs);

  // Copies the outputs, at least one, for products of up to `max_rows` rows.
  // Requires supported() and a closed slot. INTERNAL if oneDNN fails.
  absl::Status Open(int32_t slot, std::span<const int32_t> outputs,
                    int64_t max_rows);

  // Frees the copy; a slot that is not open is ignored.
  void Close(int32_t slot);

  // output [rows, columns]: column c is output outputs[c] of the matrix; those
  // from outputs.size() on have no meaning. Memory as in MatmulSession::Run.
  void Run(int32_t slot, const float* input, int64_t rows, float* output);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_OUTPUT_SELECTOR_H_
