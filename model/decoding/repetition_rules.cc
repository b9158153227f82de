// Tested by repetition_rules_test.cc.

#include "model/decoding/repetition_rules.h"

#include <algorithm>
#include <cstddef>

namespace interpres {

void AppendNgramCompletions(std::span<const int32_t> history, int32_t n,
                            std::vector<int32_t>& banned) {
  const auto size = static_cast<std::size_t>(n);
  const std::size_t context = size - 1;
  if (history.size() < size) {
    return;
  }
  const auto last = history.last(context);
  for (std::size_t begin = 0; begin + size <= history.size(); ++begin) {
    if (std::equal(last.begin(), last.end(), history.begin() + begin)) {
      banned.push_back(history[begin + context]);
    }
  }
}

void RepetitionRules::Start(const DecodingOptions& options) {
  ngram_size_ = options.no_repeat_ngram_size;
  penalty_ = options.repetition_penalty;
  tokens_.clear();
  if (any()) {
    // The spans of a step point into it: it must not grow during one.
    tokens_.reserve(std::size_t{2} *
                    static_cast<std::size_t>(options.beam_size) *
                    static_cast<std::size_t>(options.max_length));
  }
}

RowRules RepetitionRules::Append(std::span<const int32_t> history) {
  RowRules rules{.banned = {}, .penalised = {}, .penalty = penalty_};
  const std::size_t begin = tokens_.size();
  if (ngram_size_ > 0) {
    AppendNgramCompletions(history, ngram_size_, tokens_);
  }
  const std::size_t middle = tokens_.size();
  rules.banned = std::span(tokens_).subspan(begin);
  if (penalty_ != 1.0f) {
    tokens_.insert(tokens_.end(), history.begin(), history.end());
    const auto first = tokens_.begin() + static_cast<std::ptrdiff_t>(middle);
    std::sort(first, tokens_.end());
    tokens_.erase(std::unique(first, tokens_.end()), tokens_.end());
    rules.penalised = std::span(tokens_).subspan(middle);
  }
  return rules;
}

}  // namespace interpres
