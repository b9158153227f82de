// The flags of a vocabulary, from the command line down.

#include "model/trainer/vocab_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "model/config/piece_ids.h"
#include "model/training/vocabulary_store.h"
#include "tests/testing/command_runner.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class VocabCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ofstream en(Path("en"));
    std::ofstream es(Path("es"));
    for (const TinySentencePair& pair : TinyCorpus()) {
      en << pair.en << '\n';
      es << pair.es << '\n';
    }
  }

  std::string Path(const std::string& name) const {
    return (directory_.path() / name).string();
  }

  CommandOutcome Run(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments = {
        "vocab",    "--train-source",    Path("en"), "--train-target",
        Path("es"), "--source-language", "en",       "--target-language",
        "es",       "--output",          Path("v")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunCommand(arguments, [](CLI::App& app, int& exit_code) {
      AddVocabCommand(app, exit_code);
    });
  }

  // The pieces of the vocabulary that the flags make.
  PieceIds Pieces(const std::vector<std::string>& more) const {
    const CommandOutcome outcome = Run(more);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return ReadVocabulary(Path("v")).value().pieces;
  }

  TempDir directory_;
};

TEST_F(VocabCommandTest, BytesAreTheDefault) {
  EXPECT_TRUE(Pieces({"--vocab-size", "400"}).contains("<0x0A>"));
  EXPECT_TRUE(
      Pieces({"--vocab-size", "400", "--byte-fallback"}).contains("<0x0A>"));
  EXPECT_FALSE(
      Pieces({"--vocab-size", "150", "--no-byte-fallback"}).contains("<0x0A>"));
  const CommandOutcome small = Run({"--vocab-size", "150"});
  EXPECT_EQ(small.exit_code, 1);
  EXPECT_THAT(small.err, AllOf(HasSubstr("vocab-size is 150; expected 260"),
                               HasSubstr("--no-byte-fallback")));
}

TEST_F(VocabCommandTest, SymbolsComeFromFlagsAndAFile) {
  std::ofstream(Path("symbols")) << "<b>\r\n\n<c>";
  const auto pieces =
      Pieces({"--vocab-size", "400", "--user-symbol", "<a>", "--user-symbol",
              "<d>", "--user-symbol-file", Path("symbols")});
  for (const char* symbol : {"<a>", "<b>", "<c>", "<d>"}) {
    EXPECT_TRUE(pieces.contains(symbol)) << symbol;
  }
  EXPECT_THAT(Run({"--user-symbol-file", Path("none")}).err, HasSubstr("none"));
}

TEST_F(VocabCommandTest, DigitsAndCoverage) {
  const auto pieces = Pieces({"--vocab-size", "400", "--split-digits"});
  EXPECT_TRUE(pieces.contains("0") && pieces.contains("9"));
  EXPECT_THAT(Run({"--character-coverage", "0.5"}).err,
              HasSubstr("character-coverage is 0.5; expected 0.98"));
}

TEST_F(VocabCommandTest, PrintsWhatHasNoPiece) {
  std::ofstream(Path("en"), std::ios::app) << "The river Świna\n";
  std::ofstream(Path("es"), std::ios::app) << "El río Świna\n";
  const std::vector<std::string> rare = {"--character-coverage", "0.99",
                                         "--vocab-size"};
  auto flags = rare;
  flags.emplace_back("400");
  EXPECT_THAT(Run(flags).out,
              AllOf(HasSubstr("bytes spell them"),
                    HasSubstr("Ś (U+015A) 2 times, first in " + Path("en")),
                    HasSubstr("The river Świna")));
  flags = rare;
  flags.insert(flags.end(), {"150", "--no-byte-fallback"});
  EXPECT_THAT(Run(flags).out, HasSubstr("they are unknown"));
  EXPECT_THAT(Run({"--character-coverage", "1", "--vocab-size", "400"}).out,
              AllOf(HasSubstr("pieces for all"), Not(HasSubstr("U+"))));
}

}  // namespace
}  // namespace interpres
