// Matrix products with selected outputs of a packed matrix. The outputs are
// selected for each sentence, as a vocabulary shortlist needs.
//
// The selector copies the outputs from the packed matrix into a small matrix in
// the same format. The cost of a product is proportional to the number of
// selected outputs. oneDNN computes each output on a separate lane, in one
// order of summation. On AVX-512 a selected output therefore has the same bits
// as in the whole product (output_selector_test checks the property). For int8
// the property holds on every CPU.

#ifndef INTERPRES_MODEL_KERNELS_OUTPUT_SELECTOR_H_
#define INTERPRES_MODEL_KERNELS_OUTPUT_SELECTOR_H_

#include <cstdint>
#include <memory>
#include <span>

#include "absl/status/status.h"
#include "model/kernels/matmul.h"
#include "model/kernels/packed_matrix.h"

namespace interpres {

// Multiplies with chosen outputs of one matrix only. Each slot holds a copy of
// the outputs that Open chose for the slot. Not thread-safe: use the selector
// on the thread of its MatmulSession.
class OutputSelector {
 public:
  // Creates the slots 0 to slots - 1, all closed. `rows` may be the weights
  // [outputs, inputs] of an int8 matrix before packing. Then Open reads each
  // output from consecutive bytes; in the packed matrix, an output of 256
  // inputs lies on 64 cache lines. Empty means that Open reads the packed
  // matrix. REQUIRES: `matrix`, `session` and `rows` outlive the selector.
  OutputSelector(const PackedMatrix& matrix, MatmulSession& session,
                 int32_t slots, std::span<const int8_t> rows = {});
  ~OutputSelector();

  // Returns true if outputs can be selected. Returns false if oneDNN's layout
  // of the matrix does not allow selection; then Open must not be called.
  bool supported() const;

  // Returns the number of columns of a product with `outputs` selected outputs.
  // Up to 256 outputs, this is `outputs` rounded up to a multiple of 64. Above,
  // the result is a multiple of 64, at most 1.25 times `outputs` rounded up to
  // a multiple of 16. Does not decrease as `outputs` grows. REQUIRES: outputs
  // >= 1.
  static int64_t Columns(int64_t outputs);

  // Opens `slot`: copies the given outputs of the matrix into the slot and
  // prepares products of up to `max_rows` rows. `outputs` holds indices of
  // outputs. Returns RESOURCE_EXHAUSTED if oneDNN runs out of memory, INTERNAL
  // if oneDNN fails otherwise or chooses an unsuitable layout; then the slot
  // stays closed. If Open throws std::bad_alloc, call Close before the slot is
  // used again. REQUIRES: supported(), `outputs` is not empty, every index is
  // less than the outputs of the matrix, and the slot is closed.
  absl::Status Open(int32_t slot, std::span<const int32_t> outputs,
                    int64_t max_rows);

  // Closes `slot` and frees the copy that Open made. Does nothing if the slot
  // is closed.
  void Close(int32_t slot);

  // Computes output [rows, Columns(outputs.size())] from input [rows, inputs],
  // where `outputs` are the outputs given to Open(slot, ...). Column c is
  // output outputs[c] of the matrix, with its bias. Columns from outputs.size()
  // on are meaningless.
  //
  // REQUIRES: the slot is open, `rows` is at most the `max_rows` given to Open,
  // and both arrays have memory for PaddedRows(rows) rows (see
  // MatmulSession::Run).
  void Run(int32_t slot, const float* input, int64_t rows, float* output);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_OUTPUT_SELECTOR_H_
