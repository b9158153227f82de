// Tested by tests/server/http/libre_translate_test.cc.

#include "server/http/libre_languages.h"

#include <map>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "interpres/v1/translation.pb.h"
#include "model/base/status.h"
#include "model/language/language_match.h"
#include "server/service/language_list.h"

namespace interpres {
namespace {

// Codes of LibreTranslate that BCP 47 does not have, or means more widely.
std::string Canonical(std::string_view code) {
  const std::string lower = absl::AsciiStrToLower(AsAbsl(code));
  if (lower == "pb") {
    return "pt-BR";
  }
  if (lower == "zt") {
    return "zh-Hant";
  }
  return lower == "zh" ? "zh-Hans" : std::string(code);
}

}  // namespace

std::vector<LibreLanguage> LibreLanguages(const TranslationContext& context) {
  const v1::ListLanguagesResponse served =
      DescribeLanguages(context.models, context.pivot_languages);
  std::map<std::string, std::string> names;
  std::map<std::string, std::set<std::string>> targets;
  for (const v1::LanguagePair& pair : served.pairs()) {
    // A model that states no languages can be asked by its name only.
    if (pair.source_language().empty() || pair.target_language().empty()) {
      continue;
    }
    names.emplace(pair.source_language(), pair.source_name());
    names.emplace(pair.target_language(), pair.target_name());
    targets[pair.source_language()].insert(pair.target_language());
  }
  std::vector<LibreLanguage> languages;
  for (auto& [code, name] : names) {
    std::set<std::string>& reached = targets[code];
    reached.insert(code);
    languages.push_back({.code = code,
                         .name = std::move(name),
                         .targets = {reached.begin(), reached.end()}});
  }
  return languages;
}

const LibreLanguage* FindLibreLanguage(
    const std::vector<LibreLanguage>& languages, std::string_view code) {
  std::vector<std::string> codes;
  codes.reserve(languages.size());
  for (const LibreLanguage& language : languages) {
    codes.push_back(language.code);
  }
  const std::optional<std::size_t> found =
      NearestLanguage(Canonical(code), codes);
  return found ? &languages[*found] : nullptr;
}

}  // namespace interpres
