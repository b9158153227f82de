// A file descriptor that closes itself.

#ifndef INTERPRES_MODEL_BASE_FILE_DESCRIPTOR_H_
#define INTERPRES_MODEL_BASE_FILE_DESCRIPTOR_H_

#include <unistd.h>

namespace interpres {

// Owns a descriptor of a file or a socket. Not thread-safe.
class FileDescriptor {
 public:
  // `value` is the result of open() or socket(). A negative `value` means that
  // the call failed.
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
