#include "model/document/atom_finder.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "model/document/atom_line.h"

namespace interpres {
namespace {

bool IsControl(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

// Returns whether a line of these bytes is one atom of this kind. An atom that
// only its neighbours make an atom cannot be put into a translation.
bool IsAtom(std::string_view bytes, AtomKind kind, const TermList& terms) {
  const std::optional<Atom> first = AtomLine(bytes, terms).Next();
  return first && first->kind == kind && first->span.begin == 0 &&
         first->span.end == static_cast<int64_t>(bytes.size());
}

void AddAtoms(std::string_view text, ByteSpan line, const AtomOptions& options,
              std::vector<Atom>& atoms) {
  AtomLine scan(BytesOf(text, line), options.do_not_translate);
  while (std::optional<Atom> atom = scan.Next()) {
    atom->span.begin += line.begin;
    atom->span.end += line.begin;
    if (!options.off.Has(atom->kind) &&
        IsAtom(BytesOf(text, atom->span), atom->kind,
               options.do_not_translate)) {
      atoms.push_back(*atom);
    }
  }
}

}  // namespace

std::vector<Atom> FindAtoms(std::string_view text, const AtomOptions& options) {
  std::vector<Atom> atoms;
  const auto size = static_cast<int64_t>(text.size());
  for (int64_t begin = 0; begin < size;) {
    int64_t end = begin;
    while (end < size && !IsControl(text[end])) {
      ++end;
    }
    AddAtoms(text, {.begin = begin, .end = end}, options, atoms);
    begin = end + 1;
  }
  return atoms;
}

}  // namespace interpres
