#include "model/markup/markup_projection.h"

#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "model/markup/markup_document.h"
#include "tests/testing/aligned_words.h"

namespace interpres {
namespace {

// Returns the HTML with the translation of its only segment.
std::string Render(const std::string& html, const AlignedText& translation) {
  const MarkupDocument document = ParseMarkup(html, {.language = "en"}).value();
  return document.segments.size() == 1
             ? RenderMarkup(document, {&translation, 1}).text
             : "expected one segment";
}

// Returns the HTML with its only segment translated into the words.
std::string Translate(const std::string& html,
                      const std::vector<AlignedWord>& words) {
  const MarkupDocument document = ParseMarkup(html, {.language = "en"}).value();
  if (document.segments.size() != 1) {
    return "expected one segment";
  }
  const AlignedText translation = AlignWords(document.segments[0].text, words);
  return RenderMarkup(document, {&translation, 1}).text;
}

TEST(MarkupProjectionTest, AnElementKeepsItsWordsTogether) {
  const std::vector<AlignedWord> words = {
      {"The", "El"}, {"blue", "azul"}, {"dog", "perro"}, {".", "."}};
  EXPECT_EQ(Translate("<b>El perro</b> azul.", words), "<b>The blue dog</b>.");
  EXPECT_EQ(Translate("El perro <b>azul</b>.", words), "The <b>blue</b> dog.");
  EXPECT_EQ(Translate("El <b>perro</b> azul.", words), "The blue <b>dog</b>.");
  EXPECT_EQ(Translate("<b>El perro azul</b>.", words), "<b>The blue dog</b>.");
  EXPECT_EQ(Translate("<b>El perro azul.</b>", words), "<b>The blue dog.</b>");
}

TEST(MarkupProjectionTest, ScatteredWordsGiveNoHugeElement) {
  EXPECT_EQ(Translate("<b>a b</b> c d e f.", {{"A", "a"},
                                              {"C", "c"},
                                              {"D", "d"},
                                              {"E", "e"},
                                              {"Bb", "b"},
                                              {"F", "f"},
                                              {".", "."}}),
            "<b>A</b> C D E Bb F.");
}

TEST(MarkupProjectionTest, ElementsChangePlaces) {
  EXPECT_EQ(Translate("the <b>white</b> <i>house</i>",
                      {{"la", "the"}, {"casa", "house"}, {"blanca", "white"}}),
            "la <i>casa</i> <b>blanca</b>");
  EXPECT_EQ(
      Translate("<a>The <b>white</b> house</a> is big.", {{"Es", "is"},
                                                          {"grande", "big"},
                                                          {"la", "The"},
                                                          {"casa", "house"},
                                                          {"blanca", "white"},
                                                          {".", "."}}),
      "Es grande <a>la casa <b>blanca</b></a>.");
}

TEST(MarkupProjectionTest, PunctuationStaysOutside) {
  EXPECT_EQ(Translate("<a>my house</a>.",
                      {{"mi", "my"}, {"casa", "house"}, {".", "."}}),
            "<a>mi casa</a>.");
  EXPECT_EQ(Translate("<a>my house</a>.", {{"mi", "my"}, {"casa.", "house."}}),
            "<a>mi casa</a>.");
  EXPECT_EQ(Translate("<b>Note:</b> go on",
                      {{"Nota", "Note"}, {":", ""}, {"sigue", "go"}}),
            "<b>Nota:</b> sigue");
  EXPECT_EQ(Translate("<q>Really?</q> he said.", {{"¿", "?"},
                                                  {"De", "Rea"},
                                                  {"verdad", "lly"},
                                                  {"?", ""},
                                                  {"dijo", "said"},
                                                  {".", "."}}),
            "<q>¿De verdad?</q> dijo.");
}

TEST(MarkupProjectionTest, ElementsWithoutWordsTakeTheirNeighbours) {
  EXPECT_EQ(Translate("I <b>do</b> like cats",
                      {{"me", "I"}, {"gustan", "like"}, {"gatos", "cats"}}),
            "me <b>gustan</b> gatos");
  EXPECT_EQ(Translate("See <i class=x></i> cats now",
                      {{"ve", "See"}, {"gatos", "cats"}, {"ya", "now"}}),
            "ve <i class=x></i> gatos ya");
}

std::string TranslateMarkdown(const std::string& text,
                              const std::string& translation,
                              const std::vector<AlignedSpan>& alignment) {
  const MarkupDocument document =
      ParseMarkup(text, {.format = TextFormat::kMarkdown, .language = "en"})
          .value();
  const AlignedText aligned = {.text = translation, .alignment = alignment};
  return RenderMarkup(document, {&aligned, 1}).text;
}

TEST(MarkupProjectionTest, TextBesideALinkChangesNoLink) {
  EXPECT_EQ(TranslateMarkdown(
                "Use Yahoo! [mail](u) now.", "現在Yahoo!郵件。",
                {{{0, 6}, {16, 19}}, {{6, 12}, {4, 10}}, {{12, 18}, {11, 15}}}),
            "現在Yahoo\\![郵件](u)。");
  EXPECT_EQ(TranslateMarkdown(
                "See [docs] (new).\n\n[docs]: u", "看文件(新)。",
                {{{0, 3}, {0, 3}}, {{3, 9}, {4, 8}}, {{9, 14}, {9, 14}}}),
            "看[文件]\\(新)。\n\n[docs]: u");
}

TEST(MarkupProjectionTest, ObjectsStandAfterTheWordBeforeThem) {
  EXPECT_EQ(Translate("Use <code>ls</code> now.",
                      {{"Ya", "now"}, {"usa", "Use"}, {".", "."}}),
            "Ya usa <code>ls</code>.");
  EXPECT_EQ(
      Translate("Use <code>ls</code>, please.",
                {{"Usa", "Use"}, {",", ","}, {"anda", "please"}, {".", "."}}),
      "Usa <code>ls</code>, anda.");
  EXPECT_EQ(Translate("A line<br>of text", {{"x", "x"}}),
            "expected one segment");
  EXPECT_EQ(Translate("A <img>cat sleeps",
                      {{"Un", "A"}, {"gato", "cat"}, {"duerme", "sleeps"}}),
            "Un <img>gato duerme");
}

TEST(MarkupProjectionTest, AnObjectKeepsTheSpaceBeforeAMark) {
  EXPECT_EQ(
      Translate("Welcome to <img> \u00a9 2025", {{"Bienvenido", "Welcome"},
                                                 {"a", "to"},
                                                 {"\u00a9", "\u00a9"},
                                                 {"2025", "2025"}}),
      "Bienvenido a <img> \u00a9 2025");
}

TEST(MarkupProjectionTest, EmphasisOfMarkdownIsNeverEmpty) {
  const auto render = [](const std::string& text,
                         const std::vector<AlignedWord>& words) {
    const MarkupDocument document =
        ParseMarkup(text, {.format = TextFormat::kMarkdown, .language = "en"})
            .value();
    const AlignedText translation =
        AlignWords(document.segments.at(0).text, words);
    return RenderMarkup(document, {&translation, 1}).text;
  };
  EXPECT_EQ(
      render(
          "The **number** of tokens",
          {{"El", "The"}, {"n\u00famero"}, {"de", "of"}, {"fichas", "tokens"}}),
      "El **n\u00famero** de fichas");
  EXPECT_EQ(render("The ~~old~~ ***new*** house",
                   {{"La", "The"}, {"vieja"}, {"casa", "house"}}),
            "La ~~vieja~~ ***casa***");
  EXPECT_EQ(render("Stop **now**", {{"Alto", "Stop"}, {"."}}), "**Alto**.");
}

TEST(MarkupProjectionTest, CopiedWordsAreDividedAsInTheSource) {
  EXPECT_EQ(Translate("Drink H<sub>2</sub>O now",
                      {{"Bebe", "Drink"}, {"H2O", "H2O"}, {"ya", "now"}}),
            "Bebe H<sub>2</sub>O ya");
  EXPECT_EQ(Translate("Drink H<sub>2</sub>O now",
                      {{"Bebe", "Drink"}, {"agua", "H2O"}, {"ya", "now"}}),
            "Bebe agua <sub></sub>ya");
}

TEST(MarkupProjectionTest, ProtectedSpansAreNotDivided) {
  // The alignment of a placeholder is often wrong for a part of its tokens.
  EXPECT_EQ(Render("Hello, <b>%1$s</b>!",
                   {.text = "Hola, %1$s!",
                    .alignment = {{.target = {0, 4}, .source = {0, 5}},
                                  {.target = {6, 9}, .source = {7, 10}},
                                  {.target = {9, 10}, .source = {0, 5}}}}),
            "Hola, <b>%1$s</b>!");
  EXPECT_EQ(Render("Dear <b>{{name}}</b>,",
                   {.text = "Estimada {{name}},",
                    .alignment = {{.target = {0, 8}, .source = {0, 4}},
                                  {.target = {9, 11}, .source = {5, 7}},
                                  {.target = {15, 17}, .source = {11, 13}}}}),
            "Estimada <b>{{name}}</b>,");
  EXPECT_EQ(Translate("Call <b>+34</b> 912 345 678 now", {{"Llama", "Call"},
                                                          {"ya", "now"},
                                                          {"+34", "+34"},
                                                          {"912", "912"},
                                                          {"345", "345"},
                                                          {"678", "678"}}),
            "Llama ya <b>+34</b> 912 345 678");
}

TEST(MarkupProjectionTest, MisnestedTagsKeepTheirOrder) {
  EXPECT_EQ(
      Translate("x <b>a <i>b</b> c</i> y",
                {{"Y", "y"}, {"C", "c"}, {"B", "b"}, {"A", "a"}, {"X", "x"}}),
      "Y C B <b><i></b></i>A X");
}

TEST(MarkupProjectionTest, WithoutAlignmentPositionsCount) {
  EXPECT_EQ(Translate("a <b>b</b> <i>c</i> d", {{"x"}, {"y"}}),
            "<b>x</b> <i>y</i>");
}

TEST(MarkupProjectionTest, WideScriptsHaveNoSpaces) {
  EXPECT_EQ(Translate("my <b>house</b> here",
                      {{"我的", "my"}, {"房子", "house"}, {"在这里", "here"}}),
            "我的 <b>房子</b> 在这里");
  const std::string html = "my <b>house</b> here";
  const MarkupDocument document = ParseMarkup(html, {}).value();
  const AlignedText translation = {
      .text = "我的房子在这里",
      .alignment = {{{0, 6}, {0, 2}}, {{6, 12}, {3, 8}}, {{12, 21}, {9, 13}}}};
  EXPECT_EQ(RenderMarkup(document, {&translation, 1}).text,
            "我的<b>房子</b>在这里");
}

TEST(MarkupProjectionTest, AlignmentsOutsideTheTextsAreIgnored) {
  const std::string html = "my <b>house</b>";
  const MarkupDocument document = ParseMarkup(html, {}).value();
  const AlignedText translation = {
      .text = "casa mía",
      .alignment = {
          {{-5, 99}, {-7, 99}}, {{3, 2}, {5, 1}}, {{50, 60}, {0, 2}}}};
  const std::string text = RenderMarkup(document, {&translation, 1}).text;
  EXPECT_NE(text.find("<b>"), std::string::npos);
}

}  // namespace
}  // namespace interpres
