// Tested by tests/integration/server_languages_test.cc.

#include "server/service/language_list.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "model/language/language_code.h"

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

}  // namespace

v1::ListLanguagesResponse DescribeLanguages(const ModelRegistry& models) {
  std::map<std::pair<std::string, std::string>, std::set<std::string>> pairs;
  for (const ServedModelPtr& model : models.List()) {
    for (const LanguageDirection& direction : model->model().directions()) {
      pairs[{direction.source, direction.target}].insert(model->name());
    }
  }
  std::map<std::string, std::string> names;
  v1::ListLanguagesResponse response;
  for (const auto& [languages, served_by] : pairs) {
    v1::LanguagePair& pair = *response.add_pairs();
    pair.set_source_language(languages.first);
    pair.set_target_language(languages.second);
    pair.set_source_name(NameOf(languages.first, names));
    pair.set_target_name(NameOf(languages.second, names));
    pair.mutable_models()->Add(served_by.begin(), served_by.end());
  }
  return response;
}

}  // namespace interpres
