// The engine over any StepModel: a slot per sentence, each with its own beam
// search; one model step feeds the hypotheses of all of them.

#ifndef INTERPRES_MODEL_ENGINE_SLOT_ENGINE_H_
#define INTERPRES_MODEL_ENGINE_SLOT_ENGINE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/decoding/beam_search.h"
#include "model/decoding/step_model.h"
#include "model/engine/attention_review.h"
#include "model/engine/engine.h"

namespace interpres {

// The sizes of a SlotEngine.
struct SlotEngineOptions {
  // Maximum number of sentences that decode concurrently. At least 1.
  int32_t slots = 32;
  // Maximum number of hypotheses that decode concurrently (sum of beam sizes).
  // At least 1.
  int32_t max_rows = 128;
  // Maximum number of source tokens of a sentence, and maximum number of its
  // target tokens. At least 1.
  int32_t max_positions = 512;
  // Returns the text of tokens. Hypotheses of a sentence with equal texts are
  // merged: the engine returns only the best of them. Sampled hypotheses are
  // never merged. Null disables merging.
  TextOf text_of = nullptr;
};

// An Engine that keeps each active sentence in a slot. Not thread-safe: one
// thread owns the engine and makes all calls. Apart from oneDNN, Step allocates
// memory only when the search of a sentence ends: for its results and for the
// second pass that reads attention weights.
class SlotEngine : public Engine {
 public:
  // Returns an engine that owns `model`. Returns INVALID_ARGUMENT if a number
  // in `options` is less than 1. Throws std::bad_alloc if memory runs out.
  // REQUIRES: when no sentence is admitted, `model` has room for one sentence
  // of beam min(max_rows, kMaxBeamSize) and max_positions tokens.
  static absl::StatusOr<std::unique_ptr<Engine>> Create(
      std::unique_ptr<StepModel> model, const SlotEngineOptions& options);

  int32_t capacity() const override { return options_.slots; }
  int32_t active() const override {
    return options_.slots - static_cast<int32_t>(free_slots_.size());
  }
  absl::Status Validate(const Sentence& sentence) const override;
  int32_t CountAdmissible(std::span<const Sentence> sentences) const override;
  absl::Status Admit(std::span<const Sentence> sentences) override;
  StepStats Step() override;
  std::vector<EngineResult> Collect() override;
  void Cancel(uint64_t id, FinishReason reason) override;

 private:
  struct Slot {
    bool in_use = false;
    uint64_t id = 0;
    int32_t beam_size = 0;  // rows reserved
    int32_t source_tokens = 0;
    std::optional<AttentionOptions> attention;
    BeamSearch search;
    // The second pass of the sentence, which reads attention weights. Active
    // only after the search has ended, if the sentence asked for weights.
    AttentionReview review;
  };

  SlotEngine(std::unique_ptr<StepModel> model,
             const SlotEngineOptions& options);

  // As Admit, but throws std::bad_alloc if memory runs out.
  absl::Status AdmitAll(std::span<const Sentence> sentences);
  // As CountAdmissible, but throws std::bad_alloc if memory runs out.
  int32_t CountFitting(std::span<const Sentence> sentences) const;

  int32_t FindSlot(uint64_t id) const;  // -1 for an unknown id
  absl::Status CheckAdmissible(std::span<const Sentence> sentences) const;
  // Returns the maximum number of candidates of a row, without the candidates
  // for required tokens.
  int32_t MaxCandidates() const;
  StepStats GatherRows();
  // Returns the number of rows that the slot feeds in the next step.
  static int32_t ActiveRows(const Slot& slot);
  // Continues the sentence in `slot` after a step has fed its rows. Completes
  // the sentence if its search and review have ended. `candidates` has stride_
  // elements for each of these rows.
  void AdvanceSlot(int32_t slot, std::span<const Candidate> candidates);
  // Called when the search of `slot` has ended. Starts the review if the
  // sentence asked for attention weights. Completes the sentence if it did not,
  // or if the review has nothing to feed.
  void FinishSearch(int32_t slot);
  // Stores `hypotheses`, at least one, as the result of the sentence in `slot`
  // and frees the slot. Complete, Fail and FreeSlot allocate nothing, because
  // Admit and Collect reserve memory for the results of all active sentences.
  void Complete(int32_t slot, std::vector<Hypothesis> hypotheses);
  void Fail(int32_t slot, const absl::Status& status);
  void AdvanceSlots();
  void FreeSlot(int32_t slot);

  const std::unique_ptr<StepModel> model_;
  const SlotEngineOptions options_;
  std::vector<Slot> slots_;          // [slots]
  std::vector<int32_t> free_slots_;  // a stack
  int32_t reserved_rows_ = 0;        // sum of beam sizes in use
  std::vector<Row> rows_;            // [active hypotheses] of this step
  // The candidates of this step, [active hypotheses, stride]. Has room for the
  // candidates of required tokens only after the first sentence with required
  // tokens.
  std::vector<Candidate> candidates_;
  int32_t stride_ = 0;
  std::vector<EngineResult> results_;
  const SentenceLimits limits_;
  const absl::Status out_of_memory_;  // made beforehand: a copy needs no memory
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SLOT_ENGINE_H_
