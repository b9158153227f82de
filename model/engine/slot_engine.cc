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

// A sentence's own random numbers: those of its seed and its source, whatever
// decodes beside it.
uint64_t RandomKey(const EngineRequest& request) {
  if (!request.options.sampling.has_value()) {
    return 0;
  }
  uint64_t key = request.options.sampling->seed;
  for (const int32_t token : request.source) {
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
                            "engine option %s is %d; it must be at least 1",
                            name, value));
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
      out_of_memory_(absl::ResourceExhaustedError(
          "there is not enough memory to decode the text now: try again later, "
          "or use a shorter text, a smaller beam or fewer decoding threads")) {
  free_slots_.reserve(options.slots);
  for (int32_t slot = options.slots - 1; slot >= 0; --slot) {
    free_slots_.push_back(slot);
  }
  const int32_t widest = std::min(options.max_rows, kMaxBeamSize);
  rows_.reserve(options.max_rows);
  candidates_.resize(int64_t{options.max_rows} *
                     std::min(2 * widest, model_->vocab_size()));
}

SlotAdmission SlotEngine::AdmissionOf(const EngineRequest& request,
                                      int32_t slot) {
  return {.slot = slot,
          .source = request.source,
          .beam_size = request.options.beam_size,
          .max_length = request.options.max_length,
          .shortlist = request.options.shortlist,
          .target_prefix = request.target_prefix};
}

absl::Status SlotEngine::Validate(const EngineRequest& request) const {
  return WithinMemory(out_of_memory_, [&] { return CheckRequest(request); });
}

absl::Status SlotEngine::CheckRequest(const EngineRequest& request) const {
  INTERPRES_RETURN_IF_ERROR(ValidateDecodingOptions(request.options));
  if (request.options.shortlist && !model_->has_shortlist()) {
    return absl::InvalidArgumentError(
        "the model has no shortlist: decode without one, or let "
        "interpres-train shortlist learn it");
  }
  if (request.options.attention &&
      model_->cross_attention_shape().matrices() == 0) {
    return absl::InvalidArgumentError(
        "the model has no attention to return: decode without it");
  }
  const std::size_t length = request.source.size();
  if (length == 0) {
    return absl::InvalidArgumentError(
        "the text has no tokens; even an empty one has its end symbol");
  }
  if (length > static_cast<std::size_t>(options_.max_positions)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the text has %d tokens; the model takes at most %d. Split it into "
        "sentences",
        length, options_.max_positions));
  }
  INTERPRES_RETURN_IF_ERROR(CheckIds("text", request.source));
  INTERPRES_RETURN_IF_ERROR(CheckPrefix(request));
  if (request.options.max_length > options_.max_positions) {
    return absl::InvalidArgumentError(
        absl::StrFormat("max_length is %d; the model has %d positions",
                        request.options.max_length, options_.max_positions));
  }
  if (request.options.beam_size > options_.max_rows) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "beam_size is %d; this engine has room for %d hypotheses",
        request.options.beam_size, options_.max_rows));
  }
  return absl::OkStatus();
}

absl::Status SlotEngine::CheckIds(const char* what,
                                  std::span<const int32_t> ids) const {
  for (const int32_t id : ids) {
    if (id < 0 || id >= model_->vocab_size()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the %s has the token id %d; the vocabulary has ids 0 to %d", what,
          id, model_->vocab_size() - 1));
    }
  }
  return absl::OkStatus();
}

absl::Status SlotEngine::CheckPrefix(const EngineRequest& request) const {
  const std::vector<int32_t>& prefix = request.target_prefix;
  if (prefix.size() >= static_cast<std::size_t>(request.options.max_length)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the target prefix has %d tokens: max_length, which is %d, must leave "
        "room for at least one more; raise max_length or shorten the prefix",
        prefix.size(), request.options.max_length));
  }
  if (std::find(prefix.begin(), prefix.end(), model_->end_token()) !=
      prefix.end()) {
    return absl::InvalidArgumentError(
        "the target prefix has the end symbol: nothing can follow it");
  }
  return CheckIds("target prefix", prefix);
}

