#include "server/rpc/translate_response.h"

#include <string>

#include "model/decoding/decoding_options.h"
#include "server/rpc/grpc_status.h"

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

void FillTranslation(const Hypothesis& hypothesis, const Tokenizer& tokenizer,
                     const ResponseOptions& options,
                     v1::Translation& translation) {
  translation.set_text(tokenizer.Decode(hypothesis.tokens));
  translation.set_score(hypothesis.score);
  translation.set_finish_reason(ToProto(hypothesis.finish_reason));
  translation.set_target_tokens(static_cast<int32_t>(hypothesis.tokens.size()));
  if (!options.token_scores) {
    return;
  }
  for (size_t i = 0; i < hypothesis.tokens.size(); ++i) {
    v1::TokenScore& token = *translation.add_tokens();
    token.set_piece(std::string(tokenizer.Piece(hypothesis.tokens[i])));
    token.set_log_probability(hypothesis.token_log_probabilities[i]);
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
  const absl::Status& status = text.outcome.status;
  if (!status.ok()) {
    result.mutable_error()->set_code(CanonicalCode(status.code()));
    result.mutable_error()->set_message(std::string(status.message()));
    return;
  }
  for (const Hypothesis& hypothesis : text.outcome.hypotheses) {
    FillTranslation(hypothesis, tokenizer, options,
                    *result.mutable_translations()->add_hypotheses());
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
