// The required tokens of a sentence (Sentence::required) in its search: which
// sequences a hypothesis has, and which token it can or must take next.
//
// A sequence becomes complete in one of two ways. Either the search begins it,
// and then its next tokens are forced until it is complete. Or the model writes
// all tokens of the sequence without being forced. The occurrences of complete
// sequences never overlap: a token belongs to at most one of them.
//
// If an occurrence could belong to several sequences, the longest sequence gets
// it; of equal sequences, the first in the order of the source. For example,
// "7" and "7844" are required, and the model writes "7" "8" "4" "4". Then "7"
// is complete after the first token. After the last token, "7844" is complete
// instead, and "7" is required again.
//
// A sequence can end a word (RequiredTokens::ends_word). An occurrence that the
// model wrote no longer counts if the next token continues the word. After an
// occurrence that the search forced, no token continues the word.

#ifndef INTERPRES_MODEL_DECODING_REQUIRED_SEQUENCES_H_
#define INTERPRES_MODEL_DECODING_REQUIRED_SEQUENCES_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "model/decoding/sentence.h"
#include "model/decoding/step_model.h"

namespace interpres {

inline constexpr int32_t kNoSequence = -1;

// The number of tokens after which the search no longer waits with a copied
// required sequence. Until then, a hypothesis may take other tokens while the
// attention points to the source of the sequence. "at 7:05" becomes "a las
// 7:05": the attention can point to "7:05" for the words before the number,
// too.
inline constexpr int8_t kMaxWaits = 2;

// The part of the required token sequences of a sentence that one hypothesis
// has. Only RequiredSequences changes a state.
struct RequiredState {
  // Bit i is set if the hypothesis has sequence i in full.
  uint64_t complete = 0;
  // The sequence that the search has begun and not completed, so that its next
  // token is forced. kNoSequence means no sequence.
  int32_t begun = kNoSequence;
  int32_t length = 0;  // number of target tokens
  // True if the hypothesis ends with a forced sequence that ends a word.
  bool word_is_over = false;
  // The last token can be continued (WordTokens::endings).
  bool in_word = false;
  // Number of tokens that the hypothesis still needs: of all sequences that are
  // not complete, without the tokens that it already has of `begun`.
  int32_t missing = 0;
  // Index in the hypothesis: the tokens from this index on belong to no
  // complete sequence.
  int32_t free = 0;
  // The sequence that the hypothesis completed last, if the model wrote the
  // sequence without being forced. The tokens of the sequence have the indices
  // `first` to `free` - 1 in the hypothesis. Before the sequence was complete,
  // `free` was `free_before`. A sequence that begins at or before `first` can
  // replace this sequence. kNoSequence means that the model has written no
  // sequence since the search last began one.
  struct Written {
    int32_t sequence = kNoSequence;
    int32_t first = 0;
    int32_t free_before = 0;
    // True if the next token continued the last word of the sequence, so that
    // the sequence is required again.
    bool is_withdrawn = false;
  };
  Written written = {};
  // For each sequence that is not complete: how many of its first tokens the
  // hypothesis ends with. Only tokens that can belong to the sequence count.
  std::array<int32_t, kMaxRequired> matched = {};
  // For each sequence: a number of tokens, at most kMaxWaits. Counts the tokens
  // that the hypothesis took without being forced and that were aligned to the
  // source of the sequence. Counts only while the sequence is not complete.
  std::array<int8_t, kMaxRequired> waits = {};
};

// How much of the required token sequences of a sentence a hypothesis has.
struct RequiredProgress {
  int32_t sequences = 0;  // complete or begun
  // The number of tokens that the hypothesis has of the begun sequence. 0 means
  // that no sequence is begun.
  int32_t begun_tokens = 0;

  // Returns a sort key for the order of the banks
  // (model/decoding/beam_banks.h). Smaller keys come first: more sequences,
  // then no begun sequence, then more tokens of the begun sequence.
  std::tuple<int32_t, bool, int32_t> Order() const {
    return {-sequences, begun_tokens > 0, -begun_tokens};
  }

  friend bool operator==(const RequiredProgress&,
                         const RequiredProgress&) = default;
};

// The required token sequences of one sentence. Says which sequences a
// hypothesis has, and which token it may or must take next. The sequences are
// numbered from 0 in the order of their places in the source. Sequences without
// a place follow in the listed order. Only Start allocates memory, and
// AppendWanted if `wanted` must grow. Not thread-safe.
class RequiredSequences {
 public:
  // The facts about a step that Offered needs, besides the candidate.
  struct OfferStep {
    // True if the search can keep the candidate, because it is one of the best
    // beam_size candidates of its row, or the drawn one.
    bool is_likely = false;
    // True if the first open sequence may begin without alignment. The
    // hypothesis would otherwise end, or could not continue.
    bool ends = false;
    // True if a token that continues a word may begin a sequence, because the
    // hypothesis has no other continuation.
    bool allows_forbidden = false;
  };

  // Begins a sentence. Copies `required`, the sequences of the sentence, and
  // what it needs of `source`, the source tokens. `max_length` is the maximum
  // number of target tokens. `words` is Sentence::words; null means that no
  // token continues a word, so that RequiredTokens::ends_word has no effect.
  // REQUIRES: at most kMaxRequired sequences, and no empty sequence.
  void Start(std::span<const RequiredTokens> required,
             std::span<const int32_t> source, int32_t max_length,
             std::shared_ptr<const WordTokens> words = nullptr);

  bool any() const { return !sources_.empty(); }
  int32_t count() const { return static_cast<int32_t>(sources_.size()); }

  // Returns the state of a hypothesis without tokens.
  RequiredState Initial() const;

