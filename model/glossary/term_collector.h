// The terms that the parsers of glossary files collect, their rules and limits.

#ifndef INTERPRES_MODEL_GLOSSARY_TERM_COLLECTOR_H_
#define INTERPRES_MODEL_GLOSSARY_TERM_COLLECTOR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "model/document/term_tree.h"

namespace interpres {

// Maximum size of a source or a target, in bytes.
inline constexpr int64_t kMaxTermBytes = 200;

// Limits of one glossary file.
struct GlossaryLimits {
  // Maximum size of a file.
  int64_t max_bytes = 1 << 20;
  // Maximum number of terms in a file. A TBX file counts the terms of each of
  // its pairs of languages.
  int64_t max_terms = 20000;
};

// The terms of one pair of languages, whose codes are of BCP 47.
struct GlossaryTable {
  std::string source_language;
  std::string target_language;
  std::vector<Term> terms;
};

// Returns one side of a term as a glossary keeps it: one space for each run of
// white space, none at the ends. Returns INVALID_ARGUMENT, which begins with
// `side` ("source", "glossary[0].target"), if the text has more than
// kMaxTermBytes bytes, a control character, or neither a letter nor a digit.
// REQUIRES: valid UTF-8.
absl::StatusOr<std::string> CleanTerm(std::string_view text,
                                      std::string_view side);

// Returns INVALID_ARGUMENT if a file that has `count` terms has more than the
// limit.
absl::Status CheckTermCount(int64_t count, const GlossaryLimits& limits);

// Collects the terms of one pair of languages from the lines of a file. Not
// thread-safe.
class TermCollector {
 public:
  explicit TermCollector(const GlossaryLimits& limits) : limits_(limits) {}

  // Adds a term. Returns INVALID_ARGUMENT, which begins with the number of the
  // line, for the errors of CleanTerm and CheckTermCount, and for a source that
  // an earlier line has.
  absl::Status Add(std::string_view source, std::string_view target, int line);

  // Returns INVALID_ARGUMENT if there is no term.
  absl::StatusOr<std::vector<Term>> Take() &&;

 private:
  const GlossaryLimits limits_;
  std::vector<Term> terms_;
  absl::flat_hash_map<std::string, int> line_of_source_;
};

// Returns the beginning of a value from outside, as valid UTF-8 for a message.
std::string Shown(std::string_view value);

// Returns `status` with "line N: " before its message.
absl::Status AtLine(int64_t line, const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_TERM_COLLECTOR_H_
