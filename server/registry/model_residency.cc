#include "server/registry/model_residency.h"

#include <algorithm>

#include "server/base/thread_name.h"

namespace interpres {
namespace {

ResidencyState StateOf(const ServedModel& model) {
  const Scheduler::TurnState turn = model.scheduler().turn_state();
  return {.is_resident = model.is_resident(),
          .is_idle = turn.is_idle,
          .is_closed = turn.is_closed,
          .last_used = turn.last_used,
          .waiting_since = turn.waiting_since};
}

}  // namespace

ModelResidency::ModelResidency(int64_t max_resident, ModelRegistry& registry,
                               Clock& clock)
    : max_resident_(max_resident), registry_(registry), clock_(clock) {
  if (max_resident_ > 0) {
    loader_ = std::thread(&ModelResidency::RunLoader, this);
    timer_ = std::thread(&ModelResidency::RunTimer, this);
  }
}

ModelResidency::~ModelResidency() {
  {
    const MutexLock lock(mutex_);
    ending_ = true;
  }
  changed_.NotifyAll();
  if (loader_.joinable()) {
    loader_.join();
    timer_.join();
  }
}

std::function<void()> ModelResidency::turn_listener() {
  if (max_resident_ == 0) {
    return nullptr;
  }
  return [this] { Wake(); };
}

void ModelResidency::Wake() {
  {
    const MutexLock lock(mutex_);
    wakes_loader_ = true;
    wakes_timer_ = true;
  }
  changed_.NotifyAll();
}

void ModelResidency::WakeTimer() {
  {
    const MutexLock lock(mutex_);
    wakes_timer_ = true;
  }
  changed_.NotifyAll();
}

std::vector<ServedModelPtr> ModelResidency::Models() const {
  std::vector<ServedModelPtr> models = registry_.ListAlive();
  std::erase_if(models, [](const ServedModelPtr& model) {
    return !model->location().in_repository;
  });
  return models;
}

ResidencyStep ModelResidency::Next(const std::vector<ServedModelPtr>& models,
                                   int64_t max_resident) {
  std::vector<ResidencyState> states;
  states.reserve(models.size());
  for (const ServedModelPtr& model : models) {
    states.push_back(StateOf(*model));
  }
  return NextResidencyStep(states, max_resident);
}

void ModelResidency::Take(const ResidencyStep& step, ServedModel& model) {
  switch (step.action) {
    case ResidencyStep::Action::kWait:
      break;
    case ResidencyStep::Action::kLoad:
      // Logs an error itself, and the jobs get the error.
      model.LoadWeights().IgnoreError();
      break;
    case ResidencyStep::Action::kUnload:
      // Does nothing if a request came since the decision. Then the next
      // decision knows it.
      model.UnloadIfIdle();
      break;
    case ResidencyStep::Action::kCloseTurn:
      model.scheduler().CloseTurn();
      break;
    case ResidencyStep::Action::kOpenTurn:
      model.scheduler().NextTurn();
      break;
  }
}

void ModelResidency::MakeRoom(int64_t room) {
  if (max_resident_ == 0) {
    return;
  }
  const MutexLock lock(steps_mutex_);
  for (;;) {
    const std::vector<ServedModelPtr> models = Models();
    const ResidencyStep step = Next(models, max_resident_ - room);
    if (step.action != ResidencyStep::Action::kUnload) {
      Wake();  // the loader takes the other steps
      return;
    }
    Take(step, *models[step.model]);
  }
}

void ModelResidency::Settle() {
  const MutexLock lock(steps_mutex_);
  while (!IsEnding()) {
    const std::vector<ServedModelPtr> models = Models();
    const ResidencyStep step = Next(models, max_resident_);
    if (step.action == ResidencyStep::Action::kWait) {
      return;
    }
    Take(step, *models[step.model]);
    WakeTimer();  // the model may have other deadlines now
  }
}

bool ModelResidency::AwaitLoaderWake() {
  const MutexLock lock(mutex_);
  while (!wakes_loader_ && !ending_) {
    changed_.Wait(mutex_);
  }
  wakes_loader_ = false;
  return !ending_;
}

void ModelResidency::RunLoader() {
  NameThisThread("loader");
  while (AwaitLoaderWake()) {
    Settle();
  }
}

TimePoint ModelResidency::DropExpired() const {
  TimePoint earliest = kNever;
  for (const ServedModelPtr& model : Models()) {
    Scheduler& scheduler = model->scheduler();
    if (model->is_resident() && !scheduler.turn_state().is_closed) {
      continue;  // its workers complete them
    }
    if (scheduler.turn_state().earliest_deadline <= clock_.Now()) {
      scheduler.DropCancelled();
    }
    earliest = std::min(earliest, scheduler.turn_state().earliest_deadline);
  }
  return earliest;
}

void ModelResidency::RunTimer() {
  NameThisThread("load-timer");
  for (;;) {
    const TimePoint next = DropExpired();
    const MutexLock lock(mutex_);
    clock_.WaitUntil(mutex_, changed_, next, [this] {
      mutex_.AssertHeld();
      return wakes_timer_ || ending_;
    });
    if (ending_) {
      return;
    }
    wakes_timer_ = false;
  }
}

bool ModelResidency::IsEnding() const {
  const MutexLock lock(mutex_);
  return ending_;
}

}  // namespace interpres
