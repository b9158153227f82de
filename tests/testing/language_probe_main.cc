// interpres-language-probe [--table FILE] CODE...
//
// Detects the language of each line of standard input among the codes. Prints
// the language by the table and CLD2, a tab, the confidence, a tab, and the
// language by CLD2 alone. Without --table, the table of the programs is used.
// tests/benchmarks/language_accuracy.py runs this program.

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/read_file.h"
#include "model/language/language_detector.h"
#include "model/language/language_table_file.h"
#include "model/language/shipped_table.h"

namespace interpres {
namespace {

constexpr int64_t kMaxTableBytes = 1 << 28;

DetectedLanguage Best(const LanguageDetector& detector, std::string_view text) {
  const std::vector<DetectedLanguage> found = detector.Detect(text);
  return found.empty() ? DetectedLanguage{.language = "und"} : found.front();
}

void DetectLines(const LanguageTable* table,
                 std::span<const std::string> codes) {
  const LanguageDetector detector(table, codes);
  const LanguageDetector cld2(nullptr, codes);
  std::string line;
  while (std::getline(std::cin, line)) {
    const DetectedLanguage ours = Best(detector, line);
    std::printf("%s\t%.6f\t%s\n", ours.language.c_str(), ours.confidence,
                Best(cld2, line).language.c_str());
  }
}

int Run(std::vector<std::string> arguments) {
  std::optional<LanguageTable> given;
  if (arguments.size() >= 2 && arguments[0] == "--table") {
    const absl::StatusOr<std::string> bytes =
        ReadFile(arguments[1], kMaxTableBytes);
    absl::StatusOr<LanguageTable> table =
        bytes.ok()
            ? ParseLanguageTable(std::as_bytes(std::span(*bytes)), arguments[1])
            : bytes.status();
    if (!table.ok()) {
      std::cerr << table.status().message() << "\n";
      return 1;
    }
    given = *std::move(table);
    arguments.erase(arguments.begin(), arguments.begin() + 2);
  }
  DetectLines(given ? &*given : ShippedLanguageTable(), arguments);
  return 0;
}

}  // namespace
}  // namespace interpres

int main(int argc, char** argv) {
  return interpres::Run({argv + 1, argv + argc});
}
