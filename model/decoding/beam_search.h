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
// Without a target prefix, the first token is never the end symbol.
//
// A search skips the candidates that are DecodingOptions::unwanted_token.
//
// Required tokens (required_sequences.h): the search begins a sequence where
// the attention points to the source of the sequence, and where the end symbol
// is the best candidate although sequences are open. A begun sequence is forced
// to its end, without the rules against repetition. The end symbol is not
// chosen before all sequences are complete. The beam is divided among the
// hypotheses by their number of sequences (beam_banks.h), and the rule above
// applies to each part of the beam. Docs: decisions/0016-required-tokens.md.
//
// score = sum(log P) / length^length_penalty, both over the target tokens with
// the end symbol (Wu et al. 2016, with the length itself as the norm).

#ifndef INTERPRES_MODEL_DECODING_BEAM_SEARCH_H_
#define INTERPRES_MODEL_DECODING_BEAM_SEARCH_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/decoding/beam_banks.h"
#include "model/decoding/decoding_options.h"
#include "model/decoding/repetition_rules.h"
#include "model/decoding/required_sequences.h"
#include "model/decoding/step_model.h"
#include "model/decoding/trellis.h"

namespace interpres {

// The tokens that every translation of a sentence must have, and the members of
// the sentence that the search needs for them. The spans must live until
// BeamSearch::Start returns, which copies them.
struct SearchDemands {
  // The tokens with which every translation begins. Empty means no prefix.
  std::span<const int32_t> prefix = {};
  // The token sequences that every translation must contain, as in
  // Sentence::required. Empty means no sequence.
  std::span<const RequiredTokens> required = {};
  // The source tokens of the sentence, and Sentence::words. The search uses
  // both only if `required` is not empty.
  std::span<const int32_t> source = {};
  std::shared_ptr<const WordTokens> words = nullptr;
};

// The state of the search for the translations of one sentence. After Start,
// repeat WriteRows, a step of the network and Advance until done(), then call
// Results. Start can be called again at any time. Advance allocates no memory.
// Not thread-safe.
class BeamSearch {
 public:
  // Begins a sentence and forgets the previous sentence. `start_token` is fed
  // before the first token. With sampling, `random_key` determines all random
  // numbers of the sentence.
  // REQUIRES: `options` are valid, except that the beam may be wider than
  // kMaxBeamSize. `demands` are as ValidateSentence accepts them.
  void Start(const DecodingOptions& options, int32_t start_token,
             int32_t end_token, const SearchDemands& demands = {},
             uint64_t random_key = 0);

  // Returns true if there is no hypothesis to extend: after the search has
  // stopped, and before the first Start.
  bool done() const { return active_.empty(); }

  // Returns the number of hypotheses to feed in the next step: at most
  // beam_size, and 0 if done().
  int32_t active() const { return static_cast<int32_t>(active_.size()); }

  // Returns the number of candidates that the next Advance needs for each
  // hypothesis, without the candidates of Row::wanted. The number is 1 with
  // sampling and while the target prefix is fed. Otherwise the number is
  // MaxCandidates.
  int32_t num_candidates(int32_t vocab_size) const;
  // Returns 2 x `beam_size`, at least 3, but at most `vocab_size`. At least 3,
  // because the first token is neither the end symbol nor the unwanted token.
  static int32_t MaxCandidates(int32_t beam_size, int32_t vocab_size) {
    return std::min(std::max(2 * beam_size, 3), vocab_size);
  }

  // Writes the rows of the next step, one for each active hypothesis, all with
  // the given `slot`. Each row asks for num_candidates(vocab_size) candidates,
  // or for a single forced token. While required sequences are open, a row that
  // is not forced also asks for their next tokens (Row::wanted). The pointers
  // and lists in the rows are valid until the next Advance, WriteRows or Start.
  // REQUIRES: rows.size() == active().
  void WriteRows(int32_t slot, int32_t vocab_size, std::span<Row> rows);

  // Extends the active hypotheses by one token. A search keeps only the best
  // continuations of all hypotheses. Hypotheses that end are kept for Results.
  // The candidates of hypothesis i begin at candidates[i * stride]: `count`
  // candidates, best first, then the candidates of Row::wanted of its row. A
  // row with a forced token has one candidate. A candidate whose
  // log-probability is not finite is never chosen. With sampling, a hypothesis
  // without another candidate finishes unchanged with kLengthLimit. In a
  // search, all hypotheses finish in this way if no candidate can be chosen.
  // REQUIRES: !done(), `count` is the num_candidates() of the step, and the
  // candidates are the result of the step for the rows of WriteRows.
  void Advance(std::span<const Candidate> candidates, int32_t stride,
               int32_t count);

  // Returns up to n_best finished hypotheses, at least one, best score first.
  // Equal scores are in the order in which the hypotheses finished. A search
  // returns only the best of the hypotheses that have the same text. Null
  // `text_of` disables this comparison of texts. Sampling returns all
  // hypotheses, also equal ones.
  // REQUIRES: done(), after at least one Start.
  std::vector<Hypothesis> Results(const TextOf& text_of = nullptr) const {
    return trellis_.Results(text_of);
  }

