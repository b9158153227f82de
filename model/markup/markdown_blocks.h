// The blocks of Markdown.

#ifndef INTERPRES_MODEL_MARKUP_MARKDOWN_BLOCKS_H_
#define INTERPRES_MODEL_MARKUP_MARKDOWN_BLOCKS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "model/document/byte_span.h"

namespace interpres {

// A part of a Markdown text whose sentences are translated together: a
// paragraph, a heading, a cell of a table or HTML.
struct MarkdownBlock {
  enum class Kind {
    kText,  // a paragraph or a heading
    kCell,  // a cell of a table
    kHtml,  // HTML between empty lines
  };
  Kind kind = Kind::kText;
  // The bytes of the lines of the block, without the markers of lists and
  // quotations, without white space before them, and without line ends. A block
  // of kHtml has one element with all its lines and their line ends.
  std::vector<ByteSpan> lines;
};

struct MarkdownBlocks {
  std::vector<MarkdownBlock> blocks;
  // The labels of the definitions in the text, to which links and notes can
  // refer, as NormalizedLabel writes them.
  absl::flat_hash_set<std::string> labels;
};

// Returns the blocks of a Markdown text that have text to translate, in order:
// paragraphs, headings, items of lists, quotations, cells of tables and HTML.
// All other bytes are copied: code, front matter, definitions of links, and
// markers. HTML in lists and quotations, scripts and comments are also copied.
// Takes linear time. REQUIRES: `text` is UTF-8. Thread-safe.
MarkdownBlocks FindMarkdownBlocks(std::string_view text);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKDOWN_BLOCKS_H_
