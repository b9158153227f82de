// A StepModel whose probabilities are a pure function of the source and the
// prefix: random, but the same for the same seed. It follows the hypotheses by
// parent_beam, as a key/value cache does, so wrong bookkeeping shows.

#ifndef INTERPRES_TESTS_TESTING_TABLE_STEP_MODEL_H_
#define INTERPRES_TESTS_TESTING_TABLE_STEP_MODEL_H_

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/decoding/step_model.h"

namespace interpres {

struct TableOptions {
  int32_t vocab_size = 4;
  uint64_t seed = 1;
  // Tokens that get -infinity.
  std::set<int32_t> suppressed = {};
  // If above 0, log-probabilities are multiples of this value, which makes
  // ties.
  float quantum = 0.0f;
  // Added to the end symbol's logit before normalising.
  double end_bias = 0.0;
  // Maximum concurrent sentences and cache positions (beam x max_length).
  int32_t max_sentences = 1024;
  int64_t max_positions = 1 << 20;
};

class TableStepModel : public StepModel {
 public:
  static constexpr int32_t kEnd = 0;

  explicit TableStepModel(const TableOptions& options) : options_(options) {}

  // The logits, positive and negative ones, before anything is suppressed.
  // [vocab_size]
  std::vector<double> Logits(std::span<const int32_t> source,
                             std::span<const int32_t> prefix) const;

  // log P(token | source, prefix) for every token. [vocab_size]
  std::vector<float> Distribution(std::span<const int32_t> source,
                                  std::span<const int32_t> prefix,
                                  const RowRules& rules = {}) const;

  int32_t vocab_size() const override { return options_.vocab_size; }
  int32_t start_token() const override { return options_.vocab_size - 1; }
  int32_t end_token() const override { return kEnd; }
  CrossAttentionShape cross_attention_shape() const override {
    return {.layers = 2, .heads = 3};
  }
  // The attention of a row that feeds the last token of `prefix`: [layers,
  // heads, source tokens].
  std::vector<float> Attention(std::span<const int32_t> source,
                               std::span<const int32_t> prefix) const;
  bool HasRoomFor(std::span<const Admission> admissions) const override;
  absl::Status Admit(std::span<const Admission> admissions) override;
  void Step(std::span<const Row> rows, int32_t stride,
            std::span<Candidate> candidates) override;
  void Release(int32_t slot) override;

  // Returns the number of calls that broke a rule of StepModel: rows of closed
  // slots, positions or parents that do not fit, slots opened twice.
  int64_t violations() const { return violations_; }
  int64_t open_slots() const { return static_cast<int64_t>(slots_.size()); }

 private:
  struct Slot {
    std::vector<int32_t> source;
    int32_t beam_size = 0;
    int32_t max_length = 0;
    std::vector<std::vector<int32_t>> prefixes;  // by beam, tokens fed
    SourcePieces pieces = {};
  };

  void Align(const Slot& slot, std::span<const int32_t> prefix,
             std::span<Candidate> candidates) const;

  TableOptions options_;
  std::map<int32_t, Slot> slots_;
  int64_t violations_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TABLE_STEP_MODEL_H_
