#include "model/engine/source_offsets.h"

#include <algorithm>
#include <utility>

namespace interpres {

SourcePieces SourceOffsets::TokensOf(ByteSpan span) const {
  if (offsets.empty()) {
    return {};
  }
  // The piece k spells [offsets[k], offsets[k + 1]).
  const auto first =
      std::upper_bound(offsets.begin(), offsets.end() - 1, span.begin);
  const auto end = std::lower_bound(first, offsets.end() - 1, span.end);
  const auto before = first == offsets.begin() ? first : first - 1;
  return {.first = first_piece + static_cast<int32_t>(before - offsets.begin()),
          .count = static_cast<int32_t>(end - before)};
}

AlignedText AlignToSource(CarriedTranslation translation,
                          const SourceOffsets& source) {
  AlignedText aligned = {.text = std::move(translation.text)};
  const int32_t begin = source.first_piece;
  const int32_t end = begin + static_cast<int32_t>(source.offsets.size()) - 1;
  for (const CarriedPart& part : translation.parts) {
    if (part.first_source >= begin && part.last_source < end) {
      aligned.alignment.push_back(
          {.target = part.target,
           .source = {.begin = source.offsets[part.first_source - begin],
                      .end = source.offsets[part.last_source - begin + 1]}});
    }
  }
  return aligned;
}

}  // namespace interpres
