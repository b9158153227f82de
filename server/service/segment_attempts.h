// The attempts to translate one segment.

#ifndef INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
#define INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "model/engine/atom_repair.h"
#include "model/engine/second_attempt.h"
#include "server/scheduling/job.h"
#include "server/service/segment_window.h"

namespace interpres {

// What to do after an attempt.
struct AfterAttempt {
  // The sentence of the next attempt. Null means that `outcome` is final.
  std::optional<Sentence> next = std::nullopt;
  // Why there is a next attempt. kNone means that the attempt repairs atoms.
  Defect defect = Defect::kNone;
  // The result of the segment. Empty if there is a next attempt.
  JobOutcome outcome = {};
  // For each hypothesis of `outcome`, whether it leaves a part of the source
  // out.
  std::vector<bool> low_coverage = {};
  // For each hypothesis of `outcome`, its text and atoms. Empty if the segment
  // has no atoms.
  std::vector<ProtectedTranslation> translations = {};
  // Whether the repair of atoms was cut short.
  bool is_incomplete = false;
};

// Keeps the best result of the attempts. First come the attempts to translate
// the segment without a defect, then one that repairs its atoms. Not
// thread-safe: one attempt follows another.
class SegmentAttempts {
 public:
  // Null `repair` means that the segment has no atoms.
  SegmentAttempts(PreparedSegment segment, const AttemptLimits& limits,
                  std::optional<AtomRepair> repair = std::nullopt);

  // The index of the text in the request, and of the segment in the text.
  int32_t text() const { return text_; }
  int32_t segment() const { return segment_; }
  const Sentence& sentence() const { return attempts_.sentence(); }

  // Takes the result of an attempt. If the last attempt repeats itself, too,
  // the best result gets kRepetition. An attempt after the first one that fails
  // has no effect, unless the call was cancelled or its deadline passed. The
  // deadline of a repair is earlier, so a repair that misses it has no effect
  // either.
  AfterAttempt Take(JobOutcome outcome);

  // Returns the best result of the attempts so far, because another attempt is
  // impossible. REQUIRES: Take has returned a next attempt.
  AfterAttempt TakeBest();

  // Returns whether the next attempt repairs atoms.
  bool is_repairing() const { return is_repairing_; }
  // Returns how long the best attempt took. REQUIRES: as for TakeBest.
  const PhaseTimes& best_times() const { return best_.times; }

 private:
  // Looks at the atoms of the best result.
  AfterAttempt Repair();
  AfterAttempt TakeRepaired(JobOutcome outcome);
  // Returns whether a repaired translation is far longer than the translation
  // before the repair. Then the search has found no good place for its tokens.
  bool RunsOn(const Hypothesis& repaired) const;
  // Marks the hypotheses that repeat themselves, and returns the result with as
  // many hypotheses as the request asks for.
  AfterAttempt Finish(JobOutcome outcome) const;

  const int32_t text_;
  const int32_t segment_;
  const int32_t n_best_;
  std::optional<AtomRepair> repair_;
  SentenceAttempts attempts_;
  JobOutcome best_;
  bool is_repairing_ = false;
  int64_t required_tokens_ = 0;  // of the repair
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
