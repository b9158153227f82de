#include "model/language/language_match.h"

#include "model/language/macrolanguages.h"

namespace interpres {
namespace {

// Two codes of equal parts that are written differently: `es` and `spa`.
constexpr int kSpelling = 1;
constexpr int kRegionMissing = 2;
constexpr int kOtherRegion = 4;
constexpr int kWithinMacrolanguage = 8;
constexpr int kOtherScript = 16;

// Returns null if no text of one language can be taken for the other.
std::optional<int> SubtagDistance(const std::string& wanted,
                                  const std::string& served) {
  if (wanted == served) {
    return 0;
  }
  const Macrolanguage a = MacrolanguageOf(wanted);
  const Macrolanguage b = MacrolanguageOf(served);
  if (a.code != b.code || (!a.is_usual && !b.is_usual)) {
    return std::nullopt;
  }
  return a.is_usual && b.is_usual ? 0 : kWithinMacrolanguage;
}

int RegionDistance(const std::string& wanted, const std::string& served) {
  if (wanted == served) {
    return 0;
  }
  return wanted.empty() || served.empty() ? kRegionMissing : kOtherRegion;
}

}  // namespace

std::optional<int> LanguageDistance(const LanguageCode& wanted,
                                    const LanguageCode& served) {
  const std::optional<int> language =
      SubtagDistance(wanted.language, served.language);
  if (!language) {
    return std::nullopt;
  }
  const int script = wanted.script == served.script ? 0 : kOtherScript;
  return kSpelling + script + *language +
         RegionDistance(wanted.region, served.region);
}

LanguageMatcher::LanguageMatcher(std::string_view wanted)
    : wanted_(wanted), code_(ParseLanguageCode(wanted)) {}

std::optional<int> LanguageMatcher::DistanceTo(std::string_view served) {
  if (wanted_.empty() || served == wanted_) {
    return 0;
  }
  if (served.empty()) {
    return kUnstated;
  }
  const auto known = known_.find(served);
  if (known != known_.end()) {
    return known->second;
  }
  return known_.emplace(served, Compare(served)).first->second;
}

std::optional<int> LanguageMatcher::Compare(std::string_view served) const {
  const std::optional<LanguageCode> other =
      code_ ? ParseLanguageCode(served) : std::nullopt;
  if (!other) {
    return std::nullopt;
  }
  return LanguageDistance(*code_, *other);
}

std::optional<std::size_t> NearestLanguage(
    std::string_view wanted, std::span<const std::string> served) {
  LanguageMatcher matcher(wanted);
  std::optional<std::size_t> nearest;
  int best = 0;
  for (std::size_t i = 0; i < served.size(); ++i) {
    const std::optional<int> distance = matcher.DistanceTo(served[i]);
    if (distance && (!nearest || *distance < best)) {
      nearest = i;
      best = *distance;
    }
  }
  return nearest;
}

bool IsSameLanguage(std::string_view a, std::string_view b) {
  return !a.empty() && !b.empty() &&
         LanguageMatcher(a).DistanceTo(b).has_value();
}

bool IsSameWrittenLanguage(std::string_view a, std::string_view b) {
  return !a.empty() && !b.empty() &&
         LanguageMatcher(a).DistanceTo(b).value_or(kOtherScript) <
             kWithinMacrolanguage;
}

}  // namespace interpres
