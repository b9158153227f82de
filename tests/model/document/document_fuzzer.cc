// libFuzzer over the division of texts into sentences. The first byte chooses
// the language, the meaning of line breaks and whether atoms are found; the
// other bytes are the text. tests/fuzz.sh builds and runs it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/utf8.h"
#include "model/document/document.h"
#include "model/document/document_parser.h"
#include "tests/testing/fuzz_parsers.h"

namespace interpres {
namespace {

constexpr std::array<const char*, 9> kLanguages = {"en", "es", "de", "fr", "it",
                                                   "pt", "ja", "cs", ""};

void CheckSegments(const Document& document) {
  int64_t end = 0;
  for (const Segment& segment : document.segments) {
    if (segment.span.begin < end || segment.span.end <= segment.span.begin) {
      Report("the segments are not in order");
    }
    end = segment.span.end;
    if (!IsValidUtf8(segment.text)) {
      Report("a segment is not UTF-8");
    }
  }
}

void FuzzDocument(uint8_t choice, const std::string& text) {
  const LineBreaks line_breaks =
      choice % 2 == 0 ? LineBreaks::kParagraph : LineBreaks::kWrapped;
  const char* const language = kLanguages[choice / 2 % kLanguages.size()];
  const bool has_atoms = choice / 2 / kLanguages.size() % 2 == 1;
  const auto document = ParseDocument(
      text, {.language = language,
             .line_breaks = line_breaks,
             .atoms = has_atoms ? std::make_shared<AtomOptions>() : nullptr});
  if (document.ok() != IsValidUtf8(text)) {
    Report("a text is accepted if and only if it is UTF-8");
  }
  if (!document.ok()) {
    return;
  }
  CheckSegments(*document);
  std::vector<std::string> copies;
  for (const Segment& segment : document->segments) {
    copies.emplace_back(BytesOf(document->text, segment.span));
  }
  for (const char* target : {"es", "zh"}) {
    if (RenderDocument(*document, copies, target).text != text) {
      Report("a text changes by being divided and put together");
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size > 0) {
    interpres::FuzzDocument(
        data[0],
        std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  }
  return 0;
}
