#include "server/glossary/glossary_watch.h"

#include "server/base/logging.h"

namespace interpres {

GlossaryWatch::GlossaryWatch(GlossaryStore& store, Clock& clock,
                             Duration interval)
    : store_(store), task_(clock, interval, [this] { Look(); }) {}

void GlossaryWatch::Look() {
  // The store logs the result of each file.
  const std::string error = store_.Reload().status().ToString();
  if (error != last_error_ && error != absl::OkStatus().ToString()) {
    Log(LogLevel::kWarning, "glossaries were not reloaded", {{"error", error}});
  }
  last_error_ = error;
}

}  // namespace interpres
