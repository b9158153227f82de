// BLEU and chrF against values of sacreBLEU; tests/conformance/
// bleu_conformance.py compares with sacreBLEU itself.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "model/training/bleu.h"
#include "model/training/chrf.h"
#include "model/training/ngram_statistics.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;

std::string Tokens(std::string_view line) {
  std::string joined;
  for (const std::u32string& word : Tokenize13a(line)) {
    joined += joined.empty() ? "" : " ";
    for (const char32_t c : word) {
      if (c < 0x80) {
        joined += static_cast<char>(c);
      } else {
        absl::StrAppendFormat(&joined, "<%d>", static_cast<uint32_t>(c));
      }
    }
  }
  return joined;
}

TEST(Tokenize13aTest, SeparatesPunctuation) {
  EXPECT_EQ(Tokens("Hello, world!"), "Hello , world !");
  EXPECT_EQ(Tokens("(a/b) [c] {d} <e> f_g"),
            "( a / b ) [ c ] { d } < e > f _ g");
  EXPECT_EQ(Tokens("it's 'so'"), "it's 'so'");
  EXPECT_EQ(Tokens("well-known"), "well-known");
  EXPECT_EQ(Tokens("a...b"), "a . . . b");
}

TEST(Tokenize13aTest, KeepsNumbersTogether) {
  EXPECT_EQ(Tokens("1,234.56"), "1,234.56");
  EXPECT_EQ(Tokens("in 1999."), "in 1999 .");
  EXPECT_EQ(Tokens("2-3"), "2 - 3");
  EXPECT_EQ(Tokens("-3"), "-3");
  EXPECT_EQ(Tokens(".5,x"), ". 5 , x");
}

TEST(Tokenize13aTest, UndoesEntitiesAndMarks) {
  EXPECT_EQ(Tokens("&quot;a&quot; &amp;lt; b"), "\" a \" < b");
  EXPECT_EQ(Tokens("a <skipped> b"), "a b");
  EXPECT_EQ(Tokens("hyphen-\nated line\nend\n"), "hyphenated line end");
}

TEST(Tokenize13aTest, SplitsAtUnicodeSpaceAndKeepsOtherScripts) {
  EXPECT_EQ(Tokens("a\xc2\xa0"
                   "b\xe3\x80\x80"
                   "c"),
            "a b c");
  EXPECT_EQ(Tokens("\xc2\xbfQu\xc3\xa9?"), "<191>Qu<233> ?");
  EXPECT_EQ(Tokens(" \t "), "");
}

TEST(NgramStatisticsTest, DecodesEveryLengthAndAnyBytes) {
  EXPECT_THAT(DecodeUtf8("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"),
              ElementsAre(U'a', U'\u00e9', U'\u20ac', U'\U0001f600'));
  EXPECT_THAT(DecodeUtf8("\xff\xe2\x82"), ElementsAre(0xdcff, 0xdce2, 0xdc82));
  EXPECT_THAT(DecodeUtf8("\xed\xa0\x80"), ElementsAre(0xdced, 0xdca0, 0xdc80))
      << "a surrogate is not a code point";
}

TEST(NgramStatisticsTest, MatchesAreClipped) {
  const NgramCounts counts = CountNgrams(U"aaab", U"aab", 1);
  EXPECT_EQ(counts.hypothesis, 4);
  EXPECT_EQ(counts.reference, 3);
  EXPECT_EQ(counts.matches, 3);
  EXPECT_EQ(CountNgrams(U"aaab", U"aab", 2).matches, 2);
  EXPECT_EQ(CountNgrams(U"ab", U"ab", 3).hypothesis, 0);
}

TEST(BleuTest, PerfectAndHopeless) {
  const std::vector<std::string> text = {"the cat sat on the mat .", "a b c d"};
  EXPECT_NEAR(CorpusBleu(text, text).score, 100.0, 1e-9);
  EXPECT_EQ(CorpusBleu(std::vector<std::string>{"x y"},
                       std::vector<std::string>{"a b"})
                .score,
            0.0);
  EXPECT_EQ(CorpusBleu({}, {}).score, 0.0);
  EXPECT_EQ(
      CorpusBleu(std::vector<std::string>{""}, std::vector<std::string>{"a b"})
          .brevity_penalty,
      0.0);
}

