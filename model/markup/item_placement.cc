#include "model/markup/item_placement.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "model/markup/element_runs.h"

namespace interpres {
namespace {

// Elements inside as many elements keep the order of the source. Bounds the
// time of elements that are nested deeply.
constexpr int kMaxNesting = 16;

// A part of a text: the items [first, end) and the units of both texts.
struct Part {
  int32_t first = 0;
  int32_t end = 0;
  UnitRun source;
  UnitRun target;
};

// An element, or an item without a partner, among its siblings.
struct Node {
  int32_t first = 0;  // the open tag
  int32_t last = 0;   // the close tag; `first` without a partner
  UnitRun source;
  UnitRun target = {};

  bool IsElement() const { return first != last; }
};

// Disjoint runs that elements have: begin to end.
using Taken = std::map<int32_t, int32_t>;

class Placer {
 public:
  Placer(const MarkedSegment& segment, const UnitLinks& links);

  std::vector<PlacedItem> Place();

 private:
  const MarkupItem& Item(int32_t i) const { return segment_.items[i]; }
  int32_t size() const { return static_cast<int32_t>(segment_.items.size()); }
  bool HasLink(int32_t source) const {
    return links_.target_begin[source] < links_.target_begin[source + 1];
  }
  bool IsMisnested() const;
  void PlacePart(const Part& part, int depth);
  std::vector<Node> NodesOf(const Part& part, bool in_order) const;
  void PlaceElements(const Part& part, std::vector<Node>& nodes) const;
  void PlaceOthers(const Part& part, std::vector<Node>& nodes,
                   bool in_order) const;
  int32_t PlaceOf(const Node& node, const Part& part,
                  const std::vector<Node>& nodes) const;
  static const Node* PlacedNodeOf(int32_t word, const std::vector<Node>& nodes);
  int32_t AfterWord(int32_t word, const Part& part,
                    const std::vector<Node>& nodes) const;
  int32_t BeforeWord(int32_t word, const Part& part,
                     const std::vector<Node>& nodes) const;
  bool PrefersNext(const Node& node) const;
  int32_t ReachOf(const Node& node) const;
  UnitRun WordBeside(int32_t place, int32_t reach, const Part& part,
                     const Taken& taken) const;

