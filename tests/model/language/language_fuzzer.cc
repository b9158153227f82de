// libFuzzer over language codes, tables and detection. The first byte chooses
// one of them, the other bytes are its input. tests/fuzz.sh builds and runs it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/language/language_code.h"
#include "model/language/language_detector.h"
#include "model/language/language_match.h"
#include "model/language/language_table_file.h"
#include "tests/testing/fuzz_parsers.h"

namespace interpres {
namespace {

void CheckDetection(const LanguageTable* table, const std::string& text) {
  static const std::vector<std::string> candidates = {"en", "es", "sv",
                                                      "ru", "ja", "zh-Hant"};
  double sum = 0.0;
  double last = 1.0;
  for (const DetectedLanguage& found :
       LanguageDetector(table, candidates).Detect(text)) {
    // Written so that NaN fails.
    if (!(found.confidence > 0.0 && found.confidence <= last)) {
      Report("the confidences are not in order from 1 to 0");
    }
    if (std::ranges::find(candidates, found.language) == candidates.end()) {
      Report("a language is detected that is not a candidate");
    }
    last = found.confidence;
    sum += found.confidence;
  }
  if (sum > 1.0 + 1e-6) {
    Report("the confidences sum to more than 1");
  }
}

void FuzzCode(const std::string& code) {
  (void)ParseLanguageCode(code);
  (void)LanguageName(code);
  LanguageMatcher matcher(code);
  for (const char* served : {"es", "zh-Hant", "no", ""}) {
    (void)matcher.DistanceTo(served);
  }
  if (matcher.DistanceTo(code) != 0) {
    Report("a code does not match itself");
  }
}

void FuzzTable(const std::string& bytes) {
  const absl::StatusOr<LanguageTable> table =
      ParseLanguageTable(std::as_bytes(std::span(bytes)), "table");
  if (table.ok()) {
    CheckDetection(&*table, "they think about the house");
    if (SerializeLanguageTable(*table).size() != bytes.size()) {
      Report("a table changes its size by being written");
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  return interpres::FuzzOneOf(
      data, size,
      {interpres::FuzzCode, interpres::FuzzTable, [](const std::string& text) {
         interpres::CheckDetection(nullptr, text);
       }});
}
