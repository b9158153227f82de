#include "model/markup/plain_document.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/base/check.h"

namespace interpres {
namespace {

constexpr int kMaxBackwardSearches = 100;
constexpr int kMaxFailedSearches = 1000;

// Joins the translations of the segments of one line. `spans` are their places
// in `rendered`.
class LineJoiner {
 public:
  LineJoiner(const Document& plain, std::span<const AlignedText> translations,
             const Rendered& rendered)
      : plain_(plain), translations_(translations), rendered_(rendered) {}

  // Joins the segments [first, end), which are the parts of one line.
  AlignedText Join(std::size_t first, std::size_t end) const {
    const int64_t source = plain_.segments[first].span.begin;
    const int64_t target = rendered_.spans[first].begin;
    AlignedText joined = {.text = rendered_.text.substr(
                              target, rendered_.spans[end - 1].end - target)};
    for (std::size_t i = first; i < end; ++i) {
      const Segment& segment = plain_.segments[i];
      // Offsets in another case may be offsets of other characters.
      const bool has_offsets =
          std::ssize(segment.text) == segment.span.end - segment.span.begin;
      if (has_offsets) {
        Add(translations_[i].alignment, segment.span.begin - source,
            rendered_.spans[i].begin - target, joined);
      }
    }
    return joined;
  }

 private:
  static void Add(const std::vector<AlignedSpan>& alignment, int64_t source,
                  int64_t target, AlignedText& joined) {
    for (const AlignedSpan& part : alignment) {
      joined.alignment.push_back(
          {.target = {.begin = part.target.begin + target,
                      .end = part.target.end + target},
           .source = {.begin = part.source.begin + source,
                      .end = part.source.end + source}});
    }
  }

  const Document& plain_;
  std::span<const AlignedText> translations_;
  const Rendered& rendered_;
};

}  // namespace

Document PlainDocument(const MarkupDocument& marked,
                       const DocumentOptions& options) {
  Document plain;
  std::vector<ByteSpan> lines;
  for (const MarkedSegment& segment : marked.segments) {
    const auto begin = static_cast<int64_t>(plain.text.size());
    plain.text += segment.text;
    lines.push_back(
        {.begin = begin, .end = static_cast<int64_t>(plain.text.size())});
    plain.text += '\n';
  }
  for (const ByteSpan& line : lines) {
    plain.segments.push_back(MakeSegment(plain.text, line, options));
  }
  return plain;
}

Rendered RenderPlainDocument(const MarkupDocument& marked,
                             const Document& plain,
                             std::span<const AlignedText> translations,
                             std::string_view target_language) {
  std::vector<std::string> texts;
  texts.reserve(translations.size());
  for (const AlignedText& translation : translations) {
    texts.push_back(translation.text);
  }
  const Rendered rendered = RenderDocument(plain, texts, target_language);
  const LineJoiner joiner(plain, translations, rendered);
  const std::vector<std::size_t> line_of = LinesOf(plain);
  std::vector<AlignedText> lines;
  for (std::size_t first = 0; first < line_of.size();) {
    std::size_t end = first + 1;
    while (end < line_of.size() && line_of[end] == line_of[first]) {
      ++end;
    }
    lines.push_back(joiner.Join(first, end));
    first = end;
  }
  Check(lines.size() == marked.segments.size(), "each line has a segment");
  Rendered whole = RenderMarkup(marked, lines);
  std::vector<ByteSpan> spans;
  spans.reserve(line_of.size());
  for (const std::size_t line : line_of) {
    spans.push_back(whole.spans[line]);
  }
  whole.spans = std::move(spans);
  return whole;
}

std::vector<std::size_t> LinesOf(const Document& plain) {
  std::vector<std::size_t> lines;
  lines.reserve(plain.segments.size());
  std::size_t line = 0;
  int64_t counted = 0;
  for (const Segment& segment : plain.segments) {
    const std::string_view gap =
        BytesOf(plain.text, {.begin = counted, .end = segment.span.begin});
    line += static_cast<std::size_t>(std::count(gap.begin(), gap.end(), '\n'));
    lines.push_back(line);
    counted = segment.span.begin;
  }
  return lines;
}

ByteSpan PartFinder::Find(std::string_view part) {
  if (failed_searches_ == kMaxFailedSearches) {
    return whole_;
  }
  for (const int64_t from : {next_, whole_.begin}) {
    if (from == whole_.begin && next_ != whole_.begin &&
        ++backward_searches_ > kMaxBackwardSearches) {
      break;
    }
    const std::size_t found =
        BytesOf(text_, {.begin = from, .end = whole_.end}).find(part);
    if (found != std::string_view::npos) {
      const int64_t begin = from + static_cast<int64_t>(found);
      next_ = begin + std::ssize(part);
      return {.begin = begin, .end = next_};
    }
  }
  ++failed_searches_;
  return whole_;
}

}  // namespace interpres
