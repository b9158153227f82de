// Tested by tests/integration/server_languages_test.cc.

#include "server/service/language_list.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/language/language_code.h"
#include "model/language/language_match.h"

namespace interpres {
namespace {

// Returns the name of a code, and remembers it in `names`.
const std::string& NameOf(const std::string& code,
                          std::map<std::string, std::string>& names) {
  const auto found = names.find(code);
  return found != names.end()
             ? found->second
             : names.emplace(code, LanguageName(code)).first->second;
}

using Codes = std::pair<std::string, std::string>;

// How a pair is translated.
struct Way {
  std::string pivot = {};  // empty for a direct pair
  std::vector<std::string> models = {};
};

// Adds the pairs that the language connects, unless they are known.
void AddPairsThrough(const std::string& pivot,
                     const std::map<Codes, Way>& direct,
                     std::map<Codes, Way>& pairs) {
  for (const auto& [first, to_pivot] : direct) {
    for (const auto& [second, from_pivot] : direct) {
      const bool connects = first.second == pivot && second.first == pivot &&
                            !first.first.empty() && !second.second.empty() &&
                            !IsSameLanguage(first.first, second.second);
      if (!connects) {
        continue;
      }
      Way way{.pivot = pivot, .models = to_pivot.models};
      for (const std::string& model : from_pivot.models) {
        if (std::ranges::find(way.models, model) == way.models.end()) {
          way.models.push_back(model);
        }
      }
      pairs.try_emplace({first.first, second.second}, std::move(way));
    }
  }
}

// Returns the pairs with one model, each with the sorted names of its models.
std::map<Codes, Way> DirectPairs(const ModelRegistry& models) {
  std::map<Codes, Way> pairs;
  for (const ServedModelPtr& model : models.List()) {  // sorted by name
    for (const LanguageDirection& direction : model->model().directions()) {
      std::vector<std::string>& names =
          pairs[{direction.source, direction.target}].models;
      if (names.empty() || names.back() != model->name()) {
        names.push_back(model->name());
      }
    }
  }
  return pairs;
}

// Returns the served codes of the pivot languages.
std::vector<std::string> ServedPivots(const std::map<Codes, Way>& direct,
                                      std::span<const std::string> pivots) {
  std::vector<std::string> served;
  for (const auto& [codes, way] : direct) {
    served.push_back(codes.first);
  }
  std::vector<std::string> found;
  for (const std::string& pivot : pivots) {
    const std::optional<std::size_t> nearest = NearestLanguage(pivot, served);
    if (nearest && !served[*nearest].empty()) {
      found.push_back(served[*nearest]);
    }
  }
  return found;
}

}  // namespace

v1::ListLanguagesResponse DescribeLanguages(
    const ModelRegistry& models, std::span<const std::string> pivot_languages) {
  const std::map<Codes, Way> direct = DirectPairs(models);
  std::map<Codes, Way> pairs = direct;
  for (const std::string& pivot : ServedPivots(direct, pivot_languages)) {
    AddPairsThrough(pivot, direct, pairs);
  }
  std::map<std::string, std::string> names;
  v1::ListLanguagesResponse response;
  for (const auto& [languages, way] : pairs) {
    v1::LanguagePair& pair = *response.add_pairs();
    pair.set_source_language(languages.first);
    pair.set_target_language(languages.second);
    pair.set_source_name(NameOf(languages.first, names));
    pair.set_target_name(NameOf(languages.second, names));
    pair.set_pivot_language(way.pivot);
    pair.mutable_models()->Add(way.models.begin(), way.models.end());
  }
  return response;
}

}  // namespace interpres