int32_t SlotEngine::CountAdmissible(
    std::span<const EngineRequest> requests) const {
  // If memory runs out: one sentence, so that Admit reports the error.
  auto count = static_cast<int32_t>(
      std::min({std::size_t{1}, requests.size(), free_slots_.size()}));
  WithinMemory(out_of_memory_, [&] {
    count = CountFitting(requests);
    return absl::OkStatus();
  }).IgnoreError();
  return count;
}

int32_t SlotEngine::CountFitting(
    std::span<const EngineRequest> requests) const {
  std::vector<SlotAdmission> admissions;
  int32_t rows = reserved_rows_;
  for (const EngineRequest& request : requests) {
    rows += request.options.beam_size;
    admissions.push_back(AdmissionOf(request, /*slot=*/0));
    if (admissions.size() > free_slots_.size() || rows > options_.max_rows ||
        !model_->HasRoomFor(admissions)) {
      return static_cast<int32_t>(admissions.size()) - 1;
    }
  }
  return static_cast<int32_t>(admissions.size());
}

absl::Status SlotEngine::CheckAdmissible(
    std::span<const EngineRequest> requests) const {
  std::set<uint64_t> ids;
  for (const EngineRequest& request : requests) {
    INTERPRES_RETURN_IF_ERROR(CheckRequest(request));
    if (!ids.insert(request.id).second || FindSlot(request.id) >= 0) {
      return absl::AlreadyExistsError(absl::StrFormat(
          "the engine already decodes a sentence with id %d", request.id));
    }
  }
  const int32_t admissible = CountFitting(requests);
  if (static_cast<std::size_t>(admissible) < requests.size()) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "%d of %d sentences fit in the engine now; ask CountAdmissible first",
        admissible, requests.size()));
  }
  return absl::OkStatus();
}

absl::Status SlotEngine::Admit(std::span<const EngineRequest> requests) {
  return WithinMemory(out_of_memory_, [&] { return AdmitAll(requests); });
}

absl::Status SlotEngine::AdmitAll(std::span<const EngineRequest> requests) {
  INTERPRES_RETURN_IF_ERROR(CheckAdmissible(requests));
  // Takes all memory before it changes the engine: if memory runs out, only
  // free slots have been written to.
  results_.reserve(results_.size() + active() + requests.size());
  std::vector<SlotAdmission> admissions;
  admissions.reserve(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const EngineRequest& request = requests[i];
    const int32_t slot = free_slots_[free_slots_.size() - 1 - i];
    admissions.push_back(AdmissionOf(request, slot));
    slots_[slot].search.Start(request.options, model_->start_token(),
                              model_->end_token(), request.target_prefix,
                              RandomKey(request));
  }
  INTERPRES_RETURN_IF_ERROR(model_->Admit(admissions));
  for (const EngineRequest& request : requests) {
    Slot& slot = slots_[free_slots_.back()];
    free_slots_.pop_back();
    slot.in_use = true;
    slot.id = request.id;
    slot.beam_size = request.options.beam_size;
    slot.source_tokens = static_cast<int32_t>(request.source.size());
    slot.attention = request.options.attention;
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
    const std::span<StepRow> rows = std::span(rows_).subspan(begin);
    if (slot.review.active() > 0) {
      slot.review.WriteRows(static_cast<int32_t>(i), rows);
    } else {
      slot.search.WriteRows(static_cast<int32_t>(i), model_->vocab_size(),
                            rows);
    }
    stride_ = std::max(stride_, rows_.back().num_candidates);
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
      AdvanceSlot(index,
                  std::span<const Candidate>(candidates_)
                      .subspan(row * stride_, rows * stride_),
                  rows_[row].num_candidates);
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
                             std::span<const Candidate> candidates,
                             int32_t count) {
  Slot& slot = slots_[index];
  if (slot.review.active() > 0) {
    slot.review.Advance();
    if (slot.review.active() == 0) {
      Complete(index, slot.review.TakeHypotheses());
    }
    return;
  }
  slot.search.Advance(candidates, stride_, count);
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
                       .start_token = model_->start_token(),
                       .end_token = model_->end_token()});
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
