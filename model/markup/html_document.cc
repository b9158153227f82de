#include "model/markup/html_document.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "model/base/status.h"
#include "model/markup/html_elements.h"
#include "model/markup/html_tokenizer.h"
#include "model/markup/markup_token.h"
#include "model/markup/translate_attribute.h"

namespace interpres {
namespace {

// The number of open elements that one tag looks at. Bounds the time of pages
// with many unclosed elements.
constexpr std::size_t kMaxOpenElements = 256;

struct Element {
  std::string name;
  bool translates = true;
  bool is_block = false;
};

// An element inside a sentence that is copied.
struct CopiedElement {
  int64_t begin = 0;
  std::size_t depth = 0;  // its index in the open elements
  bool has_text = false;
};

bool EqualsIgnoringCase(std::string_view left, std::string_view right) {
  return absl::EqualsIgnoreCase(AsAbsl(left), AsAbsl(right));
}

// Elements that stand beside one another without white space, but whose texts
// are separate: links of a menu.
bool IsSeparate(std::string_view element) {
  return element == "a" || element == "button" || element == "label";
}

class HtmlReader {
 public:
  HtmlReader(ByteSpan range, SegmentCollector& collector)
      : collector_(collector), tokenizer_(collector.text(), range) {}

  void Read();

 private:
  std::string_view ValueOf(const MarkupToken& tag,
                           std::string_view attribute) const;
  bool Translates() const { return open_.empty() || open_.back().translates; }
  bool TranslatesInside(const MarkupToken& tag) const;

  void ReadToken(const MarkupToken& token);
  void ReadStartTag(const MarkupToken& tag);
  void ReadVoidElement(const MarkupToken& tag);
  void ReadEndTag(const MarkupToken& tag);
  void CloseElement(std::size_t depth, const MarkupToken& tag);
  void ReadAttributes(const MarkupToken& tag);
  bool IsButton(const MarkupToken& tag) const;
  bool IsDescription(const MarkupToken& tag) const;

  std::optional<std::size_t> FindOpen(std::string_view name) const;
  void EndImpliedElements(std::string_view name);
  void Push(Element element);
  void PopTo(std::size_t size);
  void EndBlock();
  void EndCopied(int64_t end);

