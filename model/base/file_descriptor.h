// A file descriptor that closes itself.

#ifndef INTERPRES_MODEL_BASE_FILE_DESCRIPTOR_H_
#define INTERPRES_MODEL_BASE_FILE_DESCRIPTOR_H_

#include <unistd.h>

namespace interpres {

// Owns the descriptor of a file or a socket and closes it in the destructor.
// Not thread-safe.
class FileDescriptor {
 public:
  // Takes ownership of `value`, the result of open() or socket(). A negative
  // `value` means that the call failed; then nothing is closed.
  explicit FileDescriptor(int value) : value_(value) {}
  ~FileDescriptor() {
    if (value_ >= 0) {
      close(value_);
    }
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;

  int value() const { return value_; }

 private:
  const int value_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_FILE_DESCRIPTOR_H_
