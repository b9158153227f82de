// Which elements of XML are parts of a sentence.

#ifndef INTERPRES_MODEL_MARKUP_XML_OUTLINE_H_
#define INTERPRES_MODEL_MARKUP_XML_OUTLINE_H_

#include <string>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "model/markup/markup_options.h"

namespace interpres {

// The classes of the elements of one text. Thread-safe.
class XmlOutline {
 public:
  // Reads the whole text. Returns INVALID_ARGUMENT if the text is not
  // well-formed; it may have several elements, and text, outside any element.
  // Takes linear time.
  static absl::StatusOr<XmlOutline> Read(std::string_view text,
                                         const XmlOptions& options);

  // Returns whether an element begins and ends a block.
  bool IsBlock(const std::string& element) const;
  // Returns whether an element is copied with its content.
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
