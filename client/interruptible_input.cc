#include "client/interruptible_input.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace interpres {

InterruptibleInput::InterruptibleInput(int descriptor)
    : descriptor_(descriptor), interrupted_(eventfd(0, EFD_CLOEXEC)) {
  if (interrupted_ < 0) {
    throw std::system_error(errno, std::generic_category(), "eventfd");
  }
}

InterruptibleInput::~InterruptibleInput() { close(interrupted_); }

void InterruptibleInput::Interrupt() { eventfd_write(interrupted_, 1); }

InterruptibleInput::int_type InterruptibleInput::underflow() {
  while (true) {
    std::array<pollfd, 2> waiting{
        pollfd{.fd = interrupted_, .events = POLLIN, .revents = 0},
        pollfd{.fd = descriptor_, .events = POLLIN, .revents = 0}};
    ssize_t count = poll(waiting.data(), waiting.size(), -1);
    if (count > 0) {
      if (waiting[0].revents != 0) {
        return traits_type::eof();
      }
      count = read(descriptor_, buffer_.data(), buffer_.size());
      if (count == 0) {
        return traits_type::eof();
      }
    }
    if (count > 0) {
      setg(buffer_.data(), buffer_.data(), buffer_.data() + count);
      return traits_type::to_int_type(*gptr());
    }
    if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "read");
    }
  }
}

}  // namespace interpres
