#include "model/trainer/noise_flags.h"

#include <cstddef>
#include <string>

#include "model/trainer/flag_group.h"

namespace interpres {

void AddNoiseFlags(CLI::App& app, NoiseOptions& options) {
  FlagGroup group(app, "Noise");
  for (std::size_t i = 0; i < kNoiseKindCount; ++i) {
    const auto kind = static_cast<NoiseKind>(i);
    const std::string flag = "--noise-" + std::string(NoiseKindName(kind));
    const std::string help =
        "Rate, 0 to 1, of: " + std::string(NoiseKindHelp(kind));
    group.Add(flag.c_str(), options.of(kind), help.c_str());
  }
}

}  // namespace interpres
