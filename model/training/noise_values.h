// Values that a translation copies, drawn at random.

#ifndef INTERPRES_MODEL_TRAINING_NOISE_VALUES_H_
#define INTERPRES_MODEL_TRAINING_NOISE_VALUES_H_

#include <cstdint>
#include <string>

#include "model/training/noise_options.h"
#include "model/training/noise_random.h"

namespace interpres {

// Number of sentinels, which are ⟦0⟧ to ⟦9⟧: a digit in U+27E6 and U+27E7,
// brackets that text almost never has. A program can replace a value by a
// sentinel before the translation, and restore the value in the translation.
inline constexpr int kSentinels = 10;

// Returns the sentinel ⟦number⟧. REQUIRES: 0 <= number < kSentinels.
std::string Sentinel(int number);

// Returns a random value of the kind. A number has the marks of English:
// `1,234.5`. About half of the longer numbers repeat digits or have many zeros,
// because models lose such digits first. REQUIRES: kind >= kFirstCopyKind.
std::string DrawValue(NoiseKind kind, NoiseRandom& random);

// Returns a random number of `digits` digits without marks, which does not
// begin with 0. REQUIRES: 1 <= digits.
std::string DrawDigits(int64_t digits, NoiseRandom& random);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_NOISE_VALUES_H_
