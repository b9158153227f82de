// Tested by output_selector_test.cc.

#include "model/kernels/output_selector.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/base/check.h"
#include "model/kernels/onednn_matmul.h"
#include "model/kernels/packed_matrix_impl.h"

namespace interpres {
namespace {

// The columns are counted in these: the widths of oneDNN's blocks of outputs
// are multiples of it.
constexpr int64_t kColumnStep = 16;

// Inputs whose elements lie side by side, as one machine word of 32 bits.
int64_t InputsOfWord(int64_t element_bytes) {
  return static_cast<int64_t>(sizeof(uint32_t)) / element_bytes;
}

bool HasWholeWords(const WeightLayout& layout, int64_t word) {
  const auto size = static_cast<int64_t>(layout.inputs.size());
  if (size % word != 0) {
    return false;
  }
  for (int64_t i = 0; i < size; ++i) {
    const int64_t first = i - i % word;
    if (layout.inputs[i] != layout.inputs[first] + i % word) {
      return false;
    }
  }
  return true;
}

// Copies all inputs of one output, a Word of `step` inputs at a time.
template <typename Word>
void CopyOutput(const WeightLayout& from_layout, const Word* from,
                const WeightLayout& to_layout, Word* to, std::size_t step) {
  const auto word = static_cast<int64_t>(step);
  for (std::size_t i = 0; i < from_layout.inputs.size(); i += step) {
    to[to_layout.inputs[i] / word] = from[from_layout.inputs[i] / word];
  }
}

// Copies an output whose inputs lie one after another.
template <typename Word>
void CopyRow(const std::byte* from, const WeightLayout& to_layout, Word* to,
             std::size_t step) {
  const auto word = static_cast<int64_t>(step);
  for (std::size_t i = 0; i < to_layout.inputs.size(); i += step) {
    std::memcpy(to + to_layout.inputs[i] / word, from + i, sizeof(Word));
  }
}

int64_t CorrectionPlace(const WeightLayout& layout, int64_t row,
                        int64_t output) {
  return layout.element_bytes + (row * layout.padded_outputs + output) *
                                    static_cast<int64_t>(sizeof(int32_t));
}

}  // namespace

struct OutputSelector::Impl {
  // The small matrices of one number of columns.
  struct Target {
    dnnl::memory::desc desc;
    WeightLayout layout;
    bool whole_words = false;
  };
  struct Slot {
    std::optional<PackedMatrix> selected;
    std::optional<MatmulSession::Handle> handle;
  };

  Impl(const PackedMatrix::Impl& from, MatmulSession& matmul,
       int32_t slot_count, std::span<const int8_t> unpacked)
      : matrix(from),
        session(matmul),
        rows(std::as_bytes(unpacked)),
        slots(slot_count) {
    element_bytes = static_cast<int64_t>(
        dnnl::memory::data_type_size(OperandType(matrix.type)));
    for (const MatrixPanel& panel : matrix.panels) {
      std::optional<WeightLayout> layout = FindWeightLayout(panel.desc);
      if (!layout.has_value()) {
        panels.clear();
        return;
      }
      whole_words =
          whole_words && HasWholeWords(*layout, InputsOfWord(element_bytes));
      panels.push_back(*std::move(layout));
    }
  }

  // nullptr if the layout is of another kind than the matrix'.
  const Target* FindTarget(int64_t columns) {
    const auto found = targets.find(columns);
    if (found != targets.end()) {
      return &found->second;
    }
    Target target{.desc = PreferredLayout(matrix.type, matrix.inputs, columns),
                  .layout = {}};
    std::optional<WeightLayout> layout = FindWeightLayout(target.desc);
    if (!layout.has_value() ||
        layout->correction_rows != panels.front().correction_rows) {
      return nullptr;
    }
    target.whole_words =
        whole_words && HasWholeWords(*layout, InputsOfWord(element_bytes));
    target.layout = *std::move(layout);
    return &targets.emplace(columns, std::move(target)).first->second;
  }

  // Column `column` of the copy becomes output `output` of the matrix.
  void Copy(int64_t output, const Target& target, int64_t column,
            std::byte* to) const {
    const std::size_t p = output / matrix.panels.front().outputs;
    const MatrixPanel& panel = matrix.panels[p];
    const WeightLayout& layout = panels[p];
    const int64_t within = output - panel.first;
    const std::byte* from = panel.data.get();
    const std::byte* first = from + layout.outputs[within] * element_bytes;
    std::byte* to_first = to + target.layout.outputs[column] * element_bytes;
    if (rows.empty()) {
      CopyElements(layout, first, target, to_first);
    } else {
      CopyBytes(rows.data() + output * matrix.inputs, target, to_first);
    }
    for (int64_t row = 0; row < layout.correction_rows; ++row) {
      std::memcpy(to + CorrectionPlace(target.layout, row, column),
                  from + CorrectionPlace(layout, row, within), sizeof(int32_t));
    }
  }

