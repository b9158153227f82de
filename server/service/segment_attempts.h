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

// What to do after an attempt to translate a segment: make the next attempt, or
// use the final result.
struct AfterAttempt {
  // The sentence to translate in the next attempt. Null means that no attempt
  // follows, and that `outcome` is the final result.
  std::optional<Sentence> next = std::nullopt;
  // Why there is a next attempt: the defect of the translation. kNone means
  // that the next attempt repairs atoms and terms, or that no attempt follows.
  Defect defect = Defect::kNone;
  // The final result of the segment: hypotheses or an error. Has no hypotheses
  // if there is a next attempt.
  JobOutcome outcome = {};
  // For each hypothesis of `outcome`, whether the hypothesis leaves a part of
  // the source out.
  std::vector<bool> low_coverage = {};
  // For each hypothesis of `outcome`, its text, atoms and terms. Empty if the
  // segment has neither atoms nor terms.
  std::vector<ProtectedTranslation> translations = {};
  // Whether the last attempt was a repair of atoms and terms that lacked time
  // or memory, or failed with an error. False if the repair was cancelled.
  bool is_incomplete = false;
};

// Decides about the attempts to translate one segment, and keeps their best
// result. First come attempts that avoid a defect: a repetition, a copy or a
// loss. Then an attempt with sentinels may repair the atoms, and then one with
// required tokens the atoms and terms, and then some with a longer prefix the
// atoms. Call Take after each attempt. Not
// thread-safe: one attempt follows another.
class SegmentAttempts {
 public:
  // `repair` repairs the atoms and terms of the segment. Null means that the
  // segment has neither.
  SegmentAttempts(PreparedSegment segment, const AttemptLimits& limits,
                  std::optional<AtomRepair> repair = std::nullopt);

  // Returns the PreparedSegment::text of the segment: the index of its text.
  // The function segment() returns the index of the segment in this text.
  int32_t text() const { return text_; }
  int32_t segment() const { return segment_; }
  const Sentence& sentence() const { return attempts_.sentence(); }

  // Takes the outcome of the latest attempt, and returns the next attempt or
  // the final result. The final result is the best result of all attempts. It
  // is an error if the first attempt failed, the call was cancelled, or the
  // deadline of an attempt other than a repair passed. Other failed attempts
  // have no effect. A final hypothesis that repeats itself gets kRepetition.
  // REQUIRES: the attempt before returned a next attempt, if there was one.
  AfterAttempt Take(JobOutcome outcome);

  // Returns the best result of the attempts so far as the final result, because
  // the next attempt is impossible. REQUIRES: the last Take has returned a next
  // attempt, and TakeBest is called once.
  AfterAttempt TakeBest();

  // Returns whether the next attempt that Take has returned repairs atoms and
  // terms.
  bool is_repairing() const { return stage_ != Stage::kTranslation; }
  // Returns how long the best attempt took. REQUIRES: the last Take has
  // returned a next attempt.
  const PhaseTimes& best_times() const { return best_.times; }

 private:
  // The purpose of an attempt.
  enum class Stage { kTranslation, kSentinels, kRequiredTokens, kDivision };

  // Returns a next attempt that repairs the atoms and terms of the best result.
  // Returns the final result if no repair is necessary or possible.
  AfterAttempt Repair();
  // Returns the next attempt: with sentinels. Null if sentinels are no help, or
  // the request asks for several translations, which may damage sentinels.
  std::optional<AfterAttempt> MaskAtoms();
  // Returns the next attempt: with required tokens. Returns the final result if
  // required tokens are no help.
  AfterAttempt RequireTokens();
  // Returns the next attempt: with the words of `translation` before a missing
  // atom, and the atom, as prefix. Returns the best result before the repair as
  // the final result if no division is possible.
  AfterAttempt Divide(const Hypothesis& translation);
  AfterAttempt TakeTranslation(JobOutcome outcome);
  AfterAttempt TakeMasked(JobOutcome outcome);
  AfterAttempt TakeConstrained(JobOutcome outcome);
  AfterAttempt TakeDivided(JobOutcome outcome);
  // Returns the best result before the repair as the final result, because the
  // repair with the outcome `repair` is no better, or its error if the call was
  // cancelled.
  AfterAttempt FinishBest(JobOutcome repair);
  // Returns the source of the hypotheses that Finish takes.
  JudgedSource source() const;
  // Returns whether a repaired translation is far longer than the translation
  // before the repair. Then the search has found no good place for the required
  // tokens.
  bool RunsOn(const Hypothesis& repaired) const;
  // Returns the final result for `outcome`, with at most as many hypotheses as
  // the request asks for. Hypotheses that repeat themselves get kRepetition.
  AfterAttempt Finish(JobOutcome outcome) const;

  const int32_t text_;
  const int32_t segment_;
  const int32_t n_best_;
  std::optional<AtomRepair> repair_;
  SentenceAttempts attempts_;
  JobOutcome best_;
  Stage stage_ = Stage::kTranslation;
  // The sentence with sentinels. Null unless its translation is the attempt or
  // the result.
  std::optional<Sentence> masked_;
  int64_t required_tokens_ = 0;  // of the attempt with required tokens
  int32_t divisions_ = 0;
  std::size_t prefix_tokens_ = 0;  // of the last division
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_SEGMENT_ATTEMPTS_H_
