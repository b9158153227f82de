// The options of a request about spans that must not change.

#ifndef INTERPRES_SERVER_SERVICE_PROTECTION_OPTIONS_H_
#define INTERPRES_SERVER_SERVICE_PROTECTION_OPTIONS_H_

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/document/protected_span.h"
#include "model/engine/protection.h"

namespace interpres {

// Limits of TranslateRequest.do_not_translate and glossary.
inline constexpr int kMaxKeptStrings = 1000;
inline constexpr int kMaxKeptStringBytes = 200;

// Returns what the request asks for, without its glossary. Without
// TranslateRequest.integrity, `server_default` holds. Returns INVALID_ARGUMENT
// for an unknown number of an enum, for too many strings in do_not_translate,
// and for a string that is empty, too long, white space, or has a control
// character. Returns INVALID_ARGUMENT also if do_not_translate or numbers is
// set and has no effect, because the integrity is kOff or the kind is not
// protected.
absl::StatusOr<Protection> ResolveProtection(
    const v1::TranslateRequest& request, Integrity server_default);

v1::ProtectedKind ToProto(AtomKind kind);
v1::ProtectionStep ToProto(ProtectionStep step);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_PROTECTION_OPTIONS_H_
