#include "model/trainer/inspection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "model/checkpoint/model_directory_writer.h"
#include "model/checkpoint/safetensors_writer.h"
#include "model/trainer/inspection_format.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class InspectionTest : public ::testing::Test {
 protected:
  // A tiny model with one change to its card.
  Inspection Inspect(const TinyModelOptions& options) const {
    auto model = MakeTinyModel(options);
    EXPECT_TRUE(model.ok()) << model.status();
    model->description.card.provenance["note"] = "two\nlines";
    const std::filesystem::path path = directory_.path() / "model";
    EXPECT_TRUE(WriteModelDirectory(path, model->description, model->Tensors(),
                                    options.type)
                    .ok());
    const auto read = ReadModelDirectory(path);
    EXPECT_TRUE(read.ok()) << read.status();
    return InspectModel(*read);
  }

  static int64_t Elements(const Inspection& inspection,
                          const std::string& name) {
    int64_t sum = 0;
    for (const InspectedPart& part : inspection.parts) {
      sum += part.name == name ? part.elements : 0;
    }
    return sum;
  }

  TempDir directory_;
};

TEST_F(InspectionTest, PartsAddUpToTheParametersOfTheNetwork) {
  const Inspection inspection = Inspect({});
  // vocabulary 160, d_model 16, ffn 32, 2 layers on either side.
  EXPECT_EQ(Elements(inspection, "embeddings"), 160 * 16);
  EXPECT_EQ(Elements(inspection, "cross-attention"), 2 * 4 * (16 * 16 + 16));
  // In both parts.
  EXPECT_EQ(Elements(inspection, "self-attention"), 4 * 4 * (16 * 16 + 16));
  EXPECT_EQ(Elements(inspection, "feed-forward"), 4 * (2 * 16 * 32 + 32 + 16));
  EXPECT_EQ(Elements(inspection, "layer norms"), (2 * 2 + 2 * 3) * 2 * 16);
  EXPECT_EQ(Elements(inspection, "output bias"), 160);

  int64_t parts = 0;
  std::vector<std::string> names;
  for (const InspectedPart& part : inspection.parts) {
    if (part.depth == 0) {
      names.push_back(part.name);
      parts += part.elements;
    }
  }
  EXPECT_THAT(names,
              ElementsAre("embeddings", "encoder", "decoder", "output bias"));
  EXPECT_EQ(parts, inspection.elements);
  EXPECT_EQ(parts, CountParameters(inspection.config) + 160);
  EXPECT_EQ(inspection.bytes, 4 * parts);
  EXPECT_THAT(inspection.tags, ElementsAre("en", "es"));
}

TEST_F(InspectionTest, TextSharesALineAmongLayers) {
  const std::string text =
      FormatInspection(Inspect({.type = DataType::kFloat16}), {});
  EXPECT_THAT(
      text,
      AllOf(HasSubstr("network      d_model 16, layers 2+2, heads 2+2, "
                      "feed-forward 32+32, swish, 64 positions\n"
                      "variant      decoder attention, norm after\n"),
            HasSubstr("vocabulary   160 entries, tags for en, es\n"),
            HasSubstr("directions   en to es, es to en\n"),
            HasSubstr("note: two lines\n"),
            HasSubstr("weights: random, for tests\n"), HasSubstr(", F16, ")));
  EXPECT_THAT(text, testing::ContainsRegex(
                        "model.encoder.layers.\\*.fc1.weight +\\[32, 16\\] +"
                        "F16 +2\n"));
  EXPECT_THAT(text, Not(HasSubstr("layers.0")));
}

TEST_F(InspectionTest, ModelWithoutTagsHasOneDirection) {
  const std::string text = FormatInspection(Inspect({.tagged = false}), {});
  EXPECT_THAT(text, HasSubstr("vocabulary   160 entries\n"));
  EXPECT_THAT(text, HasSubstr("directions   en to es\n"));
}

TEST_F(InspectionTest, NeighboursFollow) {
  const NeighbourList list = {
      .id = 7,
      .piece = "gato",
      .neighbours = {{.id = 9, .piece = "\"perro\"", .cosine = 0.25}}};
  const Inspection inspection = Inspect({});
  EXPECT_THAT(FormatInspection(inspection, {list}),
              HasSubstr("nearest to gato (7), by cosine\n"
                        "  0.2500       9  \"perro\"\n"));
  const std::string json = FormatInspectionJson(inspection, {list});
  EXPECT_THAT(json, HasSubstr(R"("neighbours": [{"id": 7, "piece": "gato", )"
                              R"("neighbours": [{"id": 9, "piece": )"
                              R"("\"perro\"", "cosine": 0.250000}]}])"));
}

TEST_F(InspectionTest, JsonListsEveryTensor) {
  const Inspection inspection = Inspect({});
  const std::string json = FormatInspectionJson(inspection, {});
  EXPECT_THAT(json, StartsWith("{\"model\": "));
  EXPECT_EQ(std::count(json.begin(), json.end(), '\n'), 1);
  EXPECT_THAT(
      json, AllOf(HasSubstr(R"({"name": "model.encoder.layers.1.fc1.weight", )"
                            R"("shape": [32, 16], "type": "F32"})"),
                  HasSubstr(R"({"name": "self-attention", "depth": 1, )"),
                  HasSubstr(R"("tags": ["en", "es"])"),
                  HasSubstr(R"({"source": "en", "target": "es"})"),
                  HasSubstr(R"("note": "two\u000alines")")));
}

// As a file of transformers may have them.
TEST_F(InspectionTest, CopiesOfTiedWeightsAreCountedApart) {
  EXPECT_EQ(Elements(Inspect({}), "copies"), 0);

  const auto model = MakeTinyModel({});
  ASSERT_TRUE(model.ok()) << model.status();
  std::vector<NamedTensor> tensors = model->Tensors();
  tensors.push_back({"lm_head.weight", {160, 16}, model->values[0]});
  const std::filesystem::path path = directory_.path() / "model";
  ASSERT_TRUE(
      WriteSafetensors(path / "model.safetensors", tensors, DataType::kFloat32)
          .ok());
  const auto read = ReadModelDirectory(path);
  ASSERT_TRUE(read.ok()) << read.status();
  const Inspection inspection = InspectModel(*read);
  EXPECT_EQ(Elements(inspection, "copies"), 160 * 16);
  EXPECT_EQ(inspection.tensors.back().name, "lm_head.weight");
}

}  // namespace
}  // namespace interpres
