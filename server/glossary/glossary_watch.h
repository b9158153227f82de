// Looks for changed glossaries periodically.

#ifndef INTERPRES_SERVER_GLOSSARY_GLOSSARY_WATCH_H_
#define INTERPRES_SERVER_GLOSSARY_GLOSSARY_WATCH_H_

#include <string>

#include "server/base/clock.h"
#include "server/base/periodic_task.h"
#include "server/glossary/glossary_store.h"

namespace interpres {

// Reloads changed glossaries periodically, on a separate thread. The interval
// begins at the end of the previous reload. Logs an error that differs from the
// previous error. The destructor ends the thread.
class GlossaryWatch {
 public:
  // REQUIRES: interval > 0. The store and the clock must outlive the watch. The
  // destructor waits for a running reload.
  GlossaryWatch(GlossaryStore& store, Clock& clock, Duration interval);
  GlossaryWatch(const GlossaryWatch&) = delete;
  GlossaryWatch& operator=(const GlossaryWatch&) = delete;

 private:
  void Look();

  GlossaryStore& store_;
  std::string last_error_;
  PeriodicTask task_;  // declared last, because it uses all other members
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_GLOSSARY_GLOSSARY_WATCH_H_
