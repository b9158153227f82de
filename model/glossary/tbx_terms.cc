#include "model/glossary/tbx_terms.h"

#include <expat.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/tokenizer/language_tag.h"

namespace interpres {
namespace {

// Expat writes names as "NAMESPACE\nNAME".
constexpr char kNameSeparator = '\n';
constexpr std::string_view kLanguageAttribute =
    "http://www.w3.org/XML/1998/namespace\nlang";

// Bounds the time of a concept, which grows with the square of this number.
constexpr std::size_t kMaxLanguages = 200;

std::string_view LocalName(std::string_view name) {
  return name.substr(name.rfind(kNameSeparator) + 1);
}

// The terms of one language of a concept.
struct LanguageTerms {
  std::string language;
  std::vector<std::string> terms;
};

// Makes the tables from the concepts of a file.
class TableBuilder {
 public:
  explicit TableBuilder(const GlossaryLimits& limits) : limits_(limits) {}

  // Adds the pairs of a concept, whose languages have different codes.
  absl::Status Add(const std::vector<LanguageTerms>& concept_terms) {
    for (const LanguageTerms& source : concept_terms) {
      INTERPRES_RETURN_IF_ERROR(AddPairs(source, concept_terms));
    }
    return absl::OkStatus();
  }

  std::vector<GlossaryTable> Take() && { return std::move(tables_); }

 private:
  absl::Status AddPairs(const LanguageTerms& source,
                        const std::vector<LanguageTerms>& targets) {
    for (const LanguageTerms& target : targets) {
      INTERPRES_RETURN_IF_ERROR(AddPair(source, target));
    }
    return absl::OkStatus();
  }

  absl::Status AddPair(const LanguageTerms& source,
                       const LanguageTerms& target) {
    if (source.language == target.language || source.terms.empty() ||
        target.terms.empty()) {
      return absl::OkStatus();
    }
    const auto [place, is_new] = indices_.try_emplace(
        {source.language, target.language}, tables_.size());
    const std::size_t index = place->second;
    if (is_new) {
      tables_.push_back({.source_language = source.language,
                         .target_language = target.language,
                         .terms = {}});
      sources_.emplace_back();
    }
    for (const std::string& term : source.terms) {
      if (sources_[index].insert(term).second) {
        tables_[index].terms.push_back(
            {.source = term, .target = target.terms.front()});
        ++count_;
      }
    }
    return CheckTermCount(count_, limits_);
  }

  const GlossaryLimits limits_;
  std::vector<GlossaryTable> tables_;
  std::vector<std::set<std::string>> sources_;  // of each table
  std::map<std::pair<std::string, std::string>, std::size_t> indices_;
  int64_t count_ = 0;
};

// Receives the events of expat. An error stops the parser.
class TbxReader {
 public:
  explicit TbxReader(const GlossaryLimits& limits)
      : parser_(XML_ParserCreateNS(nullptr, kNameSeparator), XML_ParserFree),
        builder_(limits) {}

  absl::StatusOr<std::vector<GlossaryTable>> Read(std::string_view content);

 private:
  static TbxReader& Of(void* user) { return *static_cast<TbxReader*>(user); }
  static void OnBegin(void* user, const XML_Char* name,
                      const XML_Char** attributes) {
    Of(user).Check(Of(user).Begin(LocalName(name), attributes));
  }
  static void OnEnd(void* user, const XML_Char* name) {
    Of(user).Check(Of(user).End(LocalName(name)));
  }
  static void OnText(void* user, const XML_Char* text, int length) {
    if (Of(user).in_term_) {
      Of(user).text_.append(text, static_cast<std::size_t>(length));
    }
  }
  // NOLINTNEXTLINE(readability-function-size): expat defines the parameters.
  static void OnEntityDeclaration(void* user, const XML_Char* /*name*/,
                                  int /*is_parameter*/,
                                  const XML_Char* /*value*/, int /*length*/,
                                  const XML_Char* /*base*/,
                                  const XML_Char* /*system*/,
                                  const XML_Char* /*public_id*/,
                                  const XML_Char* /*notation*/) {
    Of(user).Check(absl::InvalidArgumentError(
        "the file declares an entity; expected none; write its text instead"));
  }
  static void OnSkippedEntity(void* user, const XML_Char* name,
                              int /*is_parameter*/) {
    Of(user).Check(absl::InvalidArgumentError(absl::StrFormat(
        "entity \"%s\" is unknown; write its character instead", Shown(name))));
  }

  void SetHandlers();
  absl::Status Begin(std::string_view name, const XML_Char** attributes);
  absl::Status BeginLanguage(const XML_Char** attributes);
  absl::Status End(std::string_view name);
  absl::Status EndTerm();
  // Keeps the first error and stops the parser.
  void Check(const absl::Status& status);
  int64_t line() const {
    return static_cast<int64_t>(XML_GetCurrentLineNumber(parser_.get()));
  }

