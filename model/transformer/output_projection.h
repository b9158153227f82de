// The last product of a step: from hidden rows to logits, of all tokens or, for
// a sentence with a shortlist, of its own tokens alone. Internal to
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

// A sentence's tokens are copied out of the projection when it is admitted: its
// rows are multiplied with them alone. A list that is long against the
// vocabulary is not worth that; its logits are taken out of all of them, which
// are the same values. Rows of sentences without a list share one product.
class OutputProjection {
 public:
  // The references must outlive the projection.
  OutputProjection(const TransformerTensors& tensors, MatmulSession& matmul,
                   const SessionOptions& options);

  // Makes the matrix products of steps of up to max_rows rows.
  absl::Status Prepare();

  // Gives the sentence its list; does nothing if that is empty.
  absl::Status Open(const SessionSentence& sentence);
  void Close(int32_t slot);

  // Computes the logits of activations.hidden, one row for each of `rows`, and
  // uses activations.attention. Returns those of the rows without a list,
  // [rows without a list, vocab_size]. A row that wants its attention has none.
  // Allocates nothing of ours.
  std::span<float> Run(std::span<const DecoderRow> rows,
                       Activations& activations);

  // The logits of row `row` of the last Run: of all tokens, or of its
  // sentence's list, in that order.
  std::span<float> Logits(int64_t row) const { return logits_of_row_[row]; }

 private:
  struct Slot {
    std::vector<int32_t> tokens;  // empty: all
    bool selected = false;
  };

  // Whether the row is multiplied with the whole projection.
  bool IsWhole(const DecoderRow& row) const {
    return !slots_[row.slot].selected && row.attention == nullptr;
  }
  // The rows from `first` on that are of its slot.
  static int64_t CountRowsOfSlot(std::span<const DecoderRow> rows,
                                 int64_t first);
  // The whole products. Returns the number of rows they took.
  int64_t RunWhole(std::span<const DecoderRow> rows, Activations& activations);
  void TakeListed(std::span<const DecoderRow> rows);
  void RunSelected(std::span<const DecoderRow> rows, int64_t whole_rows,
                   const Activations& activations);
  // The product of a slot's rows, `rows` from `first` on, to logits_ from
  // `place` on. Returns how many floats of it they take.
  int64_t RunSlot(int32_t slot, int64_t first, int64_t rows, int64_t place,
                  const Activations& activations);

  const TransformerTensors& tensors_;
  MatmulSession& matmul_;
  const int64_t max_rows_;
  const MatmulSession::Use whole_;
  OutputSelector selector_;
  std::vector<Slot> slots_;  // [max_sentences]
  int32_t open_selections_ = 0;
  AlignedBuffer<float> logits_;  // [padded max_rows, vocab_size]
  std::vector<std::span<float>> logits_of_row_;  // [rows] of the last Run
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_OUTPUT_PROJECTION_H_
