#include "model/markup/xml_document.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/markup/markup_document.h"
#include "tests/testing/markup_texts.h"

namespace interpres {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;

void CheckXml(const std::vector<MarkupCase>& cases,
              const XmlOptions& xml = {}) {
  for (const MarkupCase& c : cases) {
    const auto document = ParseMarkup(
        c.text, {.format = TextFormat::kXml, .language = "en", .xml = xml});
    ASSERT_TRUE(document.ok()) << c.text << document.status();
    EXPECT_THAT(TextsOf(*document), ElementsAreArray(c.segments)) << c.text;
    EXPECT_EQ(RenderCopies(*document), c.text);
  }
}

TEST(XmlDocumentTest, TheOutlineDividesTheText) {
  CheckXml({
      {"", {}},
      {"One cat. Two dogs.", {"One cat.", "Two dogs."}},
      {"<a><b>One</b><b>Two</b></a>", {"One", "Two"}},
      {"<a>One <b>big</b> cat</a>", {"One big cat"}},
      {"<d><p>A <b>b</b></p><p><b>c</b> <b>d</b></p></d>", {"A b", "c d"}},
      {"<d>\n  <t>One</t>\n  <t>Two</t>\n</d>", {"One", "Two"}},
      {"<p>a <x/> b</p>", {"a b"}},
      {"<p>One<list><i>a</i><i>b</i></list></p>", {"One", "a", "b"}},
      {"<?xml version=\"1.0\"?><a>One</a>", {"One"}},
      {"<!DOCTYPE a [<!ENTITY x \"y>\"> <!-- ] -->]><a>One</a>", {"One"}},
      {"<!DOCTYPE a [<?x it's [?>]><a>One</a>", {"One"}},
      {"<p>a<!-- x -->b</p>", {"ab"}},
      {"<p t=\"title\">a</p>", {"a"}},
      {"<é>a</é>", {"a"}},
      {"<p>a<?php echo '<b>'; ?> b</p>", {"a b"}},
  });
}

TEST(XmlDocumentTest, ReferencesAndSections) {
  CheckXml({
      {"<a>x &lt; y &amp; &#233;</a>", {"x < y & é"}},
      {"<a>by &author; here</a>", {"by here"}},
      {"<a><![CDATA[x < y]]></a>", {"x < y"}},
      {"<a>One <![CDATA[<b>]]> two</a>", {"One", "<b>", "two"}},
      {"<a><![CDATA[]]></a>", {}},
      {"<a>caf&eacute;</a>", {"café"}},
  });
}

TEST(XmlDocumentTest, OptionsNameElements) {
  CheckXml({{"<p>a <x>b</x> c</p>", {"a c"}},
            {"<d><x>b</x></d>", {}},
            {"<p>a <x>b <x>c</x></x> d</p>", {"a d"}}},
           {.ignore_tags = {"x"}});
  CheckXml({{"<p>a <x>b</x> c</p>", {"a", "b", "c"}}},
           {.splitting_tags = {"x"}});
  CheckXml({{"<p><x>a</x> <x>b</x></p>", {"a b"}}},
           {.non_splitting_tags = {"x"}});
  CheckXml({{"<p><x>a</x> <y>b</y></p>", {"a", "b"}}},
           {.splitting_tags = {"x"}, .non_splitting_tags = {"x", "y"}});
  CheckXml({{"<p><x>a</x> <y>b</y></p><p>c</p>", {"a b", "c"}}},
           {.splitting_tags = {"p"}, .outline_detection = false});
  CheckXml({{"<p>a <x translate=\"no\">b</x> c</p>", {"a c"}},
            {"<p its:translate='no'>a</p>", {}}});
}

TEST(XmlDocumentTest, TranslationsAreEscaped) {
  for (const auto& [xml, expected] :
       std::vector<std::pair<std::string, std::string>>{
           {"<a>x &lt; y</a>", "<a>X &lt; Y</a>"},
           {"<a>x > y</a>", "<a>X &gt; Y</a>"},
           {"<a>x <b>y</b>.</a>", "<a>X <b>Y</b>.</a>"},
           {"<a>x <b/> y</a>", "<a>X <b/> Y</a>"},
           {"<a>x &c; y</a>", "<a>X &c; Y</a>"},
           {"<a><![CDATA[x < &y]]></a>", "<a><![CDATA[X < &Y]]></a>"},
       }) {
    const MarkupDocument document =
        ParseMarkup(xml, {.format = TextFormat::kXml}).value();
    EXPECT_EQ(RenderUpperCase(document), expected);
  }
}

TEST(XmlDocumentTest, ASectionIsNotEndedByItsText) {
  const MarkupDocument document =
      ParseMarkup("<a><![CDATA[one]]></a>", {.format = TextFormat::kXml})
          .value();
  const AlignedText translation = {.text = "x ]]> y"};
  EXPECT_EQ(RenderMarkup(document, {&translation, 1}).text,
            "<a><![CDATA[x ]]]]><![CDATA[> y]]></a>");
}

TEST(XmlDocumentTest, ErrorsHaveTheirOffset) {
  for (const auto& [xml, offset] :
       std::vector<std::pair<std::string, std::string>>{
           {"<a>x", "offset 0"},
           {"<a>x</b>", "offset 4"},
           {"x</b>", "offset 1"},
           {"<a", "offset 2"},
           {"<a b>", "offset 4"},
           {"<a b=c>", "offset 5"},
           {"<a b='c>", "offset 8"},
           {"<a b='<'/>", "offset 6"},
           {"<a b='1' b='2'/>", "offset 9"},
           {"<a b='1'c='2'/>", "offset 8"},
           {"a & b", "offset 2"},
           {"a &#0x; b", "offset 2"},
           {"a &#0; b", "offset 2"},
           {"a &#xD800; b", "offset 2"},
           {"a &#xFFFF; b", "offset 2"},
           {"a &#x110000; b", "offset 2"},
           {"a &#99999999999; b", "offset 2"},
           {"a &#X41; b", "offset 2"},
           {"<a b='&#1;'/>", "offset 6"},
           {"<!-- a", "offset 0"},
           {"<!-- a -- b -->", "offset 9"},
           {"<![CDATA[ a", "offset 0"},
           {"<?a", "offset 0"},
           {"<!DOCTYPE a [", "offset 0"},
           {"a ]]> b", "offset 2"},
           {"<1>", "offset 1"},
           {"a < b", "offset 3"},
           {"a \x01 b", "offset 2"},
           {"</>", "offset 2"},
           {"<a/ >", "offset 3"},
       }) {
    const auto document = ParseMarkup(xml, {.format = TextFormat::kXml});
    EXPECT_EQ(document.status().code(), absl::StatusCode::kInvalidArgument)
        << xml;
    EXPECT_THAT(std::string(document.status().message()), HasSubstr(offset))
        << xml;
    EXPECT_THAT(std::string(document.status().message()),
                HasSubstr("expected"));
  }
}

}  // namespace
}  // namespace interpres
