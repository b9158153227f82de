// Matrix products with packed weights, computed by oneDNN: output =
// activation(input * W^T + bias).
//
// PackedMatrix reorders the weights once into the layout that oneDNN prefers.
// The layout depends only on the data type, so one copy serves every row count
// and every thread. A oneDNN primitive serves only one row count. PaddedRows
// therefore rounds row counts up to a few buckets.
//
// Input and output are float32 for every type of matrix. Input rows are
// converted before the product. Int8 products are scaled after the product, one
// block of rows and one panel of outputs at a time.

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

// Computes matrix products on one thread, optionally with the help of a second
// thread. Owns the oneDNN primitives and the scratch memory of the products.
// Not thread-safe: create and use the session on one thread. Create prepares
// the calling thread for kernels (PrepareComputeThread).
class MatmulSession {
 public:
  // A matmul handle: identifies a registered pair of a matrix and an epilogue.
  // Valid only in the session whose Register returned the handle.
  using Handle = int32_t;

  // kOne: the session uses the calling thread only. kWithHelper: Create also
  // starts a helper thread, which sleeps until Run shares a product with the
  // helper (see UseHelper).
  enum class Threads { kOne, kWithHelper };

  // Returns a session with or without a helper thread. Prepares the calling
  // thread for kernels (PrepareComputeThread). Returns RESOURCE_EXHAUSTED if
  // oneDNN runs out of memory or the helper thread cannot start, INTERNAL if
  // oneDNN fails otherwise. Throws std::bad_alloc if other memory runs out.
  static absl::StatusOr<std::unique_ptr<MatmulSession>> Create(
      Threads threads = Threads::kOne);
  ~MatmulSession();

  // Returns the number of rows that the input and output arrays of Run need for
  // a product of `rows` rows, because Run pads row counts. Up to 16 rows, the
  // result is `rows` rounded up to a multiple of 4. Above, the result is a
  // multiple of 4 and at most 1.25 * rows. Does not decrease as `rows` grows.
  // REQUIRES: rows >= 1.
  static int64_t PaddedRows(int64_t rows);

  // Returns true if the result of a row has the same bits for every row count.
  // Returns true on AVX-512, where matmul_test checks the property. On other
  // CPUs, oneDNN's kernels may split the sums of a row differently for
  // different row counts. The environment variable ONEDNN_MAX_CPU_ISA limits
  // the instruction sets that count.
  static bool RowsAreInvariant();

  // Returns a new handle for products with `matrix` and `epilogue`. Does not
  // copy `matrix`. REQUIRES: `matrix` is alive in every later Prepare and Run
  // of the handle, unless Replace has set another matrix.
  Handle Register(const PackedMatrix& matrix, const MatmulEpilogue& epilogue);

  // Makes `handle` multiply with `matrix` from now on. The epilogue of the
  // handle stays. Does not copy `matrix`. REQUIRES: `matrix` is alive in every
  // later Prepare and Run of the handle. Prepare is called again before Run if
  // the type or the shape of the matrix differs.
  void Replace(Handle handle, const PackedMatrix& matrix);

  // Creates the oneDNN primitives and the memory that Run needs for `rows`
  // rows, if they do not exist yet. Handles with the same shape and epilogue
  // share primitives. Returns RESOURCE_EXHAUSTED if oneDNN runs out of memory,
  // INTERNAL if oneDNN fails otherwise. Throws std::bad_alloc if other memory
  // runs out. REQUIRES: rows >= 1.
  absl::Status Prepare(Handle handle, int64_t rows);

  // Prepares Run of `handle` for every row count from 1 to `rows`. Returns the
  // first error of Prepare and then stops.
  absl::Status PrepareUpTo(Handle handle, int64_t rows);

  // Maximum number of rows of a product that Run shares with the helper thread.
  // A product of few rows takes about the time of reading its weights, which
  // two CPUs read faster.
  static constexpr int64_t kHelpedRows = 16;

  // True lets Run share large int8 products of at most kHelpedRows rows with
  // the helper thread. Sharing is faster because these products spend most of
  // the time reading weights, and two CPUs read faster. The results are the
  // same. Ignored if the session was created without a helper. Initially false.
  void UseHelper(bool use);

  // Computes output [rows, outputs] from input [rows, inputs]: the product with
  // the matrix of `handle`, plus the bias, then the epilogue.
  //
  // REQUIRES: Prepare(handle, rows) or PrepareUpTo with at least `rows` rows
  // succeeded. Both arrays have memory for PaddedRows(rows) rows. Run may read
  // the input rows after `rows`, whose values do not matter. Run may overwrite
  // the output rows after `rows` with meaningless values.
  //
  // The result of a row depends only on that row, to the last bit if
  // RowsAreInvariant(). Allocates no memory, except inside oneDNN. Ends the
  // process if the product was not prepared or oneDNN fails.
  void Run(Handle handle, const float* input, int64_t rows, float* output);

  // Returns oneDNN's names of the implementations of the products that Prepare
  // created, sorted, without repeats. "ref" or "gemm" in a name means a slow
  // fallback. Leaves out the copies of the helper thread.
  std::vector<std::string> ImplementationNames() const;

 private:
  class Impl;
  MatmulSession(std::unique_ptr<Impl> impl, bool downwards);

  std::unique_ptr<Impl> impl_;
  // Whether PrepareUpTo begins with `rows` rows. oneDNN creates a primitive
  // once for all sessions, and a second thread that asks for it waits. With
  // different orders, two threads create half of the primitives each.
  const bool downwards_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_MATMUL_H_
