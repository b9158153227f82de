// Reads glossaries of lines with two columns: the source and the target.

#ifndef INTERPRES_MODEL_GLOSSARY_DELIMITED_TERMS_H_
#define INTERPRES_MODEL_GLOSSARY_DELIMITED_TERMS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/glossary/term_collector.h"

namespace interpres {

// Both functions read UTF-8, with or without a byte order mark. A line ends
// with "\n" or "\r\n". Empty lines are skipped. They return INVALID_ARGUMENT,
// with the number of the line, for invalid UTF-8, for a line without exactly
// two columns, and for the errors of TermCollector. Thread-safe.

// Reads lines of a source, a tab and a target. A quotation mark has no meaning.
absl::StatusOr<std::vector<Term>> ParseTsvTerms(std::string_view content,
                                                const GlossaryLimits& limits);

// Reads CSV as RFC 4180 defines it: columns end with a comma, and a column in
// quotation marks may have commas, line breaks and doubled quotation marks. A
// missing quotation mark is an error too.
absl::StatusOr<std::vector<Term>> ParseCsvTerms(std::string_view content,
                                                const GlossaryLimits& limits);

// Returns the terms as ParseTsvTerms reads them. REQUIRES: the terms come from
// a parser of a glossary.
std::string WriteTsvTerms(const std::vector<Term>& terms);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_DELIMITED_TERMS_H_
