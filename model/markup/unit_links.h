// Which unit of a segment each unit of its translation translates.

#ifndef INTERPRES_MODEL_MARKUP_UNIT_LINKS_H_
#define INTERPRES_MODEL_MARKUP_UNIT_LINKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/document/atom_finder.h"
#include "model/markup/marked_segment.h"
#include "model/markup/text_units.h"

namespace interpres {

// The units (words and punctuation marks) of a segment, the source, and of its
// translation, the target, and which of them belong together.
struct UnitLinks {
  std::vector<TextUnit> source;
  std::vector<TextUnit> target;

  // For each unit of `target`, the index in `source` of the unit that it
  // translates. -1 means unknown. Both units have the same kind: word or
  // punctuation.
  std::vector<int32_t> source_of;

  // The indexes of the `target` units that translate unit s of `source`, in
  // order: `targets[i]` for i in [target_begin[s], target_begin[s + 1]).
  // `target_begin` has one element more than `source`.
  std::vector<int32_t> targets;
  std::vector<int32_t> target_begin;
};

// Links the units of a segment and of its translation by the translation's
// alignment. Cuts a word of the segment where an item of markup stands. Cuts
// the same word of the translation like the first such word of the segment. A
// protected span (FindAtoms with `atoms`) is one word unless an item divides
// the span. Uses the parts of alignment spans that lie inside the texts. If
// there is no such part, links words by their relative positions. Takes
// O(n log n) time. REQUIRES: the texts are UTF-8. Thread-safe.
UnitLinks LinkUnits(const MarkedSegment& segment,
                    const AlignedText& translation, const AtomOptions& atoms);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_UNIT_LINKS_H_
