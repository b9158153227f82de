// The rules of required_sequences.h by definition: everything is compared with
// the whole history again in every step.

#ifndef INTERPRES_TESTS_MODEL_DECODING_NAIVE_REQUIRED_H_
#define INTERPRES_TESTS_MODEL_DECODING_NAIVE_REQUIRED_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/decoding/sentence.h"

namespace interpres {

using TokenSequences = std::vector<std::vector<int32_t>>;

// Returns whether `tokens` has the sequences from number `next` on at places
// that do not overlap each other and the places that are `used`.
inline bool HasDisjoint(std::span<const int32_t> tokens,
                        const TokenSequences& sequences, std::size_t next,
                        std::vector<bool>& used) {
  if (next == sequences.size()) {
    return true;
  }
  const std::size_t size = sequences[next].size();
  for (std::size_t first = 0; first + size <= tokens.size(); ++first) {
    const auto place = used.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = place + static_cast<std::ptrdiff_t>(size);
    if (std::find(place, end, true) != end ||
        !std::equal(sequences[next].begin(), sequences[next].end(),
                    tokens.begin() + static_cast<std::ptrdiff_t>(first))) {
      continue;
    }
    std::fill(place, end, true);
    const bool has = HasDisjoint(tokens, sequences, next + 1, used);
    std::fill(place, end, false);
    if (has) {
      return true;
    }
  }
  return false;
}

// Returns whether `tokens` has all sequences at places that do not overlap.
inline bool HasAll(std::span<const int32_t> tokens,
                   const TokenSequences& sequences) {
  std::vector<bool> used(tokens.size(), false);
  return HasDisjoint(tokens, sequences, 0, used);
}

// One hypothesis and what it has of the required sequences. The sequences are
// in the order of their sources.
struct NaiveRequired {
  static constexpr int32_t kNone = -1;

  NaiveRequired(const std::vector<RequiredTokens>& the_required,
                const std::vector<int32_t>& the_source, int32_t the_max_length,
                const WordTokens& the_words = {})
      : required(the_required),
        source(the_source),
        max_length(the_max_length),
        words(the_words),
        complete(the_required.size(), false),
        waits(the_required.size(), 0) {}

  bool IsAligned(int32_t i, int32_t source_token) const {
    const SourcePieces& range = required[i].source;
    return source_token >= range.first &&
           source_token < range.first + range.count;
  }
  bool IsCopied(int32_t i) const {
    const SourcePieces& range = required[i].source;
    return range.count > 0 &&
           range.first < static_cast<int32_t>(source.size()) &&
           source[range.first] == Tokens(i).front();
  }

  const std::vector<int32_t>& Tokens(int32_t i) const {
    return required[i].tokens;
  }
  int32_t Length(int32_t i) const {
    return static_cast<int32_t>(Tokens(i).size());
  }
  int32_t size() const { return static_cast<int32_t>(history.size()); }
  int32_t count() const { return static_cast<int32_t>(required.size()); }

  bool CanBegin(int32_t first) const {
    return first >= free ||
           (written != kNone && first <= written_first && first >= free_before);
  }

  // How many tokens of sequence i the hypothesis ends with; `most` at most.
  int32_t Matched(int32_t i, int32_t most) const {
    for (int32_t k = std::min(most, size()); k > 0; --k) {
      if (CanBegin(size() - k) &&
          std::equal(history.end() - k, history.end(), Tokens(i).begin())) {
        return k;
      }
    }
    return 0;
  }

  // The tokens of sequence i that the hypothesis already has.
  int32_t Has(int32_t i) const {
    return i == begun ? place : Matched(i, Length(i) - 1);
  }
  int32_t NextToken(int32_t i) const { return Tokens(i)[Has(i)]; }

  int32_t Missing() const {
    int32_t missing = 0;
    for (int32_t i = 0; i < count(); ++i) {
      missing += complete[i] ? 0 : Length(i) - (i == begun ? place : 0);
    }
    return missing;
  }

