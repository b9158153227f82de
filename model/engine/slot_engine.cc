// Tested by slot_engine_test.cc.

#include "model/engine/slot_engine.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/within_memory.h"
#include "model/kernels/counter_random.h"

namespace interpres {
namespace {

// The random numbers of a sentence depend on its seed and source only, so that
// they do not depend on the batch.
uint64_t RandomKey(const Sentence& sentence) {
  if (!sentence.options.sampling.has_value()) {
    return 0;
  }
  uint64_t key = sentence.options.sampling->seed;
  for (const int32_t token : sentence.source) {
    key = CombineKeys(key, static_cast<uint64_t>(token));
  }
  return key;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Engine>> SlotEngine::Create(
    std::unique_ptr<StepModel> model, const SlotEngineOptions& options) {
  const auto check = [](const char* name, int32_t value) {
    return value >= 1 ? absl::OkStatus()
                      : absl::InvalidArgumentError(absl::StrFormat(
                            "engine option %s is %d; expected at least 1", name,
                            value));
  };
  INTERPRES_RETURN_IF_ERROR(check("slots", options.slots));
  INTERPRES_RETURN_IF_ERROR(check("max_rows", options.max_rows));
  INTERPRES_RETURN_IF_ERROR(check("max_positions", options.max_positions));
  return std::unique_ptr<Engine>(new SlotEngine(std::move(model), options));
}

SlotEngine::SlotEngine(std::unique_ptr<StepModel> model,
                       const SlotEngineOptions& options)
    : model_(std::move(model)),
      options_(options),
      slots_(options.slots),
      limits_{.vocab_size = model_->vocab_size(),
              .source_vocab_size = model_->source_vocab_size(),
              .end_token = model_->end_token(),
              .max_positions = options.max_positions,
              .max_rows = options.max_rows,
              .has_shortlist = model_->has_shortlist(),
              .has_attention = model_->cross_attention_shape().matrices() > 0},
      out_of_memory_(absl::ResourceExhaustedError(
          "there is not enough memory to decode the text now: try again later, "
          "or use a shorter text, a smaller beam or fewer decoding threads")) {
  free_slots_.reserve(options.slots);
  for (int32_t slot = options.slots - 1; slot >= 0; --slot) {
    free_slots_.push_back(slot);
  }
  rows_.reserve(options.max_rows);
  candidates_.resize(int64_t{options.max_rows} * MaxCandidates());
}

int32_t SlotEngine::MaxCandidates() const {
  const int32_t widest = std::min(options_.max_rows, kMaxBeamSize);
  return BeamSearch::MaxCandidates(widest, model_->vocab_size());
}

absl::Status SlotEngine::Validate(const Sentence& sentence) const {
  return WithinMemory(out_of_memory_,
                      [&] { return ValidateSentence(sentence, limits_); });
}

int32_t SlotEngine::CountAdmissible(std::span<const Sentence> sentences) const {
  // If memory runs out: one sentence, so that Admit reports the error.
  auto count = static_cast<int32_t>(
      std::min({std::size_t{1}, sentences.size(), free_slots_.size()}));
  WithinMemory(out_of_memory_, [&] {
    count = CountFitting(sentences);
    return absl::OkStatus();
  }).IgnoreError();
  return count;
}

int32_t SlotEngine::CountFitting(std::span<const Sentence> sentences) const {
  std::vector<Admission> admissions;
  int32_t rows = reserved_rows_;
  for (const Sentence& sentence : sentences) {
    rows += sentence.options.beam_size;
    admissions.push_back({.sentence = &sentence});
    if (admissions.size() > free_slots_.size() || rows > options_.max_rows ||
        !model_->HasRoomFor(admissions)) {
      return static_cast<int32_t>(admissions.size()) - 1;
    }
  }
  return static_cast<int32_t>(admissions.size());
}

absl::Status SlotEngine::CheckAdmissible(
    std::span<const Sentence> sentences) const {
  std::set<uint64_t> ids;
  for (const Sentence& sentence : sentences) {
    if (!ids.insert(sentence.id).second || FindSlot(sentence.id) >= 0) {
      return absl::AlreadyExistsError(absl::StrFormat(
          "the engine already decodes a sentence with id %d", sentence.id));
    }
  }
  const int32_t admissible = CountFitting(sentences);
  if (static_cast<std::size_t>(admissible) < sentences.size()) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "%d of %d sentences fit in the engine now; ask CountAdmissible first",
        admissible, sentences.size()));
  }
  return absl::OkStatus();
}

absl::Status SlotEngine::Admit(std::span<const Sentence> sentences) {
  return WithinMemory(out_of_memory_, [&] { return AdmitAll(sentences); });
}

absl::Status SlotEngine::AdmitAll(std::span<const Sentence> sentences) {
  INTERPRES_RETURN_IF_ERROR(CheckAdmissible(sentences));
  // Takes all memory before it changes the engine: if memory runs out, only
  // free slots have been written to.
  results_.reserve(results_.size() + active() + sentences.size());
  bool has_required = false;
  std::vector<Admission> admissions;
  admissions.reserve(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const Sentence& sentence = sentences[i];
    const int32_t slot = free_slots_[free_slots_.size() - 1 - i];
    admissions.push_back({.slot = slot, .sentence = &sentence});
    slots_[slot].search.Start(sentence.options, model_->start_token(),
                              model_->end_token(),
                              {.prefix = sentence.target_prefix,
                               .required = sentence.required,
                               .source = sentence.source,
                               .words = sentence.words},
                              RandomKey(sentence));
    has_required = has_required || !sentence.required.empty();
  }
  if (has_required) {
    candidates_.resize(int64_t{options_.max_rows} *
                       (MaxCandidates() + kMaxRequired));
  }
  INTERPRES_RETURN_IF_ERROR(model_->Admit(admissions));
  for (const Sentence& sentence : sentences) {
    Slot& slot = slots_[free_slots_.back()];
    free_slots_.pop_back();
    slot.in_use = true;
    slot.id = sentence.id;
    slot.beam_size = sentence.options.beam_size;
    slot.source_tokens = static_cast<int32_t>(sentence.source.size());
    slot.attention = sentence.options.attention;
    reserved_rows_ += slot.beam_size;
  }
  return absl::OkStatus();
}

