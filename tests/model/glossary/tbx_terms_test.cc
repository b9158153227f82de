#include "model/glossary/tbx_terms.h"

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

// Returns the terms as `en-es source=target`.
Lines TermsOf(const std::string& content) {
  const absl::StatusOr<std::vector<GlossaryTable>> tables =
      ParseTbxTerms(content, {});
  EXPECT_TRUE(tables.ok()) << tables.status();
  Lines lines;
  for (const GlossaryTable& table :
       tables.value_or(std::vector<GlossaryTable>())) {
    for (const Term& term : table.terms) {
      lines.push_back(absl::StrCat(table.source_language, "-",
                                   table.target_language, " ", term.source, "=",
                                   term.target));
    }
  }
  return lines;
}

std::string ErrorOf(const std::string& content,
                    const GlossaryLimits& limits = {}) {
  const absl::Status status = ParseTbxTerms(content, limits).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

// A file of TBX-Basic, 2008.
std::string Basic(const std::string& entries) {
  return absl::StrCat(
      "<?xml version='1.0'?>\n"
      "<!DOCTYPE martif SYSTEM \"TBXBasiccoreStructV02.dtd\">\n"
      "<martif type=\"TBX-Basic\" "
      "xml:lang=\"en\"><martifHeader/><text><body>\n",
      entries, "</body></text></martif>");
}

std::string Entry(const std::string& en, const std::string& es) {
  return absl::StrCat(
      "<termEntry id=\"c1\"><langSet xml:lang=\"en\"><tig><term>", en,
      "</term><termNote>n</termNote></tig></langSet>",
      "<langSet xml:lang=\"es\"><tig><term>", es,
      "</term></tig></langSet></termEntry>\n");
}

TEST(TbxTermsTest, ReadsTbxOf2008) {
  EXPECT_EQ(
      TermsOf(Basic(Entry("hard\n disk", "disco &amp; duro"))),
      (Lines{"en-es hard disk=disco & duro", "es-en disco & duro=hard disk"}));
}

TEST(TbxTermsTest, ReadsTbxOf2019) {
  EXPECT_EQ(TermsOf("<tbx type='TBX-Basic' xmlns='urn:iso:std:iso:30042:ed-2'>"
                    "<text><body><conceptEntry><descrip>d</descrip>"
                    "<langSec xml:lang='en'><termSec><term>a</term></termSec>"
                    "<termSec><term>b <hi>c</hi></term></termSec></langSec>"
                    "<langSec xml:lang='de'><termSec><term>x</term></termSec>"
                    "<termSec><term>y</term></termSec></langSec>"
                    "</conceptEntry></body></text></tbx>"),
            (Lines{"en-de a=x", "en-de b c=x", "de-en x=a", "de-en y=a"}));
}

TEST(TbxTermsTest, AConceptInsideAConceptReplacesIt) {
  EXPECT_THAT(ErrorOf(Basic("<termEntry><langSet xml:lang=\"en\"><tig><term>a"
                            "<termEntry></termEntry>b</term></tig><tig><term>c"
                            "</term></tig></langSet></termEntry>")),
              HasSubstr("has no terms"));
  EXPECT_THAT(ErrorOf(Basic("<termEntry><langSet xml:lang=\"en\"><termEntry>"
                            "<term>a</term></termEntry></langSet>"
                            "</termEntry>")),
              HasSubstr("has no terms"));
}

TEST(TbxTermsTest, OfEqualSourcesTheFirstIsUsed) {
  EXPECT_EQ(
      TermsOf(Basic(Entry("bank", "banco") + Entry("bank", "orilla"))),
      (Lines{"en-es bank=banco", "es-en banco=bank", "es-en orilla=bank"}));
}

TEST(TbxTermsTest, ErrorsHaveTheLine) {
  EXPECT_THAT(ErrorOf(Basic(Entry("", "x"))),
              StartsWith("line 4: term has 0 bytes"));
  EXPECT_THAT(
      ErrorOf(Basic(Entry("a", "b") +
                    "<termEntry><langSet><tig/></langSet></termEntry>")),
      AllOf(StartsWith("line 5: "), HasSubstr("xml:lang")));
  EXPECT_THAT(ErrorOf(Basic(Entry("a", "b")).substr(0, 300)),
              HasSubstr("not well-formed"));
  EXPECT_THAT(ErrorOf(Basic(Entry("a\xff", "b"))),
              AllOf(StartsWith("line 4: "), HasSubstr("not well-formed")));
  EXPECT_THAT(ErrorOf("<html/>"), HasSubstr("the root is \"html\""));
  EXPECT_LT(ErrorOf("<" + std::string(100000, 'x') + "/>").size(), 200U);
  EXPECT_THAT(ErrorOf("cat\tgato\n"), HasSubstr("not well-formed"));
  EXPECT_THAT(ErrorOf(Basic("")), HasSubstr("has no terms"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("not well-formed"));
}

TEST(TbxTermsTest, EntitiesAreRefused) {
  const std::string bomb =
      "<!DOCTYPE tbx [<!ENTITY a \"aaaaaaaaaa\">\n"
      "<!ENTITY b \"&a;&a;&a;&a;\">]><tbx>&b;</tbx>";
  EXPECT_THAT(ErrorOf(bomb),
              AllOf(StartsWith("line 1: "), HasSubstr("declares an entity")));
  EXPECT_THAT(ErrorOf("<!DOCTYPE tbx [<!ENTITY % p SYSTEM \"/etc/passwd\">%p;]>"
                      "<tbx/>"),
              HasSubstr("declares an entity"));
  EXPECT_THAT(ErrorOf(Basic(Entry("a&eacute;", "b"))),
              HasSubstr("entity \"eacute\" is unknown"));
}

TEST(TbxTermsTest, LimitsCountTheTermsOfAllPairs) {
  GlossaryLimits limits;
  limits.max_terms = 4;
  const std::string two = Entry("a", "b") + Entry("c", "d");
  EXPECT_TRUE(ParseTbxTerms(Basic(two), limits).ok());
  EXPECT_THAT(ErrorOf(Basic(two + Entry("e", "f")), limits),
              AllOf(StartsWith("line 6: "), HasSubstr("more than 4 terms")));
}

TEST(TbxTermsTest, ManyLanguagesOfAConceptAreRefused) {
  std::string entry = "<termEntry>";
  for (int i = 0; i < 100000; ++i) {
    absl::StrAppend(&entry, "<langSet xml:lang=\"x", i, "\"></langSet>");
  }
  EXPECT_THAT(ErrorOf(Basic(entry + "</termEntry>")),
              HasSubstr("more than 200 languages"));
}

TEST(TbxTermsTest, DeepNestingIsRead) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) {
    deep += "<a>";
  }
  EXPECT_THAT(ErrorOf(Basic(deep)), HasSubstr("not well-formed"));
}

}  // namespace
}  // namespace interpres
