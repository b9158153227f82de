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

// One piece of markup inside a segment, such as a tag. The translation has the
// same markup.
struct MarkupItem {
  MarkupKind kind = MarkupKind::kStandalone;

  // The bytes of the markup in the source. Also has the segment's white space
  // before the markup, except white space in the segment's text or in `space`
  // of the item before.
  ByteSpan span;

  // The bytes in the source of the white space behind the markup, if the text
  // leaves this white space out: beside another space, and at the ends of the
  // text. Otherwise empty. Also empty for an item that ends the segment.
  ByteSpan space;

  // The place of the item: an offset in MarkedSegment::text, in bytes. The
  // positions of the items of a segment do not decrease.
  int64_t position = 0;

  // The index in MarkedSegment::items of the other tag of the element. -1 if
  // the other tag is absent or outside the segment.
  int32_t partner = -1;

  // Whether readers see the item, for example an image or a code element.
  bool is_visible = false;
};

// A character of a segment's text that the source spells in another way, such
// as `&eacute;` for "é".
struct SpelledCharacter {
  std::string text;  // in UTF-8
  ByteSpan span;     // the bytes in the source

  friend bool operator==(const SpelledCharacter&,
                         const SpelledCharacter&) = default;
};

// One sentence of a text with markup: the text to translate, without markup,
// and the markup. The text has at least one letter, digit or other number.
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

  // The characters of `text` that the source spells in another way, in the
  // order of the source.
  std::vector<SpelledCharacter> spelled = {};

  // The form in which the translation is written into the document, for example
  // as the value of an attribute.
  TextEncoding encoding = TextEncoding::kMarkup;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKED_SEGMENT_H_
