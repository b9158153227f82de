#include "server/google/page.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace interpres::google_api {

absl::StatusOr<Page> PageOf(int size, int page_size, const std::string& token) {
  if (page_size < 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "page_size is %d; expected 0 to %d", page_size, kMaxPageSize));
  }
  int begin = 0;
  if (!token.empty() && (!absl::SimpleAtoi(token, &begin) || begin < 1)) {
    return absl::InvalidArgumentError(
        "page_token is unknown; expected the next_page_token of the response "
        "before, or no token for the first page");
  }
  begin = std::min(begin, size);
  const int length =
      page_size == 0 ? kDefaultPageSize : std::min(page_size, kMaxPageSize);
  Page page = {.begin = begin, .end = std::min(size - begin, length) + begin};
  if (page.end < size) {
    page.next_token = absl::StrCat(page.end);
  }
  return page;
}

}  // namespace interpres::google_api
