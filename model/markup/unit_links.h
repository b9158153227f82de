// Which unit of a segment each unit of its translation translates.

#ifndef INTERPRES_MODEL_MARKUP_UNIT_LINKS_H_
#define INTERPRES_MODEL_MARKUP_UNIT_LINKS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/document/aligned_text.h"
#include "model/markup/marked_segment.h"
#include "model/markup/text_units.h"

namespace interpres {

// The units of a segment and of its translation.
struct UnitLinks {
  std::vector<TextUnit> source;
  std::vector<TextUnit> target;

  // For each unit of the target: the unit of the source that it translates. -1
  // if it is unknown. Words translate words, marks translate marks, and objects
  // stand for objects.
  std::vector<int32_t> source_of;

  // The units of the target that translate unit s of the source, in order:
  // `targets[i]` for i in [target_begin[s], target_begin[s + 1]).
  std::vector<int32_t> targets;
  std::vector<int32_t> target_begin;
};

// Links the units of a segment and of its translation by the alignment. A word
// of the source is cut where an item stands. The same word in the translation
// is cut alike. A protected span (FindAtoms) counts as one word. An empty
// alignment links the words by their relative positions. Ignores spans of the
// alignment that lie outside the texts. Each object of the segment has at most
// one link, as has each object of the target. Takes O(n log n) time. REQUIRES:
// the texts are UTF-8. Thread-safe.
UnitLinks LinkUnits(const MarkedSegment& segment,
                    const AlignedText& translation);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_UNIT_LINKS_H_
