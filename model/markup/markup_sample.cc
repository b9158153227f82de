#include "model/markup/markup_sample.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/statusor.h"
#include "model/base/utf8.h"
#include "model/markup/markup_document.h"

namespace interpres {
namespace {

// Enough for a page with much markup before its text.
constexpr std::size_t kReadBytes = 64 << 10;
// As many as the detection examines.
constexpr std::size_t kSampleBytes = 4 << 10;

// Returns the first bytes of the text, without a part of a code point.
std::string_view Beginning(std::string_view text) {
  std::size_t size = std::min(text.size(), kReadBytes);
  while (size > 0 && size < text.size() && IsUtf8Continuation(text[size])) {
    --size;
  }
  return text.substr(0, size);
}

}  // namespace

std::string MarkupSample(std::string_view text, const MarkupOptions& options) {
  if (options.format == TextFormat::kPlain) {
    return std::string(text);
  }
  MarkupOptions reading = {.format = options.format};
  if (options.format == TextFormat::kXml) {
    reading.format = TextFormat::kHtml;
  }
  const absl::StatusOr<MarkupDocument> document =
      ParseMarkup(std::string(Beginning(text)), reading);
  if (!document.ok()) {
    return std::string(text);
  }
  std::string sample;
  for (const MarkedSegment& segment : document->segments) {
    sample += segment.text;
    sample += '\n';
    if (sample.size() >= kSampleBytes) {
      break;
    }
  }
  return sample;
}

}  // namespace interpres
