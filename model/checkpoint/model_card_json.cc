#include "model/checkpoint/model_card_json.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/json_fields.h"

namespace interpres {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kFormatVersion = 1;
constexpr std::size_t kLongestVersion = 64;

// It travels in gRPC metadata and metric labels.
bool IsVersionCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '.' ||
         c == '_' || c == '-';
}

absl::Status CheckKnownKeys(const json& object, const std::string& where,
                            std::initializer_list<std::string_view> known) {
  for (const auto& [key, unused] : object.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, ": unknown key ", Quoted(key)));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<LanguageDirection> ParseDirection(const json& value,
                                                 const std::string& where) {
  INTERPRES_RETURN_IF_ERROR(CheckKnownKeys(value, where, {"source", "target"}));
  const JsonFields fields(value, where);
  LanguageDirection direction;
  INTERPRES_ASSIGN_OR_RETURN(direction.source, fields.RequiredString("source"));
  INTERPRES_ASSIGN_OR_RETURN(direction.target, fields.RequiredString("target"));
  return direction;
}

absl::StatusOr<GoldenSentence> ParseGolden(const json& value,
                                           const std::string& where) {
  INTERPRES_RETURN_IF_ERROR(CheckKnownKeys(
      value, where,
      {"target_language", "source", "target", "log_probability"}));
  const JsonFields fields(value, where);
  GoldenSentence golden;
  INTERPRES_ASSIGN_OR_RETURN(const auto language,
                             fields.String("target_language"));
  golden.target_language = language.value_or("");
  INTERPRES_ASSIGN_OR_RETURN(golden.source, fields.RequiredString("source"));
  INTERPRES_ASSIGN_OR_RETURN(golden.target, fields.RequiredString("target"));
  INTERPRES_ASSIGN_OR_RETURN(golden.log_probability,
                             fields.RequiredNumber("log_probability"));
  return golden;
}

// Parses every element of an optional list of objects.
template <typename Element, typename Parse>
absl::Status ParseList(const JsonFields& fields, const char* key, Parse parse,
                       std::vector<Element>& out) {
  const json* list = fields.Find(key);
  if (list == nullptr) {
    return absl::OkStatus();
  }
  if (!list->is_array()) {
    return fields.Unexpected(key, *list, "a list of objects");
  }
  for (std::size_t i = 0; i < list->size(); ++i) {
    const json& element = (*list)[i];
    if (!element.is_object()) {
      return fields.Unexpected(key, element, "a list of objects");
    }
    INTERPRES_ASSIGN_OR_RETURN(
        Element parsed,
        parse(element, absl::StrCat(fields.where(), ": ", key, "[", i, "]")));
    out.push_back(std::move(parsed));
  }
  return absl::OkStatus();
}

absl::Status ParseProvenance(const JsonFields& fields, ModelCard& card) {
  const json* provenance = fields.Find("provenance");
  if (provenance == nullptr) {
    return absl::OkStatus();
  }
  if (!provenance->is_object()) {
    return fields.Unexpected("provenance", *provenance, "an object of strings");
  }
  for (const auto& [key, value] : provenance->items()) {
    if (!value.is_string()) {
      return fields.Unexpected("provenance", value, "an object of strings");
    }
    card.provenance[key] = value.get<std::string>();
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ModelCard> ParseModelCard(std::string_view text,
                                         std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const json document, ParseJsonObject(text, file));
  const std::string where(file);
  INTERPRES_RETURN_IF_ERROR(
      CheckKnownKeys(document, where,
                     {"format_version", "version", "directions", "golden",
                      "golden_tolerance", "provenance"}));
  const JsonFields fields(document, where);
  INTERPRES_ASSIGN_OR_RETURN(const int64_t format_version,
                             fields.RequiredInteger("format_version"));
  if (format_version != kFormatVersion) {
    return fields.Unexpected(
        "format_version", format_version,
        absl::StrCat(kFormatVersion, "; a newer Interpres may read it"));
  }
  ModelCard card;
  INTERPRES_ASSIGN_OR_RETURN(const auto version, fields.String("version"));
  card.version = version.value_or("");
  INTERPRES_RETURN_IF_ERROR(
      ParseList(fields, "directions", ParseDirection, card.directions));
  INTERPRES_RETURN_IF_ERROR(
      ParseList(fields, "golden", ParseGolden, card.golden));
  INTERPRES_ASSIGN_OR_RETURN(const auto tolerance,
                             fields.Number("golden_tolerance"));
  card.golden_tolerance = tolerance.value_or(card.golden_tolerance);
  INTERPRES_RETURN_IF_ERROR(ParseProvenance(fields, card));
  INTERPRES_RETURN_IF_ERROR(ValidateModelCard(card, file));
  return card;
}

std::string SerializeModelCard(const ModelCard& card) {
  ordered_json directions = ordered_json::array();
  for (const LanguageDirection& direction : card.directions) {
    directions.push_back(ordered_json{{"source", direction.source},
                                      {"target", direction.target}});
  }
  ordered_json golden = ordered_json::array();
  for (const GoldenSentence& sentence : card.golden) {
    golden.push_back(
        ordered_json{{"target_language", sentence.target_language},
                     {"source", sentence.source},
                     {"target", sentence.target},
                     {"log_probability", sentence.log_probability}});
  }
  ordered_json document = {{"format_version", kFormatVersion}};
  if (!card.version.empty()) {
    document["version"] = card.version;
  }
  document["directions"] = directions;
  document["golden_tolerance"] = card.golden_tolerance;
  document["golden"] = golden;
  document["provenance"] = ordered_json(card.provenance);
  return document.dump(2, ' ', /*ensure_ascii=*/false,
                       ordered_json::error_handler_t::replace) +
         "\n";
}

absl::Status ValidateModelCard(const ModelCard& card, std::string_view file) {
  const auto invalid = [file](const std::string& what) {
    return absl::InvalidArgumentError(absl::StrCat(AsAbsl(file), ": ", what));
  };
  if (card.version.size() > kLongestVersion ||
      !std::all_of(card.version.begin(), card.version.end(),
                   IsVersionCharacter)) {
    return invalid(absl::StrCat("the version is ", Quoted(card.version),
                                "; expected at most ", kLongestVersion,
                                " letters, digits, \".\", \"_\" and \"-\""));
  }
  for (auto it = card.directions.begin(); it != card.directions.end(); ++it) {
    if (it->source.empty() || it->target.empty()) {
      return invalid("a direction needs a source and a target language");
    }
    if (std::find(card.directions.begin(), it, *it) != it) {
      return invalid(absl::StrCat("the direction ", Quoted(it->source), " to ",
                                  Quoted(it->target), " is listed twice"));
    }
  }
  if (!(card.golden_tolerance > 0.0) || !std::isfinite(card.golden_tolerance)) {
    return invalid(absl::StrCat("golden_tolerance is ", card.golden_tolerance,
                                "; expected a number above 0"));
  }
  for (const GoldenSentence& sentence : card.golden) {
    if (sentence.source.empty() || sentence.target.empty()) {
      return invalid("a golden sentence needs a source and a target");
    }
    if (!(sentence.log_probability <= 0.0) ||
        !std::isfinite(sentence.log_probability)) {
      return invalid(absl::StrCat(
          "the log_probability of golden sentence ", Quoted(sentence.source),
          " is ", sentence.log_probability, "; expected at most 0"));
    }
  }
  return absl::OkStatus();
}

}  // namespace interpres
