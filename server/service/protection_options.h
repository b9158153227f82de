// The options of a request about spans that must not change.

#ifndef INTERPRES_SERVER_SERVICE_PROTECTION_OPTIONS_H_
#define INTERPRES_SERVER_SERVICE_PROTECTION_OPTIONS_H_

#include "absl/status/statusor.h"
#include "interpres/v1/translation.pb.h"
#include "model/document/protected_span.h"
#include "model/engine/protection.h"

namespace interpres {

// Maximum number of strings in TranslateRequest.do_not_translate, and of terms
// in TranslateRequest.glossary. Maximum bytes of a string of do_not_translate.
inline constexpr int kMaxKeptStrings = 1000;
inline constexpr int kMaxKeptStringBytes = 200;

// Returns how the request treats spans that must not change. Leaves
// Protection::glossary null. If the request states no integrity,
// `server_default` is used. Returns INVALID_ARGUMENT if
// - integrity, numbers or unprotected_kinds has an unknown number,
// - do_not_translate has more than kMaxKeptStrings strings,
// - a string is empty, longer than kMaxKeptStringBytes, only white space, or
//   has a control character, or
// - do_not_translate, or numbers other than NUMBERS_KEEP, has no effect: the
//   integrity is kOff or unprotected_kinds has the kind.
absl::StatusOr<Protection> ResolveProtection(
    const v1::TranslateRequest& request, Integrity server_default);

v1::ProtectedKind ToProto(AtomKind kind);
v1::ProtectionStep ToProto(ProtectionStep step);

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_PROTECTION_OPTIONS_H_
