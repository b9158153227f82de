// Tested by directions_test.cc.

#include "model/engine/directions.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"

namespace interpres {
namespace {

bool Matches(const std::string& served, std::string_view asked) {
  return served.empty() || asked.empty() || served == asked;
}

// Returns the only element. "" means no element or several.
std::string OnlyOne(const std::set<std::string>& languages) {
  return languages.size() == 1 ? *languages.begin() : std::string();
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

absl::StatusOr<std::vector<LanguageDirection>> ServedDirections(
    const ModelCard& card, const std::vector<std::string>& tagged_languages) {
  if (card.directions.empty()) {
    std::vector<LanguageDirection> directions;
    directions.reserve(tagged_languages.size() + 1);
    for (const std::string& language : tagged_languages) {
      directions.push_back({.source = "", .target = language});
    }
    if (directions.empty()) {
      directions.push_back({});
    }
    return directions;
  }
  for (const LanguageDirection& direction : card.directions) {
    if (!tagged_languages.empty() &&
        std::find(tagged_languages.begin(), tagged_languages.end(),
                  direction.target) == tagged_languages.end()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "interpres.json names the direction %s to %s, but vocab.json has no "
          "tag >>%s<<; its tags are for: %s",
          direction.source, direction.target, direction.target,
          absl::StrJoin(tagged_languages, ", ")));
    }
  }
  return card.directions;
}

absl::StatusOr<std::string> ResolveTag(
    const std::vector<LanguageDirection>& directions, bool tagged,
    std::string_view source_language, std::string_view target_language) {
  std::set<std::string> targets;
  for (const LanguageDirection& direction : directions) {
    if (Matches(direction.source, source_language) &&
        Matches(direction.target, target_language)) {
      targets.insert(direction.target);
    }
  }
  if (targets.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "this model does not translate from %s to %s; it translates: %s",
        source_language.empty() ? "any language" : std::string(source_language),
        target_language.empty() ? "any language" : std::string(target_language),
        DescribeDirections(directions)));
  }
  if (targets.size() > 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "target_language is empty, and this model has several: %s; name one",
        absl::StrJoin(targets, ", ")));
  }
  return tagged ? *targets.begin() : std::string();
}

LanguageDirection CompleteDirection(
    const std::vector<LanguageDirection>& directions,
    const LanguageDirection& asked) {
  std::set<std::string> sources;
  std::set<std::string> targets;
  for (const LanguageDirection& direction : directions) {
    if (Matches(direction.source, asked.source) &&
        Matches(direction.target, asked.target)) {
      sources.insert(direction.source);
      targets.insert(direction.target);
    }
  }
  return {.source = asked.source.empty() ? OnlyOne(sources) : asked.source,
          .target = asked.target.empty() ? OnlyOne(targets) : asked.target};
}

}  // namespace interpres
