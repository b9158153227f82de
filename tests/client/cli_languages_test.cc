// `interpres detect` and `interpres languages`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST_F(CliTest, DetectsTheLanguageOfEachLine) {
  FakeTranslationService server;
  const Outcome outcome =
      Run({"detect", "--server", server.address()}, "es: hola\n\nen: hi\n");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "es\t0.7500\nund\t0.0000\nen\t0.7500\n");
  EXPECT_EQ(Run({"detect", "--server", server.address(), "fr: allo"}, "").out,
            "fr\t0.7500\n");
}

TEST_F(CliTest, DetectsManyLines) {
  FakeTranslationService server;
  std::string input;
  std::string expected;
  for (int i = 0; i < 200; ++i) {
    input += i % 2 == 0 ? "es: uno\n" : "en: one\n";
    expected += i % 2 == 0 ? "es\t0.7500\n" : "en\t0.7500\n";
  }
  EXPECT_EQ(Run({"detect", "--server", server.address()}, input).out, expected);
  EXPECT_THAT(Run({"detect", "--server", server.address()}, "").out, IsEmpty());
}

TEST_F(CliTest, DetectsAsJson) {
  FakeTranslationService server;
  const Outcome outcome =
      Run({"detect", "--json", "--server", server.address()}, "es: hola\n");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out,
            "{\"line\":1,\"source\":\"es: hola\",\"languages\":[{\"language\":"
            "\"es\",\"confidence\":0.75}]}\n");
}

TEST_F(CliTest, ARefusedLineIsNamed) {
  FakeTranslationService server;
  const Outcome outcome =
      Run({"detect", "--server", server.address()}, "too long\nes: hola\n");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "\nes\t0.7500\n");
  EXPECT_EQ(outcome.err, "line 1: the text has too many bytes\n");
  EXPECT_THAT(
      Run({"detect", "--json", "--server", server.address()}, "too long\n").out,
      AllOf(HasSubstr("\"languages\":[]"),
            HasSubstr("\"code\":\"INVALID_ARGUMENT\"")));
}

TEST_F(CliTest, ListsThePairsOfLanguages) {
  FakeTranslationService server;
  EXPECT_EQ(Run({"languages", "--server", server.address()}, "").out,
            "any language to es (Spanish)\tfake, other\n"
            "en (English) to es (Spanish)\tfake\n");
  EXPECT_THAT(
      Run({"languages", "--json", "--server", server.address()}, "").out,
      HasSubstr("{\"source_language\":\"en\",\"target_language\":"
                "\"es\",\"source_name\":\"English\","));
}

}  // namespace
}  // namespace interpres