StepStats SlotEngine::Step() {
  StepStats stats;
  const absl::Status status = WithinMemory(out_of_memory_, [&] {
    stats = GatherRows();
    if (stats.active_sentences > 0) {
      model_->Step(rows_, stride_, candidates_);
    }
    return absl::OkStatus();
  });
  if (status.ok()) {
    AdvanceSlots();
    return stats;
  }
  // The step may have fed some of the rows only.
  for (int32_t slot = 0; slot < options_.slots; ++slot) {
    if (slots_[slot].in_use) {
      Fail(slot, status);
    }
  }
  return stats;
}

// Lists the rows of all slots, in the order of the slots.
StepStats SlotEngine::GatherRows() {
  StepStats stats;
  rows_.clear();
  stride_ = 0;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    Slot& slot = slots_[i];
    if (!slot.in_use) {
      continue;
    }
    const std::size_t begin = rows_.size();
    rows_.resize(begin + ActiveRows(slot));
    const std::span<Row> rows = std::span(rows_).subspan(begin);
    if (slot.review.active() > 0) {
      slot.review.WriteRows(static_cast<int32_t>(i), rows);
    } else {
      slot.search.WriteRows(static_cast<int32_t>(i), model_->vocab_size(),
                            rows);
    }
    for (const Row& row : rows) {
      stride_ = std::max(stride_, CountCandidates(row));
    }
    ++stats.active_sentences;
  }
  stats.active_hypotheses = static_cast<int32_t>(rows_.size());
  return stats;
}

void SlotEngine::AdvanceSlots() {
  for (std::size_t row = 0; row < rows_.size();) {
    const int32_t index = rows_[row].slot;
    const auto rows = static_cast<std::size_t>(ActiveRows(slots_[index]));
    const absl::Status status = WithinMemory(out_of_memory_, [&] {
      AdvanceSlot(index, std::span<const Candidate>(candidates_)
                             .subspan(row * stride_, rows * stride_));
      return absl::OkStatus();
    });
    if (!status.ok()) {
      Fail(index, status);
    }
    row += rows;
  }
}

int32_t SlotEngine::ActiveRows(const Slot& slot) {
  return slot.review.active() > 0 ? slot.review.active() : slot.search.active();
}

void SlotEngine::AdvanceSlot(int32_t index,
                             std::span<const Candidate> candidates) {
  Slot& slot = slots_[index];
  if (slot.review.active() > 0) {
    slot.review.Advance();
    if (slot.review.active() == 0) {
      Complete(index, slot.review.TakeHypotheses());
    }
    return;
  }
  slot.search.Advance(candidates, stride_,
                      slot.search.num_candidates(model_->vocab_size()));
  if (slot.search.done()) {
    FinishSearch(index);
  }
}

void SlotEngine::FinishSearch(int32_t index) {
  Slot& slot = slots_[index];
  std::vector<Hypothesis> hypotheses = slot.search.Results(options_.text_of);
  if (slot.attention.has_value()) {
    slot.review.Start(std::move(hypotheses),
                      {.options = *slot.attention,
                       .shape = model_->cross_attention_shape(),
                       .source_tokens = slot.source_tokens,
                       .start_token = model_->start_token()});
    if (slot.review.active() > 0) {
      return;
    }
    hypotheses = slot.review.TakeHypotheses();
  }
  Complete(index, std::move(hypotheses));
}

void SlotEngine::Complete(int32_t index, std::vector<Hypothesis> hypotheses) {
  EngineResult result{.id = slots_[index].id,
                      .hypotheses = std::move(hypotheses)};
  result.finish_reason = result.hypotheses.front().finish_reason;
  results_.push_back(std::move(result));
  FreeSlot(index);
}

void SlotEngine::Fail(int32_t index, const absl::Status& status) {
  results_.push_back(
      {.id = slots_[index].id, .hypotheses = {}, .status = status});
  FreeSlot(index);
}

void SlotEngine::FreeSlot(int32_t slot) {
  model_->Release(slot);
  slots_[slot].in_use = false;
  slots_[slot].review = {};
  reserved_rows_ -= slots_[slot].beam_size;
  free_slots_.push_back(slot);
}

std::vector<EngineResult> SlotEngine::Collect() {
  std::vector<EngineResult> next;
  if (results_.empty()) {
    return next;
  }
  const absl::Status status = WithinMemory(out_of_memory_, [&] {
    next.reserve(active());
    return absl::OkStatus();
  });
  if (status.ok()) {
    results_.swap(next);
  }
  return next;
}

void SlotEngine::Cancel(uint64_t id, FinishReason reason) {
  const int32_t slot = FindSlot(id);
  if (slot < 0) {
    return;
  }
  FreeSlot(slot);
  results_.push_back({.id = id, .hypotheses = {}, .finish_reason = reason});
}

int32_t SlotEngine::FindSlot(uint64_t id) const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].in_use && slots_[i].id == id) {
      return static_cast<int32_t>(i);
    }
  }
  return -1;
}

}  // namespace interpres
