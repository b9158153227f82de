// An input stream that another thread can end.

#ifndef INTERPRES_CLIENT_INTERRUPTIBLE_INPUT_H_
#define INTERPRES_CLIENT_INTERRUPTIBLE_INPUT_H_

#include <sys/types.h>

#include <array>
#include <streambuf>

namespace interpres {

// A stream buffer that reads a file descriptor. A read may wait for input that
// never comes; Interrupt ends this wait, and the stream for ever. Every read
// fails if the descriptor is negative, or if the process had no free descriptor
// for the interrupt. Not thread-safe except Interrupt.
class InterruptibleInput : public std::streambuf {
 public:
  // Does not take ownership of `descriptor`.
  explicit InterruptibleInput(int descriptor);
  ~InterruptibleInput() override;
  InterruptibleInput(const InterruptibleInput&) = delete;
  InterruptibleInput& operator=(const InterruptibleInput&) = delete;

  // Ends the stream for ever. A read that waits for input returns the end of
  // the stream, and later reads do not touch the descriptor. Bytes in the
  // buffer stay readable. Thread-safe.
  void Interrupt();

 protected:
  // Reads bytes into the empty buffer and returns the first byte. Returns eof
  // at the end of the input and after Interrupt. Repeats a read that a signal
  // interrupts. Throws std::system_error if reading fails. The stream over this
  // buffer catches the exception and turns bad.
  int_type underflow() override;

 private:
  // Waits for input or a call of Interrupt, and reads into buffer_. Returns the
  // number of bytes. Returns 0 at the end of the input and after Interrupt.
  // Returns -1 with errno if the wait or the read fails, for example with EINTR
  // after a signal.
  ssize_t Read();

  const int descriptor_;
  const int interrupted_;  // eventfd that Interrupt makes readable
  std::array<char, 1 << 16> buffer_{};
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_INTERRUPTIBLE_INPUT_H_
