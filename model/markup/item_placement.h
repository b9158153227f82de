// Where the markup of a segment stands in its translation.

#ifndef INTERPRES_MODEL_MARKUP_ITEM_PLACEMENT_H_
#define INTERPRES_MODEL_MARKUP_ITEM_PLACEMENT_H_

#include <cstdint>
#include <vector>

#include "model/markup/marked_segment.h"
#include "model/markup/unit_links.h"

namespace interpres {

// An item, as its index in MarkedSegment::items, and its place in the
// translation.
struct PlacedItem {
  int32_t item = 0;
  // The item stands before this unit of the target. The number of units means
  // the end.
  int32_t unit = 0;
};

// Returns the items in the order of the translation. Each item occurs once,
// except the objects that a unit of the target stands for. The result is
// balanced and nested as the segment is.
//
// - An element gets the run of units with the best score: the number of words
//   inside that translate the element, minus the number of other words inside.
//   Of equal runs the longer one counts.
// - Two elements keep their order, unless their words change places.
// - An element with all words of its parent gets all words of the parent.
// - Punctuation at the end of an element stays inside if it was inside.
// - An element without translated words takes the next free word beside the
//   translation of the word before it or after it. If no word is free there, or
//   if the element is a part of a word, it stays empty. In Markdown it takes a
//   word that is further away, because `****` is no element.
// - Every other item stays beside the translation of its neighbours.
//
// Items that have no partner keep their order. Elements that are nested very
// deeply keep the order of the source, too. Takes O(n log n) time. Thread-safe.
std::vector<PlacedItem> PlaceItems(const MarkedSegment& segment,
                                   const UnitLinks& links);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_ITEM_PLACEMENT_H_
