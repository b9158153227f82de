// Judges by the words of a text whether its lines are translations of each
// other.

#ifndef INTERPRES_MODEL_TRAINING_ALIGNMENT_EVIDENCE_H_
#define INTERPRES_MODEL_TRAINING_ALIGNMENT_EVIDENCE_H_

#include <cstddef>
#include <string>
#include <vector>

namespace interpres {

// The source and the target sentences that the check reads, in the order of the
// corpus. Element i of both lists belongs to pair i.
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
  // The pairs for which the words decide, in the order of the text. If the
  // lines are shuffled, about half of them are won.
  std::vector<Outcome> outcomes;
};

// Learns word translations from the even pairs (LearnLexicalTranslations), and
// compares for each odd pair its target with the target of an odd pair half
// the sample away. Words are runs of letters and digits, shortened to a few
// characters; a character of a script without spaces is a word. Uses one
// thread. The same sample gives the same evidence. Time: linear in the sample
// for sentences of bounded length; the function ignores the words after the
// first 60.
AlignmentEvidence JudgeAlignment(const SentenceSample& sample);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_ALIGNMENT_EVIDENCE_H_
