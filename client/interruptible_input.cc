#include "client/interruptible_input.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace interpres {

InterruptibleInput::InterruptibleInput(int descriptor)
    : descriptor_(descriptor), interrupted_(eventfd(0, EFD_CLOEXEC)) {}

InterruptibleInput::~InterruptibleInput() { close(interrupted_); }

void InterruptibleInput::Interrupt() { eventfd_write(interrupted_, 1); }

ssize_t InterruptibleInput::Read() {
  if (descriptor_ < 0 || interrupted_ < 0) {  // poll ignores negative numbers
    errno = EBADF;
    return -1;
  }
  std::array<pollfd, 2> waiting{
      pollfd{.fd = interrupted_, .events = POLLIN, .revents = 0},
      pollfd{.fd = descriptor_, .events = POLLIN, .revents = 0}};
  if (poll(waiting.data(), waiting.size(), -1) < 0) {
    return -1;
  }
  return waiting[0].revents != 0
             ? 0
             : read(descriptor_, buffer_.data(), buffer_.size());
}

InterruptibleInput::int_type InterruptibleInput::underflow() {
  ssize_t count = Read();
  while (count < 0 && errno == EINTR) {
    count = Read();
  }
  if (count < 0) {
    throw std::system_error(errno, std::generic_category(), "read");
  }
  setg(buffer_.data(), buffer_.data(), buffer_.data() + count);
  return count == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
}

}  // namespace interpres
