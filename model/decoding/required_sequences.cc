// Tested by required_sequences_test.cc.

#include "model/decoding/required_sequences.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

namespace interpres {
namespace {

// Appends the border lengths of `tokens` to `borders`.
void AppendBorders(std::span<const int32_t> tokens,
                   std::vector<int32_t>& borders) {
  const std::size_t begin = borders.size();
  borders.push_back(0);
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    int32_t border = borders.back();
    while (border > 0 && tokens[border] != tokens[i]) {
      border = borders[begin + static_cast<std::size_t>(border) - 1];
    }
    borders.push_back(tokens[border] == tokens[i] ? border + 1 : 0);
  }
}

// Returns whether the model can copy the first token from the source.
bool IsCopied(const RequiredTokens& required, std::span<const int32_t> source) {
  const auto first = static_cast<std::size_t>(required.source.first);
  return required.source.count > 0 && first < source.size() &&
         source[first] == required.tokens.front();
}

}  // namespace

void RequiredSequences::Start(std::span<const RequiredTokens> required,
                              std::span<const int32_t> source,
                              int32_t max_length,
                              std::shared_ptr<const WordTokens> words) {
  max_length_ = max_length;
  words_ = std::move(words);
  sources_.clear();
  copied_.clear();
  ends_word_.clear();
  begins_.assign(1, 0);
  tokens_.clear();
  borders_.clear();
  std::array<int32_t, kMaxRequired> order = {};
  const auto used = std::span(order).first(required.size());
  std::iota(used.begin(), used.end(), 0);
  std::sort(used.begin(), used.end(), [required](int32_t a, int32_t b) {
    const auto key = [required](int32_t index) {
      const SourcePieces& place = required[index].source;
      const bool has_place = place.count > 0;
      return std::tuple(!has_place, has_place ? place.first : 0, index);
    };
    return key(a) < key(b);
  });
  for (const int32_t index : used) {
    const std::vector<int32_t>& tokens = required[index].tokens;
    sources_.push_back(required[index].source);
    copied_.push_back(IsCopied(required[index], source));
    ends_word_.push_back(required[index].ends_word);
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
    begins_.push_back(static_cast<int32_t>(tokens_.size()));
    AppendBorders(tokens, borders_);
  }
}

RequiredState RequiredSequences::Initial() const {
  return {.missing = static_cast<int32_t>(tokens_.size())};
}

std::span<const int32_t> RequiredSequences::Tokens(int32_t sequence) const {
  return std::span(tokens_).subspan(begins_[sequence], Length(sequence));
}

int32_t RequiredSequences::FirstOpen(const RequiredState& state) const {
  const int32_t first = std::countr_one(state.complete);
  return first < count() ? first : kNoSequence;
}

int32_t RequiredSequences::Forced(const RequiredState& state) const {
  if (state.begun != kNoSequence) {
    return state.begun;
  }
  const bool has_room = state.length + state.missing + 1 < max_length_;
  return has_room ? kNoSequence : FirstOpen(state);
}

int32_t RequiredSequences::NextToken(const RequiredState& state,
                                     int32_t sequence) const {
  return tokens_[begins_[sequence] + state.matched[sequence]];
}

void RequiredSequences::AppendWanted(const RequiredState& state,
                                     std::vector<int32_t>& wanted) const {
  const auto begin = static_cast<std::ptrdiff_t>(wanted.size());
  for (int32_t i = 0; i < count(); ++i) {
    if (!IsComplete(state, i) && i != state.begun) {
      wanted.push_back(NextToken(state, i));
    }
  }
  std::sort(wanted.begin() + begin, wanted.end());
  wanted.erase(std::unique(wanted.begin() + begin, wanted.end()), wanted.end());
}

int32_t RequiredSequences::Offered(const RequiredState& state,
                                   const Candidate& candidate,
                                   const OfferStep& step) const {
  const bool joins =
      (state.in_word && IsContinuation(candidate.token)) ||
      std::ranges::binary_search(Forbidden(state), candidate.token);
  if (joins && !step.allows_forbidden) {
    return kNoSequence;
  }
  const int32_t first_open = FirstOpen(state);
  for (int32_t i = 0; i < count(); ++i) {
    if (IsComplete(state, i) || NextToken(state, i) != candidate.token) {
      continue;
    }
    const bool waits = copied_[i] && !step.is_likely && state.matched[i] == 0 &&
                       state.waits[i] < kMaxWaits;
    if ((IsAligned(i, candidate.source_token) && !waits) ||
        (step.ends && i == first_open)) {
      return i;
    }
  }
  return kNoSequence;
}

int32_t RequiredSequences::Written(const RequiredState& state,
                                   int32_t token) const {
  int32_t longest = kNoSequence;
  for (int32_t i = 0; i < count(); ++i) {
    if (!IsComplete(state, i) && state.matched[i] + 1 == Length(i) &&
        NextToken(state, i) == token &&
        (longest == kNoSequence || Length(i) > Length(longest))) {
      longest = i;
    }
  }
  return longest;
}

bool RequiredSequences::IsContinuation(int32_t token) const {
  return words_ != nullptr &&
         std::ranges::binary_search(words_->continuations, token);
}

bool RequiredSequences::EndsWithWritten(const RequiredState& state) const {
  return state.written.sequence != kNoSequence && state.free == state.length &&
         !state.written.is_withdrawn && ends_word_[state.written.sequence];
}

