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

// Stores the hypotheses of one sentence, active and finished. A hypothesis is
// named by its node: the index of its last token. Hypotheses share the tokens
// of a common beginning. Only Start and Results allocate memory. Not
// thread-safe.
class Trellis {
 public:
  // The node of a hypothesis without tokens.
  static constexpr int32_t kNoNode = -1;

  // Begins a sentence and removes all hypotheses. `has_history` says whether
  // the caller will call History.
  // REQUIRES: at most max_length steps follow. In one step, Add is called for
  // at most beam_size hypotheses that do not finish. At most 2 x beam_size
  // hypotheses finish.
  void Start(const DecodingOptions& options, bool has_history);

  // Returns a new hypothesis: the tokens of hypothesis `parent`, then
  // `candidate`. kNoNode as `parent` begins a hypothesis. Does not change
  // `parent`.
  int32_t Add(int32_t parent, const Candidate& candidate);

  // Returns the last token of a hypothesis.
  // REQUIRES: node != kNoNode.
  int32_t token(int32_t node) const { return nodes_[node].token; }

  // Returns the tokens of a hypothesis, in order. Returns an empty span for
  // kNoNode. Valid until the next call of History or Start.
  std::span<const int32_t> History(int32_t node);

  // Adds a hypothesis to the results.
  void Finish(int32_t node, double score, FinishReason reason);

  // Returns the number of finished hypotheses.
  std::size_t finished() const { return finished_.size(); }

  // Returns the results as BeamSearch::Results does.
  std::vector<Hypothesis> Results(const TextOf& text_of) const;

 private:
  // One token of a hypothesis. `parent` is the index of the previous token in
  // `nodes_`, or kNoNode for the first token.
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