TEST(BleuTest, SmoothsOrdersWithoutAMatch) {
  // By hand: precisions 3/5; 1/4; 0/3 -> 1/(2*3); 0/2 -> 1/(4*2).
  const BleuScore bleu =
      CorpusBleu(std::vector<std::string>{"the cat is here now"},
                 std::vector<std::string>{"the cat was not here"});
  EXPECT_DOUBLE_EQ(bleu.precisions[0], 60.0);
  EXPECT_DOUBLE_EQ(bleu.precisions[1], 25.0);
  EXPECT_DOUBLE_EQ(bleu.precisions[2], 100.0 / 6.0);
  EXPECT_DOUBLE_EQ(bleu.precisions[3], 12.5);
  EXPECT_NEAR(bleu.score, 23.643540, 1e-5);
}

TEST(BleuTest, PunishesBrevity) {
  const BleuScore bleu =
      CorpusBleu(std::vector<std::string>{"a b c d e"},
                 std::vector<std::string>{"a b c d e f g h i j"});
  EXPECT_NEAR(bleu.brevity_penalty, 0.36787944, 1e-8);  // exp(1 - 10/5)
  EXPECT_NEAR(bleu.score, 36.787944, 1e-5);
}

TEST(ChrfTest, PerfectHopelessAndByHand) {
  const std::vector<std::string> text = {"a cat", "a dog"};
  EXPECT_NEAR(CorpusChrf(text, text), 100.0, 1e-9);
  EXPECT_EQ(CorpusChrf(std::vector<std::string>{"xyz"},
                       std::vector<std::string>{"abc"}),
            0.0);
  EXPECT_EQ(
      CorpusChrf(std::vector<std::string>{""}, std::vector<std::string>{"abc"}),
      0.0);
  // abc / abd: precisions and recalls 2/3, 1/2, 0/1; F is their mean, 7/18.
  EXPECT_NEAR(CorpusChrf(std::vector<std::string>{"a bc"},
                         std::vector<std::string>{"ab d"}),
              100.0 * 7.0 / 18.0, 1e-9);
}

TEST(SignatureTest, NameEveryChoice) {
  EXPECT_THAT(BleuSignature(),
              ::testing::StartsWith("BLEU|nrefs:1|case:mixed|eff:no|tok:13a|"
                                    "smooth:exp|version:"));
  EXPECT_THAT(
      ChrfSignature(),
      ::testing::StartsWith(
          "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:"));
}

struct System {
  const char* hypothesis;
  const char* reference;
  double bleu;  // by sacreBLEU
};

std::vector<std::string> Lines(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
  }
  return lines;
}

// Outputs of published models, with the scores that sacreBLEU gives them.
TEST(BleuDataTest, EqualsSacreBleuOnPublishedSystems) {
  const char* data = std::getenv("INTERPRES_DATA");
  const char* source = std::getenv("INTERPRES_SOURCE_DIR");
  const std::filesystem::path base =
      data != nullptr ? std::filesystem::path(data)
                      : std::filesystem::path(source ? source : ".") / ".." /
                            "shared" / "data";
  const std::filesystem::path root = base / "eval-en-es";
  if (!std::filesystem::exists(root / "systems")) {
    GTEST_SKIP() << "skipped: no data at " << root;
  }
  const std::vector<System> systems = {
      {"en-es.flores-dev.bergamot-tiny.es", "flores.dev.es", 25.70},
      {"en-es.flores-dev.bergamot-base-memory.es", "flores.dev.es", 27.70},
      {"en-es.wmt12.bergamot-tiny.es", "newstest2012.es", 39.00},
      {"en-es.wmt12.bergamot-base-memory.es", "newstest2012.es", 39.26},
      {"es-en.flores-dev.bergamot-tiny.en", "flores.dev.en", 27.33},
      {"es-en.flores-dev.bergamot-base-memory.en", "flores.dev.en", 27.51},
      {"es-en.wmt12.bergamot-tiny.en", "newstest2012.en", 38.31},
      {"es-en.wmt12.bergamot-base-memory.en", "newstest2012.en", 38.17}};
  for (const System& system : systems) {
    const auto hypotheses = Lines(root / "systems" / system.hypothesis);
    const auto references = Lines(root / system.reference);
    ASSERT_EQ(hypotheses.size(), references.size());
    EXPECT_NEAR(CorpusBleu(hypotheses, references).score, system.bleu, 0.01)
        << system.hypothesis;
  }
}

}  // namespace
}  // namespace interpres