  // Complete or begun sequences.
  int32_t Reached() const {
    return static_cast<int32_t>(
               std::count(complete.begin(), complete.end(), true)) +
           (begun == kNone ? 0 : 1);
  }

  int32_t FirstOpen() const {
    const auto open = std::find(complete.begin(), complete.end(), false);
    return open == complete.end()
               ? kNone
               : static_cast<int32_t>(open - complete.begin());
  }

  int32_t Forced() const {
    if (begun != kNone) {
      return begun;
    }
    return size() + Missing() + 1 >= max_length ? FirstOpen() : kNone;
  }

  bool Continues(int32_t token) const {
    return std::find(words.continuations.begin(), words.continuations.end(),
                     token) != words.continuations.end();
  }
  bool InWord() const {
    return !history.empty() &&
           std::find(words.endings.begin(), words.endings.end(),
                     history.back()) != words.endings.end();
  }
  bool EndsWithWritten() const {
    return written != kNone && free == size() && !is_withdrawn &&
           required[written].ends_word;
  }
  bool IsForbidden(int32_t token) const {
    const bool lacks_room =
        EndsWithWritten() &&
        size() + Missing() + Length(written) + 2 >= max_length;
    return (word_is_over || lacks_room) && Continues(token);
  }

  int32_t Offered(int32_t token, int32_t source_token, bool is_likely,
                  bool ends, bool allows_forbidden = false) const {
    const bool joins = IsForbidden(token) || (InWord() && Continues(token));
    if (joins && !allows_forbidden) {
      return kNone;
    }
    for (int32_t i = 0; i < count(); ++i) {
      const bool is_offered =
          IsAligned(i, source_token) &&
          (!IsCopied(i) || is_likely || waits[i] >= 2 || Has(i) > 0);
      if (!complete[i] && (is_offered || (ends && i == FirstOpen())) &&
          NextToken(i) == token) {
        return i;
      }
    }
    return kNone;
  }

  void Take(int32_t token, int32_t source_token, int32_t begins) {
    word_is_over = false;
    if (EndsWithWritten() && Continues(token)) {
      complete[written] = false;
      is_withdrawn = true;
    }
    if (begun == kNone && begins != kNone) {
      place = Matched(begins, Length(begins) - 1);
      if (written != kNone && size() - place <= written_first) {
        complete[written] = false;
      }
      written = kNone;
      is_withdrawn = false;
      begun = begins;
    }
    history.push_back(token);
    if (begun != kNone) {
      if (++place == Length(begun)) {
        complete[begun] = true;
        word_is_over = required[begun].ends_word;
        begun = kNone;
        free = size();
      }
      return;
    }
    for (int32_t i = 0; i < count(); ++i) {
      waits[i] += !complete[i] && IsAligned(i, source_token) ? 1 : 0;
    }
    int32_t longest = kNone;
    for (int32_t i = 0; i < count(); ++i) {
      if (!complete[i] && Matched(i, Length(i)) == Length(i) &&
          (longest == kNone || Length(i) > Length(longest))) {
        longest = i;
      }
    }
    if (longest == kNone) {
      return;
    }
    const int32_t first = size() - Length(longest);
    if (written != kNone && first <= written_first) {
      complete[written] = false;
    } else {
      free_before = free;
    }
    complete[longest] = true;
    is_withdrawn = false;
    written = longest;
    written_first = first;
    free = size();
  }

  std::vector<RequiredTokens> required;
  std::vector<int32_t> source;
  int32_t max_length = 0;
  WordTokens words;
  std::vector<int32_t> history;
  std::vector<bool> complete;
  std::vector<int32_t> waits;
  int32_t begun = kNone;
  int32_t place = 0;  // tokens of `begun`
  int32_t free = 0;
  int32_t written = kNone;
  int32_t written_first = 0;
  int32_t free_before = 0;
  bool is_withdrawn = false;  // the word of `written` went on
  bool word_is_over = false;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_DECODING_NAIVE_REQUIRED_H_
