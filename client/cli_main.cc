// interpres: the command-line client.

#include <unistd.h>

#include <iostream>
#include <istream>
#include <string>
#include <vector>

#include "client/cli.h"
#include "client/interruptible_input.h"
#include "client/standard_streams.h"

int main(int argc, char** argv) {
  interpres::PrepareStandardStreams();
  interpres::InterruptibleInput input(interpres::StandardInput());
  std::istream in(&input);
  return static_cast<int>(
      interpres::RunCli(std::vector<std::string>(argv + 1, argv + argc),
                        {.in = in,
                         .out = std::cout,
                         .err = std::cerr,
                         .in_is_terminal = isatty(STDIN_FILENO) == 1,
                         .out_is_terminal = isatty(STDOUT_FILENO) == 1,
                         .err_is_terminal = isatty(STDERR_FILENO) == 1,
                         .interrupt_input = [&input] { input.Interrupt(); },
                         .sleep = nullptr}));
}
