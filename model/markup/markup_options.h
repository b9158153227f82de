// The options of translating a text with markup.

#ifndef INTERPRES_MODEL_MARKUP_MARKUP_OPTIONS_H_
#define INTERPRES_MODEL_MARKUP_MARKUP_OPTIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "model/document/atom_finder.h"
#include "model/markup/text_format.h"

namespace interpres {

// The options that say which elements of XML are parts of a sentence, which
// elements begin and end a block, and which elements are copied.
struct XmlOptions {
  // The names of elements that are copied with their content.
  std::vector<std::string> ignore_tags = {};

  // The names of elements that begin and end a block, so that no sentence
  // crosses their tags. If a name is also in `non_splitting_tags`, only
  // `splitting_tags` counts.
  std::vector<std::string> splitting_tags = {};

  // The names of elements that are parts of a sentence.
  std::vector<std::string> non_splitting_tags = {};

  // The rule for elements that are neither in `splitting_tags` nor in
  // `non_splitting_tags`. If true, such an element is a part of a sentence if
  // any element of its name has a sibling that is text other than white space.
  // Otherwise the element begins and ends a block. If false, every such element
  // is a part of a sentence.
  bool outline_detection = true;
};

struct MarkupOptions {
  TextFormat format = TextFormat::kHtml;

  // The language of the text, a code of BCP 47. Empty means unknown.
  std::string language = {};

  XmlOptions xml = {};

  // No sentence ends inside an atom. Null means that the text has no atoms.
  std::shared_ptr<const AtomOptions> atoms = nullptr;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_MARKUP_OPTIONS_H_
