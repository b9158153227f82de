#include "server/registry/model_probes.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <latch>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "server/registry/served_model.h"
#include "tests/testing/bundled_model.h"
#include "tests/testing/fake_clock.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

// The bundled model from English to Spanish, without golden sentences.
void WriteModelWithoutGolden(const std::filesystem::path& path) {
  std::filesystem::create_directory(path);
  for (const auto& file :
       std::filesystem::directory_iterator(BundledModelPath())) {
    if (file.path().filename() != "interpres.json") {
      std::filesystem::create_symlink(file.path(),
                                      path / file.path().filename());
    }
  }
  std::ofstream(path / "interpres.json") << R"({"format_version": 1,
             "directions": [{"source": "en", "target": "es"}]})";
}

std::unique_ptr<const TranslationModel> Load(
    const std::filesystem::path& path) {
  auto model = TranslationModel::Load(path, "float32");
  EXPECT_TRUE(model.ok()) << model.status();
  return *std::move(model);
}

TEST(ModelProbesTest, GoldenSentencesSayTheLengths) {
  const auto model = Load(BundledModelPath());
  const ModelProbes probes(*model);
  for (const char* target : {"en", "es"}) {
    const std::atomic<double>* ratio = probes.LengthRatio(target);
    ASSERT_NE(ratio, nullptr);
    EXPECT_GT(*ratio, 0.5);
  }
  EXPECT_EQ(probes.LengthRatio("fr"), nullptr);
}

TEST(ModelProbesTest, TheBundledModelCopiesTheSentinelsOfItsTraining) {
  const auto model = Load(BundledModelPath());
  ModelProbes probes(*model);
  EXPECT_EQ(*probes.Sentinels("es"), SentinelForm::kNone);
  probes.Run(*model);
  EXPECT_EQ(*probes.Sentinels("es"), SentinelForm::kBrackets);
  EXPECT_EQ(*probes.Sentinels("en"), SentinelForm::kBrackets);
  EXPECT_EQ(probes.Sentinels("fr"), nullptr);
}

TEST(ModelProbesTest, OtherLengthsAreMeasuredOnce) {
  const TempDir temp;
  WriteModelWithoutGolden(temp.path() / "model");
  const auto model = Load(temp.path() / "model");
  ModelProbes probes(*model);
  const std::atomic<double>* ratio = probes.LengthRatio("es");
  ASSERT_NE(ratio, nullptr);
  EXPECT_EQ(*ratio, 0.0);
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      probes.Run(*model);
      EXPECT_GT(*ratio, 0.5);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_LT(*ratio, 1.5);
}

TEST(ModelProbesTest, AModelThatNeverEndsHasNoLengthAndNoSentinels) {
  const TempDir temp;
  ASSERT_TRUE(WriteTinyModel(temp.path() / "tiny", {}).ok());
  const auto model = Load(temp.path() / "tiny");
  ModelProbes probes(*model);
  probes.Run(*model);
  EXPECT_EQ(*probes.LengthRatio("es"), 0.0);
  EXPECT_EQ(*probes.Sentinels("es"), SentinelForm::kNone);
}

TEST(ModelProbesTest, AFileSavesTheTranslations) {
  const TempDir temp;
  const ProbeFile file(temp.path(), "key");
  const auto model = Load(BundledModelPath());
  ModelProbes(*model, file).Run(*model);
  const std::optional<ProbeResults> found = file.Read();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->at("es").sentinels, SentinelForm::kBrackets);
  EXPECT_GT(found->at("es").length_ratio, 0.5);

  // Results that no translation finds.
  const ProbeResult other = {.length_ratio = 7.5,
                             .sentinels = SentinelForm::kHash};
  ASSERT_TRUE(file.Write({{"en", other}, {"es", other}}).ok());
  ModelProbes again(*model, file);
  EXPECT_EQ(*again.Sentinels("es"), SentinelForm::kHash);
  again.Run(*model);
  EXPECT_EQ(*again.Sentinels("es"), SentinelForm::kHash);
  EXPECT_EQ(*again.LengthRatio("en"), 7.5);
}

TEST(ModelProbesTest, AFileWithoutALanguageIsReplaced) {
  const TempDir temp;
  const ProbeFile file(temp.path(), "key");
  ASSERT_TRUE(file.Write({{"es", {.length_ratio = 7.5}}}).ok());
  const auto model = Load(BundledModelPath());
  ModelProbes probes(*model, file);
  EXPECT_LT(*probes.LengthRatio("es"), 7.5);
  probes.Run(*model);
  const std::optional<ProbeResults> found = file.Read();
  ASSERT_TRUE(found.has_value());
  EXPECT_LT(found->at("es").length_ratio, 7.5);
  EXPECT_TRUE(found->contains("en"));
}

TEST(ModelProbesTest, ResultsStayInMemoryIfTheFileCannotBeWritten) {
  const TempDir temp;
  std::ofstream(temp.path() / "file") << "not a directory";
  const auto model = Load(BundledModelPath());
  ModelProbes probes(*model, ProbeFile(temp.path() / "file", "key"));
  probes.Run(*model);
  EXPECT_EQ(*probes.Sentinels("es"), SentinelForm::kBrackets);
}

TEST(ModelProbesTest, AServedModelRunsThemBeforeItsFirstAnswer) {
  const TempDir temp;
  WriteModelWithoutGolden(temp.path() / "model");
  FakeClock clock;
  Metrics metrics;
  const auto model = ServedModel::Load(
      {.name = "m", .path = temp.path() / "model", .fingerprint = "f"},
      {.compute_type = "float32",
       .engine = {.slots = 2, .max_rows = 2},
       .workers = 1,
       .probe_directory = temp.path() / "probes"},
      {.metrics = metrics, .clock = clock});
  ASSERT_TRUE(model.ok()) << model.status();
  double ratio = 0.0;
  std::latch answered(1);
  JobList jobs;
  jobs.push_back(std::make_unique<Job>(
      JobSpec{.sentence = {.source = {5, 0},
                           .options = {.beam_size = 1, .max_length = 3}}},
      [&](const JobOutcome&) {
        ratio = *(*model)->probes().LengthRatio("es");
        answered.count_down();
      }));
  ASSERT_TRUE((*model)->scheduler().Submit(jobs).ok());
  answered.wait();
  EXPECT_GT(ratio, 0.5);
  EXPECT_FALSE(std::filesystem::is_empty(temp.path() / "probes"));
}

}  // namespace
}  // namespace interpres
