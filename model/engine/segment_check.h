// Looks for the atoms and terms of a segment in its translations.

#ifndef INTERPRES_MODEL_ENGINE_SEGMENT_CHECK_H_
#define INTERPRES_MODEL_ENGINE_SEGMENT_CHECK_H_

#include <optional>
#include <string>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/atom_comparison.h"
#include "model/document/document.h"
#include "model/engine/protection.h"

namespace interpres {

// Returns whether no element is null.
bool HasAll(const std::vector<std::optional<ByteSpan>>& copies);

// Says which atoms and terms of a segment a translation has. Immutable.
// Thread-safe.
class SegmentCheck {
 public:
  // REQUIRES: the arguments outlive this object.
  SegmentCheck(const Segment& segment, const Protection& protection,
               const LanguageNames& languages)
      : segment_(segment), protection_(protection), languages_(languages) {}

  bool repairs_atoms() const {
    return protection_.integrity == Integrity::kRepair;
  }

  // Compares the atoms. An atom in the target of a term is not surplus.
  AtomComparison Compare(const AlignedText& translation) const;
  // As Compare, but a number also counts as missing if the words behind the
  // number give another value: `220 millones` for `220 billion`. Such a number
  // is never spliced.
  AtomComparison CompareWithScales(const AlignedText& translation) const;
  // Changes a result of Compare to a result of CompareWithScales.
  void DropLostScales(const AlignedText& translation,
                      AtomComparison& comparison) const;

  // Returns the target language's words for the words that multiply a number,
  // such as `million`. Null if the atom is no number with such words, or if a
  // language is not known.
  std::optional<std::string> ScaleWordsOf(const Atom& atom) const;
  // Returns how a translation writes the atom, with the words of ScaleWordsOf.
  std::string TextOf(const Atom& atom) const;

  // Returns Glossary::FindTargets of the segment's terms. Empty without terms.
  std::vector<std::optional<ByteSpan>> FindTerms(
      const AlignedText& translation) const;

  // Returns whether the translation has all terms, and all atoms if atoms are
  // repaired.
  bool IsIntact(const AlignedText& translation) const;

 private:
  const Segment& segment_;
  const Protection& protection_;
  const LanguageNames& languages_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_SEGMENT_CHECK_H_
