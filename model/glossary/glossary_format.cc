#include "model/glossary/glossary_format.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/glossary/delimited_terms.h"
#include "model/glossary/tbx_terms.h"
#include "model/tokenizer/language_tag.h"

namespace interpres {
namespace {

absl::Status CheckCode(std::string_view field, const std::string& code) {
  if (IsLanguageCode(code)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is \"%s\"; expected a language code such as \"en\" or \"pt-BR\"",
      AsAbsl(field), Shown(code)));
}

}  // namespace

std::string_view ExtensionOf(GlossaryFormat format) {
  switch (format) {
    case GlossaryFormat::kTsv:
      return "tsv";
    case GlossaryFormat::kCsv:
      return "csv";
    case GlossaryFormat::kTbx:
      break;
  }
  return "tbx";
}

std::optional<GlossaryFormat> FormatOfExtension(std::string_view extension) {
  for (const GlossaryFormat format :
       {GlossaryFormat::kTsv, GlossaryFormat::kCsv, GlossaryFormat::kTbx}) {
    if (extension == ExtensionOf(format)) {
      return format;
    }
  }
  return std::nullopt;
}

absl::Status CheckHeader(const GlossaryHeader& header) {
  if (header.format == GlossaryFormat::kTbx) {
    return header.source_language.empty() && header.target_language.empty()
               ? absl::OkStatus()
               : absl::InvalidArgumentError(
                     "source_language or target_language is set; expected "
                     "neither for TBX, whose file has its languages");
  }
  INTERPRES_RETURN_IF_ERROR(
      CheckCode("source_language", header.source_language));
  INTERPRES_RETURN_IF_ERROR(
      CheckCode("target_language", header.target_language));
  if (header.source_language == header.target_language) {
    return absl::InvalidArgumentError(
        absl::StrCat("source_language and target_language are both \"",
                     header.source_language, "\"; expected two languages"));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<GlossaryTable>> ParseGlossary(
    const GlossaryHeader& header, std::string_view content,
    const GlossaryLimits& limits) {
  INTERPRES_RETURN_IF_ERROR(CheckHeader(header));
  if (std::ssize(content) > limits.max_bytes) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the glossary has %d bytes; expected at most %d; make several "
        "glossaries, or raise --max-glossary-bytes",
        content.size(), limits.max_bytes));
  }
  if (header.format == GlossaryFormat::kTbx) {
    return ParseTbxTerms(content, limits);
  }
  INTERPRES_ASSIGN_OR_RETURN(
      std::vector<Term> terms,
      header.format == GlossaryFormat::kCsv
          ? ParseCsvTerms(content,
                          {.source = header.source_language,
                           .target = header.target_language},
                          limits)
          : ParseTsvTerms(content, limits));
  std::vector<GlossaryTable> tables;
  tables.push_back({.source_language = header.source_language,
                    .target_language = header.target_language,
                    .terms = std::move(terms)});
  return tables;
}

}  // namespace interpres
