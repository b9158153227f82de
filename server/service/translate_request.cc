#include "server/service/translate_request.h"

#include <string>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/tokenizer/language_tag.h"

namespace interpres {
namespace {

struct Range {
  int32_t min;
  int32_t max;
};

absl::Status CheckRange(std::string_view field, int32_t value, Range range) {
  if (value >= range.min && value <= range.max) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("options.%s is %d: expected %d to %d", std::string(field),
                      value, range.min, range.max));
}

struct FloatRange {
  float min;
  float max;
};

absl::Status CheckRange(std::string_view field, float value, FloatRange range) {
  // Written so that NaN fails.
  if (value >= range.min && value <= range.max) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("options.%s is %g: expected %g to %g", std::string(field),
                      value, range.min, range.max));
}

// Expects one prefix for all texts, or one for each text.
absl::Status CheckPrefixes(const v1::TranslateRequest& request) {
  const int prefixes = request.options().target_prefix_size();
  if (prefixes <= 1 || prefixes == request.texts_size()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "options.target_prefix has %d elements and texts has %d: expected one "
      "prefix for all texts, or one for each",
      prefixes, request.texts_size()));
}

// Resolves the rules against repetition.
absl::Status ResolveRepetition(const v1::TranslateOptions& options,
                               DecodingOptions& resolved) {
  if (options.has_repetition_penalty()) {
    INTERPRES_RETURN_IF_ERROR(CheckRange(
        "repetition_penalty", options.repetition_penalty(),
        {.min = kMinRepetitionPenalty, .max = kMaxRepetitionPenalty}));
    resolved.repetition_penalty = options.repetition_penalty();
  }
  if (options.has_no_repeat_ngram_size()) {
    INTERPRES_RETURN_IF_ERROR(CheckRange("no_repeat_ngram_size",
                                         options.no_repeat_ngram_size(),
                                         {.min = 0, .max = kMaxNgramSize}));
    resolved.no_repeat_ngram_size = options.no_repeat_ngram_size();
  }
  return absl::OkStatus();
}

// REQUIRES: beam_size and n_best are resolved, because each draw is a
// hypothesis.
absl::Status ResolveSampling(const v1::TranslateOptions& options,
                             DecodingOptions& resolved) {
  const v1::Sampling& asked = options.sampling();
  SamplingOptions sampling;
  if (options.has_beam_size() && options.beam_size() != 1) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "options.beam_size is %d and options.sampling is set: a sampled "
        "translation has no beam; leave one of them out, and ask for several "
        "draws with options.n_best",
        options.beam_size()));
  }
  if (asked.has_temperature()) {
    INTERPRES_RETURN_IF_ERROR(
        CheckRange("sampling.temperature", asked.temperature(),
                   {.min = kMinTemperature, .max = kMaxTemperature}));
    sampling.temperature = asked.temperature();
  }
  if (asked.has_top_k()) {
    INTERPRES_RETURN_IF_ERROR(CheckRange("sampling.top_k", asked.top_k(),
                                         {.min = 0, .max = kMaxTopK}));
    sampling.top_k = asked.top_k();
  }
  if (asked.has_top_p()) {
    // Written so that NaN fails.
    if (!(asked.top_p() > 0.0F && asked.top_p() <= 1.0F)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "options.sampling.top_p is %g: expected above 0, at most 1",
          asked.top_p()));
    }
    sampling.top_p = asked.top_p();
  }
  sampling.seed = asked.seed();
  resolved.beam_size = resolved.n_best;
  resolved.sampling = sampling;
  return absl::OkStatus();
}

absl::Status CheckLanguageCode(std::string_view field, std::string_view code) {
  if (code.empty() || IsLanguageCode(code)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is no language code: expected letters, digits and hyphens such as "
      "\"en\" or \"pt-BR\", at most %d; ListLanguages lists the codes served",
      std::string(field), kLongestLanguageCode));
}

}  // namespace

