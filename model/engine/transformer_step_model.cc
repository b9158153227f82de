// Tested by translation_model_test.cc.

#include "model/engine/transformer_step_model.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "model/base/status.h"
#include "model/engine/sentence_shortlist.h"
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
    const Shortlist* shortlist, const SessionOptions& options) {
  INTERPRES_ASSIGN_OR_RETURN(std::unique_ptr<TransformerSession> session,
                             TransformerSession::Create(weights, options));
  return std::unique_ptr<StepModel>(new TransformerStepModel(
      weights.config(), SuppressedIds(weights.config(), generation), shortlist,
      std::move(session), options));
}

TransformerStepModel::TransformerStepModel(
    const ModelConfig& config, std::vector<int32_t> suppressed,
    const Shortlist* shortlist, std::unique_ptr<TransformerSession> session,
    const SessionOptions& options)
    : config_(config),
      suppressed_(std::move(suppressed)),
      shortlist_(shortlist),
      session_(std::move(session)),
      lists_(options.max_sentences),
      ids_(config.vocab_size),
      log_probabilities_(config.vocab_size) {
  rows_.reserve(options.max_rows);
}

bool TransformerStepModel::HasRoomFor(
    std::span<const SlotAdmission> sentences) const {
  return session_->HasRoomFor(ToSessionSentences(sentences));
}

absl::Status TransformerStepModel::Admit(
    std::span<const SlotAdmission> sentences) {
  std::vector<SessionSentence> admitted = ToSessionSentences(sentences);
  // The lists of the sentences, which the session copies.
  std::vector<std::vector<int32_t>> lists(sentences.size());
  const int32_t always[] = {config_.eos_token_id};
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (sentences[i].shortlist) {
      lists[i] = SentenceShortlist(*shortlist_, sentences[i].source, always,
                                   suppressed_);
      admitted[i].shortlist = lists[i];
    }
  }
  INTERPRES_RETURN_IF_ERROR(session_->Admit(admitted));
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    lists_[sentences[i].slot] = std::move(lists[i]);
  }
  return absl::OkStatus();
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
  session_->Step(rows_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ChooseCandidates(session_->Logits(static_cast<int64_t>(i)),
                     lists_[rows[i].slot],
                     candidates.subspan(i * stride, rows[i].num_candidates));
  }
}

void TransformerStepModel::ChooseCandidates(std::span<const float> logits,
                                            std::span<const int32_t> listed,
                                            std::span<Candidate> candidates) {
  const std::size_t count = std::min(candidates.size(), logits.size());
  // No suppressed token is listed.
  const std::span<const int32_t> suppressed =
      listed.empty() ? suppressed_ : std::span<const int32_t>();
  TopKLogSoftmax(logits, suppressed, static_cast<int32_t>(count), ids_,
                 log_probabilities_);
  for (std::size_t k = 0; k < count; ++k) {
    candidates[k] = {listed.empty() ? ids_[k] : listed[ids_[k]],
                     log_probabilities_[k]};
  }
  std::fill(
      candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end(),
      Candidate{config_.pad_token_id, -std::numeric_limits<float>::infinity()});
}

}  // namespace interpres
