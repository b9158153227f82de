#include "model/trainer/seed_flag.h"

#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace interpres {

std::string SeedError(const std::string& text) {
  uint64_t seed = 0;
  return absl::SimpleAtoi(text, &seed) && absl::StrCat(seed) == text
             ? ""
             : absl::StrCat("is ", text,
                            ", expected a whole number below 2^64 without "
                            "leading zeros");
}

}  // namespace interpres
