// `interpres translate --report`.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using interpres::testing::FakeTranslationService;
using interpres::testing::TranslateWithBrackets;
using interpres::v1::TranslateRequest;
using interpres::v1::TranslateResponse;
using ::testing::HasSubstr;

void SetReportSpan(int64_t begin, int64_t end, interpres::v1::ByteSpan& span) {
  span.set_begin(begin);
  span.set_end(end);
}

// Each text is one sentence, whose translation has brackets around the text.
// Its first four bytes are a number and a term. A text with "bad" is an error.
grpc::Status HandleWithSegments(const TranslateRequest& request,
                                TranslateResponse* response) {
  grpc::Status status = TranslateWithBrackets(request, response);
  for (int i = 0; i < request.texts_size(); ++i) {
    interpres::v1::TranslationResult& result = *response->mutable_results(i);
    if (request.texts(i) == "bad") {
      result.mutable_error()->set_code(grpc::INVALID_ARGUMENT);
      continue;
    }
    interpres::v1::Segment& segment =
        *result.mutable_translations()->mutable_hypotheses(0)->add_segments();
    const auto size = static_cast<int64_t>(request.texts(i).size());
    SetReportSpan(0, size, *segment.mutable_source());
    SetReportSpan(0, size + 2, *segment.mutable_target());
    segment.set_finish_reason(interpres::v1::FINISH_REASON_REPETITION);
    segment.add_flags(interpres::v1::SEGMENT_FLAG_LOW_COVERAGE);
    interpres::v1::ProtectedSpan& span = *segment.add_protected_spans();
    span.set_kind(interpres::v1::PROTECTED_KIND_NUMBER);
    span.set_step(interpres::v1::PROTECTION_STEP_SPLICE);
    SetReportSpan(0, 4, *span.mutable_source());
    SetReportSpan(1, 5, *span.mutable_target());
    interpres::v1::TermUse& term = *segment.add_terms();
    term.set_step(interpres::v1::PROTECTION_STEP_NOT_KEPT);
    term.set_problem("no room");
    SetReportSpan(0, 4, *term.mutable_source());
  }
  return status;
}

class CliReportTest : public CliTest {
 protected:
  FakeTranslationService server_{HandleWithSegments};
  const std::string path_ = directory_ + "/report.tsv";
};

TEST_F(CliReportTest, ListsSpansTermsFlagsAndEnds) {
  const Outcome outcome =
      Translate(server_, {"--report", path_}, "7844 dogs\n\nbad\na\\bc x\n");
  EXPECT_EQ(outcome.out, "<7844 dogs>\n\n\n<a\\bc x>\n");
  EXPECT_EQ(Content(path_),
            "line\twhat\tname\tsource\ttarget\tstep\tproblem\n"
            "1\tspan\tNUMBER\t7844\t7844\tSPLICE\t\n"
            "1\tterm\t\t7844\t\tNOT_KEPT\tno room\n"
            "1\tflag\tLOW_COVERAGE\t7844 dogs\t<7844 dogs>\t\t\n"
            "1\tend\tREPETITION\t7844 dogs\t<7844 dogs>\t\t\n"
            "4\tspan\tNUMBER\ta\\\\bc\ta\\\\bc\tSPLICE\t\n"
            "4\tterm\t\ta\\\\bc\t\tNOT_KEPT\tno room\n"
            "4\tflag\tLOW_COVERAGE\ta\\\\bc x\t<a\\\\bc x>\t\t\n"
            "4\tend\tREPETITION\ta\\\\bc x\t<a\\\\bc x>\t\t\n");
}

TEST_F(CliReportTest, AFileThatCannotBeWrittenIsAnError) {
  const Outcome outcome =
      Translate(server_, {"--report", directory_ + "/none/x", "7844 dogs"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("none/x"));
}

}  // namespace
}  // namespace interpres
