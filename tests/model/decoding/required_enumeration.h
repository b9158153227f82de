// The search with required tokens by definition: all hypotheses that the rules
// of the offers allow, for a beam that covers everything.

#ifndef INTERPRES_TESTS_MODEL_DECODING_REQUIRED_ENUMERATION_H_
#define INTERPRES_TESTS_MODEL_DECODING_REQUIRED_ENUMERATION_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "model/decoding/sentence.h"
#include "tests/model/decoding/naive_required.h"
#include "tests/testing/aligned_token.h"
#include "tests/testing/table_step_model.h"

namespace interpres {

// Returns a hypothesis whose tokens have the log-probability `sum`.
inline Hypothesis Scored(const std::vector<int32_t>& tokens, double sum,
                         const DecodingOptions& options) {
  return {.tokens = tokens,
          .score = static_cast<float>(
              sum / std::pow(static_cast<double>(tokens.size()),
                             options.length_penalty)),
          .finish_reason = tokens.back() == TableStepModel::kEnd
                               ? FinishReason::kEndOfSentence
                               : FinishReason::kLengthLimit};
}

// Returns the source token to which the token after `history` is aligned.
inline int32_t AlignedTo(const TableStepModel& model, const Sentence& sentence,
                         const std::vector<int32_t>& history) {
  return AlignedTokenOf(model.Attention(sentence.source, history),
                        model.cross_attention_shape(), sentence.pieces);
}

// All hypotheses that the rules of the offers allow.
class Enumeration {
 public:
  Enumeration(const TableStepModel& model, const Sentence& sentence)
      : model_(model), sentence_(sentence) {
    const WordTokens words =
        sentence.words == nullptr ? WordTokens() : *sentence.words;
    std::vector<Prefix> level = {
        {NaiveRequired(sentence.required, sentence.source,
                       sentence.options.max_length, words)}};
    while (!level.empty()) {
      widest_ = std::max(widest_, level.size());
      level = NextLevel(level);
    }
    std::stable_sort(all_.begin(), all_.end(),
                     [](const Hypothesis& a, const Hypothesis& b) {
                       return a.score > b.score;
                     });
  }

  const std::vector<Hypothesis>& all() const { return all_; }
  // A beam that covers everything.
  std::size_t beam() const { return std::max(widest_, all_.size()); }

 private:
  struct Prefix {
    NaiveRequired state;
    double sum = 0.0;
  };

  // The rules leave out forced tokens and the next tokens of open sequences.
  std::vector<float> ScoresOf(const NaiveRequired& state) const {
    std::vector<int32_t> banned;
    for (int32_t token = 0; token < model_.vocab_size(); ++token) {
      bool is_wanted = false;
      for (int32_t i = 0; i < state.count(); ++i) {
        is_wanted |= !state.complete[i] && state.NextToken(i) == token;
      }
      if (state.Forced() == NaiveRequired::kNone && !is_wanted &&
          state.IsForbidden(token)) {
        banned.push_back(token);
      }
    }
    return model_.Distribution(sentence_.source, state.history,
                               {.banned = banned});
  }

  std::vector<Prefix> NextLevel(const std::vector<Prefix>& level) {
    int32_t most = 0;
    for (const Prefix& prefix : level) {
      most = std::max(most, prefix.state.Reached());
    }
    std::vector<Prefix> next;
    for (const Prefix& prefix : level) {
      Extend(prefix, prefix.state.Reached() == most, next);
    }
    return next;
  }

  // Whether a hypothesis that would end can begin a sequence.
  bool HasOffers(const NaiveRequired& state, const std::vector<float>& scores,
                 int32_t aligned) const {
    for (int32_t token = 0; token < model_.vocab_size(); ++token) {
      if (std::isfinite(scores[token]) &&
          state.Offered(token, aligned, /*is_likely=*/true, /*ends=*/true) !=
              NaiveRequired::kNone) {
        return true;
      }
    }
    return false;
  }

  // `is_first`: no other hypothesis has more of the sequences.
  void Extend(const Prefix& prefix, bool is_first, std::vector<Prefix>& next) {
    const NaiveRequired& state = prefix.state;
    const std::vector<float> scores = ScoresOf(state);
    const int32_t aligned = AlignedTo(model_, sentence_, state.history);
    const bool would_end = state.size() > 0 && state.Missing() > 0 &&
                           *std::max_element(scores.begin(), scores.end()) ==
                               scores[TableStepModel::kEnd];
    const bool only_offers =
        would_end && (!is_first || HasOffers(state, scores, aligned));
    for (int32_t token = 0; token < model_.vocab_size(); ++token) {
      int32_t begins = state.Forced();
      if (begins != NaiveRequired::kNone) {
        if (token != state.NextToken(begins)) {
          continue;
        }
      } else if (token == TableStepModel::kEnd &&
                 (state.size() == 0 || state.Missing() > 0)) {
        continue;
      } else {
        // The beam is wider than the vocabulary: every token is likely.
        begins = state.Offered(token, aligned, /*is_likely=*/true,
                               would_end && is_first);
        if (begins == NaiveRequired::kNone &&
            (only_offers || !std::isfinite(scores[token]))) {
          continue;
        }
      }
      Prefix longer = {prefix.state, prefix.sum + scores[token]};
      longer.state.Take(token, token == TableStepModel::kEnd ? -1 : aligned,
                        begins);
      if (token == TableStepModel::kEnd ||
          longer.state.size() == sentence_.options.max_length) {
        all_.push_back(
            Scored(longer.state.history, longer.sum, sentence_.options));
      } else {
        next.push_back(std::move(longer));
      }
    }
  }

  const TableStepModel& model_;
  const Sentence& sentence_;
  std::size_t widest_ = 0;
  std::vector<Hypothesis> all_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_MODEL_DECODING_REQUIRED_ENUMERATION_H_
