// Judges by the words of a text whether its lines are translations of each
// other.

#ifndef INTERPRES_MODEL_TRAINING_ALIGNMENT_EVIDENCE_H_
#define INTERPRES_MODEL_TRAINING_ALIGNMENT_EVIDENCE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace interpres {

// The source and the target sentences that JudgeAlignment reads, in the order
// of the corpus. Element i of both lists belongs to pair i, so that both lists
// have the same size.
struct SentenceSample {
  std::vector<std::string> source;
  std::vector<std::string> target;
};

// How often the words of a source sentence predict the words of its target
// better than the words of another target.
struct AlignmentEvidence {
  struct Outcome {
    std::size_t pair = 0;  // index in the sample
    bool won = false;      // the right target is predicted better
  };
  // The pairs for which the words prefer one of two targets, in the order of
  // the sample. If the lines are shuffled, `won` is true for about half of the
  // pairs.
  std::vector<Outcome> outcomes;
};

// Learns word translations from the pairs with an even index. Then compares for
// each odd pair its target with the target of an odd pair half the sample away.
// A pair without a difference has no outcome. Words are runs of letters and
// digits; only their first 5 characters count. A Chinese, Japanese, Korean,
// Thai or Lao character is a word. Ignores the words of a sentence after the
// first 60, so that the time is linear in the sample. Uses one thread. The same
// sample gives the same evidence. Thread-safe.
AlignmentEvidence JudgeAlignment(const SentenceSample& sample);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_ALIGNMENT_EVIDENCE_H_
