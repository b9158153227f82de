// Tested by tests/server/page/page_response_test.cc.

#include "server/http/page_response.h"

#include <string>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "model/base/status.h"
#include "server/http/http_status.h"
#include "server/page/page_files.h"

namespace interpres {
namespace {

// The page has no inline script or style, and loads nothing from elsewhere.
constexpr char kContentPolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

// Whether the header If-None-Match has the tag. A weak tag is equal to the
// strong tag (RFC 9110, section 13.1.2).
bool HasTag(std::string_view if_none_match, std::string_view etag) {
  for (absl::string_view tag : absl::StrSplit(AsAbsl(if_none_match), ',')) {
    tag = absl::StripAsciiWhitespace(tag);
    if (tag == "*" || tag == AsAbsl(etag) ||
        (tag.substr(0, 2) == "W/" && tag.substr(2) == AsAbsl(etag))) {
      return true;
    }
  }
  return false;
}

}  // namespace

HttpResponse PageResponse(const HttpRequest& request,
                          const ServiceState& /*state*/) {
  const PageFile* file = FindPageFile(request.path);
  if (file == nullptr) {
    return ErrorResponse(kHttpNotFound,
                         absl::NotFoundError("the page has no such file"));
  }
  HttpResponse response{
      // The browser asks whether the file has changed, so that a new version
      // of the server has all files of its page.
      .headers = {{"cache-control", "no-cache"},
                  {"etag", file->etag},
                  {"content-security-policy", kContentPolicy},
                  {"referrer-policy", "no-referrer"},
                  {"cross-origin-opener-policy", "same-origin"},
                  {"cross-origin-resource-policy", "same-origin"}}};
  if (HasTag(request.Header("if-none-match"), file->etag)) {
    response.status = kHttpNotModified;
    response.content_type.clear();
    return response;
  }
  response.content_type = std::string(file->content_type);
  response.body = std::string(file->content);
  return response;
}

}  // namespace interpres
