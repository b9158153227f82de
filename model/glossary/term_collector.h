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

// Maximum size of the source or the target of a glossary term, in bytes of
// UTF-8, after CleanTerm removed extra spaces.
inline constexpr int64_t kMaxTermBytes = 200;

// Limits of one glossary file.
struct GlossaryLimits {
  // Maximum size of a file, in bytes.
  int64_t max_bytes = 1 << 20;
  // Maximum number of terms in a file. For a TBX file, the terms of all its
  // ordered pairs of languages count together.
  int64_t max_terms = 20000;
};

// The terms of a glossary for one ordered pair of languages. The languages are
// codes of BCP 47. Each source occurs once.
struct GlossaryTable {
  std::string source_language;
  std::string target_language;
  std::vector<Term> terms;
};

// Returns the source or the target of a term as a glossary stores the text:
// with one space for each run of white space, without white space at the ends.
// Returns INVALID_ARGUMENT if the result would have more than kMaxTermBytes
// bytes, a control character, or no letter, digit or other number. The message
// begins with `side`, a name of the text such as "source".
// REQUIRES: `text` is valid UTF-8.
absl::StatusOr<std::string> CleanTerm(std::string_view text,
                                      std::string_view side);

// Returns INVALID_ARGUMENT if `count`, the number of terms of a glossary file,
// is larger than limits.max_terms. Otherwise returns OK.
absl::Status CheckTermCount(int64_t count, const GlossaryLimits& limits);

// Collects the terms of one pair of languages from the lines of a file. Not
// thread-safe.
class TermCollector {
 public:
  explicit TermCollector(const GlossaryLimits& limits) : limits_(limits) {}

  // Adds the term of line `line` of the file. Returns INVALID_ARGUMENT, whose
  // message begins with the number of the line, for the errors of CleanTerm and
  // CheckTermCount, and if an earlier line has the same source. Discard the
  // collector after an error.
  absl::Status Add(std::string_view source, std::string_view target, int line);

  // Returns the terms in the order in which Add got them. Returns
  // INVALID_ARGUMENT if Add was never called.
  absl::StatusOr<std::vector<Term>> Take() &&;

 private:
  const GlossaryLimits limits_;
  std::vector<Term> terms_;
  absl::flat_hash_map<std::string, int> line_of_source_;
};

// Returns the first 40 bytes of `value`, for an error message. Replaces bytes
// that are not valid UTF-8 by U+FFFD.
std::string Shown(std::string_view value);

// Returns `status` with "line N: " before its message, where N is `line`.
// REQUIRES: `status` is an error.
absl::Status AtLine(int64_t line, const absl::Status& status);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_TERM_COLLECTOR_H_
