// The step interface of decoding over a Transformer session: logits become the
// best few candidates.

#ifndef INTERPRES_MODEL_ENGINE_TRANSFORMER_STEP_MODEL_H_
#define INTERPRES_MODEL_ENGINE_TRANSFORMER_STEP_MODEL_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/checkpoint/shortlist.h"
#include "model/config/generation_config.h"
#include "model/config/model_config.h"
#include "model/decoding/step_model.h"
#include "model/engine/cpu_share.h"
#include "model/transformer/session.h"
#include "model/transformer/weights.h"

namespace interpres {

// A StepModel that runs a Transformer. Not thread-safe: construct and use the
// model on one thread, because its TransformerSession belongs to that thread.
// Step allocates nothing itself (oneDNN may).
class TransformerStepModel : public StepModel {
 public:
  // Null `shortlist` means that the model has no shortlist. Null `cpus` means
  // that the model never uses a second CPU.
  // REQUIRES: `weights`, `shortlist` and `cpus` outlive the model. Returns the
  // errors of TransformerSession::Create. Throws std::bad_alloc if memory runs
  // out.
  static absl::StatusOr<std::unique_ptr<StepModel>> Create(
      const TransformerWeights& weights, const GenerationConfig& generation,
      const Shortlist* shortlist, const SessionOptions& options,
      CpuShare* cpus = nullptr);

  int32_t vocab_size() const override {
    return static_cast<int32_t>(config_.vocab_size);
  }
  int32_t source_vocab_size() const override {
    return static_cast<int32_t>(config_.source_vocab_size());
  }
  int32_t start_token() const override {
    return config_.decoder_start_token_id;
  }
  int32_t end_token() const override { return config_.eos_token_id; }
  CrossAttentionShape cross_attention_shape() const override {
    return {.layers = static_cast<int32_t>(config_.decoder_layers),
            .heads = static_cast<int32_t>(config_.decoder_attention_heads)};
  }
  bool has_shortlist() const override { return shortlist_ != nullptr; }
  bool HasRoomFor(std::span<const Admission> admissions) const override;
  absl::Status Admit(std::span<const Admission> admissions) override;
  void Step(std::span<const Row> rows, int32_t stride,
            std::span<Candidate> candidates) override;
  void Release(int32_t slot) override { session_->Release(slot); }

 private:
  TransformerStepModel(const ModelConfig& config,
                       std::vector<int32_t> suppressed,
                       const Shortlist* shortlist,
                       std::unique_ptr<TransformerSession> session,
                       const SessionOptions& options);

  // The logits of one row. values[i] is the logit of the token listed[i];
  // `listed` is ascending. Empty `listed` means that values[i] is the logit of
  // token i.
  struct RowLogits {
    std::span<const int32_t> listed;
    std::span<float> values;
  };

  // Sets `source_token` of each of the `candidates` to the source token that
  // the decoder attended to most. `row` is an index into the rows of the last
  // step of session_.
  void AlignCandidates(int64_t row, std::span<Candidate> candidates) const;
  // Writes the best tokens of the row to `candidates`, best first. If there are
  // too few tokens, the other candidates have log-probability -infinity. For a
  // row with a forced token or with sampling, writes only the first candidate:
  // the forced or the drawn token. That candidate has log-probability -infinity
  // if no token can be drawn. Also fills ids_ and log_probabilities_.
  void ChooseCandidates(const Row& row, const RowLogits& logits,
                        std::span<Candidate> candidates);
  // Writes the token row.wanted[i] and its log-probability to candidates[i].
  // The log-probability is -infinity if the token is suppressed or has no
  // logit.
  // REQUIRES: ChooseCandidates was called for this row before.
  void AddWanted(const Row& row, const RowLogits& logits,
                 std::span<Candidate> candidates) const;
  // Returns a token drawn by row.sampling with the random number row.uniform.
  // Returns kNoToken if no token can be drawn. Never returns row.never_drawn
  // (kNoToken there means that every token can be drawn).
  // REQUIRES: row.sampling is not null, and `logits` belong to `row`.
  int32_t Draw(const Row& row, const RowLogits& logits);
  // Returns a candidate with log-probability -infinity, which the search never
  // chooses.
  Candidate Nothing() const;
  // Returns log P(token), or -infinity if `token` is suppressed or has no
  // logit.
  // REQUIRES: ids_[0] and log_probabilities_[0] hold the best token's index in
  // logits.values and its log P.
  float LogProbabilityBesideBest(int32_t token, const RowLogits& logits) const;

  const ModelConfig config_;
  const std::vector<int32_t> suppressed_;
  const Shortlist* const shortlist_;
  const std::unique_ptr<TransformerSession> session_;
  CpuShare* cpus_ = nullptr;  // constant after Create
  // For each slot, the shortlist of its sentence, ascending. An empty list
  // means that the sentence may use all tokens.
  std::vector<std::vector<int32_t>> lists_;
  std::vector<int32_t> ids_;              // [num_candidates] of a row
  std::vector<float> log_probabilities_;  // [num_candidates] of a row
  std::vector<int32_t> draw_scratch_;     // [vocab_size]
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_TRANSFORMER_STEP_MODEL_H_
