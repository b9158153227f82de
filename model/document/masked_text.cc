#include "model/document/masked_text.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "model/document/aligned_text_builder.h"
#include "model/document/text_splice.h"

namespace interpres {
namespace {

// Returns whether a sentinel may stand beside the byte. A mark may belong to a
// damaged sentinel: `{{0}`.
bool IsClear(char c) {
  return !absl::ascii_isalnum(static_cast<unsigned char>(c)) &&
         std::string_view("{}#<>").find(c) == std::string_view::npos;
}

// Returns the bytes of the sentinel in the translation. Null unless it is there
// once, and by itself.
std::optional<ByteSpan> FindOnce(std::string_view translation,
                                 std::string_view sentinel) {
  const std::size_t begin = translation.find(sentinel);
  if (begin == std::string_view::npos ||
      translation.find(sentinel, begin + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t end = begin + sentinel.size();
  if ((begin > 0 && !IsClear(translation[begin - 1])) ||
      (end < translation.size() && !IsClear(translation[end]))) {
    return std::nullopt;
  }
  return ByteSpan{.begin = static_cast<int64_t>(begin),
                  .end = static_cast<int64_t>(end)};
}

// Returns the place in the source of a place in the masked text, as an empty
// span. Returns the whole part for a place inside its sentinel.
ByteSpan InSource(int64_t place, std::span<const MaskedPart> parts) {
  int64_t shift = 0;
  for (const MaskedPart& part : parts) {
    if (place <= part.masked.begin) {
      break;
    }
    if (place < part.masked.end) {
      return part.source;
    }
    shift = part.source.end - part.masked.end;
  }
  return {.begin = place + shift, .end = place + shift};
}

}  // namespace

std::optional<MaskedText> MaskText(std::string_view source,
                                   std::span<const ByteSpan> spans,
                                   SentinelForm form) {
  if (form == SentinelForm::kNone || std::ssize(spans) > kSentinelCount) {
    return std::nullopt;
  }
  MaskedText masked;
  int64_t copied = 0;
  for (const ByteSpan span : spans) {
    std::string sentinel =
        SentinelOf(form, static_cast<int>(masked.parts.size()));
    if (source.find(sentinel) != std::string_view::npos) {
      return std::nullopt;
    }
    masked.text += BytesOf(source, {.begin = copied, .end = span.begin});
    const auto begin = static_cast<int64_t>(masked.text.size());
    masked.text += sentinel;
    copied = span.end;
    masked.parts.push_back(
        {.source = span,
         .masked = {.begin = begin, .end = std::ssize(masked.text)},
         .sentinel = std::move(sentinel)});
  }
  masked.text += source.substr(copied);
  return masked;
}

std::optional<AlignedText> UnmaskText(const MaskedText& masked,
                                      std::span<const std::string> values,
                                      AlignedText translation,
                                      int64_t source_size) {
  std::vector<SplicedPart> restored;
  for (std::size_t i = 0; i < masked.parts.size(); ++i) {
    const MaskedPart& part = masked.parts[i];
    const std::optional<ByteSpan> target =
        FindOnce(translation.text, part.sentinel);
    if (!target) {
      return std::nullopt;
    }
    restored.push_back(
        {.target = *target, .text = values[i], .source = part.source});
  }
  std::ranges::sort(restored, {},
                    [](const SplicedPart& part) { return part.target.begin; });
  for (AlignedSpan& aligned : translation.alignment) {
    aligned.source = {
        .begin = InSource(aligned.source.begin, masked.parts).begin,
        .end = InSource(aligned.source.end, masked.parts).end};
  }
  return SpliceParts(restored, {}, WithValidAlignment(translation, source_size),
                     SpliceGap::kNatural);
}

}  // namespace interpres
