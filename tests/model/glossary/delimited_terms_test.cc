#include "model/glossary/delimited_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using Lines = std::vector<std::string>;
// The CSV text of a glossary from English to Brazilian Portuguese.
absl::StatusOr<std::vector<Term>> ParseCsv(std::string_view content,
                                           const GlossaryLimits& limits) {
  return ParseCsvTerms(content, {.source = "en", .target = "pt-BR"}, limits);
}

using Parser = absl::StatusOr<std::vector<Term>> (*)(std::string_view,
                                                     const GlossaryLimits&);

// Returns the terms as `source=target`.
Lines TermsOf(Parser parse, const std::string& content) {
  const absl::StatusOr<std::vector<Term>> terms = parse(content, {});
  EXPECT_TRUE(terms.ok()) << terms.status();
  Lines lines;
  for (const Term& term : terms.value_or(std::vector<Term>())) {
    lines.push_back(absl::StrCat(term.source, "=", term.target));
  }
  return lines;
}

std::string ErrorOf(Parser parse, const std::string& content,
                    const GlossaryLimits& limits = {}) {
  const absl::Status status = parse(content, limits).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(DelimitedTermsTest, TsvHasATermATabAndATranslation) {
  EXPECT_EQ(TermsOf(ParseTsvTerms, "cat\tgato\r\n\nhard disk\tdisco duro"),
            (Lines{"cat=gato", "hard disk=disco duro"}));
  EXPECT_EQ(TermsOf(ParseTsvTerms, "\xef\xbb\xbf#1 \"x\"\tuno\n"),
            (Lines{"#1 \"x\"=uno"}));
  EXPECT_EQ(TermsOf(ParseTsvTerms, " a\xc2\xa0 b \tc  d\n"),
            (Lines{"a b=c d"}));
}

TEST(DelimitedTermsTest, TsvErrorsHaveTheLine) {
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "cat\tgato\ndog\n"),
              StartsWith("line 2: the line has 1 columns; expected 2"));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "cat\tgato\ndog\tperro\tcan\n"),
              StartsWith("line 2: the line has 3 columns"));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "cat\t\n"),
              StartsWith("line 1: target has 0 bytes"));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "\n\n- \tx\n"),
              StartsWith("line 3: source has 1 bytes"));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "a\tb\ncat\tgat\xff\n"),
              AllOf(StartsWith("line 2: byte 11 "), HasSubstr("not UTF-8")));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "a\tb\nc\td\na\tx\n"),
              StartsWith("line 3: line 1 has the same source"));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "a\tb\x01\n"),
              StartsWith("line 1: target has a control character"));
  EXPECT_THAT(
      ErrorOf(ParseTsvTerms, absl::StrCat(std::string(201, 'a'), "\tb")),
      StartsWith("line 1: source has 201 bytes; expected 1 to 200"));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "\n"), HasSubstr("has no terms"));
  EXPECT_THAT(ErrorOf(ParseTsvTerms, ""), HasSubstr("has no terms"));
}

TEST(DelimitedTermsTest, TooManyTermsAreRefused) {
  GlossaryLimits limits;
  limits.max_terms = 2;
  EXPECT_TRUE(ParseTsvTerms("a\tb\nc\td\n", limits).ok());
  EXPECT_THAT(ErrorOf(ParseTsvTerms, "a\tb\nc\td\ne\tf\n", limits),
              AllOf(StartsWith("line 3: "), HasSubstr("--max-glossary-terms")));
}

TEST(DelimitedTermsTest, CsvHasQuotationMarks) {
  EXPECT_EQ(TermsOf(ParseCsv, "cat,gato\r\n\"a, b\",\"c \"\"d\"\"\"\n"),
            (Lines{"cat=gato", "a, b=c \"d\""}));
  EXPECT_EQ(TermsOf(ParseCsv, "\"two\nlines\",x\n\ny,z"),
            (Lines{"two lines=x", "y=z"}));
}

TEST(DelimitedTermsTest, CsvErrorsHaveTheLine) {
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b\nc\n"),
              StartsWith("line 2: the line has 1 columns"));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b\nc,d,e\n"),
              StartsWith("line 2: the line has 3 columns; expected 2, a term, "
                         "one comma and its translation, or 4, "));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b,en,pt-BR,c\n"),
              StartsWith("line 1: the line has 5 columns"));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,\"b\n\nc"),
              AllOf(StartsWith("line 1: "), HasSubstr("no closing")));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b\n\"x\"y,z\n"),
              AllOf(StartsWith("line 2: "), HasSubstr("follows the closing")));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b\nx\"y,z\n"),
              AllOf(StartsWith("line 2: "), HasSubstr("inside a column")));
  EXPECT_THAT(ErrorOf(ParseCsv, "\"a\nb\",c\nd\n"), StartsWith("line 3: "));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b\na,c\n"),
              StartsWith("line 2: line 1 has the same source"));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,\xc3\n"), HasSubstr("not UTF-8"));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,\n"),
              StartsWith("line 1: target has 0 bytes"));
}

TEST(DelimitedTermsTest, CsvMayHaveTheLanguages) {
  EXPECT_EQ(TermsOf(ParseCsv,
                    "cat,gato,en,pt-BR\ndog,cachorro\n"
                    "\"x, y\",z,EN,\"PT-br\"\n"),
            (Lines{"cat=gato", "dog=cachorro", "x, y=z"}));
  EXPECT_EQ(TermsOf(ParseCsv,
                    "cat,gato, en , pt\ndog,cachorro,,\n"
                    "owl,coruja,en-GB,pt-BR\n"),
            (Lines{"cat=gato", "dog=cachorro", "owl=coruja"}));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b\nc,d,fr,pt-BR\n"),
              StartsWith("line 2: the source language is \"fr\"; expected "
                         "\"en\""));
  EXPECT_THAT(ErrorOf(ParseCsv, "a,b,en,pt-PT\n"),
              StartsWith("line 1: the target language is \"pt-PT\"; expected "
                         "\"pt-BR\""));
}

TEST(DelimitedTermsTest, WrittenTermsAreReadAgain) {
  const std::string written =
      WriteTsvTerms(*ParseCsv("\"a\nb\",\"c,\td\"\ne,f\n", {}));
  EXPECT_EQ(written, "a b\tc, d\ne\tf\n");
  EXPECT_EQ(WriteTsvTerms(*ParseTsvTerms(written, {})), written);
}

}  // namespace
}  // namespace interpres
