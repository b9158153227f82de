#include "model/document/aligned_regions.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace interpres {
namespace {

constexpr int kMaxElements = 64;

// Returns the first atom that overlaps the bytes of the source.
std::optional<std::size_t> AtomOf(std::span<const Atom> atoms,
                                  ByteSpan source) {
  const auto found = std::ranges::upper_bound(
      atoms, source.begin, {}, [](const Atom& atom) { return atom.span.end; });
  if (found == atoms.end() || found->span.begin >= source.end) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - atoms.begin());
}

// Returns the first element that ends after `begin`.
auto FirstAfter(const AlignedText& translation, int64_t begin) {
  return std::ranges::upper_bound(
      translation.alignment, begin, {},
      [](const AlignedSpan& element) { return element.target.end; });
}

}  // namespace

std::vector<ByteSpan> RegionsOf(std::span<const Atom> atoms,
                                const AlignedText& translation) {
  std::vector<ByteSpan> regions(atoms.size());
  std::optional<std::size_t> open;
  ByteSpan region;
  for (const AlignedSpan& element : translation.alignment) {
    const std::optional<std::size_t> atom = AtomOf(atoms, element.source);
    region = {.begin = atom == open ? region.begin : element.target.begin,
              .end = element.target.end};
    open = atom;
    if (atom) {
      ByteSpan& best = regions[*atom];
      best = region.end - region.begin > best.end - best.begin ? region : best;
    }
  }
  return regions;
}

bool IsAlignedOnlyTo(const AlignedText& translation, ByteSpan target,
                     ByteSpan source) {
  auto element = FirstAfter(translation, target.begin);
  for (int i = 0;; ++i, ++element) {
    if (element == translation.alignment.end() ||
        element->target.begin >= target.end) {
      return true;
    }
    if (i == kMaxElements || element->source.begin >= source.end ||
        element->source.end <= source.begin) {
      return false;
    }
  }
}

bool IsAligned(const AlignedText& translation, ByteSpan target) {
  const auto element = FirstAfter(translation, target.begin);
  return element != translation.alignment.end() &&
         element->target.begin < target.end;
}

void SourceAnchors::Add(ByteSpan target, ByteSpan source) {
  anchors_.emplace_back(source.end, target.end);
}

void SourceAnchors::Sort() { std::ranges::sort(anchors_); }

int64_t SourceAnchors::Before(int64_t source_begin) const {
  const auto after =
      std::ranges::upper_bound(anchors_, source_begin, {},
                               [](const auto& anchor) { return anchor.first; });
  return after == anchors_.begin() ? -1 : (after - 1)->second;
}

}  // namespace interpres
