#include "model/document/typography.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace interpres {
namespace {

using ::testing::ElementsAre;

std::string Restored(std::string_view source, const std::string& translation) {
  return RestoreTypography(source, {.text = translation}).text;
}

TEST(TypographyTest, TheCharactersOfTheSourceComeBack) {
  EXPECT_EQ(Restored("Wait… No.", "Espera... No."), "Espera… No.");
  EXPECT_EQ(Restored("…and…", "...y..."), "…y…");
  EXPECT_EQ(Restored("15″ wide", "15′′ de ancho"), "15″ de ancho");
  EXPECT_EQ(Restored("1‴, 2″, 3′", "1′′′, 2′′, 3′"), "1‴, 2″, 3′");
  EXPECT_EQ(Restored("T\u2011shirt", "la T\u2010shirt"), "la T\u2011shirt");
}

TEST(TypographyTest, OtherTextsStay) {
  EXPECT_EQ(Restored("Wait...", "Espera..."), "Espera...");
  EXPECT_EQ(Restored("Wait… or wait...", "Espera... o espera..."),
            "Espera... o espera...");
  EXPECT_EQ(Restored("Wait…", "Espera...."), "Espera....");
  EXPECT_EQ(Restored("Wait…", "Espera…"), "Espera…");
  EXPECT_EQ(Restored("3′ 15″", "3′ 15\""), "3′ 15\"");
  EXPECT_EQ(Restored("“Hi”", "«Hola...»"), "«Hola...»");
  EXPECT_EQ(Restored("", ""), "");
}

TEST(TypographyTest, ATranslationQuotesNoPartOfItsMessage) {
  const auto quoted = [](std::string_view source, const std::string& text) {
    return WithoutMessageQuotation(source, {.text = text}).text;
  };
  EXPECT_EQ(quoted("of {name}", "d'{name} et d'#"), "d’{name} et d’#");
  EXPECT_EQ(quoted("Hans's", "Hans'"), "Hans’");
  EXPECT_EQ(quoted("of {name}", "l'ami d''{name}"), "l'ami d''{name}");
  EXPECT_EQ(quoted("'{'name'}'", "'{'nom'}'"), "'{'nom'}'");
  const AlignedText kept = WithoutMessageQuotation(
      "of {a} now", {.text = "d'{a} or",
                     .alignment = {{.target = {.begin = 2, .end = 5},
                                    .source = {.begin = 3, .end = 6}}}});
  EXPECT_THAT(kept.alignment,
              ElementsAre(AlignedSpan{.target = {.begin = 4, .end = 7},
                                      .source = {.begin = 3, .end = 6}}));
}

TEST(TypographyTest, TheOtherTokensStayAligned) {
  const AlignedText restored = RestoreTypography(
      "No… yes",
      {.text = "No... sí",
       .alignment = {
           {.target = {.begin = 0, .end = 2}, .source = {.begin = 0, .end = 2}},
           {.target = {.begin = 2, .end = 5}, .source = {.begin = 2, .end = 5}},
           {.target = {.begin = 6, .end = 9},
            .source = {.begin = 6, .end = 9}}}});
  EXPECT_EQ(restored.text, "No… sí");
  EXPECT_THAT(restored.alignment,
              ElementsAre(AlignedSpan{.target = {.begin = 0, .end = 2},
                                      .source = {.begin = 0, .end = 2}},
                          AlignedSpan{.target = {.begin = 6, .end = 9},
                                      .source = {.begin = 6, .end = 9}}));
}

}  // namespace
}  // namespace interpres
