// Tested by offline_translator_test.cc.

#include "model/engine/work_list.h"

#include <algorithm>
#include <utility>

#include "model/base/status.h"

namespace interpres {

WorkList::WorkList(std::vector<Sentence> sentences, int32_t workers)
    : sentences_(std::move(sentences)), workers_(workers) {
  std::stable_sort(sentences_.begin(), sentences_.end(),
                   [](const Sentence& a, const Sentence& b) {
                     return a.source.size() > b.source.size();
                   });
}

std::span<const Sentence> WorkList::Take(const Engine& engine) {
  const std::lock_guard lock(mutex_);
  if (!status_.ok()) {
    return {};
  }
  const auto rest = std::span<const Sentence>(sentences_).subspan(next_);
  const std::size_t share = (rest.size() + workers_ - 1) / workers_;
  const auto offered = rest.first(std::min<std::size_t>(
      share, static_cast<std::size_t>(engine.capacity())));
  auto admissible = static_cast<std::size_t>(engine.CountAdmissible(offered));
  if (admissible == 0 && engine.active() == 0 && !offered.empty()) {
    admissible = 1;  // It never fits: Validate or Admit says why.
  }
  next_ += admissible;
  return offered.first(admissible);
}

void WorkList::Fail(const absl::Status& status) {
  const std::lock_guard lock(mutex_);
  status_.Update(status);
}

absl::Status WorkList::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

namespace {

absl::Status Admit(Engine& engine, std::span<const Sentence> sentences) {
  for (const Sentence& sentence : sentences) {
    INTERPRES_RETURN_IF_ERROR(engine.Validate(sentence));
  }
  return engine.Admit(sentences);
}

}  // namespace

absl::Status DecodeShare(Engine& engine, WorkList& work,
                         const std::function<void(EngineResult)>& store) {
  while (true) {
    // Few large admissions encode better than many small ones.
    absl::Status status;
    if (engine.active() <= engine.capacity() * 3 / 4) {
      status = Admit(engine, work.Take(engine));
    }
    if (!status.ok() || engine.active() == 0) {
      return status;
    }
    engine.Step();
    for (EngineResult& result : engine.Collect()) {
      store(std::move(result));
    }
  }
}

}  // namespace interpres
