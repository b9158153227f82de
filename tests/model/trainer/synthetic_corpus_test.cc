#include "model/trainer/synthetic_corpus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "model/training/synthesis_journal.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class SyntheticCorpusTest : public ::testing::Test {
 protected:
  SyntheticCorpusTest() {
    Write("one", "a\nb\n\nskip\nc\n");
    Write("two", "d\ne");
  }

  std::filesystem::path Path(const std::string& name) const {
    return directory_.path() / name;
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name), std::ios::binary) << text;
  }
  std::string Read(const std::string& name) const {
    std::ifstream file(Path(name), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }

  SyntheticCorpusOptions Options() const {
    return {.inputs = {Path("one"), Path("two")},
            .text_output = Path("text"),
            .translation_output = Path("translation"),
            .settings = "model 1",
            .chunk_lines = 2};
  }

  // Translates `a` to `A`, and fails after `calls` calls. Records the lines.
  LineTranslator Translator(int calls = 1000) {
    return [this, calls](std::span<const std::string> lines) mutable
           -> absl::StatusOr<std::vector<std::string>> {
      if (calls-- == 0) {
        return absl::AbortedError("killed");
      }
      std::vector<std::string> translations;
      for (const std::string& line : lines) {
        translated_.push_back(line);
        translations.push_back(line == "skip" ? "" : line + "\n" + line);
      }
      return translations;
    };
  }

  absl::StatusOr<SyntheticCorpusReport> Run(
      const SyntheticCorpusOptions& options, const LineTranslator& translator) {
    return WriteSyntheticCorpus(
        options, translator,
        [this](const std::string& line) { said_ += line + "\n"; });
  }

  void ExpectWhole() const {
    EXPECT_EQ(Read("text"), "a\nb\nc\nd\ne\n");
    EXPECT_EQ(Read("translation"), "a a\nb b\nc c\nd d\ne e\n");
    EXPECT_FALSE(std::filesystem::exists(Path("translation.part")));
  }

  TempDir directory_;
  std::vector<std::string> translated_;
  std::string said_;
};

TEST_F(SyntheticCorpusTest, WritesThePairsThatHaveATranslation) {
  const auto report = Run(Options(), Translator());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->lines, 7);
  EXPECT_EQ(report->resumed, 0);
  EXPECT_EQ(report->written, 5);
  EXPECT_THAT(said_, HasSubstr("7 of 7 lines"));
  ExpectWhole();
}

TEST_F(SyntheticCorpusTest, ContinuesAfterEachPlaceOfAKill) {
  for (const int calls : {0, 1, 2, 3}) {
    translated_.clear();
    EXPECT_EQ(Run(Options(), Translator(calls)).status().code(),
              absl::StatusCode::kAborted);
    EXPECT_FALSE(std::filesystem::exists(Path("text")));
    EXPECT_FALSE(std::filesystem::exists(Path("translation")));
    const auto report = Run(Options(), Translator());
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->resumed, 2 * calls);
    EXPECT_THAT(translated_, ElementsAre("a", "b", "skip", "c", "d", "e"));
    ExpectWhole();
    std::filesystem::remove(Path("text"));
    std::filesystem::remove(Path("translation"));
  }
}

TEST_F(SyntheticCorpusTest, ALineWithoutItsEndIsTranslatedAgain) {
  EXPECT_FALSE(Run(Options(), Translator(1)).ok());
  const std::string whole = Read("translation.part");
  // Every cut of the journal, also in its title.
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Write("translation.part", whole.substr(0, size));
    ASSERT_TRUE(Run(Options(), Translator()).ok()) << size;
    ExpectWhole();
    std::filesystem::remove(Path("text"));
    std::filesystem::remove(Path("translation"));
  }
}

TEST_F(SyntheticCorpusTest, AKillBetweenTheOutputsWritesBothAgain) {
  EXPECT_FALSE(Run(Options(), Translator(3)).ok());
  const std::vector<std::string> lines = {"a", "b", "", "skip", "c", "d", "e"};
  ASSERT_TRUE(
      (*SynthesisJournal::Open(Path("translation.part"), "model 1", lines))
          ->Append(std::span(lines).subspan(6), std::vector<std::string>{"e e"})
          .ok());
  Write("text", "a\nb\nc\nd\ne\n");
  ASSERT_TRUE(Run(Options(), Translator()).ok());
  ExpectWhole();
}

