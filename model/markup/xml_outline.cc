#include "model/markup/xml_outline.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/markup/html_elements.h"
#include "model/markup/markup_token.h"
#include "model/markup/xml_tokenizer.h"

namespace interpres {
namespace {

// An element that is not closed.
struct OpenElement {
  std::string name = {};
  int64_t offset = 0;
  bool has_text = false;
  absl::flat_hash_set<std::string> children = {};
};

absl::Status CheckEndTag(const MarkupToken& tag,
                         const std::vector<OpenElement>& open) {
  const std::string found = absl::StrCat("</", tag.name, ">");
  if (open.size() == 1) {
    return XmlError(tag.span.begin, found, "no end tag outside an element");
  }
  if (open.back().name != tag.name) {
    return XmlError(tag.span.begin, found,
                    absl::StrCat("</", open.back().name, ">"));
  }
  return absl::OkStatus();
}

// Closes the last element. Text in it stands beside its children.
void CloseOutlineElement(std::vector<OpenElement>& open,
                         absl::flat_hash_set<std::string>& beside_text) {
  if (open.back().has_text) {
    beside_text.insert(open.back().children.begin(),
                       open.back().children.end());
  }
  open.pop_back();
}

// Adds a token of `text` to the open elements.
absl::Status AddOutlineToken(std::string_view text, const MarkupToken& token,
                             std::vector<OpenElement>& open,
                             absl::flat_hash_set<std::string>& beside_text) {
  if (token.kind == MarkupTokenKind::kText) {
    open.back().has_text |=
        !std::ranges::all_of(BytesOf(text, token.span), IsHtmlSpace);
  } else if (token.kind == MarkupTokenKind::kStartTag) {
    open.back().children.insert(token.name);
    if (!token.self_closing) {
      open.push_back({.name = token.name, .offset = token.span.begin});
    }
  } else if (token.kind == MarkupTokenKind::kEndTag) {
    INTERPRES_RETURN_IF_ERROR(CheckEndTag(token, open));
    CloseOutlineElement(open, beside_text);
  }
  return absl::OkStatus();
}

}  // namespace

XmlOutline::XmlOutline(const XmlOptions& options)
    : ignored_(options.ignore_tags.begin(), options.ignore_tags.end()),
      splitting_(options.splitting_tags.begin(), options.splitting_tags.end()),
      non_splitting_(options.non_splitting_tags.begin(),
                     options.non_splitting_tags.end()),
      detects_(options.outline_detection) {}

absl::StatusOr<XmlOutline> XmlOutline::Read(std::string_view text,
                                            const XmlOptions& options) {
  XmlOutline outline(options);
  INTERPRES_RETURN_IF_ERROR(outline.ReadElements(text));
  return outline;
}

absl::Status XmlOutline::ReadElements(std::string_view text) {
  std::vector<OpenElement> open(1);  // the text itself
  XmlTokenizer tokenizer(text);
  MarkupToken token;
  while (true) {
    INTERPRES_ASSIGN_OR_RETURN(const bool has_token, tokenizer.Next(token));
    if (!has_token) {
      break;
    }
    INTERPRES_RETURN_IF_ERROR(AddOutlineToken(text, token, open, beside_text_));
  }
  if (open.size() > 1) {
    return XmlError(open.back().offset,
                    absl::StrCat("<", open.back().name, "> without an end"),
                    absl::StrCat("</", open.back().name, ">"));
  }
  CloseOutlineElement(open, beside_text_);
  return absl::OkStatus();
}

bool XmlOutline::IsBlock(const std::string& element) const {
  if (splitting_.contains(element)) {
    return true;
  }
  return !non_splitting_.contains(element) && detects_ &&
         !beside_text_.contains(element);
}

}  // namespace interpres
