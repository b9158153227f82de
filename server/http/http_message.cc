#include "server/http/http_message.h"

#include <boost/beast/http/status.hpp>

namespace interpres {

std::string_view HeaderValue(const HttpHeaders& headers,
                             std::string_view name) {
  for (const auto& [key, value] : headers) {
    if (key == name) {
      return value;
    }
  }
  return {};
}

std::string_view ReasonPhrase(int status) {
  constexpr int kClientClosed = 499;
  if (status == kClientClosed) {
    return "Client Closed Request";
  }
  if (status == kHttpQuotaExceeded) {
    return "Quota Exceeded";
  }
  const auto phrase = boost::beast::http::obsolete_reason(
      boost::beast::http::int_to_status(static_cast<unsigned>(status)));
  return {phrase.data(), phrase.size()};
}

}  // namespace interpres
