#include "server/http/response_head.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "model/base/status.h"

namespace interpres {
namespace {

void AddHeader(std::string_view name, std::string_view value,
               std::string& head) {
  absl::StrAppend(&head, AsAbsl(name), ": ");
  std::ranges::replace_copy_if(
      value, std::back_inserter(head),
      [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); },
      ' ');
  head.append("\r\n");
}

}  // namespace

std::string FormatHead(const HttpResponse& response, const Framing& framing,
                       std::string_view date) {
  std::string head =
      absl::StrCat("HTTP/1.1 ", response.status, " ",
                   AsAbsl(ReasonPhrase(response.status)), "\r\n");
  AddHeader("date", date, head);
  if (!response.content_type.empty()) {
    AddHeader("content-type", response.content_type, head);
  }
  for (const auto& [name, value] : response.headers) {
    AddHeader(name, value, head);
  }
  if (framing.length) {
    AddHeader("content-length", std::to_string(*framing.length), head);
  } else if (framing.chunked) {
    AddHeader("transfer-encoding", "chunked", head);
  }
  AddHeader("connection", framing.keep_alive ? "keep-alive" : "close", head);
  head.append("\r\n");
  return head;
}

std::string HttpDate() {
  return absl::FormatTime("%a, %d %b %Y %H:%M:%S GMT", absl::Now(),
                          absl::UTCTimeZone());
}

std::string FormatChunk(std::string_view data) {
  return absl::StrFormat("%x\r\n%s\r\n", data.size(), data);
}

}  // namespace interpres
