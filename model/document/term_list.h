// A list of strings that a translation must not change.

#ifndef INTERPRES_MODEL_DOCUMENT_TERM_LIST_H_
#define INTERPRES_MODEL_DOCUMENT_TERM_LIST_H_

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/document/atom_text.h"

namespace interpres {

// A list of terms: strings that a translation must not change. Finds the
// longest term at a position of a text. Immutable and thread-safe.
class TermList {
 public:
  TermList() = default;

  // Removes ASCII white space around the terms. Then ignores empty and repeated
  // terms, terms with ASCII control characters, and terms that are not UTF-8.
  // Takes time linear in the bytes of the terms, times the log of their number.
  explicit TermList(std::vector<std::string> terms);

  bool empty() const { return terms_.empty(); }

  // Returns whether a term of the list begins with `byte`.
  bool MayBegin(char byte) const {
    return first_bytes_[static_cast<unsigned char>(byte)];
  }

  // Returns the byte offset behind the longest term that stands at the offset
  // `begin` of `text` as a whole word, in the same case. Returns `begin` if no
  // term stands there. Of a whole word, no letter or digit outside touches a
  // letter or digit at the ends. Letters of scripts without spaces between
  // words, such as Chinese, may touch. Takes time that depends on the terms
  // only.
  int64_t End(const AtomText& text, int64_t begin) const;

 private:
  struct Term {
    std::string bytes;
    int64_t prefix = -1;  // the longest other term that this term begins with
  };

  std::vector<Term> terms_;  // in rising order of the bytes
  std::bitset<256> first_bytes_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_TERM_LIST_H_
