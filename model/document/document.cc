#include "model/document/document.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "model/base/check.h"
#include "model/base/utf8.h"
#include "model/document/characters.h"
#include "model/document/kept_spans.h"
#include "model/document/long_sentence.h"
#include "model/document/paragraphs.h"
#include "model/document/sentence_language.h"

namespace interpres {
namespace {

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

// Returns the characters of the text that are not white space. Unwrapped and a
// change of case keep these characters in order.
std::vector<ByteSpan> InkOf(std::string_view text) {
  const Characters characters = DecodeUtf8(text);
  std::vector<ByteSpan> ink;
  for (std::size_t i = 0; i < characters.code.size(); ++i) {
    if (!IsSpace(characters.code[i])) {
      ink.push_back(
          {.begin = characters.offset[i], .end = characters.offset[i + 1]});
    }
  }
  return ink;
}

// The code points at the ends of a text. REQUIRES: `text` is not empty.
char32_t FirstOf(std::string_view text) { return FirstCodePoint(text).code; }

char32_t LastOf(std::string_view text) {
  std::size_t begin = text.size() - 1;
  while (begin > 0 && IsUtf8Continuation(text[begin])) {
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
        writes_spaces_(!target_language.empty() &&
                       !OmitsSpaces(target_language)) {}

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
  Segment segment = {.span = span,
                     .text = options.line_breaks == LineBreaks::kWrapped
                                 ? Unwrapped(bytes)
                                 : std::string(bytes)};
  FindAtomsAndTerms(options, segment);
  return segment;
}

void FindAtomsAndTerms(const DocumentOptions& options, Segment& segment) {
  if (options.atoms != nullptr) {
    segment.atoms = FindAtoms(segment.text, *options.atoms);
  }
  if (options.glossary != nullptr) {
    segment.terms = options.glossary->Find(segment.text, segment.atoms);
  }
}

std::vector<Segment> DivideSegment(const Document& document,
                                   const Segment& segment, int64_t max_bytes,
                                   const DocumentOptions& options) {
  const std::string_view bytes = BytesOf(document.text, segment.span);
  std::vector<ByteSpan> whole;
  if (options.atoms != nullptr) {
    whole = SpansOf(FindAtoms(bytes, *options.atoms));
  }
  std::vector<Segment> parts;
  for (const ByteSpan part : DivideSentence(
           bytes, {.max_bytes = max_bytes, .whole = whole}, options.language)) {
    const ByteSpan span = {.begin = segment.span.begin + part.begin,
                           .end = segment.span.begin + part.end};
    parts.push_back(MakeSegment(document.text, span, options));
    parts.back().is_part = true;
    parts.back().is_in_message = segment.is_in_message;
  }
  return parts;
}

Document WholeDocument(std::string text, const DocumentOptions& options) {
  const ByteSpan span = {.begin = 0, .end = static_cast<int64_t>(text.size())};
  Document document;
  DocumentOptions unwrapped = options;
  unwrapped.line_breaks = LineBreaks::kParagraph;
  document.segments.push_back(MakeSegment(text, span, unwrapped));
  document.text = std::move(text);
  return document;
}

bool HasContentOutsideAtoms(const Segment& segment) {
  int64_t begin = 0;
  const auto has_content = [&](int64_t end) {
    const std::u32string code =
        DecodeUtf8(BytesOf(segment.text, {.begin = begin, .end = end})).code;
    return std::ranges::any_of(code, IsContent);
  };
  for (const Atom& atom : segment.atoms) {
    if (has_content(atom.span.begin)) {
      return true;
    }
    begin = atom.span.end;
  }
  return has_content(std::ssize(segment.text));
}

ByteSpan SpanInDocument(const Document& document, const Segment& segment,
                        const ByteSpan& part) {
  const std::string_view bytes = BytesOf(document.text, segment.span);
  const int64_t first = segment.span.begin;
  if (segment.changed_case == LetterCase::kUsual &&
      bytes.size() == segment.text.size()) {
    return {.begin = first + part.begin, .end = first + part.end};
  }
  const std::vector<ByteSpan> written = InkOf(WithoutQuoteMarks(bytes));
  const std::vector<ByteSpan> translated = InkOf(segment.text);
  const auto index_of = [&](int64_t offset) {
    return std::ranges::lower_bound(translated, offset, {}, &ByteSpan::begin) -
           translated.begin();
  };
  const auto begin = index_of(part.begin);
  const auto end = index_of(part.end);
  // In few languages, a capital and its small letter differ in their number of
  // characters.
  if (written.size() != translated.size() || begin == end) {
    return segment.span;
  }
  return {.begin = first + written[begin].begin,
          .end = first + written[end - 1].end};
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
