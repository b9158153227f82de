// libFuzzer over texts with markup and their translations. The first byte
// chooses the format, the second one the random translations. The other bytes
// are the text. tests/fuzz.sh builds and runs it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "model/base/utf8.h"
#include "model/markup/markup_document.h"
#include "tests/testing/fuzz_parsers.h"
#include "tests/testing/markup_checks.h"

namespace interpres {
namespace {

constexpr std::array<TextFormat, 4> kFormats = {
    TextFormat::kHtml, TextFormat::kXml, TextFormat::kMarkdown,
    TextFormat::kPlain};

void CheckSpans(const MarkupDocument& document) {
  int64_t begin = -1;
  for (const MarkedSegment& segment : document.segments) {
    if (segment.span.begin <= begin || segment.span.end <= segment.span.begin) {
      Report("the segments are not in order");
    }
    begin = segment.span.begin;
    if (!IsValidUtf8(segment.text)) {
      Report("a segment is not UTF-8");
    }
  }
}

void FuzzMarkup(uint8_t choice, uint8_t seed, const std::string& text) {
  const TextFormat format = kFormats[choice % kFormats.size()];
  const auto document = ParseMarkup(text, {.format = format, .language = "en"});
  if (!document.ok()) {
    if (format != TextFormat::kXml && IsValidUtf8(text)) {
      Report("only XML has errors");
    }
    return;
  }
  CheckSpans(*document);
  std::mt19937 random(seed);
  std::vector<AlignedText> copies;
  std::vector<AlignedText> translations;
  for (const MarkedSegment& segment : document->segments) {
    copies.push_back({.text = segment.text});
    translations.push_back(RandomTranslation(segment, random));
    const std::string problem =
        ProjectionProblem(text, segment, translations.back());
    if (!problem.empty()) {
      Report(problem);
    }
  }
  if (RenderMarkup(*document, copies).text != text) {
    Report("a text changes by being divided and put together");
  }
  const std::string rendered = RenderMarkup(*document, translations).text;
  if (!IsValidUtf8(rendered)) {
    Report("a translation is not UTF-8");
  }
  if (SortedMarkup(rendered, format) != SortedMarkup(text, format)) {
    Report("the translation has other tags");
  }
  if (format == TextFormat::kXml &&
      !ParseMarkup(rendered, {.format = format}).ok()) {
    Report("the translation is not well-formed");
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size > 1) {
    interpres::FuzzMarkup(
        data[0], data[1],
        std::string(reinterpret_cast<const char*>(data) + 2, size - 2));
  }
  return 0;
}
