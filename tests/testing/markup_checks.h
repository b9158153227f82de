// Properties that every translation of a text with markup has.

#ifndef INTERPRES_TESTS_TESTING_MARKUP_CHECKS_H_
#define INTERPRES_TESTS_TESTING_MARKUP_CHECKS_H_

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/utf8.h"
#include "model/document/aligned_text.h"
#include "model/markup/html_tokenizer.h"
#include "model/markup/markup_document.h"
#include "model/markup/markup_projection.h"
#include "model/markup/xml_tokenizer.h"

namespace interpres {

// Returns the words of the segment and other words in a random order, with a
// random alignment.
inline AlignedText RandomTranslation(const MarkedSegment& segment,
                                     std::mt19937& random) {
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  static const std::vector<std::string> words = {
      "",  "<b>", "&amp;",  "\"", "'",   "]]>", "房子", "¿que?",  "a.", ",",
      " ", "`*_", "[x](y)", "\\", "H2O", "1. ", "--",   "\u0301", "ไทย"};
  AlignedText result;
  std::size_t at = 0;
  while (at < segment.text.size()) {
    const std::size_t end =
        std::min(segment.text.find(' ', at), segment.text.size());
    const std::string word = below(4) == 0 ? words[below(words.size())]
                                           : segment.text.substr(at, end - at);
    at = end + 1;
    const auto from = static_cast<int64_t>(result.text.size());
    result.text += word + (below(5) == 0 ? "" : " ");
    const auto source = static_cast<int64_t>(below(segment.text.size() + 2));
    if (below(5) != 0) {
      result.alignment.push_back(
          {.target = {from, from + static_cast<int64_t>(word.size())},
           .source = {source, source + 1 + static_cast<int64_t>(below(9))}});
    }
    if (below(60) == 0) {
      result.text.clear();
      result.alignment.clear();
    }
  }
  return result;
}

// Returns a problem of the translation of one segment. Empty if every item
// occurs once and the elements are nested.
inline std::string ProjectionProblem(std::string_view source,
                                     const MarkedSegment& segment,
                                     const AlignedText& translation) {
  if (translation.text == segment.text) {
    return "";
  }
  std::map<std::pair<int64_t, int64_t>, std::vector<int32_t>> items;
  std::set<int64_t> item_begins;
  for (std::size_t i = 0; i < segment.items.size(); ++i) {
    const MarkupItem& item = segment.items[i];
    if (item.span.begin < item.span.end) {
      items[{item.span.begin, item.span.end}].push_back(
          static_cast<int32_t>(i));
    }
  }
  std::vector<int32_t> open;
  std::size_t count = 0;
  for (const ProjectedPart& part :
       ProjectParts(source, segment, translation, AtomOptions())) {
    const auto found = items.find({part.source.begin, part.source.end});
    if (found == items.end()) {
      continue;
    }
    ++count;
    if (!item_begins.insert(part.source.begin).second) {
      return "an item occurs twice";
    }
    const int32_t i = found->second[0];
    const MarkupItem& item = segment.items[i];
    if (item.kind == MarkupKind::kOpen && item.partner >= 0) {
      open.push_back(i);
    } else if (item.kind == MarkupKind::kClose && item.partner >= 0) {
      if (open.empty() || open.back() != item.partner) {
        return "the elements are not nested";
      }
      open.pop_back();
    }
  }
  if (count != items.size()) {
    return "an item is absent";
  }
  return open.empty() ? "" : "an element is not closed";
}

// Returns whether the values of this attribute of HTML may be translated.
inline bool MayBeTranslated(std::string_view attribute) {
  static const std::set<std::string_view> names = {
      "alt", "aria-label", "content", "placeholder", "title", "value"};
  return names.contains(attribute);
}

// Returns the tags of HTML and its comments, sorted. A tag has its attributes,
// with the values that are not translated.
inline std::vector<std::string> SortedHtml(std::string_view html) {
  std::vector<std::string> all;
  HtmlTokenizer tokenizer(html, {0, static_cast<int64_t>(html.size())});
  MarkupToken token;
  while (tokenizer.Next(token)) {
    if (token.kind == MarkupTokenKind::kStartTag ||
        token.kind == MarkupTokenKind::kEndTag) {
      std::string tag = token.name;
      for (const MarkupAttribute& attribute : token.attributes) {
        tag += " " + attribute.name;
        if (!MayBeTranslated(attribute.name)) {
          tag += "=";
          tag += BytesOf(html, attribute.value);
        }
      }
      all.push_back((token.kind == MarkupTokenKind::kEndTag ? "/" : "") + tag);
    } else if (token.kind != MarkupTokenKind::kText) {
      all.emplace_back(BytesOf(html, token.span));
    }
  }
  std::ranges::sort(all);
  return all;
}

// Returns the bytes of all tokens of XML that are not translated, sorted.
inline std::vector<std::string> SortedXml(std::string_view xml) {
  std::vector<std::string> all;
  XmlTokenizer tokenizer(xml);
  MarkupToken token;
  for (absl::StatusOr<bool> next = tokenizer.Next(token); next.ok() && *next;
       next = tokenizer.Next(token)) {
    if (token.kind != MarkupTokenKind::kText &&
        token.kind != MarkupTokenKind::kCdata) {
      all.emplace_back(BytesOf(xml, token.span));
    }
  }
  std::ranges::sort(all);
  return all;
}

// Returns the markup that a translation must have as often as the text. Empty
// for Markdown, whose marks may get a backslash, and for plain text.
inline std::vector<std::string> SortedMarkup(std::string_view text,
                                             TextFormat format) {
  switch (format) {
    case TextFormat::kHtml:
      return SortedHtml(text);
    case TextFormat::kXml:
      return SortedXml(text);
    default:
      return {};
  }
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_MARKUP_CHECKS_H_
