#include "model/markup/markdown_document.h"

#include "model/markup/html_document.h"
#include "model/markup/markdown_blocks.h"
#include "model/markup/markdown_inlines.h"

namespace interpres {

void ReadMarkdown(SegmentCollector& collector) {
  const MarkdownBlocks blocks = FindMarkdownBlocks(collector.text());
  for (const MarkdownBlock& block : blocks.blocks) {
    if (block.kind == MarkdownBlock::Kind::kHtml) {
      ReadHtml(block.lines[0], collector);
    } else {
      ReadMarkdownInlines(block, blocks, collector);
    }
  }
}

}  // namespace interpres
