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

struct SlotEngineOptions {
  // Maximum number of sentences that decode concurrently. At least 1.
  int32_t slots = 32;
  // Maximum number of hypotheses that decode concurrently (sum of beam sizes).
  // At least 1.
  int32_t max_rows = 128;
  // Maximum number of source tokens, and of target tokens, of a sentence.
  int32_t max_positions = 512;
  // Merges the results of a sentence that have one text (see
  // BeamSearch::Results). Null returns them all.
  TextOf text_of = nullptr;
};

// Owned and driven by one thread. Between admissions and results, Step
// allocates nothing, except for the second pass of sentences that want
// attention or alignments.
class SlotEngine : public Engine {
 public:
  // INVALID_ARGUMENT for options out of range. The model must have room for
  // one sentence of beam min(max_rows, kMaxBeamSize) and max_positions tokens
  // when nothing else is admitted.
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
    // Busy once the search is done, if the sentence's attention is wanted.
    AttentionReview review;
  };

  SlotEngine(std::unique_ptr<StepModel> model,
             const SlotEngineOptions& options);

  // Admit and CountAdmissible, but throw std::bad_alloc.
  absl::Status AdmitAll(std::span<const Sentence> sentences);
  int32_t CountFitting(std::span<const Sentence> sentences) const;

  int32_t FindSlot(uint64_t id) const;  // -1 for an unknown id
  absl::Status CheckAdmissible(std::span<const Sentence> sentences) const;
  StepStats GatherRows();
  // The rows that the slot feeds next.
  static int32_t ActiveRows(const Slot& slot);
  // Takes a sentence whose rows have been fed one step on; `candidates` are
  // theirs.
  void AdvanceSlot(int32_t slot, std::span<const Candidate> candidates,
                   int32_t count);
  // After the search: the review, or the result.
  void FinishSearch(int32_t slot);
  // Complete, Fail and FreeSlot allocate nothing: Admit and Collect have made
  // room for the results of all active sentences.
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
  // [active hypotheses, stride] of this step
  std::vector<Candidate> candidates_;
  int32_t stride_ = 0;
  std::vector<EngineResult> results_;
  const SentenceLimits limits_;
  const absl::Status out_of_memory_;  // made beforehand: a copy needs no memory
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SLOT_ENGINE_H_
