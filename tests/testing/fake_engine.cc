#include "tests/testing/fake_engine.h"

#include <algorithm>
#include <utility>

namespace interpres {

int64_t FakeEngine::TokensInUse() const {
  int64_t tokens = 0;
  for (const auto& [id, sentence] : sentences_) {
    tokens += static_cast<int64_t>(sentence.sentence.source.size());
  }
  return tokens;
}

absl::Status FakeEngine::Validate(const Sentence& sentence) const {
  const auto tokens = static_cast<int64_t>(sentence.source.size());
  return tokens <= options_.max_tokens
             ? absl::OkStatus()
             : absl::InvalidArgumentError("too long for the fake engine");
}

int32_t FakeEngine::CountAdmissible(std::span<const Sentence> sentences) const {
  int64_t tokens = TokensInUse();
  int32_t count = 0;
  for (const Sentence& sentence : sentences) {
    tokens += static_cast<int64_t>(sentence.source.size());
    if (tokens > options_.max_tokens || active() + count == capacity()) {
      break;
    }
    ++count;
  }
  return count;
}

absl::Status FakeEngine::Admit(std::span<const Sentence> sentences) {
  if (!options_.admit_status.ok()) {
    return options_.admit_status;
  }
  for (const Sentence& sentence : sentences) {
    record_.admitted.push_back(sentence.source);
    sentences_[sentence.id] = {
        .sentence = sentence,
        .steps_left = static_cast<int32_t>(sentence.source.size())};
  }
  record_.most_active = std::max(record_.most_active, active());
  return absl::OkStatus();
}

StepStats FakeEngine::Step() {
  if (options_.on_step) {
    options_.on_step();
  }
  StepStats stats;
  stats.active_sentences = active();
  if (!sentences_.empty()) {
    ++record_.steps;
  }
  for (auto it = sentences_.begin(); it != sentences_.end();) {
    Sentence& sentence = it->second.sentence;
    stats.active_hypotheses += sentence.options.beam_size;
    if (--it->second.steps_left > 0) {
      ++it;
      continue;
    }
    Hypothesis hypothesis;
    hypothesis.tokens = sentence.source;
    hypothesis.token_log_probabilities.assign(sentence.source.size(), -0.5F);
    hypothesis.alignment.assign(sentence.source.size(), 0);
    hypothesis.score = -0.5F;
    finished_.push_back({.id = sentence.id,
                         .hypotheses = {std::move(hypothesis)},
                         .finish_reason = FinishReason::kEndOfSentence,
                         .status = options_.result_status});
    if (!options_.result_status.ok()) {
      finished_.back().hypotheses.clear();
    }
    it = sentences_.erase(it);
  }
  return stats;
}

std::vector<EngineResult> FakeEngine::Collect() {
  return std::exchange(finished_, {});
}

void FakeEngine::Cancel(uint64_t id, FinishReason reason) {
  if (sentences_.erase(id) == 0) {
    return;
  }
  record_.cancelled.push_back(reason);
  finished_.push_back({.id = id, .hypotheses = {}, .finish_reason = reason});
}

}  // namespace interpres
