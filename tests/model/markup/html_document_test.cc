#include "model/markup/html_document.h"

#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "model/markup/markup_document.h"
#include "tests/testing/markup_texts.h"

namespace interpres {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

MarkupDocument ParseHtml(const std::string& html) {
  return ParseMarkup(html, {.language = "en"}).value();
}

void CheckHtml(const std::vector<MarkupCase>& cases) {
  for (const MarkupCase& c : cases) {
    const MarkupDocument document = ParseHtml(c.text);
    EXPECT_THAT(TextsOf(document), ElementsAreArray(c.segments)) << c.text;
    EXPECT_EQ(RenderCopies(document), c.text);
  }
}

TEST(HtmlDocumentTest, BlocksEndSentences) {
  CheckHtml({
      {"", {}},
      {"   \n", {}},
      {"One cat. Two dogs.", {"One cat.", "Two dogs."}},
      {"<p>One cat</p><p>Two dogs</p>", {"One cat", "Two dogs"}},
      {"<p>One cat<p>Two dogs", {"One cat", "Two dogs"}},
      {"<ul><li>One<li>Two</ul>Three", {"One", "Two", "Three"}},
      {"<table><tr><td>a<td>b<tr><td>c</table>", {"a", "b", "c"}},
      {"<h1>Title</h1>text<hr>more", {"Title", "text", "more"}},
      {"One cat<br>two dogs", {"One cat", "two dogs"}},
      {"One cat<br/>two dogs</br>three", {"One cat", "two dogs", "three"}},
      {"<div>a<div>b</div>c</div>", {"a", "b", "c"}},
      {"<select><option>Red<option>Blue</select>", {"Red", "Blue"}},
      {"<dl><dt>Term<dd>Meaning</dl>", {"Term", "Meaning"}},
      {"<a>Home</a><a>About</a>", {"Home", "About"}},
      {"<button>Save</button><button>Close</button>", {"Save", "Close"}},
      {"<my-card>One</my-card>two", {"One", "two"}},
      {"<html><head><title>A &lt; B</title></head><body>Text",
       {"A < B", "Text"}},
      {"</p>One</div>two</ul>", {"One", "two"}},
  });
}

TEST(HtmlDocumentTest, NoSentenceEndsInsideAnAtom) {
  const auto atoms = std::make_shared<const AtomOptions>(
      AtomOptions{.do_not_translate = TermList({"Dig It! Now"})});
  const MarkupDocument document =
      ParseMarkup("<p>We <b>saw</b> Dig It! Now twice. Say `Hi. Bye` now.</p>",
                  {.language = "en", .atoms = atoms})
          .value();
  EXPECT_THAT(TextsOf(document),
              ElementsAre("We saw Dig It! Now twice.", "Say `Hi. Bye` now."));
}

TEST(HtmlDocumentTest, InlineElementsArePartsOfSentences) {
  CheckHtml({
      {"A <b>big</b> dog.", {"A big dog."}},
      {"un<b>believ</b>able", {"unbelievable"}},
      {"<b>One. Two</b> three.", {"One.", "Two three."}},
      {"<p><b>All</b></p>", {"All"}},
      {"<a href='x'>my house</a>.", {"my house."}},
      {"H<sub>2</sub>O", {"H2O"}},
      {"a <!-- no --> b", {"a b"}},
      {"a <img src=x> b", {"a b"}},
      {"a<wbr>b", {"ab"}},
      {"a <script>if (a < b) {}</script> b", {"a b"}},
      {"<i>a</i>\n<b>b</b>", {"a b"}},
      {"<b>a<i>b</b>c</i>", {"abc"}},
      {"</b>a<b>", {"a"}},
      {"<span>  a  </span>  b", {"a b"}},
  });
}

TEST(HtmlDocumentTest, WhiteSpaceIsCollapsedForTheModel) {
  CheckHtml({
      {"a \n\t b", {"a b"}},
      {"  a  ", {"a"}},
      {"a <b> b</b>", {"a b"}},
      {"a<b> b </b>c", {"a b c"}},
      {"a&nbsp;b", {"a\u00a0b"}},
      {"a&#32;&#10; b", {"a b"}},
      {"<p>&nbsp;</p>", {}},
      {"<p> - </p>", {}},
  });
}

TEST(HtmlDocumentTest, ReferencesAreDecoded) {
  CheckHtml({
      {"caf&eacute; &amp; t&#xe9; &#233; &eacute", {"café & té é é"}},
      {"&notit; &notin; x", {"¬it; ∉ x"}},
      {"R&D &unknown; &; & &#; &#x;", {"R&D &unknown; &; & &#; &#x;"}},
      {"&#0;&#xD800;&#x110000;&#99999999999;x", {"\ufffd\ufffd\ufffd\ufffdx"}},
      {"&#128;5", {"€5"}},
      {"&NotEqualTilde; x", {"≂̸ x"}},
      {"<a title='a&copy=b &copy; &copyx'></a>", {"a&copy=b © &copyx"}},
      {"a &lt;b&gt; c", {"a <b> c"}},
  });
}

TEST(HtmlDocumentTest, MarkedElementsAreCopied) {
  CheckHtml({
      {"<p translate=no>Name</p><p>text</p>", {"text"}},
      {"<p translate=no>Name<p>text", {"text"}},
      {"<p class='x notranslate y'>Name</p>", {}},
      {"<p class='notranslated'>Name</p>", {"Name"}},
      {"<div translate=no>a<p>b</p><p translate=yes>c</p>d</div>e", {"c", "e"}},
      {"Run <code>ls -l</code> now.", {"Run now."}},
      {"<code>ls</code> lists files.", {"lists files."}},
      {"Press <kbd>Ctrl</kbd>+<kbd>C</kbd>.", {"Press +."}},
      {"a <span translate=no>b <b>c</b></span> d", {"a d"}},
      {"a <span translate=no>b <i translate=yes>c</i> d</span> e",
       {"a", "c", "e"}},
      {"a <code>b <div>c</div></code> d", {"a", "d"}},
      {"a <b><code>x</b> b", {"a b"}},
      {"<pre>int a;\nint b;</pre>c", {"c"}},
      {"a <svg><title>t</title><path/></svg> b", {"a b"}},
      {"a <math><mi>x</mi></math> b", {"a b"}},
      {"<textarea>a <b></textarea>c", {"c"}},
      {"<style>p { color: red }</style>a", {"a"}},
      {"<script><!-- <script>a</script> --></script>b", {"b"}},
      {"<code>unclosed", {}},
      {"a <code>unclosed<p>b", {"a"}},
      {"<?xml version='1'?>a<![CDATA[b]]>c", {"ac"}},
      {"Hello <%= user > 1 ? 'a' : 'b' %>, welcome!", {"Hello , welcome!"}},
      {"<p title='Hi <%= x %>' alt='Hi <% x'>Hello.</p>",
       {"Hi <% x", "Hello."}},
      {"<plaintext>a</plaintext>b", {}},
      {"<iframe><p>a</p></iframe>b", {"b"}},
      {"<xmp><b></xmp>c", {"c"}},
  });
}

TEST(HtmlDocumentTest, AttributesAreSegments) {
  CheckHtml({
      {"<img alt=\"A cat\" src=x title='Its name'>", {"A cat", "Its name"}},
      {"See <a title='The page'>this</a> now.", {"See this now.", "The page"}},
      {"<input placeholder='Your name' value='x'>", {"Your name"}},
      {"<input type=submit value='Send'>", {"Send"}},
      {"<input type=BUTTON value=Send>", {"Send"}},
      {"<input type=text value=Send>", {}},
      {"<meta name=description content='A page. Of us.'>",
       {"A page.", "Of us."}},
      {"<meta property='og:title' content='A page'>", {"A page"}},
      {"<meta name=viewport content='width=x'>", {}},
      {"<button aria-label='Close it'>x</button>", {"Close it", "x"}},
      {"<p translate=no title='no'>a</p>", {}},
      {"<code title='no'>a</code>", {}},
      {"<img alt=''>", {}},
      {"<img alt>", {}},
      {"<img alt=a alt=b>", {"a", "b"}},
  });
}

TEST(HtmlDocumentTest, BrokenMarkupIsNoError) {
  CheckHtml({
      {"a < b and c > d", {"a < b and c > d"}},
      {"<", {}},
      {"</", {}},
      {"a </> b", {"a b"}},
      {"a <b", {"a"}},
      {"a <b c='d", {"a"}},
      {"a <!-- b", {"a"}},
      {"a <!--> b", {"a b"}},
      {"a <!---> b --> c", {"a b --> c"}},
      {"a <!-- b --!> c", {"a c"}},
      {"a <!x> b", {"a b"}},
      {"<a/b=c/>text</a>", {"text"}},
      {"<a =b>text", {"text"}},
      {"<title>a", {"a"}},
      {"<title>xtitle></title>", {"xtitle>"}},
      {std::string("a\0b", 3), {std::string("a\0b", 3)}},
  });
}

TEST(HtmlDocumentTest, WordsKeepTheirMarkup) {
  for (const auto& [html, expected] :
       std::vector<std::pair<std::string, std::string>>{
           {"A <b>big</b> dog.", "A <b>BIG</b> DOG."},
           {"<a>my house</a>.", "<a>MY HOUSE</a>."},
           {"<b>Note:</b> text", "<b>NOTE:</b> TEXT"},
           {"un<b>believ</b>able", "un<b>believ</b>able"},
           {"see <img> this", "SEE <img> THIS"},
           {"see<img> this", "SEE<img> THIS"},
           {"see <img>this", "SEE <img>THIS"},
           {"run <code>ls</code>, then", "RUN <code>ls</code>, THEN"},
           {"(<code>ls</code>) x", "(<code>ls</code>) X"},
           {"a <b> b </b> c", "A <b> B </b> C"},
           {"a<b> b </b>c", "A<b> B </b>C"},
           {"one <i>two. </i>three", "ONE <i>TWO. </i>THREE"},
           {"caf&eacute; &amp; t&lt;", "CAF&eacute; &amp; T&lt;"},
           {"<img alt=a>", "<img alt=\"A\">"},
           {"<img alt='a \"b\"'>", "<img alt='A \"B\"'>"},
           {"<img alt=\"a 'b'\">", "<img alt=\"A 'B'\">"},
           {"x <a title='it'>y</a> z", "X <a title='IT'>Y</a> Z"},
           {"<b>a<i>b</b>c</i> d", "<b>ABC <i></b></i>D"},
           {"a <!-- c --> b", "A <!-- c --> B"},
           {"<i> <b>x</b> y</i> z", "<i> <b>X</b> Y</i> Z"},
       }) {
    const MarkupDocument document = ParseHtml(html);
    const std::string actual = RenderUpperCase(document);
    if (html.starts_with("un<b>")) {
      EXPECT_EQ(actual, "<b>UNBELIEVABLE</b>");
    } else {
      EXPECT_EQ(actual, expected);
    }
  }
}

TEST(HtmlDocumentTest, SpansAreBytesOfTheText) {
  const MarkupDocument document = ParseHtml("<p> A <b>cat</b>. </p>");
  ASSERT_EQ(document.segments.size(), 1U);
  EXPECT_EQ(document.segments[0].span, (ByteSpan{4, 17}));
  EXPECT_EQ(document.segments[0].items.size(), 2U);
  EXPECT_EQ(document.segments[0].items[0].position, 2);
  EXPECT_EQ(document.segments[0].items[0].partner, 1);
}

TEST(HtmlDocumentTest, TagsAroundASentenceAreGaps) {
  const MarkupDocument document = ParseHtml("<b><i>One</i> cat.</b>");
  ASSERT_EQ(document.segments.size(), 1U);
  EXPECT_EQ(document.segments[0].span, (ByteSpan{3, 18}));
}

}  // namespace
}  // namespace interpres
