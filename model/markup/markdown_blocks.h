// The blocks of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_BLOCKS_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_BLOCKS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "model/document/byte_span.h"

namespace interpres {

// A block with text.
struct MarkdownBlock {
  enum class Kind {
    kText,  // a paragraph or a heading
    kCell,  // a cell of a table
    kHtml,  // HTML between empty lines
  };
  Kind kind = Kind::kText;
  // The lines without the markers of lists and quotations, without white space
  // before them, and without line ends. HTML is one element with line ends.
  std::vector<ByteSpan> lines;
};

struct MarkdownBlocks {
  std::vector<MarkdownBlock> blocks;
  // The labels that links can refer to (NormalizedLabel).
  absl::flat_hash_set<std::string> labels;
};

// Returns the blocks with text, in order: paragraphs, headings, items of lists,
// quotations, cells of tables and HTML. All other bytes are syntax: code, front
// matter, definitions of links, and markers. Takes linear time. REQUIRES:
// `text` is UTF-8. Thread-safe.
MarkdownBlocks FindMarkdownBlocks(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_BLOCKS_H_
