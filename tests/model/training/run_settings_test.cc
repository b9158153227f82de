#include "model/training/run_settings.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>

#include "tests/model/training/trainer_fixture.h"

namespace interpres {
namespace {

using Change = std::function<void(TrainerOptions&)>;

class RunSettingsTest : public TrainerTest {
 protected:
  StateEntries Settings(const TrainerOptions& options) const {
    return RunSettings(options, layout_, MakeExamples(60));
  }
};

TEST_F(RunSettingsTest, EachOptionThatChangesNumbersIsCompared) {
  const std::map<std::string, Change> changes = {
      {"directions", [](auto& o) { o.directions = "en to es"; }},
      {"train-weights",
       [](auto& o) { o.batching.parts = {{.examples = 60, .weight = 2.0}}; }},
      {"subword-sampling", [](auto& o) { o.subword_alpha = 0.5; }},
      {"noise", [](auto& o) { o.noise = "typos 0.1"; }},
      {"batch-tokens", [](auto& o) { o.batching.batch_tokens += 1; }},
      {"sort-window", [](auto& o) { o.batching.sort_window += 1; }},
      {"accumulate", [](auto& o) { o.accumulate += 1; }},
      {"compute-type",
       [](auto& o) {
         o.compute_type = o.compute_type == ComputeType::kFloat32
                              ? ComputeType::kBFloat16
                              : ComputeType::kFloat32;
       }},
      {"shards", [](auto& o) { o.shards += 1; }},
      {"seed", [](auto& o) { o.seed += 1; }},
      {"label-smoothing", [](auto& o) { o.label_smoothing += 0.01F; }},
      {"dropout", [](auto& o) { o.dropout += 0.01F; }},
      {"attention-dropout", [](auto& o) { o.attention_dropout += 0.01F; }},
      {"ffn-dropout", [](auto& o) { o.ffn_dropout += 0.01F; }},
      {"r-drop", [](auto& o) { o.r_drop += 0.01F; }},
      {"clip-norm", [](auto& o) { o.clip_norm += 0.01F; }},
      {"ema", [](auto& o) { o.ema += 0.01F; }},
      {"metric",
       [](auto& o) {
         o.metric = o.metric == Metric::kLoss ? Metric::kBleu : Metric::kLoss;
       }},
      {"snapshots", [](auto& o) { o.average_best += 1; }},
  };
  // The model and the data are not options.
  std::set<std::string> compared = {"model", "parameter layout",
                                    "training data"};
  const StateEntries usual = Settings(Options());
  for (const auto& [name, change] : changes) {
    TrainerOptions options = Options();
    change(options);
    const StateEntries changed = Settings(options);
    for (const auto& [key, value] : usual) {
      EXPECT_EQ(changed.at(key) != value, key == name) << name << ", " << key;
    }
    compared.insert(name);
  }
  for (const auto& [key, value] : usual) {
    EXPECT_TRUE(compared.contains(key)) << key << " has no change here";
  }
}

TEST_F(RunSettingsTest, OtherDataAreCompared) {
  EXPECT_NE(
      RunSettings(Options(), layout_, MakeExamples(61)).at("training data"),
      Settings(Options()).at("training data"));
}

}  // namespace
}  // namespace interpres
