#include "model/engine/golden_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "model/checkpoint/model_directory_writer.h"
#include "model/engine/translation_model.h"
#include "tests/testing/allocation_counter.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class GoldenCheckTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto tiny = MakeTinyModel({});
    ASSERT_TRUE(tiny.ok()) << tiny.status();
    tiny_ = *std::move(tiny);
    Write();
    const auto model = TranslationModel::Load(path());
    ASSERT_TRUE(model.ok()) << model.status();
    golden_ = {
        .target_language = "es", .source = "the cat", .target = "el gato"};
    golden_.log_probability = *(*model)->Score("the cat", "el gato", "es");
    EXPECT_LT(golden_.log_probability, 0.0);
  }

  std::filesystem::path path() const { return directory_.path() / "tiny"; }
  ModelCard& card() { return tiny_->description.card; }
  void Write() const {
    ASSERT_TRUE(WriteModelDirectory(path(), tiny_->description,
                                    tiny_->Tensors(), DataType::kFloat32)
                    .ok());
  }

  TempDir directory_;
  std::optional<TinyModel> tiny_;
  GoldenSentence golden_;  // with the score of the tiny model
};

TEST_F(GoldenCheckTest, ComparesScores) {
  const auto check = [this] {
    card().golden = {golden_};
    Write();
    return CheckGoldenSentences(**TranslationModel::Load(path()));
  };
  EXPECT_TRUE(check().ok()) << check();
  golden_.log_probability += 3.0;
  const absl::Status failed = check();
  EXPECT_EQ(failed.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(failed.message(), HasSubstr("\"the cat\" -> \"el gato\""));
}

// What "auto" finds depends on the CPU, and on the golden sentences.
TEST_F(GoldenCheckTest, AutoIsTheFastestTypeThatPasses) {
  std::string refused;
  const auto found = [&] {
    Write();
    const auto model = TranslationModel::Load(path(), "auto");
    refused = (*model)->refused_types();
    return std::string((*model)->compute_type());
  };
  card().golden = {};
  EXPECT_EQ(found(), "float32");
  card().golden = {golden_};
  std::string fastest = "float32";
  for (const ComputeType type : {ComputeType::kBFloat16, ComputeType::kInt8}) {
    if (CheckComputeType(type).ok()) {
      fastest = ComputeTypeName(type);
    }
  }
  EXPECT_EQ(found(), fastest);
  EXPECT_EQ(refused, "");
  // No rounding passes.
  card().golden_tolerance = 1e-9;
  EXPECT_EQ(found(), "float32");
  if (fastest != "float32") {
    EXPECT_THAT(refused, HasSubstr(fastest + ": "));
    EXPECT_THAT(refused, HasSubstr("\"the cat\" -> \"el gato\""));
  }
}

// Allocations of Load, which are the same each time.
int64_t AllocationsOfLoad(const std::filesystem::path& path,
                          std::string_view compute_type) {
  const int64_t before = AllocationCount();
  EXPECT_TRUE(TranslationModel::Load(path, compute_type).ok());
  return AllocationCount() - before;
}

TEST_F(GoldenCheckTest, AutoWithoutGoldenSentencesReadsTheModelOnce) {
  if (!kCountsAllocations) {
    GTEST_SKIP() << "the sanitizers own operator new";
  }
  card().golden = {};
  Write();
  const int64_t once = AllocationsOfLoad(path(), "float32");
  EXPECT_LE(AllocationsOfLoad(path(), "auto"), once);
}

TEST_F(GoldenCheckTest, TheSelfTestOfAutoIsNotRepeated) {
  card().golden = {golden_};
  Write();
  const auto model = TranslationModel::Load(path(), "auto");
  ASSERT_TRUE(model.ok()) << model.status();
  const int64_t before = AllocationCount();
  const absl::Status status = (*model)->SelfTest();
  const int64_t allocations = AllocationCount() - before;
  EXPECT_TRUE(status.ok()) << status;
  // float32 is what is left where there is nothing to choose from.
  if (kCountsAllocations) {
    EXPECT_EQ(allocations == 0, (*model)->compute_type() != "float32");
  }
}

}  // namespace
}  // namespace interpres
