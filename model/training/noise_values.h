// Values that a translation copies, drawn at random.

#ifndef INTERPRES_MODEL_TRAINING_NOISE_VALUES_H_
#define INTERPRES_MODEL_TRAINING_NOISE_VALUES_H_

#include <cstdint>
#include <string>

#include "model/training/noise_options.h"
#include "model/training/noise_random.h"

namespace interpres {

// Returns a random value of the kind. A number has the marks of English:
// `1,234.5`. About half of the longer numbers repeat digits or have many zeros,
// because models lose such digits first. REQUIRES: kind >= kFirstCopyKind.
std::string DrawValue(NoiseKind kind, NoiseRandom& random);

// Returns a random number of `digits` digits without marks, which does not
// begin with 0. REQUIRES: 1 <= digits.
std::string DrawDigits(int64_t digits, NoiseRandom& random);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_VALUES_H_
