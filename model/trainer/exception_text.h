// The message for an exception that no code handles.

#ifndef INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_
#define INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_

#include <exception>
#include <new>
#include <string>

namespace interpres {

// Returns the message for `error`. The project's own code throws no exceptions.
// Exceptions come from the allocator, the system's threads and the command line
// library.
inline std::string ExceptionText(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return "not enough memory; in training fewer --threads, --shards or "
           "--batch-tokens need less";
  }
  return error.what();
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_
