// The states of a recurrent decoder. Internal to model/transformer.

#ifndef INTERPRES_MODEL_TRANSFORMER_SSRU_STATE_H_
#define INTERPRES_MODEL_TRANSFORMER_SSRU_STATE_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "model/transformer/decoder_state.h"
#include "model/transformer/session.h"

namespace interpres {

// The memory of a decoder with SSRU layers: a vector of d_model floats for each
// layer and hypothesis. A memory block is the memory of one hypothesis. Not
// thread-safe.
class SsruState : public DecoderState {
 public:
  SsruState(const ModelConfig& config, const SessionOptions& options);

  int64_t BlocksOf(const Admission& admission) const override;
  int64_t free_blocks() const override { return free_blocks_; }
  void Reserve(const Admission& admission) override;
  void Advance(std::span<const Row> rows) override;
  void Release(int32_t slot) override;

  // Returns the state [d_model] of `layer` for row i of the last Advance. The
  // state is a copy of the state of the row's parent hypothesis, or zeros at
  // position 0, until the caller changes the state. The next Advance continues
  // from the changed state. Valid until the next Advance or Reserve.
  float* State(int64_t layer, int64_t i) {
    return row_states_[i] + layer * d_model_;
  }

 private:
  struct Slot {
    int32_t beam_size = 0;  // 0: the slot has no memory
    // Two arrays of [beam_size, layers, d_model]. states[current] is the result
    // of the last Advance. The next Advance writes the other array.
    std::array<std::vector<float>, 2> states;
    int32_t current = 0;
  };

  void AdvanceSlot(std::span<const Row> rows, int64_t first_row);

  const int64_t d_model_;
  const int64_t hypothesis_size_;  // numbers of all layers
  int64_t free_blocks_;
  std::vector<Slot> slots_;         // [max_sentences]
  std::vector<float*> row_states_;  // [max_rows]
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRANSFORMER_SSRU_STATE_H_
