// Pages of lists in Google's interface.

#ifndef INTERPRES_SERVER_GOOGLE_PAGE_H_
#define INTERPRES_SERVER_GOOGLE_PAGE_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace interpres::google_api {

inline constexpr int kDefaultPageSize = 100;
inline constexpr int kMaxPageSize = 1000;

// The elements of a list that a page has: from `begin` to before `end`.
struct Page {
  int begin = 0;
  int end = 0;
  // The token of the next page. Empty on the last page.
  std::string next_token = {};
};

// Returns the page of a list of `size` elements that begins at `token`, the
// next_token of the previous page. An empty token means the first page. A
// `page_size` of 0 means kDefaultPageSize, and more than kMaxPageSize means
// kMaxPageSize. If other calls change the list between two pages, elements may
// be missing or come twice, and a page may be empty. Returns INVALID_ARGUMENT
// for a negative page size and for a token that is not a positive integer.
absl::StatusOr<Page> PageOf(int size, int page_size, const std::string& token);

}  // namespace interpres::google_api

#endif  // INTERPRES_SERVER_GOOGLE_PAGE_H_
