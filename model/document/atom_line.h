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

// Finds the atoms of one line, from left to right. `terms` are the strings of
// the kind kDoNotTranslate. Not thread-safe. REQUIRES: `line` and `terms`
// outlive the object, and `line` has no control character.
class AtomLine {
 public:
  AtomLine(std::string_view line, const TermList& terms)
      : text_(line), terms_(terms) {}

  // Returns the next atom behind the atoms that were returned before. Null
  // means that the rest of the line has no atom.
  std::optional<Atom> Next();

 private:
  // The longest match at a place: its end, and its kind. The kind is null for a
  // number that is no atom, such as an ordinal, and if nothing matches. If
  // nothing matches, `end` is the place itself.
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
