// A hypothesis' logits have the same bytes with any other sentences in the
// session.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "model/kernels/matmul.h"
#include "model/transformer/session.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/admissions.h"
#include "tests/testing/compute_types.h"

namespace interpres {
namespace {

using Ids = std::vector<int32_t>;
using Logits = std::vector<std::vector<float>>;  // [position][vocab_size]

constexpr int32_t kStart = 52;

const Ids kSource = {7, 31, 3, 3, 18, 44, 0};
const Ids kTarget = {kStart, 12, 4, 4, 29, 51, 6, 13};

// Sentences of several lengths that keep the subject company.
const std::vector<Ids> kOthers = {
    {1, 0},
    {9, 8, 7, 6, 5, 4, 3, 2, 1, 10, 20, 30, 40, 50, 11, 21, 31, 41, 0},
    {45, 46, 47, 0}};

Admission AdmissionOf(int32_t slot, const Ids& source, int32_t beam_size) {
  return MakeAdmission({.slot = slot,
                        .source = source,
                        .beam_size = beam_size,
                        .max_length = 12});
}

// Feeds rows and picks apart the logits.
class Driver {
 public:
  explicit Driver(const Model& model)
      : session_(model.Session(SmallSession())) {}

  TransformerSession& session() { return *session_; }

  // Returns the logits of rows[subject].
  std::vector<float> Step(const std::vector<Row>& rows, std::size_t subject) {
    session_->Step(rows);
    const auto mine = session_->Logits(static_cast<int64_t>(subject));
    return {mine.begin(), mine.end()};
  }

 private:
  std::unique_ptr<TransformerSession> session_;
};

Logits DecodeAlone(const Model& model, const Ids& source, const Ids& target) {
  Driver driver(model);
  const Admission sentence = AdmissionOf(0, source, 1);
  EXPECT_TRUE(driver.session().Admit({&sentence, 1}).ok());
  Logits logits;
  for (std::size_t t = 0; t < target.size(); ++t) {
    logits.push_back(driver.Step(
        {{.token = target[t], .position = static_cast<int32_t>(t)}}, 0));
  }
  return logits;
}

enum class Network { kAttention, kSsru, kM2m100 };

ModelConfig ConfigOf(Network network) {
  ModelConfig config = OddModelConfig();
  switch (network) {
    case Network::kAttention:
      break;
    case Network::kSsru:
      config.decoder_self_layer = DecoderSelfLayer::kSsru;
      break;
    case Network::kM2m100:
      config.norm_placement = NormPlacement::kBeforeSublayer;
      config.position_formula = PositionFormula::kMarian;
      config.first_position = 2;
      config.has_logits_bias = false;
      break;
  }
  return config;
}

using Kind = std::tuple<ComputeType, Network>;

class SessionInvarianceTest : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    const auto [type, network] = GetParam();
    if (!MatmulSession::RowsAreInvariant() || !CheckComputeType(type).ok()) {
      GTEST_SKIP() << "oneDNN promises it on AVX-512 only";
    }
    model_.emplace(ConfigOf(network), /*seed=*/7, type);
  }

  std::optional<Model> model_;
};

std::string NameOfKind(const testing::TestParamInfo<Kind>& info) {
  const auto [type, network] = info.param;
  constexpr std::array<const char*, 3> kNames = {"Attention", "Ssru", "M2m100"};
  return std::string(ComputeTypeName(type)) +
         kNames[static_cast<std::size_t>(network)];
}

INSTANTIATE_TEST_SUITE_P(All, SessionInvarianceTest,
                         testing::Combine(AllComputeTypes(),
                                          testing::Values(Network::kAttention,
                                                          Network::kSsru,
                                                          Network::kM2m100)),
                         NameOfKind);

TEST_P(SessionInvarianceTest, AmongOthersThatCameEarlierAndLater) {
  const Logits want = DecodeAlone(*model_, kSource, kTarget);
  Driver driver(*model_);
  TransformerSession& session = driver.session();
  const Admission early = AdmissionOf(2, kOthers[1], 4);
  ASSERT_TRUE(session.Admit({&early, 1}).ok());
  // Company that decodes: any tokens do, in every beam of slot 2.
  int32_t early_position = 0;
  const auto add_early = [&early_position](std::vector<Row>& rows) {
    for (int32_t beam = 0; beam < 4; ++beam) {
      rows.push_back({.slot = 2,
                      .beam = beam,
                      .parent_beam = early_position == 0 ? 0 : 3 - beam,
                      .token = 10 + beam + early_position,
                      .position = early_position});
    }
    ++early_position;
  };
  for (int i = 0; i < 3; ++i) {
    std::vector<Row> rows;
    add_early(rows);
    driver.Step(rows, 0);
  }
  const Admission joined[] = {AdmissionOf(0, kOthers[0], 2),
                              AdmissionOf(5, kSource, 3),
                              AdmissionOf(1, kOthers[2], 1)};
  ASSERT_TRUE(session.Admit(joined).ok());
  for (std::size_t t = 0; t < kTarget.size(); ++t) {
    const auto position = static_cast<int32_t>(t);
    std::vector<Row> rows;
    add_early(rows);
    if (t == 4) {
      session.Release(2);
      rows.clear();
    } else if (t > 4) {
      rows.clear();
    }
    // The subject is beam 1 of slot 5, between two other hypotheses.
    for (int32_t beam = 0; beam < 3; ++beam) {
      rows.push_back({.slot = 5,
                      .beam = beam,
                      .parent_beam = beam,
                      .token = beam == 1 ? kTarget[t] : 20 + beam,
                      .position = position});
    }
    const std::size_t subject = rows.size() - 2;
    rows.push_back({.slot = 1, .token = 33, .position = position});
    EXPECT_EQ(driver.Step(rows, subject), want[t]) << "position " << t;
  }
}

