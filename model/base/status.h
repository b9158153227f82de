// Early returns for absl::Status and absl::StatusOr.
//
// Debian's Abseil (20220623) ships neither these macros nor matchers, and its
// absl::string_view is not std::string_view: build messages with
// absl::StrFormat("%s", std::string(view)) or with absl::StrCat over the
// AsAbsl() view below.

#ifndef INTERPRES_MODEL_BASE_STATUS_H_
#define INTERPRES_MODEL_BASE_STATUS_H_

#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace interpres {

inline absl::string_view AsAbsl(std::string_view text) {
  return absl::string_view(text.data(), text.size());
}

}  // namespace interpres

// INTERPRES_RETURN_IF_ERROR(expression of type absl::Status);
//
// Not wrapped in do-while, because that would count as one more level of
// nesting at each use. After `if` or `else`, put the macro in braces.
#define INTERPRES_RETURN_IF_ERROR(expression)                                 \
  if (absl::Status interpres_status = (expression); !interpres_status.ok()) { \
    return interpres_status;                                                  \
  }                                                                           \
  static_assert(true, "a semicolon follows")

#define INTERPRES_STATUS_CONCAT_INNER(a, b) a##b
#define INTERPRES_STATUS_CONCAT(a, b) INTERPRES_STATUS_CONCAT_INNER(a, b)

// INTERPRES_ASSIGN_OR_RETURN(declaration or lvalue, StatusOr expression);
#define INTERPRES_ASSIGN_OR_RETURN(lhs, expression)                 \
  INTERPRES_ASSIGN_OR_RETURN_IMPL(                                  \
      INTERPRES_STATUS_CONCAT(interpres_status_or_, __LINE__), lhs, \
      expression)

// `lhs` may be a declaration, which parentheses would break.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define INTERPRES_ASSIGN_OR_RETURN_IMPL(status_or, lhs, expression) \
  auto status_or = (expression);                                    \
  if (!status_or.ok()) {                                            \
    return std::move(status_or).status();                           \
  }                                                                 \
  lhs = *std::move(status_or)
// NOLINTEND(bugprone-macro-parentheses)

#endif  // INTERPRES_MODEL_BASE_STATUS_H_
