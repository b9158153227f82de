#include "model/document/atom_finder.h"

#include <cstdlib>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "gtest/gtest.h"
#include "tests/testing/found_atoms.h"
#include "tests/testing/random_text.h"
#include "tests/testing/slowness.h"

namespace interpres {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> AllOf(std::string_view text,
                               const AtomOptions& options = {}) {
  std::vector<std::string> found;
  for (const Atom& atom : FindAtoms(text, options)) {
    found.push_back(std::string(AtomKindName(atom.kind)) + " " +
                    std::string(BytesOf(text, atom.span)));
  }
  return found;
}

TEST(AtomFinderTest, FindsAtomsInOrder) {
  EXPECT_THAT(
      AllOf("Mail jane@example.com 5 times, see https://x.y/1 😀 {name}."),
      ElementsAre("email jane@example.com", "number 5", "url https://x.y/1",
                  "emoji 😀", "placeholder {name}"));
}

TEST(AtomFinderTest, TheLongestAtomWins) {
  EXPECT_THAT(AllOf("mailto:a@b.com"), ElementsAre("url mailto:a@b.com"));
  EXPECT_THAT(AllOf("snake_case@b.com"), ElementsAre("email snake_case@b.com"));
  EXPECT_THAT(AllOf("`{x} 5`"), ElementsAre("code `{x} 5`"));
  EXPECT_THAT(AllOf("https://x.y/@a#b"), ElementsAre("url https://x.y/@a#b"));
}

TEST(AtomFinderTest, KindsThatAreOffHideTheirParts) {
  EXPECT_THAT(AllOf("https://x.y/1 2", {.off = {AtomKind::kUrl}}),
              ElementsAre("number 2"));
}

TEST(AtomFinderTest, ControlCharactersEndAtoms) {
  EXPECT_THAT(AllOf("`a\tb` 1\t234"), ElementsAre("number 1", "number 234"));
  EXPECT_THAT(AllOf("foo\n_bar x_y"), ElementsAre("code x_y"));
}

TEST(AtomFinderTest, ProseHasNoAtoms) {
  for (const std::string_view text :
       {"It's a well-known fact: she said \"no\" (twice), didn't she?",
        "Der Mann, den ich gestern gesehen habe, war — glaube ich — krank.",
        "¿Qué hora es? ¡Las cinco!", "L'été dernier; aujourd'hui…",
        "彼は東京に住んでいます。", "Это просто текст.", "هذا نص بسيط.",
        "यह एक वाक्य है।", "U.S. and U.K., e.g. the N.Y. Times", ""}) {
    EXPECT_THAT(AllOf(text), IsEmpty()) << text;
  }
}

TEST(AtomFinderTest, AtomsAreSortedAndStable) {
  std::mt19937 random(7);
  const AtomOptions options = {.do_not_translate =
                                   TermList({"Hale", "He the", "12"})};
  for (int i = 0; i < 2000; ++i) {
    const std::string text = RandomText(random);
    int64_t end = 0;
    for (const Atom& atom : FindAtoms(text, options)) {
      ASSERT_GE(atom.span.begin, end) << text;
      ASSERT_GT(atom.span.end, atom.span.begin) << text;
      end = atom.span.end;
      const std::string bytes(BytesOf(text, atom.span));
      const std::vector<Atom> alone = FindAtoms(bytes, options);
      ASSERT_EQ(alone.size(), 1u) << bytes;
      ASSERT_EQ(BytesOf(bytes, alone[0].span), bytes);
      ASSERT_EQ(alone[0].kind, atom.kind);
    }
    ASSERT_LE(end, static_cast<int64_t>(text.size()));
  }
}

// Each `{a` begins a message that is malformed at its end.
TEST(AtomFinderTest, NestedMessagesTakeLinearTime) {
  constexpr int kMany = 50000 / kSlowness;
  std::string text;
  for (int i = 0; i < kMany; ++i) {
    text += "{a,plural,x{{b,c,";
  }
  text.append(std::size_t{3} * kMany, '}');
  EXPECT_LE(FindAtoms(text, {}).size(), text.size());
}

// A scan that takes quadratic time needs hours for one of these texts.
TEST(AtomFinderTest, LongTextsTakeLinearTime) {
  constexpr std::size_t kBytes = (1 << 20) / kSlowness;
  const AtomOptions options = {
      .do_not_translate = TermList({"a", "a.a.a.a", "((((((((", "{{{{{b"})};
  for (const std::string_view piece : {"<",
                                       "{",
                                       "a.",
                                       "@",
                                       "://",
                                       "%",
                                       "(",
                                       "a@",
                                       "a/",
                                       "a-",
                                       "a_",
                                       "1,",
                                       "1 ",
                                       "1.",
                                       "1",
                                       "a",
                                       "a1",
                                       "я1",
                                       "é1_",
                                       "अ१",
                                       "א1",
                                       "A",
                                       "aB",
                                       "`",
                                       "`a",
                                       "``a`",
                                       "{n,plural,",
                                       "{n,plural,other{",
                                       "/+",
                                       "/-",
                                       "/=",
                                       "/@",
                                       "+\\\\",
                                       "}",
                                       "{{a",
                                       "http://",
                                       "www.",
                                       "mailto:a@",
                                       "C:\\",
                                       "./",
                                       "/a",
                                       "~/",
                                       "--a",
                                       "$a",
                                       "$",
                                       "#",
                                       "[[",
                                       "@@a",
                                       ":a",
                                       " :a",
                                       "a::",
                                       "a->",
                                       "1:",
                                       "ab:",
                                       "+1 2",
                                       "f0",
                                       "0x",
                                       "v1.",
                                       "é",
                                       "é.",
                                       "好",
                                       "😀\u200d",
                                       "🇪",
                                       "+",
                                       "_",
                                       "\\",
                                       "{n,plural,other{x",
                                       "'{",
                                       "a=b",
                                       "a.b@",
                                       "1a.",
                                       "x.com/",
                                       "((",
                                       "http://((",
                                       "é/a"}) {
    std::string text;
    while (text.size() < kBytes) {
      text += piece;
    }
    const std::vector<Atom> atoms = FindAtoms(text, options);
    EXPECT_LE(atoms.size(), text.size()) << piece;
  }
}

TEST(AtomFinderTest, AcceptsAnyBytes) {
  std::mt19937 random(11);
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 40, ' ');
    for (char& c : text) {
      constexpr std::string_view kMarks = "{}<>%$@#:./`-_+1a\xc3\xa9\xf0\xe2";
      c = random() % 2 == 0 ? kMarks[random() % kMarks.size()]
                            : static_cast<char>(random());
    }
    for (const Atom& atom : FindAtoms(text, {})) {
      ASSERT_LE(atom.span.end, static_cast<int64_t>(text.size()));
    }
  }
}

