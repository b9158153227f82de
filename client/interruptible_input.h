// Standard input that another thread can end.

#ifndef INTERPRES_CLIENT_INTERRUPTIBLE_INPUT_H_
#define INTERPRES_CLIENT_INTERRUPTIBLE_INPUT_H_

#include <sys/types.h>

#include <array>
#include <streambuf>

namespace interpres {

// Reads a descriptor, which it does not own. A stream over it may be waiting
// for input that never comes, when the work has stopped for another reason:
// Interrupt ends it. Reading fails where the process may open no descriptor for
// that. Used by one thread but for Interrupt.
class InterruptibleInput : public std::streambuf {
 public:
  explicit InterruptibleInput(int descriptor);
  ~InterruptibleInput() override;
  InterruptibleInput(const InterruptibleInput&) = delete;
  InterruptibleInput& operator=(const InterruptibleInput&) = delete;

  // From now on nothing more is read: the stream is at its end. Thread-safe.
  void Interrupt();

 protected:
  // Throws std::system_error if reading fails, which makes the stream bad.
  int_type underflow() override;

 private:
  // Bytes read; 0 at the end and after an interrupt. -1: see errno.
  ssize_t Read();

  const int descriptor_;
  const int interrupted_;  // an eventfd
  std::array<char, 1 << 16> buffer_{};
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_INTERRUPTIBLE_INPUT_H_
