// The engine: decode slots that sentences enter and leave at any step. The
// interface is virtual, so that the scheduler and the workers are tested with a
// fake engine.

#ifndef INTERPRES_MODEL_ENGINE_ENGINE_H_
#define INTERPRES_MODEL_ENGINE_ENGINE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/decoding/decoding_options.h"
#include "model/decoding/sentence.h"

namespace interpres {

// A sentence that left the engine.
struct EngineResult {
  uint64_t id = 0;
  // The hypotheses, best first, at most n_best of them. Empty if the sentence
  // was cancelled or failed.
  std::vector<Hypothesis> hypotheses;
  // The finish reason of the best hypothesis. For a cancelled sentence, the
  // reason that was passed to Cancel: kCancelled or kDeadline. Meaningless if
  // `status` is an error.
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  // OK if the sentence finished or was cancelled. RESOURCE_EXHAUSTED if the
  // sentence failed because memory ran out.
  absl::Status status = {};
};

// Counts of one step, for metrics.
struct StepStats {
  int32_t active_sentences = 0;
  int32_t active_hypotheses = 0;
};

// Decodes several sentences together: call Admit, then Step and Collect
// repeatedly. Not thread-safe: one thread owns the engine and makes all calls.
// No function throws. If memory runs out, the sentences that need it fail with
// RESOURCE_EXHAUSTED, and the engine stays usable. Exception: oneDNN ends the
// process if memory runs out while oneDNN compiles a matrix product.
class Engine {
 public:
  virtual ~Engine() = default;

  // Returns the maximum number of sentences that can decode concurrently.
  virtual int32_t capacity() const = 0;
  // Returns the number of sentences that are decoding now. Sentences whose
  // results wait for Collect do not count.
  virtual int32_t active() const = 0;

  // Returns OK if this engine can decode the sentence when no other sentence is
  // active. Otherwise returns INVALID_ARGUMENT: source or prefix too long,
  // max_length or beam beyond the engine's memory, bad options, or a shortlist
  // that the model lacks. Returns RESOURCE_EXHAUSTED if memory runs out during
  // the check.
  virtual absl::Status Validate(const Sentence& sentence) const = 0;

  // Returns how many of `sentences`, counted from the first, Admit would accept
  // together now: those that fit in the free slots, rows and memory. Checks
  // neither the ids nor what Validate checks. If memory runs out while
  // counting, returns at most 1, so that Admit returns the error.
  virtual int32_t CountAdmissible(
      std::span<const Sentence> sentences) const = 0;

  // Encodes the sentences together and starts to decode them.
  // REQUIRES: Validate returns OK for every sentence. Returns
  // RESOURCE_EXHAUSTED if the sentences do not fit together or memory runs out.
  // Returns ALREADY_EXISTS if two sentences have the same id or a sentence with
  // the id is decoding. Returns INTERNAL if oneDNN fails. On an error, none of
  // `sentences` is admitted.
  virtual absl::Status Admit(std::span<const Sentence> sentences) = 0;

  // Runs one decoder step for every active hypothesis. Returns how many
  // sentences and hypotheses took part. Does nothing if no sentence is active.
  virtual StepStats Step() = 0;

  // Moves out the results of the sentences that finished, failed or were
  // cancelled since the last call. Returns an empty list if there are no
  // results. If memory runs out, also returns an empty list, and keeps the
  // results for the next call.
  virtual std::vector<EngineResult> Collect() = 0;

  // Stops decoding the sentence `id` and frees its slot immediately. Collect
  // then returns a result with finish reason `reason`, kCancelled or kDeadline,
  // and no hypotheses. Does nothing if no sentence with this id is decoding,
  // because the sentence may just have finished.
  virtual void Cancel(uint64_t id, FinishReason reason) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ENGINE_H_
