// interpres-bench: the load generator.

#include <iostream>
#include <string>
#include <vector>

#include "client/bench/bench_cli.h"
#include "client/standard_streams.h"

int main(int argc, char** argv) {
  interpres::PrepareStandardStreams();
  return static_cast<int>(
      interpres::RunBenchCli(std::vector<std::string>(argv + 1, argv + argc),
                             {.out = std::cout, .err = std::cerr}));
}
