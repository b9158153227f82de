#include "model/markup/segment_collector.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "model/markup/block_segments.h"

namespace interpres {

SegmentCollector::SegmentCollector(std::string_view text,
                                   const MarkupOptions& options)
    : text_(text), options_(options), block_(text), value_(text) {}

void SegmentCollector::AddReferences(ByteSpan span, ReferencePlace place,
                                     BlockAtoms& block) {
  const std::string_view text = text_.substr(0, span.end);
  int64_t begin = span.begin;
  std::size_t at = text.find('&', begin);
  while (at != std::string_view::npos) {
    const CharacterReference reference =
        ReadCharacterReference(text.substr(at), place);
    const auto offset = static_cast<int64_t>(at);
    if (reference.length > 0) {
      block.AddText({.begin = begin, .end = offset});
      begin = offset + reference.length;
      block.AddSpelled(reference.text, {.begin = offset, .end = begin});
    }
    at = text.find('&', std::max(begin, offset + 1));
  }
  block.AddText({.begin = begin, .end = span.end});
}

void SegmentCollector::AddText(ByteSpan span, ReferencePlace place) {
  AddReferences(span, place, block_);
}

void SegmentCollector::EndBlock(TextEncoding encoding) {
  AppendSegments(block_, options_, encoding, segments_);
  block_.Clear();
}

void SegmentCollector::AddValue(const MarkupAttribute& attribute) {
  const TextEncoding encoding =
      attribute.quote == '"'    ? TextEncoding::kDoubleQuoted
      : attribute.quote == '\'' ? TextEncoding::kSingleQuoted
                                : TextEncoding::kUnquoted;
  AddValue(attribute.value, encoding, ReferencePlace::kAttribute);
}

void SegmentCollector::AddValue(ByteSpan span, TextEncoding encoding,
                                ReferencePlace place) {
  const std::size_t count = segments_.size();
  AddReferences(span, place, value_);
  AppendSegments(value_, options_, encoding, segments_);
  value_.Clear();
  // The quotes must stand around the whole value.
  if (encoding == TextEncoding::kUnquoted && segments_.size() > count &&
      segments_.back().span != span) {
    segments_.pop_back();
  }
}

std::vector<MarkedSegment> SegmentCollector::Take() {
  std::ranges::stable_sort(segments_, {}, [](const MarkedSegment& segment) {
    return segment.span.begin;
  });
  return std::move(segments_);
}

}  // namespace interpres
