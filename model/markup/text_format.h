// The format of a text that is translated.

#ifndef INTERPRES_MODEL_MARKUP_TEXT_FORMAT_H_
#define INTERPRES_MODEL_MARKUP_TEXT_FORMAT_H_

namespace interpres {

enum class TextFormat {
  kPlain,     // no markup
  kHtml,      // a page or a fragment of HTML
  kXml,       // a document of XML or a sequence of elements
  kMarkdown,  // CommonMark with the extensions of GitHub
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_TEXT_FORMAT_H_
