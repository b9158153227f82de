#include "model/markup/xml_document.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/status.h"
#include "model/markup/html_elements.h"
#include "model/markup/markup_token.h"
#include "model/markup/xml_outline.h"
#include "model/markup/xml_tokenizer.h"

namespace interpres {
namespace {

class XmlReader {
 public:
  XmlReader(const XmlOutline& outline, SegmentCollector& collector)
      : outline_(outline), collector_(collector) {}

  absl::Status Read();

 private:
  bool IsCopied(const MarkupToken& tag) const;
  void ReadToken(const MarkupToken& token);
  void ReadCopied(const MarkupToken& token);
  void ReadStartTag(const MarkupToken& tag);
  void ReadEndTag(const MarkupToken& tag);
  void ReadText(ByteSpan span);
  void ReadCdata(ByteSpan span);
  void EndBlock() { collector_.EndBlock(TextEncoding::kMarkup); }

  const XmlOutline& outline_;
  SegmentCollector& collector_;
  // The copied element: the number of open elements in it, itself included. 0
  // outside copied elements.
  int64_t copied_depth_ = 0;
  int64_t copied_begin_ = 0;
  bool copied_has_text_ = false;
};

bool XmlReader::IsCopied(const MarkupToken& tag) const {
  for (const std::string_view name : {"translate", "its:translate"}) {
    const MarkupAttribute* const attribute = tag.Find(name);
    if (attribute != nullptr &&
        BytesOf(collector_.text(), attribute->value) == "no") {
      return true;
    }
  }
  return outline_.IsIgnored(tag.name);
}

void XmlReader::ReadStartTag(const MarkupToken& tag) {
  const bool is_block = outline_.IsBlock(tag.name);
  if (is_block) {
    EndBlock();
  }
  if (tag.self_closing) {
    if (!is_block) {
      collector_.block().AddStandalone(tag.span, true);
    }
  } else if (IsCopied(tag)) {
    copied_depth_ = 1;
    copied_begin_ = tag.span.begin;
    copied_has_text_ = false;
  } else if (!is_block) {
    collector_.block().AddOpen(tag.name, tag.span);
  }
}

void XmlReader::ReadEndTag(const MarkupToken& tag) {
  if (outline_.IsBlock(tag.name)) {
    EndBlock();
  } else {
    collector_.block().AddClose(tag.name, tag.span);
  }
}

// Reads a token inside a copied element.
void XmlReader::ReadCopied(const MarkupToken& token) {
  switch (token.kind) {
    case MarkupTokenKind::kStartTag:
      copied_depth_ += token.self_closing ? 0 : 1;
      return;
    case MarkupTokenKind::kText:
      copied_has_text_ |= !std::ranges::all_of(
          BytesOf(collector_.text(), token.span), IsHtmlSpace);
      return;
    case MarkupTokenKind::kEndTag:
      --copied_depth_;
      break;
    default:
      return;
  }
  if (copied_depth_ > 0 || outline_.IsBlock(token.name)) {
    return;
  }
  const ByteSpan span = {.begin = copied_begin_, .end = token.span.end};
  if (copied_has_text_) {
    collector_.block().AddObject(span);
  } else {
    collector_.block().AddStandalone(span, true);
  }
}

// A reference that only the document type defines is an object.
void XmlReader::ReadText(ByteSpan span) {
  const std::string_view text = collector_.text().substr(0, span.end);
  int64_t begin = span.begin;
  std::size_t at = text.find('&', begin);
  while (at != std::string_view::npos) {
    const std::size_t end = text.find(';', at) + 1;
    if (ReadCharacterReference(text.substr(at), ReferencePlace::kStrict)
            .length == 0) {
      const auto offset = static_cast<int64_t>(at);
      collector_.AddText({.begin = begin, .end = offset},
                         ReferencePlace::kStrict);
      begin = static_cast<int64_t>(end);
      collector_.block().AddObject({.begin = offset, .end = begin});
    }
    at = text.find('&', end);
  }
  collector_.AddText({.begin = begin, .end = span.end},
                     ReferencePlace::kStrict);
}

void XmlReader::ReadCdata(ByteSpan span) {
  constexpr int64_t kBegin = std::string_view("<![CDATA[").size();
  constexpr int64_t kEnd = std::string_view("]]>").size();
  EndBlock();
  collector_.block().AddText(
      {.begin = span.begin + kBegin, .end = span.end - kEnd});
  collector_.EndBlock(TextEncoding::kCdata);
}

void XmlReader::ReadToken(const MarkupToken& token) {
  switch (token.kind) {
    case MarkupTokenKind::kStartTag:
      ReadStartTag(token);
      break;
    case MarkupTokenKind::kEndTag:
      ReadEndTag(token);
      break;
    case MarkupTokenKind::kText:
      ReadText(token.span);
      break;
    case MarkupTokenKind::kCdata:
      ReadCdata(token.span);
      break;
    default:
      collector_.block().AddStandalone(token.span, false);
  }
}

absl::Status XmlReader::Read() {
  XmlTokenizer tokenizer(collector_.text());
  MarkupToken token;
  while (true) {
    INTERPRES_ASSIGN_OR_RETURN(const bool has_token, tokenizer.Next(token));
    if (!has_token) {
      EndBlock();
      return absl::OkStatus();
    }
    if (copied_depth_ > 0) {
      ReadCopied(token);
    } else {
      ReadToken(token);
    }
  }
}

}  // namespace

absl::Status ReadXml(SegmentCollector& collector) {
  INTERPRES_ASSIGN_OR_RETURN(
      const XmlOutline outline,
      XmlOutline::Read(collector.text(), collector.options().xml));
  return XmlReader(outline, collector).Read();
}

}  // namespace interpres
