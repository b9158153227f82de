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
  // The item stands before the unit (word or punctuation mark) with this index
  // in UnitLinks::target. The number of units means the end of the translation.
  int32_t unit = 0;
};

// Returns the markup items of the segment in the order of the translation (the
// target of `links`). Each item occurs once. The result is balanced and nested
// as the segment is.
//
// - An element (a pair of tags) gets the run of units with the best score: the
//   number of words inside that translate the element, minus the number of
//   words inside that translate other words. Of equal runs the longer one
//   counts.
// - Two elements keep their order, unless their words change places.
// - An element with all words of its parent gets all words of the parent.
// - Punctuation at the end of an element stays inside if it was inside.
// - An element without translated words takes the next free word beside the
//   translation of the word before it or after it. The element stays empty if
//   no word is free there, if the element is a part of a word, or if the
//   element is empty in the segment. In Markdown a part of a word also takes a
//   word, and the word can be up to four words away, because `****` is no
//   element.
// - Every other item stays beside the translation of its neighbours.
//
// Tags that have no partner keep their order. All items keep the order of the
// source inside elements that are nested very deeply, and in a segment where a
// close tag without a partner follows an open tag without a partner. Takes
// O(n log n) time. Thread-safe.
std::vector<PlacedItem> PlaceItems(const MarkedSegment& segment,
                                   const UnitLinks& links);

}  // namespace interpres

#endif  // INTERPRES_MODEL_MARKUP_ITEM_PLACEMENT_H_
