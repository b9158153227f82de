// Tested by translation_model_test.cc.

#include "model/engine/forced_decoding.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/engine/transformer_step_model.h"

namespace interpres {
namespace {

// The limits of one side of a pair.
struct SideLimits {
  const char* name = "";  // for messages
  int64_t vocab_size = 0;
  int64_t positions = 0;
};

absl::Status CheckIds(std::size_t pair, std::span<const int32_t> ids,
                      const SideLimits& limits) {
  const auto length = static_cast<int64_t>(ids.size());
  if (length < 1 || length > limits.positions) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the %s of pair %d has %d tokens; the model takes 1 to %d", limits.name,
        pair, length, limits.positions));
  }
  for (const int32_t id : ids) {
    if (id < 0 || id >= limits.vocab_size) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the %s of pair %d has the token id %d; ids are 0 to %d", limits.name,
          pair, id, limits.vocab_size - 1));
    }
  }
  return absl::OkStatus();
}

// One pass over a list of pairs.
class ForcedDecoder {
 public:
  ForcedDecoder(TransformerSession& session, const ModelConfig& config,
                const std::vector<int32_t>& suppressed,
                std::span<const TokenPair> pairs)
      : session_(session),
        config_(config),
        suppressed_(config.vocab_size, false),
        pairs_(pairs),
        scores_(pairs.size(), 0.0) {
    for (const int32_t id : suppressed) {
      suppressed_[id] = true;
    }
  }

  absl::StatusOr<std::vector<double>> Run(int32_t slots) {
    for (int32_t slot = slots - 1; slot >= 0; --slot) {
      free_slots_.push_back(slot);
    }
    while (next_ < pairs_.size() || !active_.empty()) {
      if (const absl::Status status = Fill(); !status.ok()) {
        return status;
      }
      Step();
    }
    return scores_;
  }

 private:
  struct Active {
    std::size_t pair = 0;
    int32_t slot = 0;
    std::size_t position = 0;
  };

  absl::Status Fill() {
    std::vector<Admission> admitted;
    std::deque<Sentence> sentences;  // of `admitted`
    while (next_ < pairs_.size() && !free_slots_.empty()) {
      const TokenPair& pair = pairs_[next_];
      sentences.push_back({.source = pair.source,
                           .options = {.beam_size = 1,
                                       .max_length = static_cast<int32_t>(
                                           pair.target.size())}});
      admitted.push_back(
          {.slot = free_slots_.back(), .sentence = &sentences.back()});
      if (!session_.HasRoomFor(admitted)) {
        admitted.pop_back();
        break;
      }
      active_.push_back({.pair = next_, .slot = free_slots_.back()});
      free_slots_.pop_back();
      ++next_;
    }
    return session_.Admit(admitted);
  }

  void Step() {
    rows_.clear();
    for (const Active& active : active_) {
      rows_.push_back(
          {.slot = active.slot,
           .token = active.position == 0
                        ? config_.decoder_start_token_id
                        : pairs_[active.pair].target[active.position - 1],
           .position = static_cast<int32_t>(active.position)});
    }
    session_.Step(rows_);
    for (std::size_t i = 0; i < active_.size(); ++i) {
      Active& active = active_[i];
      const std::vector<int32_t>& target = pairs_[active.pair].target;
      scores_[active.pair] += LogProbability(
          session_.Logits(static_cast<int64_t>(i)), target[active.position++]);
      if (active.position == target.size()) {
        session_.Release(active.slot);
        free_slots_.push_back(active.slot);
      }
    }
    std::erase_if(active_, [this](const Active& active) {
      return active.position == pairs_[active.pair].target.size();
    });
  }

  double LogProbability(std::span<const float> logits, int32_t token) const {
    if (suppressed_[token]) {
      return -std::numeric_limits<double>::infinity();
    }
    float largest = -std::numeric_limits<float>::infinity();
    for (std::size_t id = 0; id < logits.size(); ++id) {
      largest = suppressed_[id] ? largest : std::max(largest, logits[id]);
    }
    double sum = 0.0;
    for (std::size_t id = 0; id < logits.size(); ++id) {
      sum += suppressed_[id] ? 0.0 : std::exp(double{logits[id]} - largest);
    }
    return double{logits[token]} - largest - std::log(sum);
  }

  TransformerSession& session_;
  const ModelConfig& config_;
  std::vector<bool> suppressed_;  // by id
  const std::span<const TokenPair> pairs_;
  std::vector<double> scores_;  // by pair
  std::size_t next_ = 0;        // the first pair not admitted
  std::vector<int32_t> free_slots_;
  std::vector<Active> active_;
  std::vector<Row> rows_;
};

}  // namespace

absl::StatusOr<std::vector<double>> ScoreTokenPairs(
    const TransformerWeights& weights, const GenerationConfig& generation,
    const SessionOptions& options, std::span<const TokenPair> pairs) {
  const ModelConfig& config = weights.config();
  const SideLimits source = {.name = "source",
                             .vocab_size = config.source_vocab_size(),
                             .positions = config.max_position_embeddings};
  const SideLimits target = {.name = "target",
                             .vocab_size = config.vocab_size,
                             .positions = config.max_position_embeddings};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    absl::Status status = CheckIds(i, pairs[i].source, source);
    status.Update(CheckIds(i, pairs[i].target, target));
    if (!status.ok()) {
      return status;
    }
  }
  INTERPRES_ASSIGN_OR_RETURN(std::unique_ptr<TransformerSession> session,
                             TransformerSession::Create(weights, options));
  ForcedDecoder decoder(*session, config, SuppressedIds(config, generation),
                        pairs);
  return decoder.Run(std::min(options.max_sentences, options.max_rows));
}

}  // namespace interpres
