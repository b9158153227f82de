// The attempts to translate one segment.

#ifndef INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
#define INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/engine/second_attempt.h"
#include "server/scheduling/job.h"
#include "server/service/segment_window.h"

namespace interpres {

// What to do after an attempt.
struct AfterAttempt {
  // The sentence of the next attempt. Null means that `outcome` is final.
  std::optional<Sentence> next = std::nullopt;
  // Why there is a next attempt.
  Defect defect = Defect::kNone;
  // The result of the segment. Empty if there is a next attempt.
  JobOutcome outcome = {};
  // For each hypothesis of `outcome`, whether it leaves a part of the source
  // out.
  std::vector<bool> low_coverage = {};
};

// The limits and habits of the model that the attempts depend on.
struct AttemptLimits {
  // The maximum width of the beam in another attempt.
  int32_t max_beam_size = 1;
  // A result of UsualLengthRatio.
  double usual_length_ratio = 0.0;
};

// Judges the results of the attempts and keeps the best. Not thread-safe: one
// attempt follows another.
class SegmentAttempts {
 public:
  SegmentAttempts(PreparedSegment segment, const AttemptLimits& limits)
      : segment_(std::move(segment)), limits_(limits) {}

  const PreparedSegment& segment() const { return segment_; }

  // Takes the result of an attempt. If the last attempt repeats itself, too,
  // the best result gets kRepetition. An attempt after the first one that fails
  // has no effect, unless the call was cancelled or its deadline passed.
  AfterAttempt Take(JobOutcome outcome);

  // Returns the best result of the attempts so far, because another attempt is
  // impossible. REQUIRES: Take has returned a next attempt.
  AfterAttempt TakeBest() { return Finish(std::move(best_)); }

 private:
  JudgedSource Source() const {
    return {.sentence = segment_.sentence,
            .usual_ratio = limits_.usual_length_ratio};
  }
  // Marks the hypotheses that repeat themselves, and returns the result.
  AfterAttempt Finish(JobOutcome outcome) const;
  // Keeps the outcome if it is better than the best.
  void Keep(JobOutcome outcome);

  const PreparedSegment segment_;
  const AttemptLimits limits_;
  int32_t attempts_ = 0;
  JobOutcome best_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