TEST_F(SyntheticCorpusTest, AnUnfinishedJournalDoesNotAllowToOverwrite) {
  EXPECT_FALSE(Run(Options(), Translator(3)).ok());
  SyntheticCorpusOptions options = Options();
  Write("mine", "mine\n");
  options.text_output = Path("mine");
  EXPECT_THAT(Run(options, Translator()).status().message(),
              HasSubstr("mine exists; delete the file"));
  EXPECT_EQ(Read("mine"), "mine\n");
}

TEST_F(SyntheticCorpusTest, DoesNotTouchAFileThatIsNoJournal) {
  for (const std::string text : {"no line", "a line\nand half", "one line\n"}) {
    Write("translation.part", text);
    EXPECT_THAT(Run(Options(), Translator()).status().message(),
                AllOf(HasSubstr("translation.part: the file is no journal"),
                      HasSubstr("choose another output")));
    EXPECT_EQ(Read("translation.part"), text);
  }
}

TEST_F(SyntheticCorpusTest, AJournalWithoutTranslationsGetsTheNewSettings) {
  SyntheticCorpusOptions options = Options();
  options.settings = "a wrong language, which no call translates";
  EXPECT_FALSE(Run(options, Translator(0)).ok());
  ASSERT_TRUE(Run(Options(), Translator()).ok());
  ExpectWhole();
}

TEST_F(SyntheticCorpusTest, RefusesTheNamesOfTheJournalAndTemporaryFiles) {
  const auto expect_refused = [&](const SyntheticCorpusOptions& options) {
    const auto report = Run(options, Translator());
    EXPECT_EQ(report.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(report.status().message(),
                HasSubstr("the command itself writes and deletes a file"));
  };
  SyntheticCorpusOptions options = Options();
  options.text_output = Path("translation.part");
  expect_refused(options);
  options.text_output = Path("translation.tmp");
  expect_refused(options);
  options = Options();
  Write("translation.part", "a\n");
  options.inputs = {Path("translation.part")};
  expect_refused(options);
  EXPECT_EQ(Read("translation.part"), "a\n");
  options = Options();
  options.text_output = "";
  EXPECT_THAT(Run(options, Translator()).status().message(),
              HasSubstr("the path of an output is empty"));
}

TEST_F(SyntheticCorpusTest, RefusesAJournalOfAnotherInputOrModel) {
  EXPECT_FALSE(Run(Options(), Translator(1)).ok());
  SyntheticCorpusOptions options = Options();
  options.settings = "model 2";
  auto report = Run(options, Translator());
  EXPECT_EQ(report.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(report.status().message(),
              AllOf(HasSubstr("translation.part"), HasSubstr("model 1"),
                    HasSubstr("expected"), HasSubstr("model 2")));
  Write("one", "a\nother\n");
  report = Run(Options(), Translator());
  EXPECT_THAT(report.status().message(),
              HasSubstr("entry 2 is of another line of input"));
  // Fewer lines than the journal has.
  Write("one", "a\n");
  options = Options();
  options.inputs = {Path("one")};
  EXPECT_FALSE(Run(options, Translator()).ok());
}

TEST_F(SyntheticCorpusTest, OneProcessAtATimeWritesAJournal) {
  const std::vector<std::string> lines = {"a", "b"};
  const auto held =
      SynthesisJournal::Open(Path("translation.part"), "model 1", lines);
  ASSERT_TRUE(held.ok()) << held.status();
  EXPECT_THAT(Run(Options(), Translator()).status().message(),
              HasSubstr("another process is writing it"));
}

TEST_F(SyntheticCorpusTest, OverwritesNoFile) {
  Write("text", "mine\n");
  EXPECT_EQ(Run(Options(), Translator()).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(Read("text"), "mine\n");
  SyntheticCorpusOptions options = Options();
  options.text_output = Path("one");
  EXPECT_EQ(Run(options, Translator()).status().code(),
            absl::StatusCode::kInvalidArgument);
  options.text_output = options.translation_output;
  EXPECT_THAT(Run(options, Translator()).status().message(),
              HasSubstr("is the file of both outputs"));
  EXPECT_TRUE(translated_.empty());
}

TEST_F(SyntheticCorpusTest, ATextWithoutATranslationIsAnError) {
  Write("one", "skip\n\n");
  SyntheticCorpusOptions options = Options();
  options.inputs = {Path("one")};
  EXPECT_THAT(Run(options, Translator()).status().message(),
              HasSubstr("no line has a translation (2 lines)"));
  EXPECT_FALSE(std::filesystem::exists(Path("text")));
}

}  // namespace
}  // namespace interpres
