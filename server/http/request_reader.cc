#include "server/http/request_reader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <new>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "server/base/out_of_memory.h"
#include "server/http/content_coding.h"
#include "server/http/request_target.h"

namespace interpres {
namespace {

namespace http = boost::beast::http;

constexpr unsigned kHttp11 = 11;

std::string_view View(boost::beast::string_view text) {
  return {text.data(), text.size()};
}

ReadError HeadTooLarge() {
  return {kHttpHeadTooLarge,
          absl::InvalidArgumentError(
              "the headers are too large; send fewer or shorter headers")};
}

ReadError ErrorOf(const boost::beast::error_code& code) {
  if (code == http::error::header_limit) {
    return HeadTooLarge();
  }
  if (code == http::error::body_limit) {
    return {kHttpTooLarge,
            absl::InvalidArgumentError(
                "the body is too large; send several smaller requests")};
  }
  return {kHttpBadRequest,
          absl::InvalidArgumentError(
              absl::StrCat("the request is not HTTP/1.1: ", code.message()))};
}

}  // namespace

class RequestReader::Parser : public http::request_parser<http::string_body> {};

RequestReader::RequestReader(int64_t max_head_bytes, int64_t max_body_bytes)
    : max_head_bytes_(static_cast<std::size_t>(max_head_bytes)),
      max_body_bytes_(max_body_bytes),
      parser_(std::make_unique<Parser>()) {
  parser_->header_limit(static_cast<std::uint32_t>(max_head_bytes));
  // The length is checked later, when the answer's format is known.
  parser_->body_limit(boost::none);
}

RequestReader::~RequestReader() = default;

bool RequestReader::head_is_done() const { return parser_->is_header_done(); }
bool RequestReader::is_done() const { return parser_->is_done(); }
bool RequestReader::keep_alive() const { return parser_->keep_alive(); }

void RequestReader::Fail(int status, std::string_view message) {
  error_ = ReadError{status, absl::InvalidArgumentError(AsAbsl(message))};
}

void RequestReader::FailForMemory() {
  error_ = ReadError{kHttpTooManyRequests, OutOfMemory()};
}

std::size_t RequestReader::ReadHead(std::string_view bytes) {
  boost::beast::error_code code;
  std::size_t count = 0;
  try {
    count = parser_->put(boost::asio::buffer(bytes.data(), bytes.size()), code);
    head_bytes_ += count;
    const bool needs_more = code == http::error::need_more;
    if (code && !needs_more) {
      error_ = ErrorOf(code);
    } else if (head_bytes_ + (needs_more ? bytes.size() - count : 0) >
               max_head_bytes_) {
      // The parser limits the bytes of one call.
      error_ = HeadTooLarge();
    } else if (parser_->is_header_done()) {
      FinishHead();
    }
  } catch (const std::bad_alloc&) {
    FailForMemory();
  }
  return count;
}

void RequestReader::FinishHead() {
  const auto& message = parser_->get();
  request_.method = std::string(View(message.method_string()));
  request_.knows_chunks = message.version() >= kHttp11;
  for (const auto& field : message) {
    request_.headers.emplace_back(
        absl::AsciiStrToLower(AsAbsl(View(field.name_string()))),
        std::string(View(field.value())));
  }
  if (request_.knows_chunks && message.count(http::field::host) != 1) {
    Fail(kHttpBadRequest, "the request needs exactly one header Host");
    return;
  }
  if (!ParseTarget(View(message.target()), request_)) {
    Fail(kHttpBadRequest,
         "the target of the request is malformed; expected a path such as "
         "/v1/translate");
    return;
  }
  const std::string_view expectation = request_.Header("expect");
  expects_continue_ =
      absl::EqualsIgnoreCase(AsAbsl(expectation), "100-continue");
  if (!expectation.empty() && !expects_continue_) {
    Fail(kHttpExpectationFailed,
         "the header Expect is unknown; expected 100-continue");
    return;
  }
  // Beast decodes the coding "chunked" alone. A body in another coding would
  // end with the connection.
  if (message.find(http::field::transfer_encoding) != message.end() &&
      !parser_->chunked()) {
    Fail(kHttpNotImplemented,
         "the header Transfer-Encoding is unknown; expected chunked");
    return;
  }
  if (message.count(http::field::content_encoding) > 1) {
    Fail(kHttpUnsupportedType,
         "the header Content-Encoding occurs several times; send it once");
    return;
  }
  const absl::StatusOr<ContentCoding> coding =
      ParseContentCoding(request_.Header("content-encoding"));
  if (!coding.ok()) {
    error_ = ReadError{kHttpUnsupportedType, coding.status()};
    return;
  }
  coding_ = *coding;
  const auto length = parser_->content_length();
  if (length && *length > static_cast<uint64_t>(max_body_bytes_)) {
    Fail(kHttpTooLarge,
         absl::StrCat("the body has ", *length, " bytes; expected at most ",
                      max_body_bytes_, "; send several smaller requests"));
    return;
  }
  parser_->body_limit(static_cast<std::uint64_t>(max_body_bytes_));
  parser_->eager(true);
}

std::size_t RequestReader::ReadBody(std::string_view bytes) {
  boost::beast::error_code code;
  std::size_t count = 0;
  try {
    count = parser_->put(boost::asio::buffer(bytes.data(), bytes.size()), code);
    if (parser_->is_done()) {
      DecodeBody();
    }
  } catch (const std::bad_alloc&) {
    FailForMemory();
    return count;
  }
  if (code && code != http::error::need_more) {
    error_ = ErrorOf(code);
  } else if (!parser_->is_done() && bytes.size() - count > max_head_bytes_) {
    Fail(kHttpBadRequest,
         absl::StrCat("the size line or the trailer of a chunk is longer than ",
                      max_head_bytes_, " bytes; send none or shorter ones"));
  }
  return count;
}

void RequestReader::DecodeBody() {
  std::string& body = parser_->get().body();
  if (coding_ == ContentCoding::kIdentity || body.empty()) {
    return;
  }
  absl::StatusOr<std::string> decoded = InflateBody(body, max_body_bytes_);
  if (decoded.ok()) {
    body = *std::move(decoded);
    return;
  }
  const bool is_large = absl::IsOutOfRange(decoded.status());
  error_ = ReadError{is_large ? kHttpTooLarge : kHttpBadRequest,
                     absl::InvalidArgumentError(decoded.status().message())};
}

std::string RequestReader::TakeBody() {
  return std::move(parser_->get().body());
}

}  // namespace interpres
