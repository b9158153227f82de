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

// The other language of a direct pair with the pivot language, and the models
// of the pair.
using Neighbour = std::pair<std::string, std::vector<std::string>>;

// The languages that are translated to a pivot language, and from it.
struct Neighbours {
  std::vector<Neighbour> before;
  std::vector<Neighbour> after;
};

Neighbours NeighboursOf(const std::string& pivot,
                        const std::map<Codes, Way>& direct) {
  Neighbours neighbours;
  for (const auto& [codes, way] : direct) {
    if (codes.second == pivot && !codes.first.empty()) {
      neighbours.before.emplace_back(codes.first, way.models);
    }
    if (codes.first == pivot && !codes.second.empty()) {
      neighbours.after.emplace_back(codes.second, way.models);
    }
  }
  return neighbours;
}

// Returns the models of both lists, each once.
std::vector<std::string> Union(std::vector<std::string> first,
                               const std::vector<std::string>& second) {
  for (const std::string& name : second) {
    if (std::ranges::find(first, name) == first.end()) {
      first.push_back(name);
    }
  }
  return first;
}

// Adds the pair of two neighbours of the pivot language, unless it is known or
// both are one language.
void AddPair(const std::string& pivot, const Neighbour& first,
             const Neighbour& second, std::map<Codes, Way>& pairs) {
  if (!pairs.contains({first.first, second.first}) &&
      !IsSameLanguage(first.first, second.first)) {
    pairs.try_emplace(
        {first.first, second.first},
        Way{.pivot = pivot, .models = Union(first.second, second.second)});
  }
}

// Adds the pairs that the language connects.
void AddPairsThrough(const std::string& pivot,
                     const std::map<Codes, Way>& direct,
                     std::map<Codes, Way>& pairs) {
  const Neighbours neighbours = NeighboursOf(pivot, direct);
  for (const Neighbour& first : neighbours.before) {
    for (const Neighbour& second : neighbours.after) {
      AddPair(pivot, first, second, pairs);
    }
  }
}

// Returns the pairs with one model, each with the sorted names of its models.
std::map<Codes, Way> DirectPairs(const ModelRegistry& models) {
  std::map<Codes, Way> pairs;
  for (const ServedModelPtr& model : models.List()) {  // sorted by name
    for (const LanguageDirection& direction : model->model().directions()) {
      Way& way = pairs[{direction.source, direction.target}];
      way.models = Union(std::move(way.models), {model->name()});
    }
  }
  return pairs;
}

// Returns the served codes of the pivot languages.
std::vector<std::string> ServedPivots(const std::map<Codes, Way>& direct,
                                      std::span<const std::string> pivots) {
  std::vector<std::string> served;
  served.reserve(direct.size());
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
