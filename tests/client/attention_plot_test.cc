#include "client/attention_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/base/utf8.h"
#include "tests/testing/attention_answer.h"

namespace interpres {
namespace {

using interpres::testing::AddAttention;
using interpres::testing::AttentionLayers;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

interpres::v1::TranslationResult Result(AttentionLayers layers = {}) {
  interpres::v1::TranslationResult result;
  AddAttention({">>es<<", "▁the", "▁cat", "</s>"}, {"▁el", "▁gato", "</s>"},
               layers, result);
  return result;
}

int64_t Count(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return std::distance(std::sregex_iterator(text.begin(), text.end(), regex),
                       std::sregex_iterator());
}

TEST(PlotOfTest, TakesTheMeanOfTheHeadsOfTheLayerThatAligns) {
  for (const AttentionLayers layers :
       {AttentionLayers{1, 0}, AttentionLayers{2, 1}, AttentionLayers{6, 4}}) {
    SCOPED_TRACE(layers.count);
    const auto plot = PlotOf(Result(layers));
    ASSERT_TRUE(plot.ok()) << plot.status();
    EXPECT_THAT(plot->source, ElementsAre(">>es<<", "▁the", "▁cat", "</s>"));
    EXPECT_THAT(plot->target, ElementsAre("▁el", "▁gato", "</s>"));
    EXPECT_THAT(plot->aligned, ElementsAre(1, 2, 3));
    ASSERT_EQ(plot->weights.size(), 12U);
    for (size_t i = 0; i < 12; ++i) {
      EXPECT_NEAR(plot->weights[i], i % 4 == i / 4 + 1 ? 0.8F : 0.2F / 3.0F,
                  1e-6F);
    }
    EXPECT_THAT(plot->subtitle, HasSubstr(absl::StrFormat(
                                    "Decoder layer %d of %d, mean of 2 heads",
                                    layers.aligning + 1, layers.count)));
  }
}

TEST(PlotOfTest, DrawsNoOutlinesWithoutAlignments) {
  interpres::v1::TranslationResult result = Result();
  auto& tokens =
      *result.mutable_translations()->mutable_hypotheses(0)->mutable_tokens();
  tokens[1].clear_source_token();
  EXPECT_THAT(PlotOf(result)->aligned, ElementsAre());
  tokens[1].set_source_token(4);
  EXPECT_THAT(PlotOf(result)->aligned, ElementsAre());
}

// Results that a broken or foreign server may send.
TEST(PlotOfTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(PlotOf({}).status().code(), absl::StatusCode::kFailedPrecondition);
  const auto refused = [](const auto& change) {
    interpres::v1::TranslationResult result = Result();
    change(result, *result.mutable_translations()->mutable_hypotheses(0));
    return PlotOf(result).status().code() == absl::StatusCode::kInternal;
  };
  using Text = interpres::v1::TranslationResult;
  using Best = interpres::v1::Translation;
  EXPECT_FALSE(refused([](Text&, Best&) {}));
  EXPECT_TRUE(refused([](Text&, Best& best) { best.clear_attention(); }));
  EXPECT_TRUE(refused([](Text&, Best& best) { best.clear_tokens(); }));
  EXPECT_TRUE(refused(
      [](Text& text, Best&) { text.add_source_pieces(std::string("more")); }));
  EXPECT_TRUE(refused(
      [](Text&, Best& best) { best.mutable_attention()->add_weights(0.5F); }));
  for (const int size : {-1, 0, std::numeric_limits<int>::max()}) {
    EXPECT_TRUE(refused([size](Text&, Best& best) {
      best.mutable_attention()->set_heads(size);
    }));
    EXPECT_TRUE(refused([size](Text&, Best& best) {
      best.mutable_attention()->set_layers(size);
    }));
    EXPECT_TRUE(refused([size](Text&, Best& best) {
      best.mutable_attention()->set_target_tokens(size);
    }));
  }
  for (const int layer : {-1, 2}) {
    EXPECT_TRUE(refused([layer](Text&, Best& best) {
      best.mutable_attention()->set_alignment_layer(layer);
    }));
  }
  for (const float weight :
       {-0.1F, 1.1F, std::numeric_limits<float>::quiet_NaN(),
        std::numeric_limits<float>::infinity()}) {
    EXPECT_TRUE(refused([weight](Text&, Best& best) {
      best.mutable_attention()->set_weights(3, weight);
    }));
  }
}

TEST(DrawSvgTest, HasACellForEveryWeightAndALabelForEveryPiece) {
  const std::string svg = DrawSvg(*PlotOf(Result()));
  EXPECT_THAT(svg, HasSubstr("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                             "<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_EQ(Count(svg, "<g><title>"), 12);
  EXPECT_EQ(Count(svg, "rotate\\(-45\\)"), 4);
  EXPECT_THAT(svg, HasSubstr("▁gato &lt;- ▁cat: 0.800"));
  EXPECT_EQ(Count(svg, ">80</text>"), 3) << "the other weights are too small";
  EXPECT_EQ(Count(svg, "#e6550d"), 4) << "three outlines and the legend's";
  EXPECT_EQ(Count(svg, "<g[ >]"), Count(svg, "</g>"));
  EXPECT_EQ(Count(svg, "<text[ >]"), Count(svg, "</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(DrawSvgTest, EscapesPieces) {
  AttentionPlot plot{.subtitle = "a & b",
                     .source = {"<script>", "\"'&"},
                     .target = {std::string("x\x01\n", 3), "\xef\xbf\xbf"},
                     .weights = {1.0F, 0.0F, 0.5F, 0.5F},
                     .aligned = {}};
  const std::string svg = DrawSvg(plot);
  EXPECT_THAT(svg, HasSubstr("&lt;script&gt;"));
  EXPECT_THAT(svg, Not(HasSubstr("<script>")));
  EXPECT_THAT(svg, HasSubstr("a &amp; b"));
  EXPECT_EQ(Count(svg, "&(?!amp;|lt;|gt;|quot;)"), 0);
  EXPECT_THAT(svg, HasSubstr(">x\xef\xbf\xbd\xef\xbf\xbd<"));
  EXPECT_THAT(svg, Not(HasSubstr("\xef\xbf\xbf")));
  EXPECT_THAT(svg, Not(HasSubstr("\x01")));
  EXPECT_TRUE(IsValidUtf8(svg));
}

TEST(DrawSvgTest, LongSentencesGetSmallCellsWithoutNumbers) {
  interpres::v1::TranslationResult result;
  AddAttention(std::vector<std::string>(200, "▁a"),
               std::vector<std::string>(150, "▁b"), {}, result);
  const std::string svg = DrawSvg(*PlotOf(result));
  EXPECT_EQ(Count(svg, "<g><title>"), 200 * 150);
  EXPECT_EQ(Count(svg, ">80</text>"), 0);
  std::smatch width;
  ASSERT_TRUE(std::regex_search(svg, width, std::regex("width=\"([0-9]+)\"")));
  EXPECT_LT(std::stoi(width[1]), 2200);
}

}  // namespace
}  // namespace interpres
