#include "model/engine/golden_check.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/kernels/compute_type.h"

namespace interpres {
namespace {

// Rounded operands move a score by hundredths per token, a broken load by nats.
constexpr double kReducedTolerance = 10.0;

}  // namespace

absl::Status CheckGoldenSentences(const TranslationModel& model) {
  for (const GoldenSentence& golden : model.card().golden) {
    INTERPRES_ASSIGN_OR_RETURN(
        const double found,
        model.Score(golden.source, golden.target, golden.target_language));
    INTERPRES_ASSIGN_OR_RETURN(const EncodedText target,
                               model.tokenizer().EncodeTarget(golden.target));
    const double tolerance =
        model.card().golden_tolerance * static_cast<double>(target.ids.size()) *
        (model.compute_type() == ComputeTypeName(ComputeType::kFloat32)
             ? 1.0
             : kReducedTolerance);
    // Written so that NaN fails.
    if (!(std::abs(found - golden.log_probability) <= tolerance)) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "self-test of model %s failed: the golden sentence \"%s\" -> \"%s\" "
          "has log-probability %.4f; expected %.4f within %.4f. The weights "
          "and interpres.json do not belong together, or this build computes "
          "wrongly",
          model.name(), golden.source, golden.target, found,
          golden.log_probability, tolerance));
    }
  }
  return absl::OkStatus();
}

}  // namespace interpres
