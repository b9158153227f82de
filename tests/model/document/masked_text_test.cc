#include "model/document/masked_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace interpres {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view kSource = "Send 7844 to a@b.org.";
const std::vector<ByteSpan> kSpans = {{5, 9}, {13, 20}};
const std::vector<std::string> kValues = {"7844", "a@b.org"};

MaskedText Masked(SentinelForm form = SentinelForm::kBraces) {
  return MaskText(kSource, kSpans, form).value();
}

// Returns the text of the translation with the values, "" for null.
std::string Unmasked(const std::string& translation,
                     SentinelForm form = SentinelForm::kBraces) {
  const std::optional<AlignedText> unmasked =
      UnmaskText(Masked(form), kValues, {.text = translation},
                 static_cast<int64_t>(kSource.size()));
  return unmasked ? unmasked->text : "";
}

TEST(MaskedTextTest, SentinelsHideTheSpans) {
  EXPECT_EQ(Masked().text, "Send {0} to {1}.");
  EXPECT_EQ(Masked(SentinelForm::kBrackets).text, "Send ⟦0⟧ to ⟦1⟧.");
  EXPECT_EQ(Masked(SentinelForm::kHash).text, "Send #0 to #1.");
  EXPECT_EQ(Masked(SentinelForm::kAngles).text, "Send <0> to <1>.");
}

TEST(MaskedTextTest, ASourceWithASentinelIsNotMasked) {
  const std::vector<ByteSpan> spans = {{0, 2}};
  EXPECT_EQ(MaskText("10 of {0}", spans, SentinelForm::kBraces), std::nullopt);
  EXPECT_NE(MaskText("10 of {1}", spans, SentinelForm::kBraces), std::nullopt);
}

TEST(MaskedTextTest, ThereAreTenSentinels) {
  std::vector<ByteSpan> spans;
  for (int64_t i = 0; i < kSentinelCount; ++i) {
    spans.push_back({.begin = 2 * i, .end = 2 * i + 1});
  }
  const std::string source = "a b c d e f g h i j k";
  EXPECT_EQ(MaskText(source, spans, SentinelForm::kHash)->text,
            "#0 #1 #2 #3 #4 #5 #6 #7 #8 #9 k");
  spans.push_back({.begin = 20, .end = 21});
  EXPECT_EQ(MaskText(source, spans, SentinelForm::kHash), std::nullopt);
}

TEST(MaskedTextTest, NoFormMasksNothing) {
  EXPECT_EQ(MaskText(kSource, kSpans, SentinelForm::kNone), std::nullopt);
}

TEST(MaskedTextTest, ValuesReplaceTheSentinelsInAnyOrder) {
  EXPECT_EQ(Unmasked("Enviar {0} a {1}."), "Enviar 7844 a a@b.org.");
  EXPECT_EQ(Unmasked("A {1}, enviar ({0})."), "A a@b.org, enviar (7844).");
  EXPECT_EQ(Unmasked("⟦1⟧⟦0⟧", SentinelForm::kBrackets), "a@b.org 7844");
}

TEST(MaskedTextTest, EachSentinelMustStandOnceAndByItself) {
  EXPECT_EQ(Unmasked("Enviar {0}."), "");
  EXPECT_EQ(Unmasked("Enviar {0} y {0} a {1}."), "");
  EXPECT_EQ(Unmasked("Enviar {{0} a {1}."), "");
  EXPECT_EQ(Unmasked("Enviar {0}} a {1}."), "");
  EXPECT_EQ(Unmasked("Enviar #01 a #1.", SentinelForm::kHash), "");
  EXPECT_EQ(Unmasked("Enviar N#0 a #1.", SentinelForm::kHash), "");
}

TEST(MaskedTextTest, TheAlignmentCountsBytesOfTheSource) {
  // "Send {0} to {1}." and "Enviar {0} a {1}."
  const AlignedText translation = {.text = "Enviar {0} a {1}.",
                                   .alignment = {{{0, 6}, {0, 4}},
                                                 {{7, 8}, {5, 6}},
                                                 {{8, 10}, {6, 8}},
                                                 {{11, 12}, {9, 11}},
                                                 {{13, 16}, {12, 15}},
                                                 {{16, 17}, {15, 16}}}};
  const std::optional<AlignedText> unmasked =
      UnmaskText(Masked(), kValues, translation, std::ssize(kSource));
  ASSERT_NE(unmasked, std::nullopt);
  EXPECT_EQ(unmasked->text, "Enviar 7844 a a@b.org.");
  EXPECT_THAT(
      unmasked->alignment,
      ElementsAre(AlignedSpan{{0, 6}, {0, 4}}, AlignedSpan{{7, 11}, {5, 9}},
                  AlignedSpan{{12, 13}, {10, 12}},
                  AlignedSpan{{14, 21}, {13, 20}},
                  AlignedSpan{{21, 22}, {20, 21}}));
}

TEST(MaskedTextTest, APartAlignedToASentinelAndMoreIsAlignedToTheWholeValue) {
  const AlignedText translation = {.text = "Ve {0}, {1}.",
                                   .alignment = {{{0, 2}, {3, 7}}}};
  const std::optional<AlignedText> unmasked =
      UnmaskText(Masked(), kValues, translation, std::ssize(kSource));
  ASSERT_NE(unmasked, std::nullopt);
  EXPECT_EQ(unmasked->alignment.front(), (AlignedSpan{{0, 2}, {3, 9}}));
}

}  // namespace
}  // namespace interpres
