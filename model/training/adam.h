// The Adam optimiser (Kingma and Ba 2015) as one loop over flat arrays.

#ifndef INTERPRES_MODEL_TRAINING_ADAM_H_
#define INTERPRES_MODEL_TRAINING_ADAM_H_

#include <cstdint>
#include <span>

namespace interpres {

// Options of the Adam optimiser. The defaults are the values of "Attention Is
// All You Need", section 5.3.
struct AdamOptions {
  float beta1 = 0.9f;
  float beta2 = 0.98f;
  float epsilon = 1e-9f;
};

// The values of one update.
struct AdamStep {
  float learning_rate = 0.0f;
  // AdamUpdate multiplies the gradients by this factor before the update. The
  // trainer passes 1 / target tokens, times the factor of gradient clipping.
  float gradient_scale = 1.0f;
  int64_t update = 1;  // number of the update, from 1; for bias correction
};

// The arguments of AdamUpdate: parameters, moments and gradients of the same
// elements. REQUIRES: all spans have the same size.
struct AdamSlices {
  std::span<float> parameters;
  std::span<float> first_moments;
  std::span<float> second_moments;
  std::span<const float> gradients;
};

// Performs one bias-corrected Adam update in place. Changes `slices.parameters`
// and both moments, and only reads the gradients. The result of an element does
// not depend on other elements, so several threads may update different slices
// concurrently.
void AdamUpdate(const AdamOptions& options, const AdamStep& step,
                const AdamSlices& slices);

// Updates an exponential moving average in place: average += (1 - decay)
// (parameters - average), element by element. REQUIRES: both spans have the
// same size.
void MoveAverage(float decay, std::span<const float> parameters,
                 std::span<float> average);

// Returns the sum of the squares of `values`; 0 for an empty span. The order of
// the additions is fixed, so equal values give equal results.
double SumOfSquares(std::span<const float> values);

}  // namespace interpres

#endif  // INTERPRES_MODEL_TRAINING_ADAM_H_