  const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser_;
  TableBuilder builder_;
  absl::Status status_;
  bool has_root_ = false;
  // The terms of the open concept.
  std::vector<LanguageTerms> concept_;
  bool in_concept_ = false;
  std::size_t language_ = 0;  // the open one in concept_
  bool in_language_ = false;
  bool in_term_ = false;
  std::string text_;  // of the open term
};

void TbxReader::Check(const absl::Status& status) {
  if (!status.ok() && status_.ok()) {
    status_ = AtLine(line(), status);
    XML_StopParser(parser_.get(), XML_FALSE);
  }
}

void TbxReader::SetHandlers() {
  XML_SetUserData(parser_.get(), this);
  XML_SetElementHandler(parser_.get(), OnBegin, OnEnd);
  XML_SetCharacterDataHandler(parser_.get(), OnText);
  XML_SetEntityDeclHandler(parser_.get(), OnEntityDeclaration);
  XML_SetSkippedEntityHandler(parser_.get(), OnSkippedEntity);
}

absl::Status TbxReader::Begin(std::string_view name,
                              const XML_Char** attributes) {
  if (!has_root_) {
    has_root_ = true;
    if (name != "martif" && absl::AsciiStrToLower(AsAbsl(name)) != "tbx") {
      return absl::InvalidArgumentError(absl::StrCat(
          "the root is \"", Shown(name), "\"; expected martif or tbx"));
    }
    return absl::OkStatus();
  }
  if (name == "termEntry" || name == "conceptEntry") {
    // A concept inside a concept replaces the outer one.
    in_concept_ = true;
    in_language_ = false;
    in_term_ = false;
    concept_.clear();
  } else if (in_concept_ && (name == "langSet" || name == "langSec")) {
    return BeginLanguage(attributes);
  } else if (in_language_ && name == "term") {
    in_term_ = true;
    text_.clear();
  }
  return absl::OkStatus();
}

absl::Status TbxReader::BeginLanguage(const XML_Char** attributes) {
  std::string code;
  for (; attributes[0] != nullptr; attributes += 2) {
    if (attributes[0] == kLanguageAttribute) {
      code = attributes[1];
    }
  }
  if (!IsLanguageCode(code)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("xml:lang of the language is \"%s\"; expected a code "
                        "such as \"en\" or \"pt-BR\"",
                        Shown(code)));
  }
  const auto known =
      std::ranges::find(concept_, code, &LanguageTerms::language);
  language_ = static_cast<std::size_t>(known - concept_.begin());
  if (known == concept_.end()) {
    if (concept_.size() == kMaxLanguages) {
      return absl::InvalidArgumentError(
          absl::StrFormat("the concept has more than %d languages; expected at "
                          "most %d; make several files",
                          kMaxLanguages, kMaxLanguages));
    }
    concept_.push_back({.language = code, .terms = {}});
  }
  in_language_ = true;
  return absl::OkStatus();
}

absl::Status TbxReader::EndTerm() {
  in_term_ = false;
  INTERPRES_ASSIGN_OR_RETURN(std::string term, CleanTerm(text_, "term"));
  concept_[language_].terms.push_back(std::move(term));
  return absl::OkStatus();
}

absl::Status TbxReader::End(std::string_view name) {
  if (in_term_ && name == "term") {
    return EndTerm();
  }
  if (name == "langSet" || name == "langSec") {
    in_language_ = false;
  } else if (in_concept_ && (name == "termEntry" || name == "conceptEntry")) {
    in_concept_ = false;
    in_language_ = false;
    return builder_.Add(concept_);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<GlossaryTable>> TbxReader::Read(
    std::string_view content) {
  SetHandlers();
  const XML_Status parsed =
      XML_Parse(parser_.get(), content.data(), static_cast<int>(content.size()),
                /*isFinal=*/1);
  INTERPRES_RETURN_IF_ERROR(status_);
  if (parsed != XML_STATUS_OK) {
    return absl::InvalidArgumentError(
        absl::StrFormat("line %d: the file is not well-formed XML: %s", line(),
                        XML_ErrorString(XML_GetErrorCode(parser_.get()))));
  }
  std::vector<GlossaryTable> tables = std::move(builder_).Take();
  if (tables.empty()) {
    return absl::InvalidArgumentError(
        "the file has no terms; expected a termEntry or conceptEntry with "
        "terms in two languages");
  }
  return tables;
}

}  // namespace

absl::StatusOr<std::vector<GlossaryTable>> ParseTbxTerms(
    std::string_view content, const GlossaryLimits& limits) {
  return TbxReader(limits).Read(content);
}

}  // namespace interpres
