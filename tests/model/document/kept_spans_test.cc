#include "model/document/kept_spans.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace interpres {
namespace {

std::vector<ByteSpan> SpansIn(const std::string& text,
                              const std::vector<std::string>& parts) {
  std::vector<ByteSpan> spans;
  for (const std::string& part : parts) {
    const auto begin = static_cast<int64_t>(text.find(part));
    spans.push_back({.begin = begin, .end = begin + std::ssize(part)});
  }
  return spans;
}

TEST(KeptSpansTest, WordsOutsideTheSpansAreReplaced) {
  const std::string text = "open {NAME} or http://x.org/A now";
  const std::string replaced =
      ReplaceWordsOutside(text, SpansIn(text, {"{NAME}", "http://x.org/A"}),
                          [](std::string_view word, bool) {
                            return "<" + std::string(word) + ">";
                          });
  EXPECT_EQ(replaced, "<open> {NAME} <or> http://x.org/A <now>");
}

TEST(KeptSpansTest, OnlyTheFirstWordIsFirst) {
  const std::string text = "one two";
  std::vector<bool> first;
  ReplaceWordsOutside(text, {}, [&](std::string_view word, bool is_first) {
    first.push_back(is_first);
    return std::string(word);
  });
  EXPECT_EQ(first, (std::vector<bool>{true, false}));
}

TEST(KeptSpansTest, CapitalsLeaveTheSpansAsTheyAre) {
  const std::string text = "abra {name} en la straße";
  const std::string cased = InCaseOfOutside(LetterCase::kCapitals, text,
                                            SpansIn(text, {"{name}"}), "de");
  EXPECT_EQ(cased, "ABRA {name} EN LA STRASSE");
}

TEST(KeptSpansTest, TitlesDependOnTheLanguage) {
  const std::string text = "how to open file_name in the box";
  const std::vector<ByteSpan> kept = SpansIn(text, {"file_name"});
  EXPECT_EQ(InCaseOfOutside(LetterCase::kTitle, text, kept, "en"),
            "How to Open file_name in the Box");
  EXPECT_EQ(InCaseOfOutside(LetterCase::kTitle, text, kept, "es"), text);
  EXPECT_EQ(InCaseOfOutside(LetterCase::kUsual, text, kept, "en"), text);
}

}  // namespace
}  // namespace interpres
