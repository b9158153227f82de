// `interpres translate` with --alignments, --attention, --attention-weights.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/client/cli_fixture.h"
#include "tests/testing/attention_answer.h"

namespace interpres {
namespace {

using interpres::testing::AddAttention;
using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

// Every text gets the pieces "▁the ▁cat". A text with "bad" is an error.
grpc::Status Handle(const TranslateRequest& request,
                    TranslateResponse* response) {
  grpc::Status status = TranslateWithBrackets(request, response);
  for (int i = 0; i < request.texts_size(); ++i) {
    interpres::v1::TranslationResult& result = *response->mutable_results(i);
    if (request.texts(i).find("bad") != std::string::npos) {
      result.mutable_error()->set_code(grpc::INVALID_ARGUMENT);
      result.mutable_error()->set_message("too much");
    } else if (request.options().return_alignments() ||
               request.options().return_attention()) {
      AddAttention({">>es<<", "▁the", "▁cat", "</s>"}, {"▁el", "▁gato", "</s>"},
                   {}, result);
      if (!request.options().return_attention()) {
        result.mutable_translations()->mutable_hypotheses(0)->clear_attention();
      }
    }
  }
  return status;
}

class CliAttentionTest : public CliTest {
 protected:
  FakeTranslationService server_{Handle};
  const std::string svg_ = directory_ + "/out.svg";
};

TEST_F(CliAttentionTest, AlignmentsFollowTheText) {
  const Outcome outcome =
      Translate(server_, {"--alignments"}, "the cat\n\nbad\nthe cat\n");
  EXPECT_EQ(outcome.out, "<the cat>\t0-0 1-1\n\t\n\t\n<the cat>\t0-0 1-1\n");
  EXPECT_EQ(Translate(server_, {"--alignments", "--scores", "x"}).out,
            "-0.500000\t<x>\t0-0 1-1\n");
}

TEST_F(CliAttentionTest, JsonNamesThePieces) {
  const Outcome outcome =
      Translate(server_, {"--json", "--alignments", "the cat"});
  EXPECT_THAT(outcome.out,
              HasSubstr("\"source_pieces\":[\"\\u003e\\u003ees\\u003c\\u003c\","
                        "\"▁the\",\"▁cat\",\"\\u003c/s\\u003e\"]"));
  EXPECT_THAT(outcome.out, HasSubstr("\"piece\":\"▁gato\""));
  EXPECT_THAT(outcome.out, HasSubstr("\"source_token\":2"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("weights")));
  EXPECT_THAT(
      Translate(server_, {"--json", "--attention-weights", "the cat"}).out,
      HasSubstr("\"layers\":2,\"heads\":2,\"target_tokens\":3,"
                "\"source_tokens\":4,\"weights\":["));
}

TEST_F(CliAttentionTest, DrawsOneSentence) {
  const Outcome outcome = Translate(server_, {"--attention", svg_, "the cat"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "<the cat>\n");
  EXPECT_THAT(Content(svg_), StartsWith("<?xml"));
  EXPECT_THAT(Content(svg_), HasSubstr("▁gato &lt;- ▁cat: 0.800"));
  EXPECT_FALSE(std::filesystem::exists(svg_ + ".partial"));
}

TEST_F(CliAttentionTest, BlankLinesAreNoSentences) {
  const Outcome outcome =
      Translate(server_, {"--attention", svg_}, "\n \nthe cat\r\n\n");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "\n \n<the cat>\r\n\n");
  EXPECT_THAT(Content(svg_), HasSubstr("▁gato"));
}

TEST_F(CliAttentionTest, RefusesToDrawSeveralSentencesOrNone) {
  for (const char* input : {"one\ntwo\n", "\n\n", ""}) {
    const Outcome outcome = Translate(server_, {"--attention", svg_}, input);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, IsEmpty()) << "nothing was translated";
    EXPECT_THAT(outcome.err, HasSubstr("expected one for --attention"));
  }
  EXPECT_EQ(Translate(server_, {"--attention", svg_, "one", "two"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(svg_));
}

TEST_F(CliAttentionTest, DrawsNothingOfWhatWasNotTranslated) {
  const Outcome outcome = Translate(server_, {"--attention", svg_, "bad"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("too much"));
  EXPECT_FALSE(std::filesystem::exists(svg_));
  EXPECT_FALSE(std::filesystem::exists(svg_ + ".partial"));
}

TEST_F(CliAttentionTest, SaysThatAServerIsTooOld) {
  FakeTranslationService old(TranslateWithBrackets);
  const Outcome outcome = Translate(old, {"--attention", svg_, "the cat"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "<the cat>\n");
  EXPECT_THAT(outcome.err, HasSubstr("the server sent no complete attention"));
  EXPECT_FALSE(std::filesystem::exists(svg_));
}

TEST_F(CliAttentionTest, SaysWhereItCannotWrite) {
  const Outcome outcome = Translate(
      server_, {"--attention", directory_ + "/none.d/out.svg", "the cat"});
  EXPECT_EQ(outcome.code, 4);
  EXPECT_THAT(outcome.err, HasSubstr("out.svg.partial"));
}

TEST_F(CliAttentionTest, WeightsAreForJson) {
  EXPECT_EQ(Translate(server_, {"--attention-weights", "the cat"}).code, 2);
}

}  // namespace
}  // namespace interpres
