// Finds the atoms of one line, from left to right.

#ifndef INTERPRES_MODEL_DOCUMENT_ATOM_LINE_H_
#define INTERPRES_MODEL_DOCUMENT_ATOM_LINE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "model/document/atom.h"
#include "model/document/atom_text.h"
#include "model/document/term_list.h"

namespace interpres {

// Not thread-safe. `line` and `terms` must outlive the object. `line` has no
// control character.
class AtomLine {
 public:
  AtomLine(std::string_view line, const TermList& terms)
      : text_(line), terms_(terms) {}

  // Returns the next atom of the line. Returns null at the end of the line.
  std::optional<Atom> Next();

 private:
  // The longest match at a place. A number that is no atom has no kind.
  struct Match {
    int64_t end = 0;
    std::optional<AtomKind> kind;
  };

  void Try(int64_t begin, int64_t end, AtomKind kind, Match& match) const;
  void TryWord(int64_t begin, Match& match) const;
  void TryNumber(int64_t begin, Match& match) const;
  void TryMark(int64_t begin, Match& match) const;
  Match FindAt(int64_t begin) const;

  int64_t SkipProse(int64_t begin) const;
  int64_t SkipLetters(int64_t begin) const;

  AtomText text_;
  const TermList& terms_;
  int64_t i_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_ATOM_LINE_H_
