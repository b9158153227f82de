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
  // Best first, at most n_best. Empty if the sentence was cancelled or failed.
  std::vector<Hypothesis> hypotheses;
  // The best hypothesis' reason, or kCancelled / kDeadline.
  FinishReason finish_reason = FinishReason::kEndOfSentence;
  // RESOURCE_EXHAUSTED if the sentence failed because memory ran out.
  absl::Status status = {};
};

// Counts of one step, for metrics.
struct StepStats {
  int32_t active_sentences = 0;
  int32_t active_hypotheses = 0;
};

// Owned and driven by one thread: admit, step, collect, cancel. No function
// throws: if memory runs out, the sentences that need it fail with
// RESOURCE_EXHAUSTED, and the engine stays usable. (The exception is oneDNN: it
// ends the process if memory runs out while it compiles a matrix product.)
class Engine {
 public:
  virtual ~Engine() = default;

  // The number of sentences that can decode concurrently.
  virtual int32_t capacity() const = 0;
  // The number of sentences that are decoding now.
  virtual int32_t active() const = 0;

  // INVALID_ARGUMENT if this engine could never decode the sentence (source or
  // prefix too long, max_length or beam beyond its memory, bad options, a
  // shortlist that the model does not have).
  virtual absl::Status Validate(const Sentence& sentence) const = 0;

  // How many of `sentences`, taken in order, fit in the free slots and memory
  // right now. If memory is too short to count, at most 1: Admit then returns
  // the error.
  virtual int32_t CountAdmissible(
      std::span<const Sentence> sentences) const = 0;

  // Encodes the sentences together and starts to decode them.
  // REQUIRES: every sentence is valid.
  // RESOURCE_EXHAUSTED if they do not fit together, ALREADY_EXISTS for an id
  // that is in the engine. On an error none of them is in the engine.
  virtual absl::Status Admit(std::span<const Sentence> sentences) = 0;

  // One decoder step for every active hypothesis. A no-op without any.
  virtual StepStats Step() = 0;

  // Moves out the sentences that finished, failed or were cancelled since the
  // last call. If memory is too short for that, returns none of them; they stay
  // for the next call.
  virtual std::vector<EngineResult> Collect() = 0;

  // Frees the sentence's slot immediately. Its result has the given reason
  // (kCancelled or kDeadline). Ignores unknown ids, because the sentence may
  // just have finished.
  virtual void Cancel(uint64_t id, FinishReason reason) = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_ENGINE_H_
