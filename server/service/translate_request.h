// What a TranslateRequest asks for, checked.

#ifndef INTERPRES_SERVER_SERVICE_TRANSLATE_REQUEST_H_
#define INTERPRES_SERVER_SERVICE_TRANSLATE_REQUEST_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/decoding/decoding_options.h"
#include "server/registry/decoding_limits.h"
#include "server/scheduling/flow.h"
#include "server/service/request_limits.h"

namespace interpres {

// The options of a request over the defaults. INVALID_ARGUMENT names the
// field, its value and what is allowed.
absl::StatusOr<DecodingOptions> ResolveOptions(
    const v1::TranslateOptions& options, const DecodingLimits& limits);

// INVALID_ARGUMENT for no texts, too many texts, a number of target prefixes
// that does not fit, or a language code that cannot be one.
absl::Status CheckShape(const v1::TranslateRequest& request,
                        const RequestLimits& limits);

// INVALID_ARGUMENT for a number that is no priority.
absl::StatusOr<Priority> ResolvePriority(v1::Priority priority);

// The target prefix of text `text` of a request of that shape; "" is none.
std::string_view PrefixOf(const v1::TranslateOptions& options, int text);

// The attention of the model's decoder to `source_tokens`: what a translation
// takes for every token.
struct AttentionSize {
  int64_t layers = 0;
  int64_t heads = 0;
  int64_t source_tokens = 0;

  int64_t weights_per_token() const { return layers * heads * source_tokens; }
};

// INVALID_ARGUMENT if not even translations of one token each leave room for
// the attention that the options ask for.
absl::Status CheckAttention(const DecodingOptions& options,
                            const AttentionSize& size);

// The error of a text whose translations have more attention weights than
// `most`.
absl::Status TooMuchAttention(int64_t most);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_TRANSLATE_REQUEST_H_
