#include "model/document/atom_splice.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/document/aligned_text_builder.h"
#include "model/document/atom_comparison.h"
#include "model/document/atom_places.h"
#include "model/document/atom_text.h"
#include "model/document/characters.h"

namespace interpres {
namespace {

// What stands around an atom that is put into a translation.
enum class AtomGap {
  kNatural,  // a space beside words
  kSpace,
  kTab,
};

char CharacterOf(AtomGap gap) { return gap == AtomGap::kTab ? '\t' : ' '; }

// Makes the changes of one pass over a translation.
class Splice {
 public:
  Splice(std::string_view source, std::span<const Atom> atoms,
         const AlignedText& translation, AtomGap gap)
      : source_(source),
        atoms_(atoms),
        text_(translation.text),
        builder_(translation),
        gap_(gap) {}

  AlignedText Run(const AtomPlaces& changes) {
    auto removal = changes.removals.begin();
    for (std::size_t i = 0; i < changes.places.size(); ++i) {
      const AtomPlace& place = changes.places[i];
      for (; removal != changes.removals.end() &&
             removal->begin < place.target.begin;
           ++removal) {
        Remove(*removal);
      }
      Put(place);
      const bool is_last =
          i + 1 == changes.places.size() ||
          changes.places[i + 1].target.begin > place.target.end;
      if (is_last) {
        AddGapAfter(place.target);
      }
    }
    for (; removal != changes.removals.end(); ++removal) {
      Remove(*removal);
    }
    builder_.CopyTo(text_.size());
    return builder_.Take();
  }

 private:
  void Put(const AtomPlace& place) {
    builder_.CopyTo(place.target.begin);
    AddGapBefore(place.target);
    builder_.AppendAligned(BytesOf(source_, atoms_[place.atom].span),
                           atoms_[place.atom].span);
    builder_.SkipTo(place.target.end);
  }

  void AddGap() { builder_.Append(std::string(1, CharacterOf(gap_))); }

  void AddGapBefore(ByteSpan target) {
    const std::string& done = builder_.result().text;
    if (done.empty()) {
      return;
    }
    if (gap_ != AtomGap::kNatural) {
      if (done.back() != CharacterOf(gap_)) {
        AddGap();
      }
      return;
    }
    const AtomText before(done);
    const char32_t last = before.CodeBefore(static_cast<int64_t>(done.size()));
    if (target.begin == target.end && !IsSpace(last) && !IsWide(last) &&
        !IsOpenBracket(last) && last != U'¿' && last != U'¡') {
      AddGap();
    }
  }

  void AddGapAfter(ByteSpan target) {
    if (target.end >= text_.size()) {
      return;
    }
    if (gap_ != AtomGap::kNatural) {
      if (text_.At(target.end) != CharacterOf(gap_)) {
        AddGap();
      }
      return;
    }
    const char32_t next = text_.CodeAt(target.end).code;
    if (target.begin == target.end && !IsSpace(next) && !IsWide(next) &&
        !IsCloseBracket(next) && !IsOneOf(U".,;:!?…", next)) {
      AddGap();
    }
  }

  // Leaves out the bytes and one of the spaces beside them.
  void Remove(ByteSpan span) {
    const bool has_space_before =
        span.begin > 0 && text_.At(span.begin - 1) == ' ';
    const bool joins =
        text_.JoinsBefore(span.begin) && text_.JoinsAfter(span.end);
    builder_.CopyTo(span.begin - (has_space_before ? 1 : 0));
    builder_.SkipTo(span.end);
    if (gap_ == AtomGap::kTab || joins) {
      AddGap();
    } else if (!has_space_before && text_.At(span.end) == ' ' &&
               span.end < text_.size()) {
      builder_.SkipTo(span.end + 1);
    }
  }

  std::string_view source_;
  std::span<const Atom> atoms_;
  AtomText text_;
  AlignedTextBuilder builder_;
  AtomGap gap_;
};

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
  for (const AtomGap gap :
       {AtomGap::kNatural, AtomGap::kSpace, AtomGap::kTab}) {
    const AtomPlaces changes =
        FindAtomPlaces(source, atoms, spliced, comparison);
    spliced = Splice(source, atoms, spliced, gap).Run(changes);
    comparison = CompareAtoms(source, atoms, spliced.text, options);
    if (comparison.intact()) {
      return spliced;
    }
  }
  return AppendAllAtoms(source, atoms, original, options);
}

}  // namespace interpres
