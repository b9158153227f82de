// The flags of `interpres translate`: what they ask of the server.

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateOptions;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;

class CliOptionsTest : public CliTest {
 protected:
  // The request that the flags make.
  TranslateRequest RequestOf(std::vector<std::string> flags) {
    TranslateRequest sent;
    FakeTranslationService server(
        [&](const TranslateRequest& request, TranslateResponse* response) {
          sent = request;
          return TranslateWithBrackets(request, response);
        });
    flags.emplace_back("text");
    const Outcome outcome = Translate(server, std::move(flags));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return sent;
  }

  TranslateOptions OptionsOf(std::vector<std::string> flags) {
    return RequestOf(std::move(flags)).options();
  }

  static void ExpectSame(const TranslateOptions& found,
                         const TranslateOptions& expected) {
    EXPECT_TRUE(
        google::protobuf::util::MessageDifferencer::Equals(found, expected))
        << found.ShortDebugString();
  }
};

TEST_F(CliOptionsTest, TheServerChoosesOptionsThatAreNotGiven) {
  ExpectSame(OptionsOf({}), {});
}

TEST_F(CliOptionsTest, AGlossaryOfTheServerHasAName) {
  const TranslateRequest request =
      RequestOf({"--glossary-name", "products", "--glossary-ignore-case",
                 "--glossary-inflection"});
  EXPECT_EQ(request.glossary_name(), "products");
  EXPECT_TRUE(request.glossary_ignore_case());
  EXPECT_TRUE(request.glossary_inflection());
  FakeTranslationService server;
  const Outcome outcome = Translate(server, {"--glossary-ignore-case", "text"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err,
              ::testing::HasSubstr("expected --glossary or --glossary-name"));
}

TEST_F(CliOptionsTest, ProtectionAndFormatHaveFlags) {
  const TranslateRequest request = RequestOf(
      {"--format", "html", "--integrity", "report", "--numbers", "verbatim",
       "--do-not-translate", "Acme", "--do-not-translate", "Blue Dog"});
  EXPECT_EQ(request.format(), v1::TEXT_FORMAT_HTML);
  EXPECT_EQ(request.integrity(), v1::INTEGRITY_REPORT);
  EXPECT_EQ(request.numbers(), v1::NUMBERS_VERBATIM);
  EXPECT_THAT(request.do_not_translate(),
              ::testing::ElementsAre("Acme", "Blue Dog"));
}

TEST_F(CliOptionsTest, EveryFlagIsAnOption) {
  TranslateOptions expected;
  expected.set_beam_size(3);
  expected.set_n_best(2);
  expected.set_length_penalty(0.5F);
  expected.set_max_length(7);
  expected.set_shortlist(true);
  expected.set_repetition_penalty(1.25F);
  expected.set_no_repeat_ngram_size(3);
  expected.add_target_prefix("La casa");
  ExpectSame(OptionsOf({"--beam", "3", "--nbest", "2", "--length-penalty",
                        "0.5", "--max-length", "7", "--shortlist",
                        "--repetition-penalty", "1.25", "--no-repeat-ngram",
                        "3", "--target-prefix", "La casa"}),
             expected);
}

TEST_F(CliOptionsTest, ThePriorityIsOfTheRequest) {
  EXPECT_EQ(RequestOf({}).priority(), v1::PRIORITY_UNSPECIFIED);
  EXPECT_EQ(RequestOf({"--priority", "batch"}).priority(), v1::PRIORITY_BATCH);
  EXPECT_EQ(RequestOf({"--priority", "interactive"}).priority(),
            v1::PRIORITY_INTERACTIVE);
}

TEST_F(CliOptionsTest, ANegativeSeedIsRefused) {
  const FakeTranslationService server;
  EXPECT_EQ(Translate(server, {"--sample", "--seed=-1", "text"}).code, 2);
}

TEST_F(CliOptionsTest, ANameThatCannotBeSentIsRefused) {
  const FakeTranslationService server;
  const Outcome outcome =
      Translate(server, {"--client-name", "two words", "text"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("printable ASCII"));
}

TEST_F(CliOptionsTest, SamplingIsAskedForByAnyOfItsFlags) {
  TranslateOptions expected;
  expected.mutable_sampling();
  ExpectSame(OptionsOf({"--sample"}), expected);
  expected.mutable_sampling()->set_top_p(0.75F);
  ExpectSame(OptionsOf({"--top-p", "0.75"}), expected);
  expected.mutable_sampling()->set_seed(18446744073709551615U);
  expected.mutable_sampling()->set_temperature(0.5F);
  expected.mutable_sampling()->set_top_k(40);
  ExpectSame(OptionsOf({"--sample", "--top-p", "0.75", "--seed",
                        "18446744073709551615", "--temperature", "0.5",
                        "--top-k", "40"}),
             expected);
}

}  // namespace
}  // namespace interpres
