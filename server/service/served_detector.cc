// Tested by tests/integration/server_languages_test.cc.

#include "server/service/served_detector.h"

#include <set>

#include "model/language/shipped_table.h"

namespace interpres {
namespace {

ServedModelPtr OwnerOfTable(const std::vector<ServedModelPtr>& models) {
  for (const ServedModelPtr& model : models) {
    if (model->model().language_table() != nullptr) {
      return model;
    }
  }
  return nullptr;
}

std::vector<std::string> SourceLanguages(
    const std::vector<ServedModelPtr>& models) {
  std::set<std::string> languages;
  for (const ServedModelPtr& model : models) {
    for (const LanguageDirection& direction : model->model().directions()) {
      languages.insert(direction.source);
    }
  }
  return {languages.begin(), languages.end()};
}

// The model must outlive the result.
const LanguageTable* TableOf(const ServedModelPtr& model) {
  return model != nullptr ? model->model().language_table()
                          : ShippedLanguageTable();
}

}  // namespace

ServedDetector::ServedDetector(const ModelRegistry& models)
    : ServedDetector(models.List(), SourceLanguages(models.List())) {}

ServedDetector::ServedDetector(const ModelRegistry& models,
                               const std::vector<std::string>& languages)
    : ServedDetector(models.List(), languages) {}

ServedDetector::ServedDetector(const std::vector<ServedModelPtr>& models,
                               const std::vector<std::string>& languages)
    : owner_(OwnerOfTable(models)), detector_(TableOf(owner_), languages) {}

}  // namespace interpres
