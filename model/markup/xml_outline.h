// Which elements of XML are parts of a sentence.

#ifndef INTERPRES_MODEL_MARKUP_XML_OUTLINE_H_
#define INTERPRES_MODEL_MARKUP_XML_OUTLINE_H_

#include <string>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "model/markup/markup_options.h"

namespace interpres {

// Says which elements of one XML text divide the text into blocks, and which
// elements are copied. Immutable. Thread-safe.
class XmlOutline {
 public:
  // Reads the elements of the XML `text`. `options` says how elements are
  // classified. Returns INVALID_ARGUMENT with the offset of the error if the
  // text is not well-formed. Unlike a document of XML, `text` may have several
  // root elements, and characters outside them. Takes linear time.
  static absl::StatusOr<XmlOutline> Read(std::string_view text,
                                         const XmlOptions& options);

  // Returns whether each element with the name `element` begins and ends a
  // block, so that no sentence continues across its tags.
  bool IsBlock(const std::string& element) const;
  // Returns whether `element` is one of XmlOptions::ignore_tags. The
  // translation copies such an element with its content.
  bool IsIgnored(const std::string& element) const {
    return ignored_.contains(element);
  }

 private:
  using Names = absl::flat_hash_set<std::string>;

  explicit XmlOutline(const XmlOptions& options);
  absl::Status ReadElements(std::string_view text);

  Names ignored_;
  Names splitting_;
  Names non_splitting_;
  Names beside_text_;  // the elements that stand directly beside text
  bool detects_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_XML_OUTLINE_H_
