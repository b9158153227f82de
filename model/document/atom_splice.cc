#include "model/document/atom_splice.h"

#include <cstdint>
#include <string>
#include <vector>

#include "model/document/aligned_text_builder.h"
#include "model/document/atom_comparison.h"
#include "model/document/atom_places.h"
#include "model/document/text_splice.h"

namespace interpres {
namespace {

// Returns the missing atoms of the source as parts of the translation.
std::vector<SplicedPart> PartsOf(std::string_view source,
                                 std::span<const Atom> atoms,
                                 std::span<const AtomPlace> places) {
  std::vector<SplicedPart> parts;
  parts.reserve(places.size());
  for (const AtomPlace& place : places) {
    const ByteSpan span = atoms[place.atom].span;
    parts.push_back({.target = place.target,
                     .text = std::string(BytesOf(source, span)),
                     .source = span});
  }
  return parts;
}

// Returns the text with a space in place of each atom.
AlignedText WithoutAtoms(const AlignedText& text, const AtomOptions& options) {
  AlignedTextBuilder builder(text);
  for (const Atom& atom : FindAtoms(text.text, options)) {
    builder.CopyTo(atom.span.begin);
    builder.Append(" ");
    builder.SkipTo(atom.span.end);
  }
  builder.CopyTo(static_cast<int64_t>(text.text.size()));
  return builder.Take();
}

// Returns the text with the atoms of the source after it.
AlignedText WithAtomsAfter(const AlignedText& text, std::string_view source,
                           std::span<const Atom> atoms,
                           std::string_view separator) {
  AlignedTextBuilder builder(text);
  builder.CopyTo(static_cast<int64_t>(text.text.size()));
  for (const Atom& atom : atoms) {
    if (!builder.result().text.empty()) {
      builder.Append(separator);
    }
    builder.AppendAligned(BytesOf(source, atom.span), atom.span);
  }
  return builder.Take();
}

// Separates the atoms from the words. The last attempt has only atoms with tabs
// between them, so that FindAtoms finds exactly these atoms.
AlignedText AppendAllAtoms(std::string_view source, std::span<const Atom> atoms,
                           const AlignedText& translation,
                           const AtomOptions& options) {
  constexpr int kMaxRemovals = 3;
  AlignedText words = translation;
  for (int i = 0; i < kMaxRemovals; ++i) {
    words = WithoutAtoms(words, options);
  }
  for (const std::string_view separator : {" ", "\t"}) {
    AlignedText result = WithAtomsAfter(words, source, atoms, separator);
    if (CompareAtoms(source, atoms, result.text, options).intact()) {
      return result;
    }
  }
  return WithAtomsAfter({}, source, atoms, "\t");
}

}  // namespace

AlignedText SpliceAtoms(std::string_view source, std::span<const Atom> atoms,
                        const AlignedText& translation,
                        const AtomOptions& options) {
  AtomComparison comparison =
      CompareAtoms(source, atoms, translation.text, options);
  if (comparison.intact()) {
    return translation;
  }
  const AlignedText original =
      WithValidAlignment(translation, static_cast<int64_t>(source.size()));
  AlignedText spliced = original;
  for (const SpliceGap gap :
       {SpliceGap::kNatural, SpliceGap::kSpace, SpliceGap::kTab}) {
    const AtomPlaces changes =
        FindAtomPlaces(source, atoms, spliced, comparison);
    spliced = SpliceParts(PartsOf(source, atoms, changes.places),
                          changes.removals, spliced, gap);
    comparison = CompareAtoms(source, atoms, spliced.text, options);
    if (comparison.intact()) {
      return spliced;
    }
  }
  return AppendAllAtoms(source, atoms, original, options);
}

}  // namespace interpres
