// interpres-write-tiny-model DIR [f32|f16|bf16]: the checkpoint of
// tiny_model.h, for the conformance checks.

#include <cstdio>
#include <string_view>

#include "tests/testing/tiny_model.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: %s DIR [f32|f16|bf16]\n", argv[0]);
    return 2;
  }
  interpres::TinyModelOptions options;
  const std::string_view type = argc == 3 ? argv[2] : "f32";
  if (type == "f16") {
    options.type = interpres::DataType::kFloat16;
  } else if (type == "bf16") {
    options.type = interpres::DataType::kBFloat16;
  }
  const auto status = interpres::WriteTinyModel(argv[1], options);
  if (!status.ok()) {
    std::fprintf(stderr, "%s\n", status.ToString().c_str());
    return 1;
  }
  return 0;
}
