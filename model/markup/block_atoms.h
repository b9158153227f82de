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

// The smallest part of a block.
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

// Stands for an object while a block is divided into sentences.
inline constexpr std::string_view kObjectStandIn = "Xyz";

// Collects the content of a block in the order of the source. Collapses white
// space. Finds the pairs of tags, so that no two pairs cross. Takes linear
// time. Not thread-safe.
class BlockAtoms {
 public:
  // `source` is the whole text. REQUIRES: `source` outlives this object.
  explicit BlockAtoms(std::string_view source) : source_(source) {}

  // Adds text as the source has it.
  void AddText(ByteSpan source);
  // Adds `text`, which the source spells in another way.
  void AddSpelled(std::string_view text, ByteSpan source);
  void AddSpace(ByteSpan source);
  // Adds tags. A close tag and the last open tag of its name are a pair.
  void AddOpen(std::string_view name, ByteSpan source);
  void AddClose(std::string_view name, ByteSpan source);
  // Adds an item. `is_visible` says whether readers see it.
  void AddStandalone(ByteSpan source, bool is_visible);
  // Adds an item that ends a sentence.
  void AddBreak(ByteSpan source);
  // Adds an item that is a part of a sentence like a word.
  void AddObject(ByteSpan source);
  // Ends a sentence without markup. `at` is an offset in the source.
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
