// The attempts to translate one segment.

#ifndef INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
#define INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_

#include <cstdint>
#include <optional>

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
};

// Judges the results of the attempts and keeps the best. Not thread-safe: one
// attempt follows another.
class SegmentAttempts {
 public:
  // `max_beam_size` is the maximum width of the beam in another attempt.
  SegmentAttempts(PreparedSegment segment, int32_t max_beam_size)
      : segment_(std::move(segment)), max_beam_size_(max_beam_size) {}

  const PreparedSegment& segment() const { return segment_; }

  // Takes the result of an attempt. If the last attempt repeats itself, too,
  // the best result gets kRepetition. An attempt after the first one that fails
  // has no effect, unless the call was cancelled or its deadline passed.
  AfterAttempt Take(JobOutcome outcome);

  // Returns the best result of the attempts so far. REQUIRES: Take has returned
  // a next attempt.
  JobOutcome TakeBest() { return std::move(best_); }

 private:
  std::span<const int32_t> SourcePiecesOf() const;
  // Keeps the outcome if it is better than the best.
  void Keep(JobOutcome outcome);

  const PreparedSegment segment_;
  const int32_t max_beam_size_;
  int32_t attempts_ = 0;
  JobOutcome best_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