absl::StatusOr<DecodingOptions> ResolveOptions(
    const v1::TranslateOptions& options, const DecodingLimits& limits) {
  DecodingOptions resolved = limits.defaults;
  if (options.has_beam_size()) {
    INTERPRES_RETURN_IF_ERROR(
        CheckRange("beam_size", options.beam_size(),
                   {.min = 1, .max = limits.max_beam_size}));
    resolved.beam_size = options.beam_size();
  }
  if (options.has_n_best()) {
    INTERPRES_RETURN_IF_ERROR(CheckRange(
        "n_best", options.n_best(), {.min = 1, .max = limits.max_beam_size}));
    resolved.n_best = options.n_best();
  }
  if (options.has_sampling()) {
    INTERPRES_RETURN_IF_ERROR(ResolveSampling(options, resolved));
  }
  if (resolved.n_best > resolved.beam_size) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "options.n_best is %d: expected at most the beam size, which is %d; "
        "set options.beam_size too",
        resolved.n_best, resolved.beam_size));
  }
  if (options.has_length_penalty()) {
    INTERPRES_RETURN_IF_ERROR(
        CheckRange("length_penalty", options.length_penalty(),
                   {.min = 0.0F, .max = kMaxLengthPenalty}));
    resolved.length_penalty = options.length_penalty();
  }
  if (options.has_max_length()) {
    INTERPRES_RETURN_IF_ERROR(CheckRange("max_length", options.max_length(),
                                         {.min = 1, .max = limits.max_length}));
    resolved.max_length = options.max_length();
  }
  if (options.shortlist() && !limits.has_shortlist) {
    return absl::InvalidArgumentError(
        "options.shortlist is true, but the model has no shortlist: leave it "
        "out for exact search; interpres-train shortlist learns one");
  }
  resolved.shortlist = options.shortlist();
  INTERPRES_RETURN_IF_ERROR(ResolveRepetition(options, resolved));
  if (options.return_attention()) {
    resolved.attention = AttentionOptions();
  }
  return resolved;
}

absl::Status CheckTexts(int texts, const RequestLimits& limits) {
  if (texts == 0) {
    return absl::InvalidArgumentError(
        "texts is empty: expected at least one text");
  }
  if (texts > limits.max_texts) {
    return absl::InvalidArgumentError(
        absl::StrFormat("texts has %d elements; expected at most %d; send "
                        "several requests",
                        texts, limits.max_texts));
  }
  return absl::OkStatus();
}

absl::Status CheckShape(const v1::TranslateRequest& request,
                        const RequestLimits& limits) {
  INTERPRES_RETURN_IF_ERROR(CheckTexts(request.texts_size(), limits));
  INTERPRES_RETURN_IF_ERROR(CheckPrefixes(request));
  INTERPRES_RETURN_IF_ERROR(
      CheckLanguageCode("source_language", request.source_language()));
  return CheckLanguageCode("target_language", request.target_language());
}

absl::StatusOr<Priority> ResolvePriority(v1::Priority priority) {
  switch (priority) {
    case v1::PRIORITY_UNSPECIFIED:
    case v1::PRIORITY_INTERACTIVE:
      return Priority::kInteractive;
    case v1::PRIORITY_BATCH:
      return Priority::kBatch;
    default:
      return absl::InvalidArgumentError(absl::StrFormat(
          "priority is %d: expected 1 (PRIORITY_INTERACTIVE) or 2 "
          "(PRIORITY_BATCH)",
          static_cast<int>(priority)));
  }
}

absl::StatusOr<bool> ResolveSplit(v1::Split split, bool server_default) {
  switch (split) {
    case v1::SPLIT_UNSPECIFIED:
      return server_default;
    case v1::SPLIT_SENTENCES:
      return true;
    case v1::SPLIT_OFF:
      return false;
    default:
      return absl::InvalidArgumentError(absl::StrFormat(
          "split is %d: expected 1 (SPLIT_SENTENCES) or 2 (SPLIT_OFF)",
          static_cast<int>(split)));
  }
}

absl::StatusOr<LineBreaks> ResolveLineBreaks(v1::LineBreaks line_breaks) {
  switch (line_breaks) {
    case v1::LINE_BREAKS_UNSPECIFIED:
    case v1::LINE_BREAKS_PARAGRAPH:
      return LineBreaks::kParagraph;
    case v1::LINE_BREAKS_WRAPPED:
      return LineBreaks::kWrapped;
    default:
      return absl::InvalidArgumentError(absl::StrFormat(
          "line_breaks is %d: expected 1 (LINE_BREAKS_PARAGRAPH) or 2 "
          "(LINE_BREAKS_WRAPPED)",
          static_cast<int>(line_breaks)));
  }
}

std::string_view PrefixOf(const v1::TranslateOptions& options, int text) {
  const int prefixes = options.target_prefix_size();
  return prefixes == 0 ? std::string_view()
                       : options.target_prefix(prefixes == 1 ? 0 : text);
}

absl::Status CheckAttention(const DecodingOptions& options,
                            const AttentionSize& size) {
  if (!options.attention) {
    return absl::OkStatus();
  }
  const int64_t max_weights = options.attention->max_weights;
  const int64_t needed = options.n_best * size.weights_per_token();
  return needed <= max_weights ? absl::OkStatus()
                               : TooMuchAttention(max_weights);
}

absl::Status TooMuchAttention(int64_t max_weights) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "the attention of this text (layers x heads x source tokens x target "
      "tokens, over its translations) is more than its share of the response, "
      "which is %d weights: leave options.return_attention out, lower "
      "options.n_best, send fewer texts in a request, or split the text",
      max_weights));
}

}  // namespace interpres
