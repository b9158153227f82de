// What to tell a person about an exception that nothing handles.

#ifndef INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_
#define INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_

#include <exception>
#include <new>
#include <string>

namespace interpres {

// Our own code throws nothing: what is left are the allocator, the system's
// threads and the command line library.
inline std::string ExceptionText(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) {
    return "not enough memory; in training fewer --threads, --shards or "
           "--batch-tokens need less";
  }
  return error.what();
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_EXCEPTION_TEXT_H_
