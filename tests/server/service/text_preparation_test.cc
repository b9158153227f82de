#include "server/service/text_preparation.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/server/service/service_fixture.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

class TextPreparationTest : public ServiceTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(WriteTinyModel(temp_.path() / "tiny", {}).ok());
    auto model = ServedModel::Load(
        {.name = "tiny", .path = temp_.path() / "tiny"},
        {.compute_type = "float32", .workers = 0, .queue = {}},
        {.metrics = metrics_, .clock = clock_});
    ASSERT_TRUE(model.ok()) << model.status();
    models_.Put(*std::move(model));
  }

  // Returns the number of slices of a request with `count` equal texts.
  int Prepare(int count, const std::string& text, v1::Split split) {
    v1::TranslateRequest request;
    for (int i = 0; i < count; ++i) {
      request.add_texts(text);
    }
    request.set_source_language("en");
    request.set_target_language("es");
    request.set_split(split);
    auto call = Begin({});
    EXPECT_TRUE(call.ok()) << call.status();
    const absl::StatusOr<RequestPlan> request_plan =
        PlanRequest(request, **call);
    EXPECT_TRUE(request_plan.ok()) << request_plan.status();
    const absl::StatusOr<Route> route = ChooseRoute(
        models_, {.source_language = "en", .target_language = "es"}, {});
    EXPECT_TRUE(route.ok()) << route.status();
    const absl::StatusOr<LegPlan> plan =
        PlanLeg(request.options(), *request_plan, *route, 0);
    EXPECT_TRUE(plan.ok()) << plan.status();
    window_ = std::make_unique<SegmentWindow>(WindowLimits());
    texts_.clear();
    TextPreparation preparation(
        {.request = std::move(request),
         .languages = std::vector<TextLanguages>(count, {.source = "en"})},
        *plan, context_.request_limits, *window_, texts_);
    int slices = 0;
    for (; !preparation.done(); ++slices) {
      preparation.PrepareSlice();
    }
    return slices;
  }

  const TempDir temp_;
  std::unique_ptr<SegmentWindow> window_;
  std::vector<TextOutcome> texts_;
};

TEST_F(TextPreparationTest, ShortTextsShareASlice) {
  EXPECT_EQ(Prepare(20, "the cat sees the dog.", v1::SPLIT_SENTENCES), 1);
  EXPECT_EQ(texts_.size(), 20u);
  EXPECT_EQ(window_->waiting().jobs, 20);
}

TEST_F(TextPreparationTest, SentencesInCapitalsAreTranslatedInSentenceCase) {
  const std::string text = "THE CAT SEES THE DOG.";
  Prepare(1, text, v1::SPLIT_SENTENCES);
  const Segment& sentence = texts_.front().document.segments.front();
  EXPECT_EQ(sentence.text, "The cat sees the dog.");
  EXPECT_EQ(sentence.changed_case, LetterCase::kCapitals);
  Prepare(1, text, v1::SPLIT_OFF);
  EXPECT_EQ(texts_.front().document.segments.front().text, text);
}

TEST_F(TextPreparationTest, ALongTextTakesSeveralSlices) {
  std::string text;
  while (std::ssize(text) < 4 * kTextSliceBytes) {
    text += "the cat sees the dog. ";
  }
  // Each byte is divided once and encoded once.
  const int slices = Prepare(1, text, v1::SPLIT_SENTENCES);
  EXPECT_GE(slices, 6);
  EXPECT_LE(slices, 10);
}

// Otherwise the slice would tokenise all the texts.
TEST_F(TextPreparationTest, ATextThatIsTooLongEndsTheSlice) {
  std::string text;
  while (std::ssize(text) < kTextSliceBytes / 2) {
    text += "the cat sees the dog ";
  }
  EXPECT_EQ(Prepare(5, text, v1::SPLIT_OFF), 5);
  for (const TextOutcome& outcome : texts_) {
    EXPECT_EQ(outcome.status.code(), absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(window_->waiting().jobs, 0);
}

}  // namespace
}  // namespace interpres