bool RequiredSequences::ContinuesWritten(const RequiredState& state,
                                         int32_t token) const {
  return EndsWithWritten(state) && IsContinuation(token);
}

std::span<const int32_t> RequiredSequences::Forbidden(
    const RequiredState& state) const {
  if (words_ == nullptr) {
    return {};
  }
  // With the word written again, its continuation and the end symbol.
  const bool lacks_room =
      EndsWithWritten(state) &&
      state.length + state.missing + 2 + Length(state.written.sequence) >=
          max_length_;
  return state.word_is_over || lacks_room ? std::span(words_->continuations)
                                          : std::span<const int32_t>();
}

int32_t RequiredSequences::Reached(const RequiredState& state) {
  return std::popcount(state.complete) + (state.begun == kNoSequence ? 0 : 1);
}

int32_t RequiredSequences::MostReached(std::span<const RequiredState> states) {
  int32_t most = 0;
  for (const RequiredState& state : states) {
    most = std::max(most, Reached(state));
  }
  return most;
}

RequiredProgress RequiredSequences::Progress(const RequiredState& state,
                                             int32_t token,
                                             int32_t begins) const {
  if (ContinuesWritten(state, token)) {
    RequiredState withdrawn = state;
    Withdraw(withdrawn);
    return Progress(withdrawn, token, begins);
  }
  RequiredProgress progress = {.sequences = Reached(state)};
  const int32_t forced = state.begun != kNoSequence ? state.begun : begins;
  if (forced != kNoSequence && state.matched[forced] + 1 < Length(forced)) {
    progress.begun_tokens = state.matched[forced] + 1;
  }
  const int32_t taken = forced != kNoSequence ? forced : Written(state, token);
  if (taken == kNoSequence || taken == state.begun) {
    return progress;
  }
  const bool replaces = !state.written.is_withdrawn &&
                        Replaces(state, state.length - state.matched[taken]);
  progress.sequences += replaces ? 0 : 1;
  return progress;
}

void RequiredSequences::Extend(RequiredState& state, const Candidate& taken,
                               int32_t begins) const {
  state.word_is_over = false;
  if (ContinuesWritten(state, taken.token)) {
    Withdraw(state);
  }
  state.in_word = words_ != nullptr &&
                  std::ranges::binary_search(words_->endings, taken.token);
  if (state.begun == kNoSequence && begins != kNoSequence) {
    Begin(state, begins);
  }
  if (state.begun != kNoSequence) {
    ++state.length;
    --state.missing;
    if (++state.matched[state.begun] == Length(state.begun)) {
      CompleteBegun(state);
    }
    return;
  }
  const int32_t written = Written(state, taken.token);
  ++state.length;
  for (int32_t i = 0; i < count(); ++i) {
    if (IsComplete(state, i)) {
      continue;
    }
    state.matched[i] = Match(state, i, taken.token);
    if (IsAligned(i, taken.source_token) && state.waits[i] < kMaxWaits) {
      ++state.waits[i];
    }
  }
  if (written != kNoSequence) {
    CompleteWritten(state, written);
  }
}

// Returns state.matched[sequence] after `token`, which is the token at index
// state.length - 1.
int32_t RequiredSequences::Match(const RequiredState& state, int32_t sequence,
                                 int32_t token) const {
  const std::span<const int32_t> tokens = Tokens(sequence);
  int32_t matched = state.matched[sequence];
  while (tokens[matched] != token ||
         !CanBegin(state, state.length - matched - 1)) {
    if (matched == 0) {
      return 0;
    }
    matched = borders_[begins_[sequence] + matched - 1];
  }
  return matched + 1;
}

// The last written sequence is required again.
void RequiredSequences::Reopen(RequiredState& state) const {
  if (state.written.is_withdrawn) {
    return;  // the sequence is required again already
  }
  state.complete &= ~(uint64_t{1} << state.written.sequence);
  state.missing += Length(state.written.sequence);
  state.matched[state.written.sequence] = 0;
}

void RequiredSequences::Withdraw(RequiredState& state) const {
  Reopen(state);
  state.written.is_withdrawn = true;
}

void RequiredSequences::Begin(RequiredState& state, int32_t sequence) const {
  if (Replaces(state, state.length - state.matched[sequence])) {
    Reopen(state);
  }
  state.written = {};
  state.begun = sequence;
  state.missing -= state.matched[sequence];
}

void RequiredSequences::CompleteBegun(RequiredState& state) const {
  state.word_is_over = ends_word_[state.begun];
  state.complete |= uint64_t{1} << state.begun;
  state.begun = kNoSequence;
  state.free = state.length;
  std::fill_n(state.matched.begin(), count(), 0);
}

void RequiredSequences::CompleteWritten(RequiredState& state,
                                        int32_t sequence) const {
  const int32_t first = state.length - Length(sequence);
  int32_t free_before = state.free;
  if (Replaces(state, first)) {
    free_before = state.written.free_before;
    Reopen(state);
  }
  state.complete |= uint64_t{1} << sequence;
  state.missing -= Length(sequence);
  state.free = state.length;
  state.written = {
      .sequence = sequence, .first = first, .free_before = free_before};
  for (int32_t i = 0; i < count(); ++i) {
    int32_t& matched = state.matched[i];
    while (matched > 0 &&
           (matched == Length(i) || !CanBegin(state, state.length - matched))) {
      matched = borders_[begins_[i] + matched - 1];
    }
  }
}

}  // namespace interpres