// The code spans of a cell of a table in Markdown.
std::vector<std::string> CodeSpans(const std::string& cell) {
  std::vector<std::string> spans;
  const std::regex code("`([^`]+)`");
  for (std::sregex_iterator it(cell.begin(), cell.end(), code), end; it != end;
       ++it) {
    spans.push_back((*it)[1]);
  }
  return spans;
}

// The table of docs/texts.md: kinds, examples, counterexamples.
TEST(AtomFinderTest, TheExamplesOfThePageAreFound) {
  const char* source = std::getenv("INTERPRES_SOURCE_DIR");
  std::ifstream file(std::string(source != nullptr ? source : ".") +
                     "/docs/texts.md");
  const std::regex row(R"(^\| (`[A-Z_`, ]+`) \| (.*) \| (.*)\|$)");
  std::string line;
  while (std::getline(file, line) && line != "## What must not change") {
  }
  std::set<std::string> kinds;
  while (std::getline(file, line)) {
    std::smatch match;
    if (!std::regex_match(line, match, row)) {
      continue;
    }
    std::set<std::string> names;
    for (const std::string& name : CodeSpans(match[1])) {
      names.insert(absl::AsciiStrToLower(name));
    }
    for (const std::string& example : CodeSpans(match[2])) {
      const std::vector<Atom> found = FindAtoms(example, {});
      if (names.contains("do_not_translate")) {
        continue;  // the name of a field
      }
      ASSERT_EQ(found.size(), 1U) << example;
      EXPECT_TRUE(names.contains(std::string(AtomKindName(found[0].kind))))
          << example;
      EXPECT_EQ(BytesOf(example, found[0].span), example);
    }
    for (const std::string& other : CodeSpans(match[3])) {
      for (const Atom& atom : FindAtoms(other, {})) {
        EXPECT_FALSE(names.contains(std::string(AtomKindName(atom.kind))))
            << other;
      }
    }
    kinds.merge(names);
  }
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(kAtomKindCount));
}

}  // namespace
}  // namespace interpres
