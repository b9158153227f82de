// Beam search over one sentence, as pure bookkeeping: candidates in, rows to
// feed out. It knows no network and no batch; greedy decoding is beam 1.
//
// The rule is CTranslate2's at patience 1. Each step ranks the 2 x beam best
// continuations of all hypotheses (ties: lower hypothesis, then lower token
// id). Of the first `beam`, those that end finish; the others, filled up with
// the best of the second `beam` that do not end, are the next beam. The search
// stops when at least `beam` hypotheses have finished, or at the length limit,
// where the first `beam` continuations all finish. The first token is never the
// end symbol: an empty hypothesis would take one of the finished places.
//
// One hypothesis feeds the target prefix first, token by token, without a
// search. The end symbol may follow the prefix. The tokens of the prefix count
// in the length, in the score (with the model's probabilities for them) and in
// the history of the rules against repetition. The rules never change the
// prefix.
//
// With sampling there is no search: n_best hypotheses are drawn token by token.
// Each hypothesis has random numbers that depend on (key, draw, position) only.
// The first token that is drawn is never the end symbol.
//
// score = sum(log P) / length^length_penalty, both over the target tokens with
// the end symbol (Wu et al. 2016, with the length itself as the norm).

#ifndef INTERPRES_MODEL_DECODING_BEAM_SEARCH_H_
#define INTERPRES_MODEL_DECODING_BEAM_SEARCH_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/repetition_rules.h"
#include "model/decoding/step_model.h"

namespace interpres {

// The text of a translation's tokens. Used by the thread of the search.
using TextOf = std::function<std::string(std::span<const int32_t>)>;

// The search state of one sentence, reusable for one sentence after another.
// Advance allocates nothing. Not thread-safe.
class BeamSearch {
 public:
  // Begins a sentence with one empty hypothesis, or n_best with sampling. Every
  // translation begins with `prefix`. `random_key` determines all random
  // numbers of the sentence.
  // REQUIRES: `options` are valid, except that the beam may be wider than
  // kMaxBeamSize; `prefix` is shorter than max_length and has no end symbol.
  void Start(const DecodingOptions& options, int32_t start_token,
             int32_t end_token, std::span<const int32_t> prefix = {},
             uint64_t random_key = 0);

  // Returns true after the search has stopped, and before the first Start.
  bool done() const { return active_.empty(); }

  // Returns the number of hypotheses to feed next: at most beam_size, 0 when
  // done.
  int32_t active() const { return static_cast<int32_t>(active_.size()); }

  // Returns the number of candidates that Advance wants for each hypothesis: 2
  // x beam, or vocab_size if that is smaller; 1 while the prefix is fed and
  // with sampling.
  int32_t num_candidates(int32_t vocab_size) const;

  // Writes the rows to feed next. The lists in the rows are valid until Advance
  // or the next WriteRows.
  // REQUIRES: rows.size() == active().
  void WriteRows(int32_t slot, int32_t vocab_size, std::span<Row> rows);

  // Extends the hypotheses by one token. The candidates of hypothesis i, best
  // first, are candidates[i * stride ... i * stride + count). A candidate whose
  // log-probability is not finite is never chosen. If no candidate can be
  // chosen, the hypotheses finish unchanged with kLengthLimit.
  // REQUIRES: !done().
  void Advance(std::span<const Candidate> candidates, int32_t stride,
               int32_t count);

  // The best n_best finished hypotheses, best score first, equal scores in the
  // order in which they finished. Of finished hypotheses with one text, a
  // search returns only the best. Draws are independent of each other, so
  // sampling returns all of them. A null `text_of` takes all texts for
  // different. REQUIRES: done().
  std::vector<Hypothesis> Results(const TextOf& text_of = nullptr) const;

 private:
  static constexpr int32_t kNoNode = -1;

  // A token of the trellis; hypotheses share their prefixes.
  struct Node {
    int32_t parent = kNoNode;
    int32_t token = 0;
    float log_probability = 0.0f;
  };
  struct Active {
    int32_t node = kNoNode;
    int32_t parent_beam = 0;
    double log_probability = 0.0;  // sum over the prefix
    int32_t draw = 0;              // which of the sampled hypotheses it is
  };
  struct Ranked {
    int32_t beam = 0;
    Candidate candidate;
    double log_probability = 0.0;  // sum over the prefix and the candidate
  };
  struct Finished {
    int32_t node = kNoNode;
    double score = 0.0;
    FinishReason reason = FinishReason::kEndOfSentence;
  };

  bool InPrefix() const {
    return static_cast<std::size_t>(position_) < prefix_.size();
  }
  std::span<const int32_t> History(int32_t node);
  void AdvancePrefix(const Candidate& candidate);
  // Copies the one hypothesis n_best times, so that each is drawn separately.
  void FanOut();
  void AdvanceDraws(std::span<const Candidate> candidates, int32_t stride);
  void WriteDraw(const Active& hypothesis, Row& row) const;
  void FinishAsTheyAre();
  static bool Better(const Ranked& a, const Ranked& b);
  void AddCandidates(int32_t beam, std::span<const Candidate> row);
  void RankCandidates(std::span<const Candidate> candidates, int32_t stride,
                      int32_t count);
  // The candidate behind the hypothesis in this place of the beam.
  int32_t AddNode(int32_t beam, const Candidate& candidate);
  void Finish(int32_t node, double log_probability, FinishReason reason);
  Hypothesis Trace(const Finished& finished) const;

  DecodingOptions options_;
  int32_t start_token_ = 0;
  int32_t end_token_ = 0;
  int32_t position_ = 0;  // tokens fed to each active hypothesis
  std::vector<int32_t> prefix_;
  uint64_t random_key_ = 0;
  RepetitionRules rules_;
  std::vector<int32_t> history_;  // scratch of WriteRows
  std::vector<Node> nodes_;       // the trellis
  std::vector<Active> active_;    // [active]
  std::vector<Active> next_;      // [active] scratch of Advance
  std::vector<Ranked> ranked_;    // scratch of Advance
  std::vector<Finished> finished_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_BEAM_SEARCH_H_
