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

// When a sentence with a shortlist is admitted, the columns of its tokens are
// copied out of the projection, and its rows are multiplied with the copy. For
// a list that is long compared with the vocabulary the copy does not pay: its
// logits are picked from the logits of all tokens, which have the same values.
// Rows without a copied list are multiplied together, a block of rows at a
// time.
class OutputProjection {
 public:
  // The references must outlive the projection.
  OutputProjection(const TransformerTensors& tensors, MatmulSession& matmul,
                   const SessionOptions& options);

  // Makes the matrix products of steps of up to max_rows rows.
  absl::Status Prepare();

  // Stores a copy of the sentence's shortlist until Close(admission.slot).
  // Stores nothing if the list is empty, which means all tokens. Returns the
  // error of OutputSelector::Open. REQUIRES: the slot is closed.
  absl::Status Open(const Admission& admission);
  void Close(int32_t slot);

  // Takes the rows of activations.hidden, one for each of `rows`. Overwrites
  // activations.attention. Both must not change while Logits is called.
  // Allocates no memory itself (oneDNN may).
  void Run(std::span<const Row> rows, Activations& activations);

  // Forgets the rows of the last Run.
  void Forget() { rows_.clear(); }

  // Returns the logits of row `row` of the last Run: of all tokens, or of the
  // sentence's shortlist in its order. Empty for a row with attention. Valid
  // until the next call. A block of rows is computed together, so ask for the
  // rows in their order. Allocates no memory itself (oneDNN may).
  std::span<float> Logits(int64_t row);

 private:
  struct Slot {
    std::vector<int32_t> tokens;  // the shortlist; empty means all tokens
    bool selected = false;
  };
  struct PendingRow {
    int32_t slot = 0;
    // Its index among the rows that are multiplied with the whole projection,
    // or -1.
    int64_t whole = -1;
    std::span<float> selected = {};
  };

  // Whether the row is multiplied with the whole projection.
  bool IsWhole(const Row& row) const {
    return !slots_[row.slot].selected && row.attention == nullptr;
  }
  // The longest list that is copied, in columns.
  int64_t MostSelected() const;
  // Puts the inputs of the whole products one after another.
  void GatherWhole(std::span<const Row> rows, Activations& activations);
  // Makes block_ the block of whole rows.
  void RunBlock(int64_t block);
  void RunSelected(std::span<const Row> rows, const Activations& activations);
  // The product of a slot's rows, `rows` from `first` on, to selected_logits_
  // from `place` on. Returns how many floats of it they take.
  int64_t RunSlot(int32_t slot, int64_t first, int64_t rows, int64_t place,
                  const Activations& activations);

  const TransformerTensors& tensors_;
  MatmulSession& matmul_;
  const int64_t block_rows_;
  const MatmulSession::Use whole_;
  OutputSelector selector_;
  std::vector<Slot> slots_;  // [max_sentences]
  // Of the last Run.
  std::vector<PendingRow> rows_;
  const float* whole_input_ = nullptr;  // [whole_rows_, d_model]
  int64_t whole_rows_ = 0;
  // logits_ has the block of whole rows from block_ * block_rows_ on. -1 means
  // that logits_ has no block.
  int64_t block_ = -1;
  AlignedBuffer<float> logits_;  // [padded block_rows_, vocab_size]
  AlignedBuffer<float> selected_logits_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_OUTPUT_PROJECTION_H_
