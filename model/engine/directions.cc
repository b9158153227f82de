// Tested by directions_test.cc.

#include "model/engine/directions.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/language/language_code.h"
#include "model/language/language_match.h"

namespace interpres {
namespace {

// Returns the directions that are nearest to the languages: the target language
// counts first. Empty if no direction matches.
std::vector<const LanguageDirection*> Nearest(
    const std::vector<LanguageDirection>& directions,
    std::string_view source_language, std::string_view target_language) {
  LanguageMatcher source_matcher(source_language);
  LanguageMatcher target_matcher(target_language);
  std::vector<const LanguageDirection*> nearest;
  std::pair<int, int> best;
  for (const LanguageDirection& direction : directions) {
    // Of thousands of directions, few have the target language.
    const std::optional<int> target =
        target_matcher.DistanceTo(direction.target);
    if (!target || (!nearest.empty() && *target > best.first)) {
      continue;
    }
    const std::optional<int> source =
        source_matcher.DistanceTo(direction.source);
    if (!source) {
      continue;
    }
    const std::pair<int, int> distance(*target, *source);
    if (nearest.empty() || distance < best) {
      nearest.clear();
      best = distance;
    }
    if (distance == best) {
      nearest.push_back(&direction);
    }
  }
  return nearest;
}

// Returns the code of the language that `code` names for certain. Returns "" if
// the code may name a group of languages.
std::string CertainLanguage(const std::string& code) {
  const std::optional<LanguageCode> parsed = ParseLanguageCode(code);
  if (!parsed.has_value() || parsed->language.size() != 2) {
    return "";
  }
  return code.find_first_of("_-") == std::string::npos ? parsed->language
                                                       : code;
}

std::vector<LanguageDirection> AllPairs(
    const std::vector<std::string>& languages) {
  std::vector<LanguageDirection> directions;
  directions.reserve(languages.size() * languages.size());
  for (const std::string& source : languages) {
    for (const std::string& target : languages) {
      directions.push_back({.source = source, .target = target});
    }
  }
  std::erase_if(directions, [](const LanguageDirection& direction) {
    return direction.source == direction.target;
  });
  return directions;
}

}  // namespace

std::string DescribeDirections(
    const std::vector<LanguageDirection>& directions) {
  const auto known = [](const std::string& language) {
    return language.empty() ? std::string("any") : language;
  };
  return absl::StrJoin(
      directions, ", ",
      [&](std::string* out, const LanguageDirection& direction) {
        absl::StrAppend(out, known(direction.source), " to ",
                        known(direction.target));
      });
}

namespace {

// The directions, or the first of many.
std::string DescribeSome(const std::vector<LanguageDirection>& directions) {
  constexpr std::size_t kShown = 16;
  if (directions.size() <= kShown) {
    return DescribeDirections(directions);
  }
  return absl::StrFormat(
      "%s, and %d more",
      DescribeDirections({directions.begin(), directions.begin() + kShown}),
      directions.size() - kShown);
}

}  // namespace

absl::StatusOr<std::vector<LanguageDirection>> ServedDirections(
    const ModelCard& card, const LanguageDirection& stated,
    const std::vector<std::string>& tagged_languages, bool source_tags) {
  if (card.directions.empty() && source_tags) {
    return AllPairs(tagged_languages);
  }
  if (card.directions.empty()) {
    const std::string source = CertainLanguage(stated.source);
    std::vector<LanguageDirection> directions;
    directions.reserve(tagged_languages.size() + 1);
    for (const std::string& language : tagged_languages) {
      directions.push_back({.source = source, .target = language});
    }
    if (directions.empty()) {
      directions.push_back(
          {.source = source, .target = CertainLanguage(stated.target)});
    }
    return directions;
  }
  for (const LanguageDirection& direction : card.directions) {
    if (source_tags &&
        std::find(tagged_languages.begin(), tagged_languages.end(),
                  direction.source) == tagged_languages.end()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "interpres.json names the direction %s to %s, but the model has no "
          "source language \"%s\"; its languages are: %s",
          direction.source, direction.target, direction.source,
          absl::StrJoin(tagged_languages, ", ")));
    }
    if (!tagged_languages.empty() &&
        std::find(tagged_languages.begin(), tagged_languages.end(),
                  direction.target) == tagged_languages.end()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "interpres.json names the direction %s to %s, but the vocabulary has "
          "no tag >>%s<<; its tags are for: %s",
          direction.source, direction.target, direction.target,
          absl::StrJoin(tagged_languages, ", ")));
    }
  }
  return card.directions;
}

absl::StatusOr<ResolvedDirection> ResolveDirection(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language) {
  const std::vector<const LanguageDirection*> nearest =
      Nearest(directions, source_language, target_language);
  if (nearest.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "this model does not translate from %s to %s; it translates: %s",
        source_language.empty() ? "any language" : std::string(source_language),
        target_language.empty() ? "any language" : std::string(target_language),
        DescribeSome(directions)));
  }
  std::set<std::string> targets;
  for (const LanguageDirection* direction : nearest) {
    targets.insert(direction->target);
  }
  if (targets.size() > 1 && target_language.empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "target_language is empty, and this model has several: %s; name one",
        absl::StrJoin(targets, ", ")));
  }
  ResolvedDirection resolved{.target = nearest.front()->target};
  resolved.tags.target = tagged ? resolved.target : "";
  for (const LanguageDirection* direction : nearest) {
    if (direction->target == resolved.target) {
      resolved.sources.push_back(direction->source);
    }
  }
  if (!source_language.empty()) {  // of equally near languages the first
    resolved.sources.resize(1);
  }
  return resolved;
}

std::vector<std::string> SourceLanguages(
    const std::vector<LanguageDirection>& directions) {
  std::set<std::string> languages;
  for (const LanguageDirection& direction : directions) {
    languages.insert(direction.source);
  }
  languages.erase("");
  return {languages.begin(), languages.end()};
}

absl::StatusOr<std::string> ResolveTag(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language) {
  INTERPRES_ASSIGN_OR_RETURN(
      ResolvedDirection resolved,
      ResolveDirection(directions, tagged, source_language, target_language));
  return std::move(resolved.tags.target);
}

}  // namespace interpres
