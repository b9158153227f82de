// libFuzzer over the parsers of glossary files. The first byte chooses one of
// them, the other bytes are its input. tests/fuzz.sh builds and runs it.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/base/utf8.h"
#include "model/glossary/delimited_terms.h"
#include "model/glossary/tbx_terms.h"
#include "tests/testing/fuzz_parsers.h"

namespace interpres {
namespace {

constexpr GlossaryLimits kFuzzLimits = {.max_bytes = 1 << 20, .max_terms = 100};

void CheckTerms(const std::vector<Term>& terms) {
  if (terms.empty() || std::ssize(terms) > kFuzzLimits.max_terms) {
    Report("a glossary has no or too many terms");
  }
  for (const Term& term : terms) {
    for (const std::string& side : {term.source, term.target}) {
      if (!IsValidUtf8(side) || CleanTerm(side, "side").value_or("") != side) {
        Report("a term is not clean");
      }
    }
  }
  const std::string written = WriteTsvTerms(terms);
  const absl::StatusOr<std::vector<Term>> again =
      ParseTsvTerms(written, kFuzzLimits);
  if (!again.ok() || WriteTsvTerms(*again) != written) {
    Report("terms change by being written");
  }
}

void FuzzTsv(const std::string& content) {
  if (const auto terms = ParseTsvTerms(content, kFuzzLimits); terms.ok()) {
    CheckTerms(*terms);
  }
}

void FuzzCsv(const std::string& content) {
  if (const auto terms =
          ParseCsvTerms(content, {.source = "en", .target = "es"}, kFuzzLimits);
      terms.ok()) {
    CheckTerms(*terms);
  }
}

void FuzzTbx(const std::string& content) {
  if (const auto tables = ParseTbxTerms(content, kFuzzLimits); tables.ok()) {
    for (const GlossaryTable& table : *tables) {
      CheckTerms(table.terms);
    }
  }
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  return interpres::FuzzOneOf(
      data, size, {interpres::FuzzTsv, interpres::FuzzCsv, interpres::FuzzTbx});
}