  void CopyElements(const WeightLayout& layout, const std::byte* from,
                    const Target& target, std::byte* to) const {
    if (target.whole_words) {
      CopyOutput(layout, reinterpret_cast<const uint32_t*>(from), target.layout,
                 reinterpret_cast<uint32_t*>(to),
                 static_cast<std::size_t>(InputsOfWord(element_bytes)));
    } else if (element_bytes == sizeof(uint16_t)) {
      CopyOutput(layout, reinterpret_cast<const uint16_t*>(from), target.layout,
                 reinterpret_cast<uint16_t*>(to), 1);
    } else {
      CopyOutput(layout, from, target.layout, to, 1);
    }
  }

  // `from` is the row of an output.
  static void CopyBytes(const std::byte* from, const Target& target,
                        std::byte* to) {
    if (target.whole_words) {
      CopyRow(from, target.layout, reinterpret_cast<uint32_t*>(to),
              sizeof(uint32_t));
    } else {
      CopyRow(from, target.layout, to, 1);
    }
  }

  // The chosen outputs and, after them, zeros.
  PackedMatrix::Impl Select(std::span<const int32_t> outputs,
                            const Target& target, int64_t columns) const {
    PackedMatrix::Impl selected;
    selected.type = matrix.type;
    selected.inputs = matrix.inputs;
    selected.input_multiplier = matrix.input_multiplier;
    selected.outputs = columns;
    selected.bias = AlignedBuffer<float>(columns);
    selected.scales =
        AlignedBuffer<float>(matrix.scales.size() == 0 ? 0 : columns);
    auto data = std::make_shared<AlignedBuffer<std::byte>>(
        static_cast<int64_t>(target.desc.get_size()));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const int32_t output = outputs[i];
      const auto column = static_cast<int64_t>(i);
      Check(output >= 0 && output < matrix.outputs,
            "a chosen output is not one of the matrix");
      Copy(output, target, column, data->data());
      selected.bias[column] = matrix.bias[output];
      if (selected.scales.size() > 0) {
        selected.scales[column] = matrix.scales[output];
      }
    }
    selected.panels.push_back({.first = 0,
                               .outputs = columns,
                               .desc = target.desc,
                               .data = {data, data->data()}});
    return selected;
  }

  const PackedMatrix::Impl& matrix;
  MatmulSession& session;
  const std::span<const std::byte> rows;  // [outputs, inputs] of int8, or empty
  int64_t element_bytes = 1;
  // Whether words of 32 bits can be copied.
  bool whole_words = true;
  std::vector<WeightLayout> panels;   // of the matrix; empty: not supported
  std::map<int64_t, Target> targets;  // by columns
  std::vector<Slot> slots;
};

OutputSelector::OutputSelector(const PackedMatrix& matrix,
                               MatmulSession& session, int32_t slots,
                               std::span<const int8_t> rows)
    : impl_(std::make_unique<Impl>(*matrix.impl_, session, slots, rows)) {}
OutputSelector::~OutputSelector() = default;

bool OutputSelector::supported() const { return !impl_->panels.empty(); }

int64_t OutputSelector::Columns(int64_t outputs) {
  return kColumnStep *
         MatmulSession::PaddedRows((outputs + kColumnStep - 1) / kColumnStep);
}

absl::Status OutputSelector::Open(int32_t slot,
                                  std::span<const int32_t> outputs,
                                  int64_t max_rows) {
  Impl::Slot& opened = impl_->slots[slot];
  Check(supported() && !outputs.empty() && !opened.selected.has_value(),
        "outputs cannot be chosen for this slot");
  const int64_t columns = Columns(static_cast<int64_t>(outputs.size()));
  const Impl::Target* target = nullptr;
  try {
    target = impl_->FindTarget(columns);
  } catch (const dnnl::error& error) {
    return OnednnError("lay out chosen outputs", error);
  }
  if (target == nullptr) {
    return absl::InternalError(
        "oneDNN lays a part of a matrix out in another way than the matrix");
  }
  opened.selected = PackedMatrix(std::make_unique<PackedMatrix::Impl>(
      impl_->Select(outputs, *target, columns)));
  if (opened.handle.has_value()) {
    impl_->session.Replace(*opened.handle, *opened.selected);
  } else {
    opened.handle = impl_->session.Register(*opened.selected, {});
  }
  absl::Status status = impl_->session.PrepareUpTo(*opened.handle, max_rows);
  if (!status.ok()) {
    opened.selected.reset();
  }
  return status;
}

void OutputSelector::Close(int32_t slot) {
  impl_->slots[slot].selected.reset();
}

void OutputSelector::Run(int32_t slot, const float* input, int64_t rows,
                         float* output) {
  const Impl::Slot& opened = impl_->slots[slot];
  Check(opened.selected.has_value(), "no outputs were chosen for this slot");
  impl_->session.Run(*opened.handle, input, rows, output);
}

}  // namespace interpres
