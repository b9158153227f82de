// The options of translating a text with markup.

#ifndef INTERPRES_MODEL_MARKUP_MARKUP_OPTIONS_H_
#define INTERPRES_MODEL_MARKUP_MARKUP_OPTIONS_H_

#include <string>
#include <vector>

#include "model/markup/text_format.h"

namespace interpres {

// Which elements of XML are parts of a sentence.
struct XmlOptions {
  // Elements that are copied with their content.
  std::vector<std::string> ignore_tags = {};

  // Elements that begin and end a block. They win over `non_splitting_tags`.
  std::vector<std::string> splitting_tags = {};

  // Elements that are parts of a sentence.
  std::vector<std::string> non_splitting_tags = {};

  // How other elements are classified. If true, an element is a part of a
  // sentence if any element of its name has a sibling that is text other than
  // white space. Otherwise the element begins and ends a block. If false, every
  // other element is a part of a sentence.
  bool outline_detection = true;
};

struct MarkupOptions {
  TextFormat format = TextFormat::kHtml;

  // A code of BCP 47. Empty means unknown.
  std::string language = {};

  // The string that stands for an object in the text of a segment, for example
  // for `<code>ls</code>`. A model must copy the string. Empty means that an
  // object is not in the text: the alignment of its neighbours places it.
  std::string object_text = {};

  XmlOptions xml = {};
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKUP_OPTIONS_H_
