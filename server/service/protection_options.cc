#include "server/service/protection_options.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {
namespace {

absl::StatusOr<Integrity> ResolveIntegrity(v1::Integrity integrity,
                                           Integrity server_default) {
  switch (integrity) {
    case v1::INTEGRITY_UNSPECIFIED:
      return server_default;
    case v1::INTEGRITY_REPORT:
      return Integrity::kReport;
    case v1::INTEGRITY_REPAIR:
      return Integrity::kRepair;
    case v1::INTEGRITY_OFF:
      return Integrity::kOff;
    default:
      return absl::InvalidArgumentError(
          absl::StrFormat("integrity is %d; expected 1 (INTEGRITY_REPORT), 2 "
                          "(INTEGRITY_REPAIR) or 3 (INTEGRITY_OFF)",
                          static_cast<int>(integrity)));
  }
}

absl::StatusOr<NumberForm> ResolveNumbers(v1::Numbers numbers) {
  switch (numbers) {
    case v1::NUMBERS_UNSPECIFIED:
    case v1::NUMBERS_KEEP:
      return NumberForm::kKeep;
    case v1::NUMBERS_LOCALIZE:
      return NumberForm::kLocalize;
    case v1::NUMBERS_VERBATIM:
      return NumberForm::kVerbatim;
    default:
      return absl::InvalidArgumentError(absl::StrFormat(
          "numbers is %d; expected 1 (NUMBERS_KEEP), 2 (NUMBERS_LOCALIZE) or 3 "
          "(NUMBERS_VERBATIM)",
          static_cast<int>(numbers)));
  }
}

// Returns whether a string cannot be found in a text: it is white space, or has
// a control character.
bool IsNeverFound(std::string_view text) {
  return std::ranges::all_of(text, absl::ascii_isspace) ||
         std::ranges::any_of(text, absl::ascii_iscntrl);
}

absl::Status CheckKeptStrings(const v1::TranslateRequest& request) {
  const int count = request.do_not_translate_size();
  if (count > kMaxKeptStrings) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "do_not_translate has %d strings; expected at most %d; send only the "
        "strings that the texts have",
        count, kMaxKeptStrings));
  }
  for (int i = 0; i < count; ++i) {
    const std::string& kept = request.do_not_translate(i);
    const auto bytes = static_cast<int>(kept.size());
    if (bytes == 0 || bytes > kMaxKeptStringBytes) {
      return absl::InvalidArgumentError(
          absl::StrFormat("do_not_translate[%d] has %d bytes; expected 1 to %d",
                          i, bytes, kMaxKeptStringBytes));
    }
    if (IsNeverFound(kept)) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "do_not_translate[%d] is white space or has a control character; "
          "expected a part of a line of a text; correct the string",
          i));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<AtomKinds> ResolveKinds(const v1::TranslateRequest& request) {
  AtomKinds kinds;
  for (const int kind : request.unprotected_kinds()) {
    const bool is_known =
        kind > v1::PROTECTED_KIND_UNSPECIFIED && kind <= kAtomKindCount;
    if (!is_known) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "unprotected_kinds has %d; expected a ProtectedKind, 1 to %d", kind,
          kAtomKindCount));
    }
    kinds.Add(static_cast<AtomKind>(kind - 1));
  }
  return kinds;
}

// Returns an error if an option could have no effect because of another one.
absl::Status CheckEffects(const v1::TranslateRequest& request,
                          const Protection& protection) {
  const bool has_kept_strings = request.do_not_translate_size() > 0;
  const bool rewrites_numbers = protection.numbers != NumberForm::kKeep;
  const std::string_view field =
      has_kept_strings ? "do_not_translate" : "numbers";
  if (!has_kept_strings && !rewrites_numbers) {
    return absl::OkStatus();
  }
  if (protection.integrity == Integrity::kOff) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is set and integrity is OFF%s; expected INTEGRITY_REPORT or "
        "INTEGRITY_REPAIR; set integrity, or leave %s out",
        field,
        request.integrity() == v1::INTEGRITY_OFF ? ""
                                                 : " by the server's default",
        field));
  }
  const auto refuse = [](std::string_view set, std::string_view kind) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is set and unprotected_kinds has %s; expected one of them, because "
        "spans of this kind are not looked for; leave one of them out",
        set, kind));
  };
  if (has_kept_strings && protection.atoms.off.Has(AtomKind::kDoNotTranslate)) {
    return refuse("do_not_translate", "PROTECTED_KIND_DO_NOT_TRANSLATE");
  }
  if (rewrites_numbers && protection.atoms.off.Has(AtomKind::kNumber)) {
    return refuse("numbers", "PROTECTED_KIND_NUMBER");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Protection> ResolveProtection(
    const v1::TranslateRequest& request, Integrity server_default) {
  Protection protection;
  INTERPRES_ASSIGN_OR_RETURN(
      protection.integrity,
      ResolveIntegrity(request.integrity(), server_default));
  INTERPRES_ASSIGN_OR_RETURN(protection.numbers,
                             ResolveNumbers(request.numbers()));
  INTERPRES_RETURN_IF_ERROR(CheckKeptStrings(request));
  INTERPRES_ASSIGN_OR_RETURN(protection.atoms.off, ResolveKinds(request));
  INTERPRES_RETURN_IF_ERROR(CheckEffects(request, protection));
  protection.atoms.do_not_translate = TermList(
      {request.do_not_translate().begin(), request.do_not_translate().end()});
  return protection;
}

// AtomKind and ProtectedKind have the same order.
v1::ProtectedKind ToProto(AtomKind kind) {
  return static_cast<v1::ProtectedKind>(static_cast<int>(kind) + 1);
}

v1::ProtectionStep ToProto(ProtectionStep step) {
  switch (step) {
    case ProtectionStep::kCopy:
      return v1::PROTECTION_STEP_COPY;
    case ProtectionStep::kModel:
      return v1::PROTECTION_STEP_MODEL;
    case ProtectionStep::kNBest:
      return v1::PROTECTION_STEP_N_BEST;
    case ProtectionStep::kSentinel:
      return v1::PROTECTION_STEP_SENTINEL;
    case ProtectionStep::kConstraint:
      return v1::PROTECTION_STEP_CONSTRAINT;
    case ProtectionStep::kDivision:
      return v1::PROTECTION_STEP_DIVISION;
    case ProtectionStep::kSplice:
      return v1::PROTECTION_STEP_SPLICE;
    case ProtectionStep::kNotKept:
      break;
  }
  return v1::PROTECTION_STEP_NOT_KEPT;
}

}  // namespace interpres
