#include "model/document/document.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "model/base/check.h"
#include "model/base/utf8.h"
#include "model/document/characters.h"
#include "model/document/long_sentence.h"
#include "model/document/paragraphs.h"
#include "model/document/sentence_language.h"

namespace interpres {
namespace {

constexpr std::array<std::string_view, 8> kWithoutSpaces = {
    "zh", "zho", "chi", "cmn", "yue", "ja", "jpn", "wuu"};

// Chinese and Japanese write no space between sentences.
bool WritesSpaces(std::string_view language) {
  const std::string subtag = LanguageSubtag(language);
  return !subtag.empty() &&
         std::ranges::find(kWithoutSpaces, subtag) == kWithoutSpaces.end();
}

// Replaces each line break, the white space around it and the marks of a quoted
// line by one space.
std::string Unwrapped(std::string_view text) {
  const std::u32string code = DecodeUtf8(WithoutQuoteMarks(text)).code;
  std::u32string line;
  for (std::size_t i = 0; i < code.size();) {
    std::size_t end = i;
    bool breaks = false;
    while (end < code.size() && IsSpace(code[end])) {
      breaks = breaks || IsLineBreak(code[end]);
      ++end;
    }
    if (breaks) {
      line.push_back(U' ');
      i = end;
      continue;
    }
    end = std::max(end, i + 1);
    line.append(code, i, end - i);
    i = end;
  }
  return EncodeUtf8(line);
}

// The code points at the ends of a text. REQUIRES: `text` is not empty.
char32_t FirstOf(std::string_view text) {
  const std::size_t length = std::max<std::size_t>(1, Utf8SequenceLength(text));
  return DecodeUtf8(text.substr(0, length)).code[0];
}

char32_t LastOf(std::string_view text) {
  std::size_t begin = text.size() - 1;
  while (begin > 0 &&
         (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) {
    --begin;
  }
  return FirstOf(text.substr(begin));
}

// Decides on the space in an empty gap.
class Spacing {
 public:
  Spacing(const Document& document, std::span<const std::string> translations,
          std::string_view target_language)
      : document_(document),
        translations_(translations),
        writes_spaces_(WritesSpaces(target_language)) {}

  // Returns whether a space belongs before segment `i`, which begins where the
  // segment before it ends.
  bool NeedsSpace(std::size_t i) const {
    const std::string& left = translations_[i - 1];
    const std::string& right = translations_[i];
    return writes_spaces_ && !left.empty() && !right.empty() &&
           !(IsCopy(i - 1) && IsCopy(i)) && !IsWide(LastOf(left)) &&
           !IsWide(FirstOf(right)) && !IsSpace(LastOf(left)) &&
           !IsSpace(FirstOf(right));
  }

 private:
  bool IsCopy(std::size_t i) const {
    const Segment& segment = document_.segments[i];
    return translations_[i] == segment.text ||
           translations_[i] == BytesOf(document_.text, segment.span);
  }

  const Document& document_;
  std::span<const std::string> translations_;
  bool writes_spaces_;
};

}  // namespace

Segment MakeSegment(std::string_view text, ByteSpan span,
                    const DocumentOptions& options) {
  const std::string_view bytes = BytesOf(text, span);
  return {.span = span,
          .text = options.line_breaks == LineBreaks::kWrapped
                      ? Unwrapped(bytes)
                      : std::string(bytes)};
}

std::vector<Segment> DivideSegment(const Document& document,
                                   const Segment& segment, int64_t max_bytes,
                                   const DocumentOptions& options) {
  const std::string_view bytes = BytesOf(document.text, segment.span);
  std::vector<Segment> parts;
  for (const ByteSpan part :
       DivideSentence(bytes, max_bytes, options.language)) {
    const ByteSpan span = {.begin = segment.span.begin + part.begin,
                           .end = segment.span.begin + part.end};
    parts.push_back(MakeSegment(document.text, span, options));
    parts.back().is_part = true;
  }
  return parts;
}

Document WholeDocument(std::string text) {
  Document document;
  const ByteSpan span = {.begin = 0, .end = static_cast<int64_t>(text.size())};
  document.segments.push_back({.span = span, .text = text});
  document.text = std::move(text);
  return document;
}

Rendered RenderDocument(const Document& document,
                        std::span<const std::string> translations,
                        std::string_view target_language) {
  Check(translations.size() == document.segments.size(),
        "each segment has one translation");
  const Spacing spacing(document, translations, target_language);
  Rendered rendered;
  int64_t copied = 0;
  for (std::size_t i = 0; i < document.segments.size(); ++i) {
    const ByteSpan source = document.segments[i].span;
    rendered.text += BytesOf(document.text, {copied, source.begin});
    if (i > 0 && copied == source.begin && spacing.NeedsSpace(i)) {
      rendered.text += ' ';
    }
    const auto begin = static_cast<int64_t>(rendered.text.size());
    rendered.text += translations[i];
    rendered.spans.push_back(
        {.begin = begin, .end = static_cast<int64_t>(rendered.text.size())});
    copied = source.end;
  }
  rendered.text += std::string_view(document.text).substr(copied);
  return rendered;
}

}  // namespace interpres
