#include "model/markup/markup_document.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "model/base/check.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/document/paragraphs.h"
#include "model/markup/html_document.h"
#include "model/markup/markdown_document.h"
#include "model/markup/markup_projection.h"
#include "model/markup/segment_collector.h"
#include "model/markup/xml_document.h"

namespace interpres {
namespace {

// Each paragraph is a block.
void ReadPlainText(SegmentCollector& collector) {
  for (const ByteSpan paragraph : FindParagraphs(
           collector.text(), {.language = collector.options().language})) {
    collector.block().AddText(paragraph);
    collector.EndBlock(TextEncoding::kPlain);
  }
}

// Copies bytes of a document with the translations of the segments in them.
class Renderer {
 public:
  Renderer(const MarkupDocument& document,
           std::span<const AlignedText> translations)
      : document_(document),
        translations_(translations),
        atoms_(document.atoms == nullptr ? std::make_shared<const AtomOptions>()
                                         : document.atoms) {
    rendered_.spans.resize(translations.size());
  }

  Rendered Render() {
    Copy({.begin = 0, .end = static_cast<int64_t>(document_.text.size())}, 0);
    return std::move(rendered_);
  }

 private:
  // Copies `span`. `first` is the first segment that can lie in `span`.
  void Copy(ByteSpan span, std::size_t first);
  void Translate(std::size_t i);

  const MarkupDocument& document_;
  std::span<const AlignedText> translations_;
  std::shared_ptr<const AtomOptions> atoms_;
  Rendered rendered_;
};

void Renderer::Copy(ByteSpan span, std::size_t first) {
  const std::vector<MarkedSegment>& segments = document_.segments;
  const auto found = std::lower_bound(
      segments.begin() + static_cast<int64_t>(first), segments.end(),
      span.begin, [](const MarkedSegment& segment, int64_t begin) {
        return segment.span.begin < begin;
      });
  for (auto i = static_cast<std::size_t>(found - segments.begin());
       i < segments.size() && segments[i].span.begin < span.end; ++i) {
    const ByteSpan inner = segments[i].span;
    if (inner.begin < span.begin) {
      continue;  // inside the segment before, which has copied it
    }
    rendered_.text += BytesOf(document_.text, {span.begin, inner.begin});
    Translate(i);
    span.begin = inner.end;
  }
  rendered_.text += BytesOf(document_.text, span);
}

void Renderer::Translate(std::size_t i) {
  const auto begin = static_cast<int64_t>(rendered_.text.size());
  for (const ProjectedPart& part : ProjectParts(
           document_.text, document_.segments[i], translations_[i], *atoms_)) {
    if (part.source.begin == part.source.end) {
      rendered_.text += part.text;
    } else {
      Copy(part.source, i + 1);
    }
  }
  rendered_.spans[i] = {.begin = begin,
                        .end = static_cast<int64_t>(rendered_.text.size())};
}

}  // namespace

absl::StatusOr<MarkupDocument> ParseMarkup(std::string text,
                                           const MarkupOptions& options) {
  if (const std::optional<std::size_t> invalid = FindInvalidUtf8(text)) {
    return absl::InvalidArgumentError(
        absl::StrCat("text has a byte at offset ", *invalid,
                     " that is not UTF-8; expected UTF-8; convert the text"));
  }
  MarkupDocument document = {
      .text = std::move(text), .segments = {}, .atoms = options.atoms};
  SegmentCollector collector(document.text, options);
  const ByteSpan all = {.begin = 0,
                        .end = static_cast<int64_t>(document.text.size())};
  switch (options.format) {
    case TextFormat::kHtml:
      ReadHtml(all, collector);
      break;
    case TextFormat::kXml:
      INTERPRES_RETURN_IF_ERROR(ReadXml(collector));
      break;
    case TextFormat::kMarkdown:
      ReadMarkdown(collector);
      break;
    case TextFormat::kPlain:
      ReadPlainText(collector);
  }
  document.segments = collector.Take();
  return document;
}

Rendered RenderMarkup(const MarkupDocument& document,
                      std::span<const AlignedText> translations) {
  Check(translations.size() == document.segments.size(),
        "each segment has one translation");
  return Renderer(document, translations).Render();
}

}  // namespace interpres