 private:
  struct Active {
    int32_t node = Trellis::kNoNode;
    int32_t parent_beam = 0;
    double log_probability = 0.0;  // sum over the prefix
    int32_t draw = 0;              // which of the sampled hypotheses it is
  };
  struct Ranked {
    int32_t beam = 0;
    Candidate candidate;
    double log_probability = 0.0;  // sum over the prefix and the candidate
    // With required tokens: the sequence that the candidate begins or continues
    // (kNoSequence means no sequence), and the result of
    // RequiredSequences::Progress for the candidate.
    int32_t sequence = kNoSequence;
    RequiredProgress progress = {};
  };
  bool InPrefix() const {
    return static_cast<std::size_t>(position_) < prefix_.size();
  }
  void StartRequired(const SearchDemands& demands);
  void AdvancePrefix(const Candidate& candidate);
  // With sampling: replaces the single hypothesis by n_best copies, so that
  // each copy is drawn separately. Without sampling: does nothing.
  void FanOut();
  void AdvanceDraws(std::span<const Candidate> candidates, int32_t stride);
  void WriteDraw(const Active& hypothesis, Row& row) const;
  // Sets the members of `row` for the required tokens of hypothesis `beam`.
  // Returns whether the row has a forced token.
  bool WriteRequired(int32_t beam, Row& row);
  void FinishAsTheyAre();
  static bool Better(const Ranked& a, const Ranked& b);
  // Adds the candidates of hypothesis `beam` that the search may choose to
  // ranked_. `row` has the `count` best candidates of the row, then the
  // candidates of Row::wanted. Leaves out the end symbol as first token,
  // unwanted_token, and candidates whose log-probability is not finite.
  void AddCandidates(int32_t beam, std::span<const Candidate> row,
                     int32_t count);
  void AddRequired(int32_t beam, std::span<const Candidate> row, int32_t count);
  // Adds the candidates of hypothesis `beam` that may begin a required sequence
  // now to ranked_, and sets offers_ to their tokens. `likely` are the
  // candidates of the row that the search can keep. `wanted` begins with the
  // candidates of Row::wanted. AddOffers sets step.is_likely.
  void AddOffers(int32_t beam, std::span<const Candidate> likely,
                 std::span<const Candidate> wanted,
                 RequiredSequences::OfferStep step);
  void AddRanked(int32_t beam, const Candidate& candidate, int32_t sequence);
  void RankCandidates(std::span<const Candidate> candidates, int32_t stride,
                      int32_t count);
  // Moves the sampled hypotheses that have ended from next_ to the results.
  void FinishDraws();
  // Returns the candidate with which sampled hypothesis `beam` continues. `row`
  // has the drawn candidate, then the candidates of Row::wanted. The
  // log-probability is not finite if the hypothesis cannot continue. Overwrites
  // ranked_ and offers_.
  Ranked TakenByDraw(int32_t beam, std::span<const Candidate> row);
  // Divides the beam among the banks (Bank) of ranked_, which is sorted.
  // Finishes or keeps the best candidates of each bank.
  void ExtendBanks();
  // Finishes the best of `ranked`, which are in order, or adds them to next_.
  // At most `places` hypotheses finish, and at most `places` are added.
  void ExtendBest(std::span<const Ranked> ranked, std::size_t places);
  // Adds the hypothesis that continues with ranked.candidate to next_.
  void Keep(const Ranked& ranked);
  // Appends a node that continues the active hypothesis number `beam` with
  // `candidate`. Returns the index of the node. Does not change the hypothesis.
  int32_t AddNode(int32_t beam, const Candidate& candidate);
  void Finish(int32_t node, double log_probability, FinishReason reason);

  DecodingOptions options_;
  int32_t start_token_ = 0;
  int32_t end_token_ = 0;
  int32_t position_ = 0;  // tokens fed to each active hypothesis
  std::vector<int32_t> prefix_;
  uint64_t random_key_ = 0;
  RepetitionRules rules_;
  Trellis trellis_;
  std::vector<Active> active_;  // [active]
  std::vector<Active> next_;    // [active] scratch of Advance
  std::vector<Ranked> ranked_;  // scratch of Advance
  // This member and the members after it are used only for a sentence with
  // required tokens.
  RequiredSequences required_;
  std::vector<RequiredState> states_;       // [active]
  std::vector<RequiredState> next_states_;  // [active] scratch of Advance
  std::vector<int32_t> wanted_;             // of the rows of this step
  std::vector<int32_t> offers_;  // tokens offered to a row, scratch of Advance
  std::vector<double> scores_;   // [ranked] scratch of Advance
  std::vector<Bank> banks_;      // scratch of Advance
  int32_t most_reached_ = 0;     // the greatest Reached of states_
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_BEAM_SEARCH_H_
