#include "server/service/leg_repair.h"

#include <string>
#include <utility>

#include "model/base/status.h"

namespace interpres {
namespace {

// Encodes a text as the texts of the leg. REQUIRES: the model has no source
// tags.
absl::StatusOr<EncodedSource> Encode(const LegPlan& plan,
                                     const std::string& text) {
  const TranslationModel& model = plan.model().model();
  INTERPRES_ASSIGN_OR_RETURN(EncodedText tokens,
                             model.Encode(text, plan.leg.direction.tags));
  const int64_t max_tokens = model.config().max_position_embeddings;
  if (std::ssize(tokens.ids) > max_tokens) {
    return TextTooLong(std::ssize(tokens.ids), max_tokens);
  }
  std::vector<CarriedRun> runs = model.CarriedRuns(text, tokens);
  return EncodedSource{.tokens = std::move(tokens), .runs = std::move(runs)};
}

// Returns whether the response has data of single tokens. A translation with
// sentinels has other tokens than its text.
bool WantsTokens(const ResponseOptions& answer) {
  return answer.token_scores || answer.alignments || answer.attention;
}

}  // namespace

std::optional<AtomRepair> MakeRepair(const LegPlan& plan,
                                     const TextOutcome& text, int32_t segment) {
  const Segment& source = text.document.segments[segment];
  if (source.atoms.empty() && source.terms.empty()) {
    return std::nullopt;
  }
  const SegmentOutcome& outcome = text.segments[segment];
  RepairContext context = {.tokenizer = plan.model().model().tokenizer(),
                           .protection = plan.protection,
                           .languages = {.source = text.languages.source,
                                         .target = plan.answer.target_language},
                           .words = plan.model().model().words()};
  // Null for a model with source tags (ModelProbes).
  if (plan.sentinels != nullptr && !WantsTokens(plan.answer)) {
    context.encode = [&plan](const std::string& masked) {
      return Encode(plan, masked);
    };
    context.sentinels = plan.sentinels;
  }
  return AtomRepair(
      {.segment = source, .runs = outcome.runs, .offsets = outcome.offsets},
      context);
}

}  // namespace interpres