  // Returns the sequence whose next token the hypothesis must take, or
  // kNoSequence. If a sequence is begun, this is the begun sequence. Otherwise
  // this is the first sequence that is not complete, if max_length leaves room
  // only for the incomplete sequences and the end symbol.
  int32_t Forced(const RequiredState& state) const;

  // Returns the token with which a hypothesis begins or continues `sequence`.
  // If the hypothesis already ends with the first tokens of the sequence, this
  // is the token after them.
  // REQUIRES: the sequence is not complete.
  int32_t NextToken(const RequiredState& state, int32_t sequence) const;

  // Appends the NextToken of every open sequence to `wanted`, distinct and in
  // rising order. Appends at most count() tokens. A sequence is open if it is
  // neither complete nor begun.
  void AppendWanted(const RequiredState& state,
                    std::vector<int32_t>& wanted) const;

  // Returns the first open sequence that `candidate` may begin in the next
  // step, or kNoSequence. A sequence is open if it is not complete. The token
  // of the candidate must be the NextToken of the sequence, and one of these
  // conditions must hold:
  // - The candidate is aligned to a source token of the sequence. A copied
  //   sequence also needs step.is_likely or kMaxWaits in state.waits, unless
  //   the hypothesis already ends with a part of the sequence. A sequence is
  //   copied if its first token is also the first of its source tokens.
  // - step.ends is true and the sequence is the first open one.
  // A token that is Forbidden, or continues a word that the hypothesis ends
  // with, begins no sequence, unless step.allows_forbidden is true. REQUIRES:
  // no sequence is begun.
  int32_t Offered(const RequiredState& state, const Candidate& candidate,
                  const OfferStep& step) const;

  // Returns the tokens that the hypothesis must not take next, in rising order.
  // They would continue a word that the search forced, or a word of a sequence
  // that cannot be written again before max_length. Empty means that every
  // token may follow. Valid until the next Start.
  std::span<const int32_t> Forbidden(const RequiredState& state) const;

  // Returns the number of sequences that the hypothesis has completed or begun.
  static int32_t Reached(const RequiredState& state);
  // Returns the maximum of Reached; 0 without hypotheses.
  static int32_t MostReached(std::span<const RequiredState> states);

  // Returns the progress of the hypothesis after it takes `token`. Does not
  // change the state. `begins` is the sequence that the search begins or
  // continues with the token, or kNoSequence.
  RequiredProgress Progress(const RequiredState& state, int32_t token,
                            int32_t begins) const;

  // Updates the state for the token `taken` that the hypothesis takes. `begins`
  // is the sequence that the search begins or continues with the token, or
  // kNoSequence.
  // REQUIRES: `begins` is kNoSequence, or the token is its NextToken. If a
  // sequence was begun, `begins` is this sequence.
  void Extend(RequiredState& state, const Candidate& taken,
              int32_t begins) const;

 private:
  std::span<const int32_t> Tokens(int32_t sequence) const;
  int32_t Length(int32_t sequence) const {
    return begins_[sequence + 1] - begins_[sequence];
  }
  static bool IsComplete(const RequiredState& state, int32_t sequence) {
    return (state.complete >> sequence & 1) != 0;
  }
  // Returns whether the last written sequence lies in the tokens from index
  // `first` on, so that a sequence with these tokens replaces it.
  static bool Replaces(const RequiredState& state, int32_t first) {
    return state.written.sequence != kNoSequence &&
           first <= state.written.first;
  }
  // Returns whether an occurrence can begin at index `first`.
  static bool CanBegin(const RequiredState& state, int32_t first) {
    return first >= state.free ||
           (Replaces(state, first) && first >= state.written.free_before);
  }
  bool IsAligned(int32_t sequence, int32_t source_token) const {
    const SourcePieces& source = sources_[sequence];
    return source_token >= source.first &&
           source_token - source.first < source.count;
  }
  int32_t FirstOpen(const RequiredState& state) const;
  // Returns the longest sequence that `token` completes without being forced,
  // the first of equally long ones, or kNoSequence.
  int32_t Written(const RequiredState& state, int32_t token) const;
  int32_t Match(const RequiredState& state, int32_t sequence,
                int32_t token) const;
  // Returns whether the hypothesis ends with a sequence that the model wrote
  // and that ends a word.
  bool EndsWithWritten(const RequiredState& state) const;
  // Returns whether `token` is one that continues a word
  // (WordTokens::continuations). Returns false if `words_` is null.
  bool IsContinuation(int32_t token) const;
  // Returns whether the hypothesis ends with a sequence that the model wrote
  // and that ends a word, and `token` continues this word.
  bool ContinuesWritten(const RequiredState& state, int32_t token) const;
  void Reopen(RequiredState& state) const;
  // Makes the last written sequence required again. REQUIRES: the next token
  // continues its word (ContinuesWritten).
  void Withdraw(RequiredState& state) const;
  void Begin(RequiredState& state, int32_t sequence) const;
  void CompleteBegun(RequiredState& state) const;
  void CompleteWritten(RequiredState& state, int32_t sequence) const;

  int32_t max_length_ = 0;
  std::vector<SourcePieces> sources_;  // by sequence
  std::vector<bool> copied_;           // by sequence
  std::vector<bool> ends_word_;        // by sequence
  std::shared_ptr<const WordTokens> words_;
  // The tokens of sequence i are tokens_[begins_[i] ... begins_[i + 1]).
  std::vector<int32_t> begins_;
  std::vector<int32_t> tokens_;
  // For each element of tokens_: the length of the longest border of the tokens
  // of its sequence up to and with this element. A border is a proper prefix
  // that is also a suffix (Knuth, Morris and Pratt, 1977).
  std::vector<int32_t> borders_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_REQUIRED_SEQUENCES_H_
