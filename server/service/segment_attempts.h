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

// Keeps the best result of the attempts. Not thread-safe: one attempt follows
// another.
class SegmentAttempts {
 public:
  SegmentAttempts(PreparedSegment segment, const AttemptLimits& limits)
      : text_(segment.text),
        segment_(segment.segment),
        attempts_(std::move(segment.sentence), limits) {}

  // The index of the text in the request, and of the segment in the text.
  int32_t text() const { return text_; }
  int32_t segment() const { return segment_; }
  const Sentence& sentence() const { return attempts_.sentence(); }

  // Takes the result of an attempt. If the last attempt repeats itself, too,
  // the best result gets kRepetition. An attempt after the first one that fails
  // has no effect, unless the call was cancelled or its deadline passed.
  AfterAttempt Take(JobOutcome outcome);

  // Returns the best result of the attempts so far, because another attempt is
  // impossible. REQUIRES: Take has returned a next attempt.
  AfterAttempt TakeBest() { return Finish(std::move(best_)); }

 private:
  // Marks the hypotheses that repeat themselves, and returns the result.
  AfterAttempt Finish(JobOutcome outcome) const;

  const int32_t text_;
  const int32_t segment_;
  SentenceAttempts attempts_;
  JobOutcome best_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
