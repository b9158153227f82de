// Checks a TranslateRequest and converts its fields.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATE_REQUEST_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATE_REQUEST_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/decoding/decoding_options.h"
#include "model/document/document.h"
#include "server/registry/decoding_limits.h"
#include "server/scheduling/flow.h"
#include "server/service/request_limits.h"

namespace interpres {

// Returns the default options of `limits`, in which the options that the
// request sets replace the defaults. With sampling, beam_size becomes n_best.
// Returns INVALID_ARGUMENT if an option is out of range, contradicts another
// option, or needs a shortlist that the model lacks. The message has the field,
// its value and what is allowed.
absl::StatusOr<DecodingOptions> ResolveOptions(
    const v1::TranslateOptions& options, const DecodingLimits& limits);

// Returns OK if `texts`, the number of texts of a request, is 1 to
// `limits.max_texts`. Otherwise returns INVALID_ARGUMENT.
absl::Status CheckTexts(int texts, const RequestLimits& limits);

// Returns INVALID_ARGUMENT if the request has no text, too many texts, or a
// malformed language code. Returns INVALID_ARGUMENT also if the number of
// target prefixes is not 0, 1 or the number of texts.
absl::Status CheckShape(const v1::TranslateRequest& request,
                        const RequestLimits& limits);

// Returns the Priority for the field of a request. Returns kInteractive if
// `priority` is unspecified, and INVALID_ARGUMENT for an unknown number.
absl::StatusOr<Priority> ResolvePriority(v1::Priority priority);

// Returns whether the texts are divided into sentences: `server_default` if
// `split` is unspecified. Returns INVALID_ARGUMENT for an unknown number.
absl::StatusOr<bool> ResolveSplit(v1::Split split, bool server_default);

// Returns the LineBreaks for the field of a request. Returns kParagraph if
// `line_breaks` is unspecified, and INVALID_ARGUMENT for an unknown number.
absl::StatusOr<LineBreaks> ResolveLineBreaks(v1::LineBreaks line_breaks);

// Returns the target prefix of the text with the index `text`, as a view of
// `options`. Empty means no prefix. REQUIRES: CheckShape returned OK for the
// request.
std::string_view PrefixOf(const v1::TranslateOptions& options, int text);

// The sizes of a model and a sentence whose product is the number of attention
// weights of one target token.
struct AttentionSize {
  int64_t layers = 0;
  int64_t heads = 0;
  int64_t source_tokens = 0;

  int64_t weights_per_token() const { return layers * heads * source_tokens; }
};

// Returns INVALID_ARGUMENT if the attention weights of one sentence exceed
// options.attention->max_weights even with one target token in each of its
// n_best translations. Otherwise returns OK, also if the options ask for no
// attention weights.
absl::Status CheckAttention(const DecodingOptions& options,
                            const AttentionSize& size);

// Returns INVALID_ARGUMENT, with a remedy, for a text with a sentence that has
// more attention weights than its part of `max_weights`. `max_weights` is the
// share of the text in the response.
absl::Status TooMuchAttention(int64_t max_weights);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATE_REQUEST_H_
