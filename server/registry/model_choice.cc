#include "server/registry/model_choice.h"

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/language/language_match.h"

namespace interpres {
namespace {

// Maximum bytes of a caller's value that a message repeats.
constexpr std::size_t kMaxEchoBytes = 64;
// Maximum number of models or directions that a message lists.
constexpr std::size_t kMaxListed = 16;
// A model of more directions is one of many languages.
constexpr std::size_t kFewDirections = 50;

// Truncates between characters, because a status message must be UTF-8.
std::string Echo(std::string_view value) {
  std::string echo(value.substr(0, kMaxEchoBytes));
  if (value.size() > kMaxEchoBytes) {
    while (!echo.empty() &&
           (static_cast<unsigned char>(echo.back()) & 0x80U) != 0) {
      echo.pop_back();
    }
    echo.append("...");
  }
  return echo;
}

std::string Named(const std::string& language) {
  return language.empty() ? "any" : language;
}

std::string Asked(std::string_view language) {
  return language.empty() ? "any language" : std::string(language);
}

// Returns for example "en-es (en to es, es to en)".
std::string Describe(const ModelOffer& offer) {
  std::vector<std::string> directions;
  for (const LanguageDirection& direction : offer.directions) {
    if (directions.size() == kMaxListed) {
      directions.emplace_back("...");
      break;
    }
    directions.push_back(
        absl::StrCat(Named(direction.source), " to ", Named(direction.target)));
  }
  return absl::StrCat("\"", AsAbsl(offer.name), "\" (",
                      absl::StrJoin(directions, ", "), ")");
}

std::string List(std::span<const ModelOffer> offers) {
  std::vector<std::string> described;
  for (const ModelOffer& offer :
       offers.first(std::min(offers.size(), kMaxListed))) {
    described.push_back(Describe(offer));
  }
  if (offers.size() > kMaxListed) {
    described.push_back(
        absl::StrFormat("and %d more", offers.size() - kMaxListed));
  }
  return absl::StrJoin(described, ", ");
}

// How far a direction is from the languages of a query. Smaller is nearer.
struct Distance {
  bool is_unstated = false;  // the model does not state one of the languages
  int target = 0;
  int source = 0;
  bool is_general = false;  // the query has both languages, the model has many

  friend bool operator<(const Distance& a, const Distance& b) {
    return std::tie(a.is_unstated, a.target, a.source, a.is_general) <
           std::tie(b.is_unstated, b.target, b.source, b.is_general);
  }
  friend bool operator==(const Distance&, const Distance&) = default;
};

// Compares the languages of one query with offers.
class QueryMatcher {
 public:
  explicit QueryMatcher(const ModelQuery& query)
      : source_(query.source_language),
        target_(query.target_language),
        has_both_(!query.source_language.empty() &&
                  !query.target_language.empty()) {}

  // Returns the distance of the nearest direction. Null if no direction
  // matches.
  std::optional<Distance> DistanceTo(const ModelOffer& offer) {
    std::optional<Distance> nearest;
    for (const LanguageDirection& direction : offer.directions) {
      const std::optional<Distance> distance = DistanceTo(direction);
      if (distance && (!nearest || *distance < *nearest)) {
        nearest = distance;
      }
    }
    if (nearest && has_both_) {
      nearest->is_general = offer.directions.size() > kFewDirections;
    }
    return nearest;
  }

 private:
  std::optional<Distance> DistanceTo(const LanguageDirection& direction) {
    const std::optional<int> source = source_.DistanceTo(direction.source);
    const std::optional<int> target = target_.DistanceTo(direction.target);
    if (!source || !target) {
      return std::nullopt;
    }
    if (std::max(*source, *target) == LanguageMatcher::kUnstated) {
      return Distance{.is_unstated = true};
    }
    return Distance{.target = *target, .source = *source};
  }

  LanguageMatcher source_;
  LanguageMatcher target_;
  const bool has_both_;
};

// `remedy` says what else the caller can do.
absl::StatusOr<std::size_t> ChooseByName(std::string_view name,
                                         std::span<const ModelOffer> offers,
                                         const char* remedy) {
  const auto found = std::find_if(
      offers.begin(), offers.end(),
      [name](const ModelOffer& offer) { return offer.name == name; });
  if (found != offers.end()) {
    return static_cast<std::size_t>(found - offers.begin());
  }
  return absl::NotFoundError(
      absl::StrFormat("model \"%s\" is not served here: expected one of %s%s",
                      Echo(name), List(offers), remedy));
}

absl::Status SeveralModels(const ModelQuery& query,
                           std::span<const ModelOffer> fitting) {
  const char* const remedy =
      query.target_language.empty()   ? "set target_language or model"
      : query.source_language.empty() ? "set source_language or model"
                                      : "set model";
  return absl::InvalidArgumentError(
      absl::StrFormat("%d models translate from %s to %s: %s; %s",
                      fitting.size(), Asked(query.source_language),
                      Asked(query.target_language), List(fitting), remedy));
}

}  // namespace

absl::StatusOr<std::size_t> ChooseModel(const ModelQuery& query,
                                        std::span<const ModelOffer> offers) {
  if (!query.name.empty()) {
    return ChooseByName(query.name, offers,
                        ", or leave model empty to choose by language");
  }
  if (offers.size() == 1) {
    return 0;
  }
  QueryMatcher matcher(query);
  std::optional<Distance> best;
  std::vector<ModelOffer> fitting;
  std::size_t index = 0;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const std::optional<Distance> distance = matcher.DistanceTo(offers[i]);
    if (!distance || (best && *best < *distance)) {
      continue;
    }
    if (best != distance) {
      best = distance;
      fitting.clear();
    }
    fitting.push_back(offers[i]);
    index = i;
  }
  if (fitting.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "no model here translates from %s to %s; served are: %s",
        Asked(query.source_language), Asked(query.target_language),
        List(offers)));
  }
  if (fitting.size() > 1) {
    return SeveralModels(query, fitting);
  }
  return index;
}

absl::StatusOr<std::size_t> ChooseNamedModel(
    std::string_view name, std::span<const ModelOffer> offers) {
  if (!name.empty()) {
    return ChooseByName(name, offers, "");
  }
  if (offers.empty()) {
    return absl::NotFoundError("no model is served here");
  }
  if (offers.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%d models are served here: %s; set name",
                        offers.size(), List(offers)));
  }
  return 0;
}

}  // namespace interpres
