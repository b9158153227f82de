// The content of one block, before it is divided into segments.

#ifndef INTERPRES_MODEL_MARKUP_BLOCK_ATOMS_H_
#define INTERPRES_MODEL_MARKUP_BLOCK_ATOMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "model/document/byte_span.h"
#include "model/markup/marked_segment.h"

namespace interpres {

// The smallest part of a block: a piece of text, a character that the source
// spells in another way, white space, or one piece of markup (an item).
struct BlockAtom {
  enum class Kind {
    kText,     // bytes of the source as they are
    kSpelled,  // a character that the source spells in another way
    kSpace,    // white space, which is one space in the text
    kItem,     // markup
  };
  Kind kind = Kind::kText;
  ByteSpan source;
  ByteSpan text;  // the bytes in BlockAtoms::text()

  // Of an item:
  MarkupKind item_kind = MarkupKind::kStandalone;
  bool is_object = false;  // the text has kObjectStandIn
  bool is_visible = false;
  bool ends_sentence = false;
  int64_t partner = -1;  // the index of the other tag; -1 if it is absent
  ByteSpan space = {};   // MarkupItem::space
};

// The string in BlockAtoms::text() that stands for an object, such as a code
// element, while a block is divided into sentences.
inline constexpr std::string_view kObjectStandIn = "Xyz";

// Collects the content of one block, such as a paragraph, in the order of the
// source: text() is the text without markup, and atoms() are its parts.
// Collapses white space. Finds the pairs of tags, so that no two pairs cross.
// Takes linear time. Not thread-safe.
class BlockAtoms {
 public:
  // `source` is the whole text of the document. All spans are byte offsets in
  // `source`, except BlockAtom::text. REQUIRES: `source` outlives this object.
  explicit BlockAtoms(std::string_view source) : source_(source) {}

  // Adds the bytes `source` of the document as text. Collapses white space.
  void AddText(ByteSpan source);
  // Adds the character `text`, which the document spells with the bytes
  // `source`, for example `&eacute;`. Adds white space if `text` has only white
  // space.
  void AddSpelled(std::string_view text, ByteSpan source);
  void AddSpace(ByteSpan source);
  // AddOpen adds an open tag, AddClose a close tag. A close tag and the last
  // open tag of its name that has no partner become a pair. Then the open tags
  // between the two stay without a partner.
  void AddOpen(std::string_view name, ByteSpan source);
  void AddClose(std::string_view name, ByteSpan source);
  // Adds markup that is no tag of a pair, such as an image or a comment.
  // `is_visible` says whether readers see the markup.
  void AddStandalone(ByteSpan source, bool is_visible);
  // Adds markup that ends a sentence, such as `<br>`.
  void AddBreak(ByteSpan source);
  // Adds an object: markup that is a part of a sentence like a word, such as a
  // code element. text() gets kObjectStandIn in its place.
  void AddObject(ByteSpan source);
  // Ends a sentence at the offset `at` of the document, where no markup is.
  void EndSentence(int64_t at);

  // Removes the content.
  void Clear();

  const std::vector<BlockAtom>& atoms() const { return atoms_; }
  const std::string& text() const { return text_; }

 private:
  struct OpenTag {
    std::string name;
    int64_t atom = 0;
  };

  BlockAtom& Add(BlockAtom::Kind kind, ByteSpan source, std::string_view text);
  void AddWords(ByteSpan source);

  std::string_view source_;
  std::string text_;
  std::vector<BlockAtom> atoms_;
  std::vector<OpenTag> open_;
  absl::flat_hash_map<std::string, int64_t> open_count_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_BLOCK_ATOMS_H_
