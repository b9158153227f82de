#include "model/markup/markdown_inlines.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/markup/inline_scanner.h"

namespace interpres {
namespace {

using InlineKind = InlineMark::Kind;

// The lines of a block as one text, with a line feed between two.
class JoinedLines {
 public:
  JoinedLines(std::string_view source, const std::vector<ByteSpan>& lines)
      : lines_(lines) {
    for (const ByteSpan line : lines) {
      text_ += starts_.empty() ? "" : "\n";
      starts_.push_back(static_cast<int64_t>(text_.size()));
      text_ += BytesOf(source, line);
    }
  }

  const std::string& text() const { return text_; }

  // Returns the bytes of the source for bytes of the text. A line feed stands
  // for all bytes between two lines. REQUIRES: `span` is not empty.
  ByteSpan SourceOf(ByteSpan span) const {
    const std::size_t first = LineOf(span.begin);
    const std::size_t last = LineOf(span.end - 1);
    const bool ends_line = text_[span.end - 1] == '\n';
    return {.begin = lines_[first].begin + span.begin - starts_[first],
            .end = ends_line ? lines_[last + 1].begin
                             : lines_[last].begin + span.end - starts_[last]};
  }

 private:
  std::size_t LineOf(int64_t at) const {
    return std::ranges::upper_bound(starts_, at) - starts_.begin() - 1;
  }

  const std::vector<ByteSpan>& lines_;
  std::string text_;
  std::vector<int64_t> starts_;
};

class InlineReader {
 public:
  InlineReader(const MarkdownBlock& block, SegmentCollector& collector)
      : lines_(collector.text(), block.lines),
        collector_(collector),
        encoding_(block.kind == MarkdownBlock::Kind::kCell
                      ? TextEncoding::kMarkdownCell
                      : TextEncoding::kMarkdown) {}

  void Read(const MarkdownBlocks& blocks);

 private:
  void AddText(ByteSpan span);
  void AddMark(const InlineMark& mark);
  void AddImageText(ByteSpan span);

  const JoinedLines lines_;
  SegmentCollector& collector_;
  const TextEncoding encoding_;
};

void InlineReader::AddText(ByteSpan span) {
  while (span.begin < span.end) {
    const std::size_t found =
        BytesOf(lines_.text(), {0, span.end}).find('\n', span.begin);
    const int64_t end = static_cast<int64_t>(
        std::min<std::size_t>(found, static_cast<std::size_t>(span.end)));
    if (span.begin < end) {
      collector_.block().AddText(lines_.SourceOf({span.begin, end}));
    }
    if (end < span.end) {
      collector_.block().AddSpace(lines_.SourceOf({end, end + 1}));
    }
    span.begin = end + 1;
  }
}

void InlineReader::AddMark(const InlineMark& mark) {
  BlockAtoms& block = collector_.block();
  const ByteSpan source = lines_.SourceOf(mark.span);
  switch (mark.kind) {
    case InlineKind::kOpen:
      block.AddOpen(mark.text, source);
      break;
    case InlineKind::kClose:
      block.AddClose(mark.text, source);
      break;
    case InlineKind::kStandalone:
      block.AddStandalone(source, true);
      break;
    case InlineKind::kBreak:
      block.AddBreak(source);
      break;
    case InlineKind::kObject:
      block.AddObject(source);
      break;
    case InlineKind::kSpelled:
      block.AddSpelled(mark.text, source);
      break;
  }
}

// The text of an image with markup in it is copied.
void InlineReader::AddImageText(ByteSpan span) {
  if (span.begin == span.end ||
      BytesOf(lines_.text(), span).find_first_of("\n\\*_`[]<~") !=
          std::string_view::npos) {
    return;
  }
  collector_.AddValue(lines_.SourceOf(span), encoding_,
                      ReferencePlace::kStrict);
}

void InlineReader::Read(const MarkdownBlocks& blocks) {
  const std::vector<InlineMark> marks =
      InlineScanner(lines_.text(), blocks.labels).Scan();
  int64_t at = 0;
  for (const InlineMark& mark : marks) {
    AddText({at, mark.span.begin});
    AddMark(mark);
    at = mark.span.end;
  }
  AddText({at, static_cast<int64_t>(lines_.text().size())});
  collector_.EndBlock(encoding_);
  for (const InlineMark& mark : marks) {
    AddImageText(mark.alt);
  }
}

}  // namespace

void ReadMarkdownInlines(const MarkdownBlock& block,
                         const MarkdownBlocks& blocks,
                         SegmentCollector& collector) {
  InlineReader(block, collector).Read(blocks);
}

}  // namespace interpres