  SegmentCollector& collector_;
  HtmlTokenizer tokenizer_;
  std::vector<Element> open_;
  absl::flat_hash_map<std::string, int64_t> open_count_;
  std::optional<CopiedElement> copied_;
  // The last end tag.
  std::string last_end_;
  int64_t last_end_offset_ = -1;
};

std::string_view HtmlReader::ValueOf(const MarkupToken& tag,
                                     std::string_view attribute) const {
  const MarkupAttribute* const found = tag.Find(attribute);
  return found == nullptr ? std::string_view()
                          : BytesOf(collector_.text(), found->value);
}

bool HtmlReader::TranslatesInside(const MarkupToken& tag) const {
  const bool is_program = TextModelOf(tag.name) == HtmlTextModel::kRaw ||
                          tag.name == "textarea" || tag.name == "svg" ||
                          tag.name == "math";
  if (is_program) {
    return false;
  }
  return StatedTranslation(collector_.text(), tag)
      .value_or(Translates() && !IsCopiedElement(tag.name));
}

bool HtmlReader::IsButton(const MarkupToken& tag) const {
  const std::string_view type = ValueOf(tag, "type");
  return tag.name == "input" && (EqualsIgnoringCase(type, "submit") ||
                                 EqualsIgnoringCase(type, "button") ||
                                 EqualsIgnoringCase(type, "reset"));
}

bool HtmlReader::IsDescription(const MarkupToken& tag) const {
  const std::string_view property = ValueOf(tag, "property");
  return tag.name == "meta" &&
         (EqualsIgnoringCase(ValueOf(tag, "name"), "description") ||
          EqualsIgnoringCase(property, "og:title") ||
          EqualsIgnoringCase(property, "og:description"));
}

void HtmlReader::ReadAttributes(const MarkupToken& tag) {
  const MarkupAttribute* const value = IsButton(tag) ? tag.Find("value")
                                       : IsDescription(tag)
                                           ? tag.Find("content")
                                           : nullptr;
  for (const MarkupAttribute& attribute : tag.attributes) {
    if ((IsTextAttribute(attribute.name) || &attribute == value) &&
        !attribute.has_template) {
      collector_.AddValue(attribute);
    }
  }
}

void HtmlReader::Push(Element element) {
  ++open_count_[element.name];
  open_.push_back(std::move(element));
}

void HtmlReader::PopTo(std::size_t size) {
  while (open_.size() > size) {
    --open_count_[open_.back().name];
    open_.pop_back();
  }
}

// A copied element that is not closed, or has blocks inside, is no part of a
// sentence.
void HtmlReader::EndBlock() {
  copied_.reset();
  collector_.EndBlock(TextEncoding::kMarkup);
}

void HtmlReader::EndCopied(int64_t end) {
  const CopiedElement copied = *std::exchange(copied_, std::nullopt);
  const std::string& name = open_[copied.depth].name;
  const ByteSpan span = {.begin = copied.begin, .end = end};
  if (copied.has_text && TextModelOf(name) == HtmlTextModel::kMarkup &&
      name != "svg") {
    collector_.block().AddObject(span);
  } else {
    collector_.block().AddStandalone(span, name != "script" && name != "style");
  }
}

// Closes the elements whose end tags may be absent.
void HtmlReader::EndImpliedElements(std::string_view name) {
  std::size_t size = open_.size();
  const std::size_t stop = size - std::min(size, kMaxOpenElements);
  for (std::size_t i = size; i > stop; --i) {
    const Element& element = open_[i - 1];
    if (EndsElement(name, element.name)) {
      size = i - 1;
    } else if (!IsInlineElement(element.name)) {
      break;
    }
  }
  PopTo(size);
}

void HtmlReader::ReadVoidElement(const MarkupToken& tag) {
  if (!IsInlineElement(tag.name)) {
    EndBlock();
  } else if (Translates() && tag.name == "br") {
    collector_.block().AddBreak(tag.span);
  } else if (Translates()) {
    const bool is_visible =
        tag.name == "img" || tag.name == "input" || tag.name == "embed";
    collector_.block().AddStandalone(tag.span, is_visible);
  }
  if (TranslatesInside(tag)) {
    ReadAttributes(tag);
  }
}

void HtmlReader::ReadStartTag(const MarkupToken& tag) {
  if (IsVoidElement(tag.name)) {
    ReadVoidElement(tag);
    return;
  }
  const bool in_graphic = open_count_["svg"] > 0 || open_count_["math"] > 0;
  const bool is_inline =
      IsInlineElement(tag.name) || (in_graphic && !IsHtmlInGraphic(tag.name));
  if (!is_inline) {
    EndBlock();
    EndImpliedElements(tag.name);
  }
  const bool outside = Translates();
  const bool inside = TranslatesInside(tag);
  const bool is_block = !is_inline || (!outside && inside);
  if (is_block && is_inline) {
    EndBlock();
  } else if (is_inline && outside && inside) {
    if (IsSeparate(tag.name) && last_end_ == tag.name &&
        last_end_offset_ == tag.span.begin) {
      collector_.block().EndSentence(tag.span.begin);
    }
    collector_.block().AddOpen(tag.name, tag.span);
  } else if (is_inline && outside) {
    copied_ = {.begin = tag.span.begin, .depth = open_.size()};
  }
  if (inside) {
    ReadAttributes(tag);
  }
  Push({.name = tag.name, .translates = inside, .is_block = is_block});
  // Elements of graphics and formulas can close themselves.
  if (tag.self_closing &&
      (in_graphic || tag.name == "svg" || tag.name == "math")) {
    CloseElement(open_.size() - 1, {.span = {tag.span.end, tag.span.end}});
  }
}

// Returns the index of the open element that an end tag closes.
std::optional<std::size_t> HtmlReader::FindOpen(std::string_view name) const {
  const auto count = open_count_.find(std::string(name));
  if (count == open_count_.end() || count->second == 0) {
    return std::nullopt;
  }
  const bool is_inline = IsInlineElement(name);
  const std::size_t stop =
      open_.size() - std::min(open_.size(), kMaxOpenElements);
  for (std::size_t i = open_.size(); i > stop; --i) {
    const Element& element = open_[i - 1];
    if (element.name == name) {
      return i - 1;
    }
    if (is_inline && element.is_block) {
      break;
    }
  }
  return std::nullopt;
}

void HtmlReader::CloseElement(std::size_t depth, const MarkupToken& tag) {
  if (copied_.has_value() && depth == copied_->depth) {
    EndCopied(tag.span.end);
    PopTo(depth);
    return;
  }
  if (copied_.has_value() && depth < copied_->depth) {
    // Markup after an unclosed graphic is read by other rules, so that the
    // graphic must keep its place.
    const std::string& name = open_[copied_->depth].name;
    if (name == "svg" || name == "math") {
      EndBlock();
    } else {
      EndCopied(tag.span.begin);
    }
    PopTo(depth + 1);
  }
  const Element element = open_[depth];
  PopTo(depth);
  if (element.is_block) {
    EndBlock();
  } else if (element.translates) {
    collector_.block().AddClose(element.name, tag.span);
  }
}

void HtmlReader::ReadEndTag(const MarkupToken& tag) {
  if (const std::optional<std::size_t> depth = FindOpen(tag.name)) {
    CloseElement(*depth, tag);
  } else if (!IsInlineElement(tag.name)) {
    EndBlock();
  } else if (Translates() && tag.name == "br") {
    collector_.block().AddBreak(tag.span);
  } else if (Translates()) {
    collector_.block().AddClose(tag.name, tag.span);
  }
  last_end_ = tag.name;
  last_end_offset_ = tag.span.end;
}

void HtmlReader::ReadToken(const MarkupToken& token) {
  switch (token.kind) {
    case MarkupTokenKind::kStartTag:
      ReadStartTag(token);
      break;
    case MarkupTokenKind::kEndTag:
      ReadEndTag(token);
      break;
    case MarkupTokenKind::kText:
      if (Translates()) {
        collector_.AddText(token.span, ReferencePlace::kText);
      } else if (copied_.has_value()) {
        copied_->has_text |= !std::ranges::all_of(
            BytesOf(collector_.text(), token.span), IsHtmlSpace);
      }
      break;
    case MarkupTokenKind::kRawText:
      break;
    case MarkupTokenKind::kTemplateValue:
      if (Translates()) {
        collector_.block().AddObject(token.span);
      } else if (copied_.has_value()) {
        copied_->has_text = true;
      }
      break;
    default:
      if (Translates()) {
        collector_.block().AddStandalone(token.span, false);
      }
  }
}

void HtmlReader::Read() {
  MarkupToken token;
  while (tokenizer_.Next(token)) {
    ReadToken(token);
  }
  EndBlock();
}

}  // namespace

void ReadHtml(ByteSpan range, SegmentCollector& collector) {
  HtmlReader(range, collector).Read();
}

}  // namespace interpres
