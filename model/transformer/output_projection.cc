// Tested by session_shortlist_test.cc.

#include "model/transformer/output_projection.h"

#include <algorithm>
#include <iterator>

#include "model/base/check.h"
#include "model/base/status.h"
#include "model/kernels/compute_type.h"

namespace interpres {
namespace {

// A list is copied if it has at most this fraction of the vocabulary's columns.
constexpr int64_t kSelectedShare = 4;
// And no more than these: a copy takes memory beside the cache, for base in
// int8 at most 2 MiB a sentence.
constexpr int64_t kMostSelected = 4096;

// Rows whose logits are computed together: enough for the product to be as fast
// as it gets, and few enough for them to stay in the caches until they have
// been searched. Weights in 8 bits are read faster, so fewer rows will do.
int64_t LogitsRows(ComputeType type) {
  return type == ComputeType::kInt8 ? 32 : 64;
}

// Returns the weights of the projection before packing, if the model keeps
// them: the embeddings of the target tokens in int8.
std::span<const int8_t> RowsOfProjection(const TransformerTensors& tensors) {
  const AlignedBuffer<int8_t>& rows = tensors.embeddings.int8;
  return tensors.config.has_tied_output
             ? std::span(rows.data(), static_cast<std::size_t>(rows.size()))
             : std::span<const int8_t>();
}

}  // namespace

OutputProjection::OutputProjection(const TransformerTensors& tensors,
                                   MatmulSession& matmul,
                                   const SessionOptions& options)
    : tensors_(tensors),
      matmul_(matmul),
      block_rows_(std::min<int64_t>(LogitsRows(tensors.projection.type()),
                                    options.max_rows)),
      whole_(matmul.Register(tensors.projection, {})),
      selector_(tensors.projection, matmul, options.max_sentences,
                RowsOfProjection(tensors)),
      slots_(options.max_sentences),
      logits_(MatmulSession::PaddedRows(block_rows_) *
              tensors.config.vocab_size),
      selected_logits_(RowsWithPadding(options.max_rows) * MostSelected()) {
  rows_.reserve(options.max_rows);
}

absl::Status OutputProjection::Prepare() {
  return matmul_.PrepareUpTo(whole_, block_rows_);
}

int64_t OutputProjection::MostSelected() const {
  return std::min(kMostSelected, tensors_.config.vocab_size / kSelectedShare);
}

absl::Status OutputProjection::Open(const Admission& admission) {
  Slot& slot = slots_[admission.slot];
  const auto count = static_cast<int64_t>(admission.shortlist.size());
  if (count == 0) {
    return absl::OkStatus();
  }
  const bool selected =
      selector_.supported() && OutputSelector::Columns(count) <= MostSelected();
  if (selected) {
    INTERPRES_RETURN_IF_ERROR(
        selector_.Open(admission.slot, admission.shortlist,
                       admission.sentence->options.beam_size));
  }
  slot.selected = selected;
  slot.tokens.assign(admission.shortlist.begin(), admission.shortlist.end());
  return absl::OkStatus();
}

void OutputProjection::Close(int32_t slot) {
  selector_.Close(slot);
  slots_[slot].tokens.clear();
  slots_[slot].selected = false;
}

void OutputProjection::Run(std::span<const Row> rows,
                           Activations& activations) {
  rows_.clear();
  for (const Row& row : rows) {
    rows_.push_back({.slot = row.slot});
  }
  GatherWhole(rows, activations);
  RunSelected(rows, activations);
}

std::span<float> OutputProjection::Logits(int64_t i) {
  Check(i >= 0 && i < std::ssize(rows_), "a row that the last step had not");
  const PendingRow& row = rows_[i];
  if (row.whole < 0) {
    return row.selected;
  }
  if (row.whole / block_rows_ != block_) {
    RunBlock(row.whole / block_rows_);
  }
  const auto vocab_size = static_cast<std::size_t>(tensors_.config.vocab_size);
  const auto place = static_cast<std::size_t>(row.whole % block_rows_);
  const std::vector<int32_t>& tokens = slots_[row.slot].tokens;
  return logits_.span().subspan(place * vocab_size,
                                tokens.empty() ? vocab_size : tokens.size());
}

void OutputProjection::GatherWhole(std::span<const Row> rows,
                                   Activations& activations) {
  const int64_t d = tensors_.config.d_model;
  // The products take rows that lie together.
  const bool gather =
      !std::all_of(rows.begin(), rows.end(),
                   [this](const Row& row) { return IsWhole(row); });
  whole_input_ =
      gather ? activations.attention.data() : activations.hidden.data();
  whole_rows_ = 0;
  block_ = -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!IsWhole(rows[i])) {
      continue;
    }
    if (gather) {
      std::copy_n(activations.hidden.data() + static_cast<int64_t>(i) * d, d,
                  activations.attention.data() + whole_rows_ * d);
    }
    rows_[i].whole = whole_rows_++;
  }
}

void OutputProjection::RunBlock(int64_t block) {
  const int64_t first = block * block_rows_;
  matmul_.Run(whole_, whole_input_ + first * tensors_.config.d_model,
              std::min(block_rows_, whole_rows_ - first), logits_.data());
  block_ = block;
  // In place: a list rises, so no logit is overwritten before it is read.
  for (const PendingRow& row : rows_) {
    if (row.whole < first || row.whole >= first + block_rows_) {
      continue;
    }
    float* logits =
        logits_.data() + (row.whole - first) * tensors_.config.vocab_size;
    const std::vector<int32_t>& tokens = slots_[row.slot].tokens;
    for (std::size_t k = 0; k < tokens.size(); ++k) {
      logits[k] = logits[tokens[k]];
    }
  }
}

void OutputProjection::RunSelected(std::span<const Row> rows,
                                   const Activations& activations) {
  // The next product overwrites what this one writes to its padding.
  int64_t place = 0;
  const auto count = static_cast<int64_t>(rows.size());
  for (int64_t first = 0; first < count;) {
    const int64_t run = CountRowsOfSlot(rows, first);
    // All rows of a sentence want their attention, or none.
    if (slots_[rows[first].slot].selected && rows[first].attention == nullptr) {
      place += RunSlot(rows[first].slot, first, run, place, activations);
    }
    first += run;
  }
}

int64_t OutputProjection::RunSlot(int32_t slot, int64_t first, int64_t rows,
                                  int64_t place,
                                  const Activations& activations) {
  const int64_t d = tensors_.config.d_model;
  const std::size_t count = slots_[slot].tokens.size();
  const int64_t columns = OutputSelector::Columns(static_cast<int64_t>(count));
  selector_.Run(slot, activations.hidden.data() + first * d, rows,
                selected_logits_.data() + place);
  for (int64_t i = 0; i < rows; ++i) {
    rows_[first + i].selected =
        selected_logits_.span().subspan(place + i * columns, count);
  }
  return rows * columns;
}

}  // namespace interpres
