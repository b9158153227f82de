// Tested by session_shortlist_test.cc.

#include "model/transformer/output_projection.h"

#include <algorithm>

#include "model/base/status.h"

namespace interpres {
namespace {

// A list is copied if its columns are at most one of so many of the vocabulary.
// It also makes the padded rows of a product fit into the logits: at most 4 of
// them for each row.
constexpr int64_t kSelectedShare = 4;
// And no more than these: a copy takes memory beside the cache, for base in
// int8 at most 2 MiB a sentence.
constexpr int64_t kMostSelected = 4096;

}  // namespace

OutputProjection::OutputProjection(const TransformerTensors& tensors,
                                   MatmulSession& matmul,
                                   const SessionOptions& options)
    : tensors_(tensors),
      matmul_(matmul),
      max_rows_(options.max_rows),
      whole_(matmul.Register(tensors.projection, {})),
      selector_(tensors.projection, matmul, options.max_sentences),
      slots_(options.max_sentences),
      logits_(MatmulSession::PaddedRows(options.max_rows) *
              tensors.config.vocab_size) {
  logits_of_row_.reserve(options.max_rows);
}

absl::Status OutputProjection::Prepare() {
  return matmul_.PrepareUpTo(whole_, max_rows_);
}

absl::Status OutputProjection::Open(const SessionSentence& sentence) {
  Slot& slot = slots_[sentence.slot];
  const auto count = static_cast<int64_t>(sentence.shortlist.size());
  if (count == 0) {
    return absl::OkStatus();
  }
  const bool selected =
      selector_.supported() &&
      OutputSelector::Columns(count) <=
          std::min(kMostSelected, tensors_.config.vocab_size / kSelectedShare);
  if (selected) {
    INTERPRES_RETURN_IF_ERROR(
        selector_.Open(sentence.slot, sentence.shortlist, sentence.beam_size));
    ++open_selections_;
  }
  slot.selected = selected;
  slot.tokens.assign(sentence.shortlist.begin(), sentence.shortlist.end());
  return absl::OkStatus();
}

void OutputProjection::Close(int32_t slot) {
  open_selections_ -= slots_[slot].selected ? 1 : 0;
  selector_.Close(slot);
  slots_[slot].tokens.clear();
  slots_[slot].selected = false;
}

std::span<float> OutputProjection::Run(std::span<const DecoderRow> rows,
                                       Activations& activations) {
  logits_of_row_.assign(rows.size(), {});
  const int64_t whole_rows = RunWhole(rows, activations);
  TakeListed(rows);
  RunSelected(rows, whole_rows, activations);
  return logits_.span().first(whole_rows * tensors_.config.vocab_size);
}

int64_t OutputProjection::CountRowsOfSlot(std::span<const DecoderRow> rows,
                                          int64_t first) {
  const auto begin = rows.begin() + first;
  return std::find_if(
             begin, rows.end(),
             [&](const DecoderRow& row) { return row.slot != begin->slot; }) -
         begin;
}

int64_t OutputProjection::RunWhole(std::span<const DecoderRow> rows,
                                   Activations& activations) {
  const int64_t d = tensors_.config.d_model;
  const int64_t vocab_size = tensors_.config.vocab_size;
  // The product takes rows that lie together.
  const bool gather =
      !std::all_of(rows.begin(), rows.end(),
                   [this](const DecoderRow& row) { return IsWhole(row); });
  int64_t whole_rows = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!IsWhole(rows[i])) {
      continue;
    }
    logits_of_row_[i] =
        logits_.span().subspan(whole_rows * vocab_size, vocab_size);
    if (gather) {
      std::copy_n(activations.hidden.data() + static_cast<int64_t>(i) * d, d,
                  activations.attention.data() + whole_rows * d);
    }
    ++whole_rows;
  }
  if (whole_rows > 0) {
    const AlignedBuffer<float>& input =
        gather ? activations.attention : activations.hidden;
    matmul_.Run(whole_, input.data(), whole_rows, logits_.data());
  }
  return whole_rows;
}

// In place: a list rises, so no logit is overwritten before it is read.
void OutputProjection::TakeListed(std::span<const DecoderRow> rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Slot& slot = slots_[rows[i].slot];
    if (!IsWhole(rows[i]) || slot.tokens.empty()) {
      continue;
    }
    std::span<float>& logits = logits_of_row_[i];
    for (std::size_t k = 0; k < slot.tokens.size(); ++k) {
      logits[k] = logits[slot.tokens[k]];
    }
    logits = logits.first(slot.tokens.size());
  }
}

void OutputProjection::RunSelected(std::span<const DecoderRow> rows,
                                   int64_t whole_rows,
                                   const Activations& activations) {
  // After the whole products; what a product writes to its padding is
  // overwritten by the next one.
  int64_t place = whole_rows * tensors_.config.vocab_size;
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
                logits_.data() + place);
  for (int64_t i = 0; i < rows; ++i) {
    logits_of_row_[first + i] =
        logits_.span().subspan(place + i * columns, count);
  }
  return rows * columns;
}

}  // namespace interpres
