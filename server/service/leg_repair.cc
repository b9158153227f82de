#include "server/service/leg_repair.h"

#include <string>
#include <utility>

#include "model/base/status.h"

namespace interpres {
namespace {

// Returns a function that encodes texts of the leg in `source_language`.
SourceEncoder EncoderFor(const LegPlan& plan, std::string source_language) {
  const TranslationModel& model = plan.model().model();
  LanguageTags tags = plan.leg.direction.tags;
  if (model.tokenizer().HasSourceTags()) {
    tags.source = std::move(source_language);
  }
  return [&model, tags = std::move(tags)](
             const std::string& text) -> absl::StatusOr<EncodedSource> {
    INTERPRES_ASSIGN_OR_RETURN(EncodedText tokens, model.Encode(text, tags));
    const int64_t max_tokens = model.config().max_position_embeddings;
    if (std::ssize(tokens.ids) > max_tokens) {
      return TextTooLong(std::ssize(tokens.ids), max_tokens);
    }
    std::vector<CarriedRun> runs = model.CarriedRuns(text, tokens);
    return EncodedSource{.tokens = std::move(tokens), .runs = std::move(runs)};
  };
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
  if (!WantsTokens(plan.answer)) {
    context.encode = EncoderFor(plan, text.languages.source);
    context.sentinels = plan.sentinels;
  }
  return AtomRepair(
      {.segment = source, .runs = outcome.runs, .offsets = outcome.offsets},
      context);
}

}  // namespace interpres
