// Tested by translation_model_test.cc.

#include "model/engine/transformer_step_model.h"

#include <algorithm>
#include <utility>

#include "model/base/status.h"
#include "model/kernels/top_k.h"

namespace interpres {
namespace {

std::vector<SessionSentence> ToSessionSentences(
    std::span<const SlotAdmission> sentences) {
  std::vector<SessionSentence> result;
  result.reserve(sentences.size());
  for (const SlotAdmission& sentence : sentences) {
    result.push_back({.slot = sentence.slot,
                      .source = sentence.source,
                      .beam_size = sentence.beam_size,
                      .max_length = sentence.max_length});
  }
  return result;
}

}  // namespace

std::vector<int32_t> SuppressedIds(const ModelConfig& config,
                                   const GenerationConfig& generation) {
  std::vector<int32_t> ids = generation.suppressed_ids;
  ids.push_back(config.pad_token_id);
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

absl::StatusOr<std::unique_ptr<StepModel>> TransformerStepModel::Create(
    const TransformerWeights& weights, const GenerationConfig& generation,
    const SessionOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(std::unique_ptr<TransformerSession> session,
                             TransformerSession::Create(weights, options));
  return std::unique_ptr<StepModel>(new TransformerStepModel(
      weights.config(), SuppressedIds(weights.config(), generation),
      std::move(session), options.max_rows));
}

TransformerStepModel::TransformerStepModel(
    const ModelConfig& config, std::vector<int32_t> suppressed,
    std::unique_ptr<TransformerSession> session, int32_t max_rows)
    : config_(config),
      suppressed_(std::move(suppressed)),
      session_(std::move(session)),
      ids_(config.vocab_size),
      log_probabilities_(config.vocab_size) {
  rows_.reserve(max_rows);
}

bool TransformerStepModel::HasRoomFor(
    std::span<const SlotAdmission> sentences) const {
  return session_->HasRoomFor(ToSessionSentences(sentences));
}

absl::Status TransformerStepModel::Admit(
    std::span<const SlotAdmission> sentences) {
  return session_->Admit(ToSessionSentences(sentences));
}

void TransformerStepModel::Step(std::span<const StepRow> rows, int32_t stride,
                                std::span<Candidate> candidates) {
  rows_.clear();
  for (const StepRow& row : rows) {
    rows_.push_back({.slot = row.slot,
                     .beam = row.beam,
                     .parent_beam = row.parent_beam,
                     .token = row.token,
                     .position = row.position});
  }
  // [rows, vocab_size]
  const std::span<const float> logits = session_->Step(rows_);
  const auto vocab_size = static_cast<std::size_t>(config_.vocab_size);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int32_t count = rows[i].num_candidates;
    TopKLogSoftmax(logits.subspan(i * vocab_size, vocab_size), suppressed_,
                   count, ids_, log_probabilities_);
    for (int32_t k = 0; k < count; ++k) {
      candidates[i * stride + k] = {ids_[k], log_probabilities_[k]};
    }
  }
}

}  // namespace interpres
