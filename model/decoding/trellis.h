// The hypotheses of one sentence, active and finished. Hypotheses share the
// tokens of a common beginning.

#ifndef INTERPRES_MODEL_DECODING_TRELLIS_H_
#define INTERPRES_MODEL_DECODING_TRELLIS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/step_model.h"

namespace interpres {

// A function that returns the text of the tokens of a hypothesis. Called on the
// thread that runs the search.
using TextOf = std::function<std::string(std::span<const int32_t>)>;

// A hypothesis is the index of its last token, its node. Only Start and Results
// allocate memory. Not thread-safe.
class Trellis {
 public:
  // The node of a hypothesis without tokens.
  static constexpr int32_t kNoNode = -1;

  // Begins a sentence and removes all hypotheses. `has_history` says whether
  // History is called.
  // REQUIRES: each step adds at most 2 x beam_size nodes, and there are at most
  // max_length steps; at most beam_size nodes of a step get successors. At most
  // 2 x beam_size hypotheses finish.
  void Start(const DecodingOptions& options, bool has_history);

  // Adds `candidate` to the hypothesis `parent`. Returns the new hypothesis.
  int32_t Add(int32_t parent, const Candidate& candidate);

  // Returns the last token of a hypothesis.
  // REQUIRES: node != kNoNode.
  int32_t token(int32_t node) const { return nodes_[node].token; }

  // Returns the tokens of a hypothesis. Valid until the next call.
  std::span<const int32_t> History(int32_t node);

  // Adds a hypothesis to the results.
  void Finish(int32_t node, double score, FinishReason reason);

  // Returns the number of finished hypotheses.
  std::size_t finished() const { return finished_.size(); }

  // Returns the results as BeamSearch::Results does.
  std::vector<Hypothesis> Results(const TextOf& text_of) const;

 private:
  // One token of a hypothesis. `parent` is the index of the previous token in
  // `nodes_`, or kNoNode.
  struct Node {
    int32_t parent = kNoNode;
    int32_t token = 0;
    float log_probability = 0.0f;
    int32_t source_token = kNoSourceToken;  // Candidate::source_token
  };
  struct Finished {
    int32_t node = kNoNode;
    double score = 0.0;
    FinishReason reason = FinishReason::kEndOfSentence;
  };

  Hypothesis Trace(const Finished& finished) const;

  DecodingOptions options_;
  std::vector<int32_t> history_;  // scratch of History
  std::vector<Node> nodes_;
  std::vector<Finished> finished_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_TRELLIS_H_
