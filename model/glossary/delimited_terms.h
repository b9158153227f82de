// Reads glossaries of lines with columns: the source and the target of a term.

#ifndef INTERPRES_MODEL_GLOSSARY_DELIMITED_TERMS_H_
#define INTERPRES_MODEL_GLOSSARY_DELIMITED_TERMS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "model/glossary/term_collector.h"

namespace interpres {

// The language codes of the sources and of the targets of a glossary's terms.
struct TermLanguages {
  std::string_view source;
  std::string_view target;
};

// Returns the terms of a TSV file, in its order: each line is a source, a tab
// and a target, and ends with "\n" or "\r\n". Quotation marks have no meaning.
// Skips empty lines and a byte order mark. Returns INVALID_ARGUMENT, with the
// number of the line, for invalid UTF-8, for a line without exactly one tab,
// and for the errors of TermCollector::Add. Returns INVALID_ARGUMENT if there
// are no terms. Thread-safe.
absl::StatusOr<std::vector<Term>> ParseTsvTerms(std::string_view content,
                                                const GlossaryLimits& limits);

// Returns the terms of a CSV file (RFC 4180), in its order: each row is a
// source, a comma and a target, and ends with "\n" or "\r\n". A row may also
// have the codes of both languages as its third and fourth column, as in the
// files of DeepL. A column in quotation marks may have commas, line breaks and
// doubled quotation marks. Skips empty rows and a byte order mark. Returns
// INVALID_ARGUMENT, with the number of the line, for invalid UTF-8, for a row
// without two or four columns, for a code of another language or region than
// `languages` (a code may be empty or without a region), for a misplaced or
// missing quotation mark, and for the errors of TermCollector::Add. Returns
// INVALID_ARGUMENT if there are no terms. Thread-safe.
absl::StatusOr<std::vector<Term>> ParseCsvTerms(std::string_view content,
                                                const TermLanguages& languages,
                                                const GlossaryLimits& limits);

// Returns the text of a TSV file, which ParseTsvTerms reads: a line with the
// source, a tab and the target of each term, in order.
// REQUIRES: the terms have no tabs and no line breaks, as in the results of
// ParseGlossary.
std::string WriteTsvTerms(const std::vector<Term>& terms);

}  // namespace interpres

#endif  // INTERPRES_MODEL_GLOSSARY_DELIMITED_TERMS_H_
