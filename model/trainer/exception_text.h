// The message for an exception that no code handles.

#ifndef INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_
#define INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_

#include <exception>
#include <new>
#include <string>

namespace interpres {

// Returns the text to print for an exception that reached the main function.
// For std::bad_alloc, the text says how to use less memory. The project's own
// code throws no exceptions, but the allocator, the system's threads and the
// command-line library do.
inline std::string ExceptionText(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return "not enough memory; in training fewer --threads, --shards or "
           "--batch-tokens need less";
  }
  return error.what();
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_
