#include "model/markup/html_elements.h"

#include <algorithm>
#include <array>
#include <span>

namespace interpres {
namespace {

// The tables are in alphabetical order.
// https://html.spec.whatwg.org/multipage/dom.html#phrasing-content, with
// elements of older versions of HTML and the parts of `ruby`.
constexpr auto kInline = std::to_array<std::string_view>(
    {"a",      "abbr",   "acronym",  "applet",   "area",    "audio",
     "b",      "bdi",    "bdo",      "big",      "blink",   "br",
     "button", "canvas", "cite",     "code",     "data",    "datalist",
     "del",    "dfn",    "em",       "embed",    "font",    "i",
     "iframe", "img",    "input",    "ins",      "kbd",     "label",
     "link",   "map",    "mark",     "math",     "meta",    "meter",
     "nobr",   "object", "output",   "param",    "picture", "progress",
     "q",      "rb",     "rp",       "rt",       "rtc",     "ruby",
     "s",      "samp",   "script",   "select",   "slot",    "small",
     "source", "span",   "strike",   "strong",   "style",   "sub",
     "sup",    "svg",    "template", "textarea", "time",    "track",
     "tt",     "u",      "var",      "video",    "wbr"});

constexpr auto kVoid = std::to_array<std::string_view>(
    {"area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr",
     "img", "input", "keygen", "link", "meta", "param", "source", "track",
     "wbr"});

constexpr auto kCopied = std::to_array<std::string_view>(
    {"code", "iframe", "kbd", "listing", "math", "noembed", "noframes",
     "plaintext", "pre", "samp", "script", "style", "svg", "textarea", "var",
     "xmp"});

constexpr auto kRaw = std::to_array<std::string_view>(
    {"iframe", "noembed", "noframes", "plaintext", "script", "style", "xmp"});

// https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign
constexpr auto kHtmlInGraphic = std::to_array<std::string_view>(
    {"blockquote", "body", "center", "dd",  "div",   "dl",   "dt", "h1",
     "h2",         "h3",   "h4",     "h5",  "h6",    "head", "hr", "li",
     "menu",       "ol",   "p",      "pre", "table", "ul"});

constexpr auto kTextAttributes = std::to_array<std::string_view>(
    {"alt", "aria-label", "placeholder", "title"});

bool Has(std::span<const std::string_view> table, std::string_view name) {
  return std::ranges::binary_search(table, name);
}

bool IsCell(std::string_view element) {
  return element == "td" || element == "th";
}

bool IsRowGroup(std::string_view element) {
  return element == "tbody" || element == "thead" || element == "tfoot";
}

bool IsTerm(std::string_view element) {
  return element == "dt" || element == "dd";
}

}  // namespace

HtmlTextModel TextModelOf(std::string_view element) {
  if (element == "title" || element == "textarea") {
    return HtmlTextModel::kReferences;
  }
  return Has(kRaw, element) ? HtmlTextModel::kRaw : HtmlTextModel::kMarkup;
}

bool IsInlineElement(std::string_view element) { return Has(kInline, element); }

bool IsVoidElement(std::string_view element) { return Has(kVoid, element); }

bool IsCopiedElement(std::string_view element) { return Has(kCopied, element); }

bool EndsElement(std::string_view element, std::string_view open) {
  if (open == "p" || open == "option") {
    return !IsInlineElement(element);
  }
  if (open == "li") {
    return element == "li";
  }
  if (IsTerm(open)) {
    return IsTerm(element);
  }
  if (IsCell(open)) {
    return IsCell(element) || element == "tr" || IsRowGroup(element);
  }
  if (open == "tr") {
    return element == "tr" || IsRowGroup(element);
  }
  return IsRowGroup(open) && IsRowGroup(element);
}

bool IsHtmlInGraphic(std::string_view element) {
  return Has(kHtmlInGraphic, element);
}

bool IsTextAttribute(std::string_view attribute) {
  return Has(kTextAttributes, attribute);
}

}  // namespace interpres
