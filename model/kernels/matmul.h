// Products with packed weights: output = activation(input * W^T + bias), on
// oneDNN.
//
// Weights are reordered once into the layout that oneDNN prefers; that layout
// depends on the data type only, so one copy serves every row count and every
// thread. Primitives are made for one row count each, so row counts are rounded
// up to a few buckets (PaddedRows). Input and output are float32 whatever the
// type of the matrix is: rows are converted on the way in, and products in int8
// scaled on the way out, a block of rows and a panel of outputs at a time.

#ifndef INTERPRES_MODEL_KERNELS_MATMUL_H_
#define INTERPRES_MODEL_KERNELS_MATMUL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/kernels/matmul_epilogue.h"
#include "model/kernels/packed_matrix.h"

namespace interpres {

// One thread's table of primitives and its scratch memory. Construct it on the
// thread that uses it: it limits OpenMP to one thread there.
class MatmulSession {
 public:
  // A registered (matrix, epilogue).
  using Use = int32_t;

  // With a helper, a thread that sleeps until it is used (UseHelper).
  enum class Threads { kOne, kWithHelper };

  static absl::StatusOr<std::unique_ptr<MatmulSession>> Create(
      Threads threads = Threads::kOne);
  ~MatmulSession();

  // The row count of the primitive that serves `rows` >= 1: a multiple of 4, at
  // most max(4, 1.25 * rows). Does not decrease with `rows`.
  static int64_t PaddedRows(int64_t rows);

  // Whether a row's result is the same to the last bit for every row count. So
  // on AVX-512 (matmul_test checks it); elsewhere oneDNN's kernels may split a
  // row's sums differently for different row counts. Follows oneDNN's limit
  // ONEDNN_MAX_CPU_ISA.
  static bool RowsAreInvariant();

  // `matrix` must outlive the session.
  Use Register(const PackedMatrix& matrix, const MatmulEpilogue& epilogue);

  // Makes `use` multiply with another matrix from now on.
  void Replace(Use use, const PackedMatrix& matrix);

  // Makes the primitive for `rows` rows, where there is none yet. INTERNAL if
  // oneDNN fails. Uses of the same shape and epilogue share their primitives.
  absl::Status Prepare(Use use, int64_t rows);

  // The same for every row count from 1 to `rows`.
  absl::Status PrepareUpTo(Use use, int64_t rows);

  // Up to so many rows a product may be shared with a helper: it is about as
  // fast as its weights can be read.
  static constexpr int64_t kHelpedRows = 16;

  // Whether Run shares large int8 products of few rows with the helper from now
  // on: reading their weights is most of the work, and two CPUs read faster.
  // The results are the same. Ignored without a helper.
  void UseHelper(bool use);

  // input [rows, inputs], output [rows, outputs]; both must be backed by
  // PaddedRows(rows) rows of memory: the rows after `rows` are read and
  // overwritten with values of no meaning. Prepare must have been called.
  // Allocates nothing of ours. A row's result depends on that row only, to the
  // last bit where RowsAreInvariant().
  void Run(Use use, const float* input, int64_t rows, float* output);

  // oneDNN's names of the implementations in the table, sorted, without
  // repeats; "ref" or "gemm" in a name means a slow fallback.
  std::vector<std::string> ImplementationNames() const;

 private:
  class Impl;
  explicit MatmulSession(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_MATMUL_H_
