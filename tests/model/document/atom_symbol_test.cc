#include "model/document/atom_symbol.h"

#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"

namespace interpres {
namespace {

TEST(AtomSymbolTest, FindsHashtags) {
  ExpectAtoms(AtomKind::kHashtag, {{"#word", ""},
                                   {"I like #Paris.", "#Paris"},
                                   {"#año", ""},
                                   {"#новости", ""},
                                   {"#日本", ""},
                                   {"(#tag)", "#tag"},
                                   {"#tag, #two", "#two"},
                                   {"#2fast #x2", "#x2"},
                                   {"#CamelCase", ""},
                                   {"#snake_case", ""},
                                   {"\"#tag\"", "#tag"},
                                   {"#_x", ""},
                                   {"#a", ""},
                                   {"好#tag", "#tag"},
                                   {"#tag!", "#tag"},
                                   {"#covid19", ""}});
}

TEST(AtomSymbolTest, OtherTextsHaveNoHashtags) {
  ExpectNoAtoms(
      AtomKind::kHashtag,
      {"#", "C#", "#1", "# x", "##", "&#x27;", "F#m", "a#b", "#-x", "#!", "#10",
       "#.", "http://x.y/#top", "é#x", "#️⃣", "/#x"});
}

TEST(AtomSymbolTest, FindsMentions) {
  ExpectAtoms(AtomKind::kMention, {{"@user", ""},
                                   {"Thanks @jane_doe!", "@jane_doe"},
                                   {"(@jane)", "@jane"},
                                   {"@jane.", "@jane"},
                                   {"@jane.doe", ""},
                                   {"@jane-doe", ""},
                                   {"@jane@example.social", ""},
                                   {"cc @a, @b", "@b"},
                                   {"@_x", ""},
                                   {"@User1", ""},
                                   {"\"@jane\"", "@jane"},
                                   {"好@jane", "@jane"},
                                   {"@jane:", "@jane"},
                                   {"@jane?", "@jane"},
                                   {"@types/node", "@types"}});
}

TEST(AtomSymbolTest, OtherTextsHaveNoMentions) {
  ExpectNoAtoms(AtomKind::kMention,
                {"@", "@ 5pm", "a@b", "jane@example.com", "@2x", "@@", "@.",
                 "x@y", "@-a", "@!", "@é", "é@x", "1@x", "@1a", "#@x"});
}

TEST(AtomSymbolTest, FindsEmoji) {
  ExpectAtoms(AtomKind::kEmoji,
              {{"😀", ""},
               {"Hi😀!", "😀"},
               {"👍🏽", ""},
               {"👩‍👧", ""},
               {"👩🏽‍⚕️", ""},
               {"👩‍⚕", ""},
               {"🇪🇸", ""},
               {"🇪🇸🇫🇷", "🇫🇷"},
               {"❤️", ""},
               {"❤", ""},
               {"1️⃣", ""},
               {"#️⃣", ""},
               {"☺", ""},
               {"✅ done", "✅"},
               {"™️", ""},
               {"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067"
                "\U000e007f",
                ""},
               {"⌚", ""},
               {"😀😁", "😁"}});
}

TEST(AtomSymbolTest, OtherTextsHaveNoEmoji) {
  ExpectNoAtoms(AtomKind::kEmoji,
                {"™", "©", "®", ":)", ":-(", "→", "1", "#", "*", "é", "好", "€",
                 "🇪", "\u200d", "\ufe0f", "…", "•", "↔"});
}

TEST(AtomSymbolTest, AdjacentEmojiAreSeparate) {
  EXPECT_THAT(FoundAtoms("😀😀👍🏽🇪🇸🇫🇷", AtomKind::kEmoji),
              testing::ElementsAre("😀", "😀", "👍🏽", "🇪🇸", "🇫🇷"));
}

}  // namespace
}  // namespace interpres
