// Tested by translation_model_test.cc.

#include "model/engine/transformer_step_model.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

#include "model/base/status.h"
#include "model/engine/sentence_shortlist.h"
#include "model/kernels/matmul.h"
#include "model/kernels/sampling.h"
#include "model/kernels/top_k.h"

namespace interpres {
namespace {

// Where the logit of a token is: `listed` are the tokens that have one, rising;
// none: all have. -1 if it has none.
int64_t PlaceOf(int32_t token, std::span<const int32_t> listed) {
  if (listed.empty()) {
    return token;
  }
  const auto found = std::lower_bound(listed.begin(), listed.end(), token);
  return found != listed.end() && *found == token ? found - listed.begin() : -1;
}

// Returns the place of the token's logit, or -1 if the rules must not change
// it.
int64_t PlaceForRules(const Row& row, std::span<const int32_t> listed,
                      int32_t token) {
  const bool is_wanted =
      std::binary_search(row.wanted.begin(), row.wanted.end(), token);
  return is_wanted ? -1 : PlaceOf(token, listed);
}

void BanTokens(const Row& row, std::span<const int32_t> banned,
               std::span<const int32_t> listed, std::span<float> logits) {
  for (const int32_t token : banned) {
    if (const int64_t place = PlaceForRules(row, listed, token); place >= 0) {
      logits[place] = -std::numeric_limits<float>::infinity();
    }
  }
}

// Applies the rules of the row to all tokens except the wanted ones.
void ApplyRules(const Row& row, std::span<const int32_t> listed,
                std::span<float> logits) {
  const RowRules& rules = row.rules;
  for (const int32_t token : rules.penalised) {
    if (const int64_t place = PlaceForRules(row, listed, token); place >= 0) {
      float& logit = logits[place];
      logit = logit > 0.0f ? logit / rules.penalty : logit * rules.penalty;
    }
  }
  BanTokens(row, rules.banned, listed, logits);
  BanTokens(row, rules.continuations, listed, logits);
}

// Returns the tokens that the shortlist of the sentence must have.
std::vector<int32_t> AlwaysListed(const Sentence& sentence, int32_t end_token) {
  std::vector<int32_t> always = sentence.target_prefix;
  always.push_back(end_token);
  for (const RequiredTokens& required : sentence.required) {
    always.insert(always.end(), required.tokens.begin(), required.tokens.end());
  }
  return always;
}

}  // namespace

absl::StatusOr<std::unique_ptr<StepModel>> TransformerStepModel::Create(
    const TransformerWeights& weights, const GenerationConfig& generation,
    const Shortlist* shortlist, const SessionOptions& options, CpuShare* cpus) {
  INTERPRES_ASSIGN_OR_RETURN(std::unique_ptr<TransformerSession> session,
                             TransformerSession::Create(weights, options));
  std::unique_ptr<TransformerStepModel> model(new TransformerStepModel(
      weights.config(), SuppressedIds(weights.config(), generation), shortlist,
      std::move(session), options));
  model->cpus_ = cpus;
  return model;
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
      log_probabilities_(config.vocab_size),
      draw_scratch_(config.vocab_size) {}

bool TransformerStepModel::HasRoomFor(
    std::span<const Admission> admissions) const {
  return session_->HasRoomFor(admissions);
}

absl::Status TransformerStepModel::Admit(
    std::span<const Admission> admissions) {
  std::vector<Admission> admitted(admissions.begin(), admissions.end());
  // The lists of the sentences, which the session copies.
  std::vector<std::vector<int32_t>> lists(admissions.size());
  for (std::size_t i = 0; i < admissions.size(); ++i) {
    const Sentence& sentence = *admissions[i].sentence;
    if (sentence.options.shortlist) {
      lists[i] = SentenceShortlist(*shortlist_, sentence.source,
                                   AlwaysListed(sentence, config_.eos_token_id),
                                   suppressed_);
      admitted[i].shortlist = lists[i];
    }
  }
  const CpuUse cpu(cpus_, /*wants_two=*/false);
  session_->UseHelper(false);
  INTERPRES_RETURN_IF_ERROR(session_->Admit(admitted));
  for (std::size_t i = 0; i < admissions.size(); ++i) {
    lists_[admissions[i].slot] = std::move(lists[i]);
  }
  return absl::OkStatus();
}

void TransformerStepModel::Step(std::span<const Row> rows, int32_t stride,
                                std::span<Candidate> candidates) {
  const bool few = std::ssize(rows) <= MatmulSession::kHelpedRows;
  const CpuUse cpu(cpus_, /*wants_two=*/few);
  session_->UseHelper(cpu.has_two());
  session_->Step(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].num_candidates == 0) {
      continue;
    }
    const std::span<float> logits = session_->Logits(static_cast<int64_t>(i));
    const std::vector<int32_t>& listed = lists_[rows[i].slot];
    ApplyRules(rows[i], listed, logits);
    const std::span<Candidate> written =
        candidates.subspan(i * stride, CountCandidates(rows[i]));
    const RowLogits row_logits = {.listed = listed, .values = logits};
    ChooseCandidates(rows[i], row_logits,
                     written.first(rows[i].num_candidates));
    AddWanted(rows[i], row_logits, written.subspan(rows[i].num_candidates));
    AlignCandidates(static_cast<int64_t>(i), written);
  }
}

