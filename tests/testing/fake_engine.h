// An engine without a model: a sentence of n tokens takes n steps and
// translates to itself.

#ifndef INTERPRES_TESTS_TESTING_FAKE_ENGINE_H_
#define INTERPRES_TESTS_TESTING_FAKE_ENGINE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "model/engine/engine.h"

namespace interpres {

struct FakeEngineOptions {
  int32_t capacity = 4;
  // Maximum source tokens of all sentences together. A longer sentence is
  // invalid.
  int64_t max_tokens = 1000;
  // Runs at the start of every Step, for example to move a fake clock.
  std::function<void()> on_step = {};
  // What Admit returns.
  absl::Status admit_status = {};
  // The status of all results of Step. If the status is not OK, the results
  // have no hypotheses.
  absl::Status result_status = {};
};

class FakeEngine final : public Engine {
 public:
  // What happened, for assertions; outlives the engine.
  struct Record {
    int32_t steps = 0;
    std::vector<std::vector<int32_t>> admitted;  // sources, in order
    std::vector<FinishReason> cancelled;
    int32_t most_active = 0;
  };

  FakeEngine(FakeEngineOptions options, Record& record)
      : options_(std::move(options)), record_(record) {}

  int32_t capacity() const override { return options_.capacity; }
  int32_t active() const override {
    return static_cast<int32_t>(sentences_.size());
  }

  absl::Status Validate(const Sentence& sentence) const override;
  int32_t CountAdmissible(std::span<const Sentence> sentences) const override;
  absl::Status Admit(std::span<const Sentence> sentences) override;
  StepStats Step() override;
  std::vector<EngineResult> Collect() override;
  void Cancel(uint64_t id, FinishReason reason) override;

 private:
  struct Active {
    Sentence sentence;
    int32_t steps_left = 0;
  };
  int64_t TokensInUse() const;

  const FakeEngineOptions options_;
  Record& record_;
  std::map<uint64_t, Active> sentences_;
  std::vector<EngineResult> finished_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_FAKE_ENGINE_H_
