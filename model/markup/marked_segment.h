// A sentence with markup at positions in its text.

#ifndef INTERPRES_MODEL_MARKUP_MARKED_SEGMENT_H_
#define INTERPRES_MODEL_MARKUP_MARKED_SEGMENT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "model/document/byte_span.h"
#include "model/markup/text_encoding.h"

namespace interpres {

enum class MarkupKind {
  kOpen,        // begins an element: `<b>`, or `**` of Markdown
  kClose,       // ends an element
  kStandalone,  // an image, a line break, a comment or an object
};

// Markup inside a segment.
struct MarkupItem {
  MarkupKind kind = MarkupKind::kStandalone;

  // The bytes of the markup in the source.
  ByteSpan span;

  // The bytes in the source of the white space behind the markup, if the text
  // leaves this white space out because it has a space before the markup.
  // Otherwise empty.
  ByteSpan space;

  // The offset in the text of the segment, in bytes. Offsets do not decrease.
  int64_t position = 0;

  // The index of the other tag of the element. -1 if the other tag is absent
  // or outside the segment.
  int32_t partner = -1;

  // The number of bytes of the text that stand for the item. Above 0 only for
  // an object with MarkupOptions::object_text.
  int64_t length = 0;

  // Whether readers see the item, for example an image or a code element.
  bool is_visible = false;
};

// A character that the source spells in another way, such as `&eacute;`.
struct SpelledCharacter {
  std::string text;  // in UTF-8
  ByteSpan span;     // the bytes in the source

  friend bool operator==(const SpelledCharacter&,
                         const SpelledCharacter&) = default;
};

// One sentence. It has at least one letter or digit.
struct MarkedSegment {
  // The bytes in the source text, from the first to the last character or item
  // of the segment.
  ByteSpan span;

  // The text to translate. References to characters are decoded. White space is
  // single spaces, and no white space is at the ends.
  std::string text;

  // The markup in the order of the source. Two elements do not cross: of two
  // pairs of tags, one contains the other or ends before the other begins.
  std::vector<MarkupItem> items = {};

  // In the order of the source.
  std::vector<SpelledCharacter> spelled = {};

  // How the translation is written.
  TextEncoding encoding = TextEncoding::kMarkup;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKED_SEGMENT_H_
