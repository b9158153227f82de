#include "model/transformer/ssru_state.h"

#include <algorithm>

#include "model/base/check.h"

namespace interpres {

SsruState::SsruState(const ModelConfig& config, const SessionOptions& options)
    : d_model_(config.d_model),
      hypothesis_size_(config.decoder_layers * config.d_model),
      free_blocks_(options.max_rows),
      slots_(options.max_sentences),
      row_states_(options.max_rows) {}

int64_t SsruState::BlocksOf(const Admission& admission) const {
  return admission.sentence->options.beam_size;
}

void SsruState::Reserve(const Admission& admission) {
  Slot& slot = slots_[admission.slot];
  Check(slot.beam_size == 0, "the memory of a slot was reserved twice");
  const int64_t blocks = BlocksOf(admission);
  Check(blocks <= free_blocks_, "the session has too few states");
  // All memory first, so that the slot has none if there is too little.
  for (std::vector<float>& states : slot.states) {
    states.resize(static_cast<std::size_t>(blocks * hypothesis_size_));
  }
  slot.beam_size = admission.sentence->options.beam_size;
  free_blocks_ -= blocks;
}

void SsruState::Release(int32_t slot_id) {
  Slot& slot = slots_[slot_id];
  free_blocks_ += slot.beam_size;
  slot.beam_size = 0;
}

void SsruState::Advance(std::span<const Row> rows) {
  for (int64_t first = 0; first < std::ssize(rows);) {
    const int64_t count = CountRowsOfSlot(rows, first);
    AdvanceSlot(rows.subspan(first, count), first);
    first += count;
  }
}

void SsruState::AdvanceSlot(std::span<const Row> rows, int64_t first_row) {
  Slot& slot = slots_[rows.front().slot];
  const float* old_states = slot.states[slot.current].data();
  slot.current = 1 - slot.current;
  float* new_states = slot.states[slot.current].data();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    Check(row.beam >= 0 && row.beam < slot.beam_size && row.parent_beam >= 0 &&
              row.parent_beam < slot.beam_size,
          "a row names a hypothesis outside its slot's beam");
    float* state = new_states + row.beam * hypothesis_size_;
    if (row.position == 0) {
      std::fill_n(state, hypothesis_size_, 0.0f);
    } else {
      std::copy_n(old_states + row.parent_beam * hypothesis_size_,
                  hypothesis_size_, state);
    }
    row_states_[first_row + static_cast<int64_t>(i)] = state;
  }
}

}  // namespace interpres
