// The flags of noise.

#ifndef INTERPRES_MODEL_TRAINER_NOISE_FLAGS_H_
#define INTERPRES_MODEL_TRAINER_NOISE_FLAGS_H_

#include <CLI/CLI.hpp>

#include "model/training/noise_options.h"

namespace interpres {

// Adds a flag `--noise-KIND` with a rate for each kind of noise to `app`, under
// the heading `Noise` of the help. Parsing writes the rates to `options`, and
// does not check their range. REQUIRES: `options` outlives the parsing of
// `app`.
void AddNoiseFlags(CLI::App& app, NoiseOptions& options);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINER_NOISE_FLAGS_H_
