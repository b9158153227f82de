// The last product of a step: from hidden rows to logits. A sentence with a
// shortlist gets the logits of its listed tokens only. Internal to
// model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_OUTPUT_PROJECTION_H_
#define INTERPRES_MODEL_TRANSFORMER_OUTPUT_PROJECTION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/kernels/matmul.h"
#include "model/kernels/output_selector.h"
#include "model/tensor/tensor.h"
#include "model/transformer/activations.h"
#include "model/transformer/session.h"
#include "model/transformer/tensors.h"

namespace interpres {

// Computes the logits of the rows of a step: the product with the projection to
// the vocabulary. When a sentence with a shortlist is admitted, the columns of
// its listed tokens are copied out of the projection. The rows of the sentence
// are multiplied with the copy only. A list that is long compared with the
// vocabulary is not copied, because the copy does not pay. Then the logits of
// the list are picked from the logits of all tokens, which have the same
// values. Rows without a copied list are multiplied together, a block of rows
// at a time. Not thread-safe.
class OutputProjection {
 public:
  // The references must outlive the projection.
  OutputProjection(const TransformerTensors& tensors, MatmulSession& matmul,
                   const SessionOptions& options);

  // Creates the matrix products that Logits needs for steps of up to
  // options.max_rows rows. Call before Run. Returns the errors of
  // MatmulSession::Prepare.
  absl::Status Prepare();

  // Opens admission.slot: stores a copy of the sentence's shortlist until
  // Close(admission.slot). Stores nothing if the list is empty, which means all
  // tokens. Returns the errors of OutputSelector::Open; then nothing is stored.
  // If Open throws std::bad_alloc, call Close before the slot is used again.
  // REQUIRES: the slot is closed, and the shortlist is ascending.
  absl::Status Open(const Admission& admission);
  void Close(int32_t slot);

  // Begins the logits of a step. Row i of activations.hidden is the decoder's
  // output for rows[i]; Logits(i) then returns its logits. Ends the logits of
  // the previous step. Overwrites activations.attention.
  // REQUIRES: activations.hidden and activations.attention do not change until
  // the last call of Logits. The rows of one slot are adjacent; all of them
  // have `attention`, or none. Allocates no memory itself (oneDNN may).
  void Run(std::span<const Row> rows, Activations& activations);

  // Forgets the rows of the last Run.
  void Forget() { rows_.clear(); }

  // Returns the logits of row `row` of the last Run: of all tokens, or of the
  // sentence's shortlist in its order. Returns an empty span for a row whose
  // `attention` is not null. The span is valid until the next call of Logits,
  // Run or Forget. A block of rows is computed together, so ask for the rows in
  // ascending order.
  // REQUIRES: `row` is less than the rows of the last Run, and the slot of the
  // row was not closed since. Allocates no memory itself (oneDNN may).
  std::span<float> Logits(int64_t row);

 private:
  struct Slot {
    std::vector<int32_t> tokens;  // the shortlist; empty means all tokens
    bool selected = false;
  };
  struct PendingRow {
    int32_t slot = 0;
    // Index of the row among the rows that are multiplied with the whole
    // projection. -1 means that the row is not multiplied with the whole
    // projection.
    int64_t whole = -1;
    std::span<float> selected = {};
  };

  // Returns true if the row is multiplied with the whole projection, because it
  // has logits and its slot has no copied shortlist.
  bool IsWhole(const Row& row) const {
    return !slots_[row.slot].selected && row.attention == nullptr;
  }
  // Returns the maximum number of columns of a shortlist's copy. A longer
  // shortlist is not copied.
  int64_t MostSelected() const;
  // Sets whole_input_ to an array of the inputs of all rows that are multiplied
  // with the whole projection, without gaps. Copies the inputs to
  // activations.attention if `rows` also has other rows. Sets whole_rows_ and
  // the `whole` of the rows in rows_, and sets block_ to -1.
  void GatherWhole(std::span<const Row> rows, Activations& activations);
  // Makes block_ the block of whole rows.
  void RunBlock(int64_t block);
  void RunSelected(std::span<const Row> rows, const Activations& activations);
  // Computes the logits of `rows` consecutive rows of `slot`, from row `first`
  // on, with the slot's copied columns. Writes the logits to selected_logits_
  // from index `place` on. Returns the number of floats that the logits take
  // there.
  int64_t RunSlot(int32_t slot, int64_t first, int64_t rows, int64_t place,
                  const Activations& activations);

  const TransformerTensors& tensors_;
  MatmulSession& matmul_;
  const int64_t block_rows_;
  const MatmulSession::Handle whole_;
  OutputSelector selector_;
  std::vector<Slot> slots_;  // [max_sentences]
  // Of the last Run.
  std::vector<PendingRow> rows_;
  const float* whole_input_ = nullptr;  // [whole_rows_, d_model]
  int64_t whole_rows_ = 0;
  // Number of the block whose logits are in logits_. The block begins at whole
  // row block_ * block_rows_. -1 means that logits_ has no block.
  int64_t block_ = -1;
  AlignedBuffer<float> logits_;  // [padded block_rows_, vocab_size]
  AlignedBuffer<float> selected_logits_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_OUTPUT_PROJECTION_H_