  const MarkedSegment& segment_;
  const UnitLinks& links_;
  const ElementRuns runs_;
  std::vector<int32_t> unit_of_;  // for each item: the unit after it
  // For each unit of the source: the last linked unit before it, and the first
  // linked unit that is not before it. -1 and the number of units if absent.
  std::vector<int32_t> linked_before_;
  std::vector<int32_t> linked_after_;
  std::vector<PlacedItem> placed_;
};

Placer::Placer(const MarkedSegment& segment, const UnitLinks& links)
    : segment_(segment), links_(links), runs_(links) {
  const auto units = static_cast<int32_t>(links.source.size());
  int32_t unit = 0;
  for (const MarkupItem& item : segment.items) {
    while (unit < units && links.source[unit].span.begin < item.position) {
      ++unit;
    }
    unit_of_.push_back(unit);
  }
  linked_before_.assign(units + 1, -1);
  for (int32_t i = 0; i < units; ++i) {
    linked_before_[i + 1] = HasLink(i) ? i : linked_before_[i];
  }
  linked_after_.assign(units + 1, units);
  for (int32_t i = units; i > 0; --i) {
    linked_after_[i - 1] = HasLink(i - 1) ? i - 1 : linked_after_[i];
  }
}

// Whether a close tag without a partner follows such an open tag: the elements
// cross, and moving one tag could change what the other one means.
bool Placer::IsMisnested() const {
  bool is_open = false;
  for (const MarkupItem& item : segment_.items) {
    if (item.partner >= 0 || item.kind == MarkupKind::kStandalone) {
      continue;
    }
    if (is_open && item.kind == MarkupKind::kClose) {
      return true;
    }
    is_open = is_open || item.kind == MarkupKind::kOpen;
  }
  return false;
}

std::vector<Node> Placer::NodesOf(const Part& part, bool in_order) const {
  std::vector<Node> nodes;
  for (int32_t i = part.first; i < part.end; ++i) {
    const MarkupItem& item = Item(i);
    const int32_t unit = unit_of_[i];
    Node node = {.first = i, .last = i, .source = {unit, unit}};
    if (!in_order && item.kind == MarkupKind::kOpen && item.partner > i) {
      node.last = item.partner;
      node.source.end = unit_of_[item.partner];
      i = item.partner;
    }
    nodes.push_back(node);
  }
  return nodes;
}

void Placer::PlaceElements(const Part& part, std::vector<Node>& nodes) const {
  std::vector<UnitRun> elements;
  for (const Node& node : nodes) {
    if (node.IsElement()) {
      elements.push_back(node.source);
    }
  }
  const std::vector<UnitRun> runs =
      runs_.Find(elements, part.source, part.target);
  auto run = runs.begin();
  for (Node& node : nodes) {
    if (node.IsElement()) {
      node.target = *run++;
    }
  }
}

// Returns the element that has the word and a translation. Null if no element
// has both.
const Node* Placer::PlacedNodeOf(int32_t word, const std::vector<Node>& nodes) {
  const auto next = std::ranges::upper_bound(
      nodes, word, {}, [](const Node& node) { return node.source.begin; });
  if (next == nodes.begin()) {
    return nullptr;
  }
  const Node& node = *std::prev(next);
  return node.source.end > word && !node.target.empty() ? &node : nullptr;
}

// Returns the place after the translation of a word: after the element that has
// the word, otherwise after the last unit that translates the word.
int32_t Placer::AfterWord(int32_t word, const Part& part,
                          const std::vector<Node>& nodes) const {
  if (const Node* const node = PlacedNodeOf(word, nodes)) {
    return node->target.end;
  }
  const auto begin = links_.targets.begin() + links_.target_begin[word];
  const auto end = links_.targets.begin() + links_.target_begin[word + 1];
  const auto found = std::lower_bound(begin, end, part.target.end);
  return found == begin ? part.target.begin : *std::prev(found) + 1;
}

int32_t Placer::BeforeWord(int32_t word, const Part& part,
                           const std::vector<Node>& nodes) const {
  if (const Node* const node = PlacedNodeOf(word, nodes)) {
    return node->target.begin;
  }
  const auto begin = links_.targets.begin() + links_.target_begin[word];
  const auto end = links_.targets.begin() + links_.target_begin[word + 1];
  const auto found = std::lower_bound(begin, end, part.target.begin);
  return found == end ? part.target.end : *found;
}

// Whether an item belongs to the word after it rather than to the word before.
bool Placer::PrefersNext(const Node& node) const {
  const MarkupItem& item = Item(node.first);
  const auto units = static_cast<int32_t>(links_.source.size());
  const bool previous_is_linked =
      node.source.begin > 0 && HasLink(node.source.begin - 1);
  const bool next_is_linked =
      node.source.end < units && HasLink(node.source.end);
  if (previous_is_linked != next_is_linked) {
    return next_is_linked;
  }
  if (item.partner < 0 && item.kind != MarkupKind::kStandalone) {
    return item.kind == MarkupKind::kOpen;
  }
  const std::string& text = segment_.text;
  const auto begin = static_cast<std::size_t>(item.position);
  const auto end = static_cast<std::size_t>(Item(node.last).position);
  const bool space_before = begin > 0 && text[begin - 1] == ' ';
  const bool space_after =
      Item(node.last).space.begin != Item(node.last).space.end ||
      end >= text.size() || text[end] == ' ';
  return space_before && !space_after && node.source.end < units &&
         links_.source[node.source.end].kind != TextUnit::Kind::kPunctuation;
}

// Returns the place of an item or of an element without translated words.
int32_t Placer::PlaceOf(const Node& node, const Part& part,
                        const std::vector<Node>& nodes) const {
  if (node.source.begin <= part.source.begin) {
    return part.target.begin;
  }
  if (node.source.end >= part.source.end) {
    return part.target.end;
  }
  const int32_t previous = linked_before_[node.source.begin];
  const int32_t next = linked_after_[node.source.end];
  const bool has_previous = previous >= part.source.begin;
  const bool has_next = next < part.source.end;
  if (has_next && (!has_previous || PrefersNext(node))) {
    return BeforeWord(next, part, nodes);
  }
  return has_previous ? AfterWord(previous, part, nodes) : part.target.begin;
}

void Placer::PlaceOthers(const Part& part, std::vector<Node>& nodes,
                         bool in_order) const {
  Taken taken;
  for (const Node& node : nodes) {
    if (!node.target.empty()) {
      taken[node.target.begin] = node.target.end;
    }
  }
  int32_t minimum = part.target.begin;  // of items that keep their order
  for (Node& node : nodes) {
    if (!node.target.empty()) {
      continue;
    }
    const MarkupItem& item = Item(node.first);
    const bool keeps_order =
        in_order || (item.kind != MarkupKind::kStandalone && !node.IsElement());
    int32_t place = std::clamp(PlaceOf(node, part, nodes), part.target.begin,
                               part.target.end);
    place = keeps_order ? std::max(place, minimum) : place;
    // Not inside a sibling.
    const auto next = taken.lower_bound(place);
    if (next != taken.begin() && std::prev(next)->second > place) {
      place = std::prev(next)->second;
    }
    minimum = keeps_order ? place : minimum;
    node.target = WordBeside(place, ReachOf(node), part, taken);
    if (!node.target.empty()) {
      taken[node.target.begin] = node.target.end;
    }
  }
}

// Returns how many words away an element without translated words may find a
// word. In Markdown it needs one, because `****` is text. Elsewhere readers
// lose an empty link, but a part of a word has no place beside another word.
int32_t Placer::ReachOf(const Node& node) const {
  constexpr int32_t kReach = 1;
  constexpr int32_t kReachInMarkdown = 4;
  if (!node.IsElement() || node.source.empty()) {
    return 0;
  }
  if (segment_.encoding == TextEncoding::kMarkdown ||
      segment_.encoding == TextEncoding::kMarkdownCell) {
    return kReachInMarkdown;
  }
  const auto begins_word = [this](int32_t unit) {
    return unit == static_cast<int32_t>(links_.source.size()) ||
           links_.source[unit].first_of_word == unit;
  };
  return begins_word(node.source.begin) && begins_word(node.source.end) ? kReach
                                                                        : 0;
}

// Returns the nearest free word, the one after the place before the one in
// front of the place. Returns an empty run at the place without such a word.
UnitRun Placer::WordBeside(int32_t place, int32_t reach, const Part& part,
                           const Taken& taken) const {
  const auto is_free = [&](int32_t unit) {
    if (unit < part.target.begin || unit >= part.target.end) {
      return false;
    }
    const auto next = taken.upper_bound(unit);
    return links_.target[unit].kind == TextUnit::Kind::kWord &&
           (next == taken.begin() || std::prev(next)->second <= unit);
  };
  for (int32_t i = 0; i < 2 * reach; ++i) {
    const int32_t unit = i % 2 == 0 ? place + i / 2 : place - 1 - i / 2;
    if (is_free(unit)) {
      return {.begin = unit, .end = unit + 1};
    }
  }
  return {.begin = place, .end = place};
}

void Placer::PlacePart(const Part& part, int depth) {
  const bool in_order = depth >= kMaxNesting;
  std::vector<Node> nodes = NodesOf(part, in_order);
  PlaceElements(part, nodes);
  PlaceOthers(part, nodes, in_order);
  std::ranges::stable_sort(nodes, {}, [](const Node& node) {
    return std::pair(node.target.begin, !node.target.empty());
  });
  for (const Node& node : nodes) {
    placed_.push_back({.item = node.first, .unit = node.target.begin});
    if (node.IsElement()) {
      PlacePart({.first = node.first + 1,
                 .end = node.last,
                 .source = node.source,
                 .target = node.target},
                depth + 1);
      placed_.push_back({.item = node.last, .unit = node.target.end});
    }
  }
}

std::vector<PlacedItem> Placer::Place() {
  const UnitRun source = {0, static_cast<int32_t>(links_.source.size())};
  const UnitRun target = {0, static_cast<int32_t>(links_.target.size())};
  PlacePart({.first = 0, .end = size(), .source = source, .target = target},
            IsMisnested() ? kMaxNesting : 0);
  return std::move(placed_);
}

}  // namespace

std::vector<PlacedItem> PlaceItems(const MarkedSegment& segment,
                                   const UnitLinks& links) {
  return Placer(segment, links).Place();
}

}  // namespace interpres
