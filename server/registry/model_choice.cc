#include "server/registry/model_choice.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// Maximum bytes of a caller's value that a message repeats.
constexpr std::size_t kMaxEchoBytes = 64;
// Maximum number of models or directions that a message lists.
constexpr std::size_t kMaxListed = 16;

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

// How well a model matches the languages.
enum class Fit { kNone, kUnstated, kStated };

Fit FitOf(const std::string& stated, std::string_view asked) {
  if (asked.empty() || stated == asked) {
    return Fit::kStated;
  }
  return stated.empty() ? Fit::kUnstated : Fit::kNone;
}

Fit FitOf(const ModelOffer& offer, const ModelQuery& query) {
  Fit best = Fit::kNone;
  for (const LanguageDirection& direction : offer.directions) {
    best = std::max(best,
                    std::min(FitOf(direction.source, query.source_language),
                             FitOf(direction.target, query.target_language)));
  }
  return best;
}

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
  Fit best = Fit::kUnstated;
  std::vector<ModelOffer> fitting;
  std::size_t index = 0;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    const Fit fit = FitOf(offers[i], query);
    if (fit < best) {
      continue;
    }
    if (fit > best) {
      best = fit;
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
