// The flags of noise.

#ifndef INTERPRES_MODEL_TRAINER_NOISE_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_NOISE_FLAGS_H_

#include <CLI/CLI.hpp>

#include "model/training/noise_options.h"

namespace interpres {

// Adds a flag `--noise-KIND` for each kind to `app`, under the heading `Noise`.
// Parsing writes their values to `options`. REQUIRES: `options` outlives the
// parsing of `app`.
void AddNoiseFlags(CLI::App& app, NoiseOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_NOISE_FLAGS_H_
