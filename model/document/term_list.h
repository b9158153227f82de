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

// Finds the longest term at a place. Building the list takes time linear in the
// bytes of the terms, times the logarithm of their number. Thread-safe.
class TermList {
 public:
  TermList() = default;

  // Removes white space around the terms. Ignores empty terms, terms with
  // control characters, and terms that are not UTF-8.
  explicit TermList(std::vector<std::string> terms);

  bool empty() const { return terms_.empty(); }

  // Returns whether a term can begin with this byte.
  bool MayBegin(char byte) const {
    return first_bytes_[static_cast<unsigned char>(byte)];
  }

  // Returns the end of the longest term that stands at `begin` as a whole word:
  // no letter or digit outside touches a letter or digit at its ends. Returns
  // `begin` if no term does. Takes time that depends on the terms only.
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
