#include "server/service/translate_response.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "model/engine/alignment.h"
#include "server/service/canonical_code.h"
#include "server/service/translate_request.h"

namespace interpres {
namespace {

v1::FinishReason ToProto(FinishReason reason) {
  switch (reason) {
    case FinishReason::kEndOfSentence:
      return v1::FINISH_REASON_END_OF_SENTENCE;
    case FinishReason::kLengthLimit:
      return v1::FINISH_REASON_LENGTH_LIMIT;
    case FinishReason::kCancelled:
    case FinishReason::kDeadline:
      break;  // such a text has no translation
  }
  return v1::FINISH_REASON_UNSPECIFIED;
}

// `source_tokens` is the number of source tokens of the text.
void FillAttention(const Hypothesis& hypothesis, const ResponseOptions& options,
                   std::size_t source_tokens, v1::Attention& attention) {
  attention.set_layers(static_cast<int32_t>(options.layers));
  attention.set_heads(static_cast<int32_t>(options.heads));
  attention.set_target_tokens(static_cast<int32_t>(hypothesis.tokens.size()));
  attention.set_source_tokens(static_cast<int32_t>(source_tokens));
  attention.set_alignment_layer(
      AlignmentLayer(static_cast<int32_t>(options.layers)));
  attention.mutable_weights()->Add(hypothesis.attention.begin(),
                                   hypothesis.attention.end());
}

// Returns whether the engine left the weights out, because there are too many.
bool LacksWeights(const TextOutcome& text, const ResponseOptions& options) {
  const std::vector<Hypothesis>& hypotheses = text.outcome.hypotheses;
  return options.attention && options.attention->weights &&
         std::any_of(hypotheses.begin(), hypotheses.end(),
                     [](const Hypothesis& hypothesis) {
                       return hypothesis.attention.empty() &&
                              !hypothesis.tokens.empty();
                     });
}

void FillTranslation(const Hypothesis& hypothesis, const Tokenizer& tokenizer,
                     const ResponseOptions& options,
                     v1::Translation& translation) {
  translation.set_text(tokenizer.Decode(hypothesis.tokens));
  translation.set_score(hypothesis.score);
  translation.set_finish_reason(ToProto(hypothesis.finish_reason));
  translation.set_target_tokens(static_cast<int32_t>(hypothesis.tokens.size()));
  if (!options.token_scores && !options.attention) {
    return;
  }
  for (size_t i = 0; i < hypothesis.tokens.size(); ++i) {
    v1::TokenScore& token = *translation.add_tokens();
    token.set_piece(std::string(tokenizer.Piece(hypothesis.tokens[i])));
    token.set_log_probability(hypothesis.token_log_probabilities[i]);
    if (!hypothesis.alignment.empty()) {
      token.set_source_token(hypothesis.alignment[i]);
    }
  }
}

void FillResult(const TextOutcome& text, const Tokenizer& tokenizer,
                const ResponseOptions& options, v1::TranslationResult& result) {
  result.set_source_tokens(text.source_tokens);
  if (text.is_empty) {
    result.mutable_translations()->add_hypotheses()->set_finish_reason(
        v1::FINISH_REASON_END_OF_SENTENCE);
    return;
  }
  absl::Status status = text.outcome.status;
  if (status.ok() && LacksWeights(text, options)) {
    status = TooMuchAttention(options.attention->max_weights);
  }
  if (!status.ok()) {
    result.mutable_error()->set_code(CanonicalCode(status.code()));
    result.mutable_error()->set_message(std::string(status.message()));
    return;
  }
  for (const int32_t id : text.source) {
    result.add_source_pieces(std::string(tokenizer.Piece(id)));
  }
  for (const Hypothesis& hypothesis : text.outcome.hypotheses) {
    v1::Translation& translation =
        *result.mutable_translations()->add_hypotheses();
    FillTranslation(hypothesis, tokenizer, options, translation);
    if (options.attention && options.attention->weights) {
      FillAttention(hypothesis, options, text.source.size(),
                    *translation.mutable_attention());
    }
  }
}

}  // namespace

bool IsTextError(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument ||
         status.code() == absl::StatusCode::kOutOfRange;
}

absl::Status CallStatus(std::span<const TextOutcome> texts) {
  for (const TextOutcome& text : texts) {
    const absl::Status& status = text.outcome.status;
    if (!status.ok() && !IsTextError(status)) {
      return status;
    }
  }
  return absl::OkStatus();
}

void FillResults(std::span<const TextOutcome> texts, const Tokenizer& tokenizer,
                 const ResponseOptions& options,
                 v1::TranslateResponse& response) {
  for (const TextOutcome& text : texts) {
    FillResult(text, tokenizer, options, *response.add_results());
  }
}

}  // namespace interpres
