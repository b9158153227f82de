#include "server/registry/model_registry.h"

#include <utility>

#include "model/base/status.h"

namespace interpres {
namespace {

// The result refers to the models.
std::vector<ModelOffer> OffersOf(const std::vector<ServedModelPtr>& models) {
  std::vector<ModelOffer> offers;
  offers.reserve(models.size());
  for (const ServedModelPtr& model : models) {
    offers.push_back(
        {.name = model->name(), .directions = model->model().directions()});
  }
  return offers;
}

}  // namespace

ModelRegistry::ModelRegistry() : reaper_(/*threads=*/1) {}
ModelRegistry::~ModelRegistry() = default;

void ModelRegistry::Put(std::unique_ptr<ServedModel> model) {
  // The last user may be a thread that must not wait for the workers.
  ServedModelPtr shared(model.release(), [this](ServedModel* last) {
    reaper_.Post([last] { delete last; });
  });
  const std::string name = shared->name();
  ServedModelPtr replaced;  // released without the lock
  const MutexLock lock(mutex_);
  Prune();
  alive_.push_back(shared);
  replaced = std::exchange(models_[name], std::move(shared));
}

bool ModelRegistry::Remove(const std::string& name) {
  ServedModelPtr removed;  // released without the lock
  const MutexLock lock(mutex_);
  Prune();
  const auto found = models_.find(name);
  if (found == models_.end()) {
    return false;
  }
  removed = std::move(found->second);
  models_.erase(found);
  return true;
}

absl::StatusOr<ServedModelPtr> ModelRegistry::Choose(
    const ModelQuery& query) const {
  const std::vector<ServedModelPtr> models = List();
  INTERPRES_ASSIGN_OR_RETURN(const std::size_t index,
                             ChooseModel(query, OffersOf(models)));
  return models[index];
}

absl::StatusOr<ServedModelPtr> ModelRegistry::ChooseNamed(
    std::string_view name) const {
  const std::vector<ServedModelPtr> models = List();
  INTERPRES_ASSIGN_OR_RETURN(const std::size_t index,
                             ChooseNamedModel(name, OffersOf(models)));
  return models[index];
}

ServedModelPtr ModelRegistry::Find(const std::string& name) const {
  const MutexLock lock(mutex_);
  const auto found = models_.find(name);
  return found == models_.end() ? nullptr : found->second;
}

std::vector<ServedModelPtr> ModelRegistry::List() const {
  const MutexLock lock(mutex_);
  std::vector<ServedModelPtr> models;
  models.reserve(models_.size());
  for (const auto& [name, model] : models_) {
    models.push_back(model);
  }
  return models;
}

std::vector<ServedModelPtr> ModelRegistry::ListAlive() const {
  const MutexLock lock(mutex_);
  std::vector<ServedModelPtr> models;
  models.reserve(alive_.size());
  for (const std::weak_ptr<ServedModel>& alive : alive_) {
    if (ServedModelPtr model = alive.lock()) {
      models.push_back(std::move(model));
    }
  }
  return models;
}

void ModelRegistry::DropCancelled() const {
  for (const ServedModelPtr& model : ListAlive()) {
    model->scheduler().DropCancelled();
  }
}

void ModelRegistry::Prune() {
  std::erase_if(alive_, [](const std::weak_ptr<ServedModel>& model) {
    return model.expired();
  });
}

}  // namespace interpres