void TransformerStepModel::AlignCandidates(
    int64_t row, std::span<Candidate> candidates) const {
  const RowAlignment& alignment = session_->Alignment(row);
  for (Candidate& candidate : candidates) {
    candidate.source_token =
        candidate.token == end_token() ? alignment.end : alignment.token;
  }
}

void TransformerStepModel::ChooseCandidates(const Row& row,
                                            const RowLogits& logits,
                                            std::span<Candidate> candidates) {
  const std::size_t count = std::min(candidates.size(), logits.values.size());
  // No suppressed token is listed.
  const bool all = logits.listed.empty();
  TopKLogSoftmax(logits.values, all ? suppressed_ : std::span<const int32_t>(),
                 static_cast<int32_t>(count), ids_, log_probabilities_);
  if (row.sampling != nullptr || row.forced_token != kNoToken) {
    const int32_t chosen =
        row.sampling != nullptr ? Draw(row, logits) : row.forced_token;
    candidates.front() =
        chosen == kNoToken
            ? Nothing()
            : Candidate{chosen, LogProbabilityBesideBest(chosen, logits)};
    return;
  }
  for (std::size_t k = 0; k < count; ++k) {
    candidates[k] = {all ? ids_[k] : logits.listed[ids_[k]],
                     log_probabilities_[k]};
  }
  std::fill(candidates.begin() + static_cast<std::ptrdiff_t>(count),
            candidates.end(), Nothing());
}

void TransformerStepModel::AddWanted(const Row& row, const RowLogits& logits,
                                     std::span<Candidate> candidates) const {
  for (std::size_t i = 0; i < row.wanted.size(); ++i) {
    candidates[i] = {row.wanted[i],
                     LogProbabilityBesideBest(row.wanted[i], logits)};
  }
}

Candidate TransformerStepModel::Nothing() const {
  return {config_.pad_token_id, -std::numeric_limits<float>::infinity()};
}

int32_t TransformerStepModel::Draw(const Row& row, const RowLogits& logits) {
  const bool all = logits.listed.empty();
  const SamplingRule rule{.temperature = double{row.sampling->temperature},
                          .top_k = row.sampling->top_k,
                          .top_p = double{row.sampling->top_p},
                          .uniform = row.uniform};
  const int64_t hidden = row.never_drawn == kNoToken
                             ? -1
                             : PlaceOf(row.never_drawn, logits.listed);
  float hidden_logit = 0.0f;
  if (hidden >= 0) {
    hidden_logit = std::exchange(logits.values[hidden],
                                 -std::numeric_limits<float>::infinity());
  }
  const int64_t place =
      DrawIndex(logits.values, all ? suppressed_ : std::span<const int32_t>(),
                rule, draw_scratch_);
  if (hidden >= 0) {
    logits.values[hidden] = hidden_logit;
  }
  if (place < 0) {
    return kNoToken;
  }
  return all ? static_cast<int32_t>(place) : logits.listed[place];
}

float TransformerStepModel::LogProbabilityBesideBest(
    int32_t token, const RowLogits& logits) const {
  const int64_t place = PlaceOf(token, logits.listed);
  if (place < 0 ||
      std::binary_search(suppressed_.begin(), suppressed_.end(), token)) {
    return -std::numeric_limits<float>::infinity();
  }
  return log_probabilities_[0] +
         (logits.values[place] - logits.values[ids_[0]]);
}

}  // namespace interpres