TEST_P(SessionInvarianceTest, ReusedSlotForgetsItsLastSentence) {
  const Logits want = DecodeAlone(*model_, kSource, kTarget);
  Driver driver(*model_);
  for (int round = 0; round < 3; ++round) {
    const Admission other = AdmissionOf(0, kOthers[1], 5);
    ASSERT_TRUE(driver.session().Admit({&other, 1}).ok());
    driver.Step({{.token = 9, .position = 0}}, 0);
    driver.session().Release(0);
    const Admission sentence = AdmissionOf(0, kSource, 1);
    ASSERT_TRUE(driver.session().Admit({&sentence, 1}).ok());
    for (std::size_t t = 0; t < kTarget.size(); ++t) {
      const Row row{.token = kTarget[t], .position = static_cast<int32_t>(t)};
      EXPECT_EQ(driver.Step({row}, 0), want[t]) << "position " << t;
    }
    driver.session().Release(0);
  }
}

TEST_P(SessionInvarianceTest, CausalMaskHidesTheFuture) {
  Ids other_future = kTarget;
  for (std::size_t t = 4; t < other_future.size(); ++t) {
    other_future[t] = 40;
  }
  const Logits one = DecodeAlone(*model_, kSource, kTarget);
  const Logits two = DecodeAlone(*model_, kSource, other_future);
  for (std::size_t t = 0; t < 4; ++t) {
    EXPECT_EQ(one[t], two[t]) << "position " << t;
  }
  EXPECT_NE(one[4], two[4]);
}

// More source tokens than one group of the encoder has, and more rows than one
// group of the projection has. The test asks for logits in order, then
// backwards.
TEST_P(SessionInvarianceTest, ManySentencesEqualThoseAlone) {
  constexpr int32_t kSentences = 150;
  const auto session =
      model_->Session({.max_sentences = kSentences,
                       .max_rows = kSentences,
                       .max_source_tokens = kSentences * 48,
                       .max_cache_positions = kSentences * 16});
  std::vector<Ids> sources;
  for (int32_t i = 0; i < kSentences; ++i) {
    sources.emplace_back(2 + i % 11, 3 + i % 40);
    sources.back().back() = 0;
  }
  std::vector<Admission> sentences;
  std::vector<Row> rows;
  for (int32_t i = 0; i < kSentences; ++i) {
    sentences.push_back(AdmissionOf(i, sources[i], 1));
    rows.push_back({.slot = i, .token = kStart});
  }
  ASSERT_TRUE(session->Admit(sentences).ok());
  session->Step(rows);
  const auto logits = [&](int32_t i) {
    const std::span<const float> row = session->Logits(i);
    return std::vector<float>(row.begin(), row.end());
  };
  Logits want;
  for (int32_t i = 0; i < kSentences; ++i) {
    want.push_back(DecodeAlone(*model_, sources[i], {kStart}).front());
    EXPECT_EQ(logits(i), want[i]) << "sentence " << i;
  }
  for (int32_t i = kSentences - 1; i >= 0; --i) {
    EXPECT_EQ(logits(i), want[i]) << "sentence " << i;
  }
}

// A beam whose hypotheses swap, fork and die: each must see its own history.
TEST_P(SessionInvarianceTest, ReorderedBeamKeepsEveryHistory) {
  constexpr int32_t kBeam = 3;
  const int32_t parents[][kBeam] = {{0, 0, 0}, {2, 0, 1}, {0, 0, 2},
                                    {1, 1, 1}, {2, 1, 0}, {0, 2, 2}};
  Driver driver(*model_);
  const Admission sentence = AdmissionOf(4, kSource, kBeam);
  ASSERT_TRUE(driver.session().Admit({&sentence, 1}).ok());
  std::vector<Ids> histories(kBeam);
  int32_t position = 0;
  for (const auto& step : parents) {
    std::vector<Ids> next;
    std::vector<Row> rows;
    for (int32_t beam = 0; beam < kBeam; ++beam) {
      const int32_t token =
          position == 0 ? kStart : 7 * position + 3 * beam + 1;
      rows.push_back({.slot = 4,
                      .beam = beam,
                      .parent_beam = step[beam],
                      .token = token,
                      .position = position});
      next.push_back(histories[step[beam]]);
      next.back().push_back(token);
    }
    histories = next;
    driver.session().Step(rows);
    for (int32_t beam = 0; beam < kBeam; ++beam) {
      const Logits want = DecodeAlone(*model_, kSource, histories[beam]);
      const std::span<const float> logits = driver.session().Logits(beam);
      EXPECT_EQ(std::vector(logits.begin(), logits.end()), want.back())
          << "position " << position << ", beam " << beam;
    }
    ++position;
  }
}

}  // namespace
}  // namespace interpres
