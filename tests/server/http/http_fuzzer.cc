// libFuzzer over what reads the bytes of HTTP clients: the request reader, the
// target, forms, multipart bodies and JSON objects. The first byte picks one.
// tests/fuzz.sh builds and runs it.
//
// Besides not crashing: the sizes of the pieces of a request do not change how
// it is read, and an error has a sentence.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "server/http/json_object.h"
#include "server/http/multipart_form.h"
#include "server/http/parameters.h"
#include "server/http/request_reader.h"
#include "server/http/request_target.h"
#include "tests/testing/fuzz_parsers.h"

namespace interpres {
namespace {

constexpr int64_t kMaxHead = 1024;
constexpr int64_t kMaxBody = 256;
constexpr char kIncomplete[] = "incomplete";

void RequireMessage(const absl::Status& status) {
  if (!status.ok() && status.message().size() < 10) {
    Report("an error without words: " + status.ToString());
  }
}

// Returns all that was read, so that two runs can be compared.
std::string Read(std::string_view bytes, std::size_t step) {
  RequestReader reader(kMaxHead, kMaxBody);
  std::string input;
  for (bool progress = true; progress && !reader.error();) {
    if (reader.head_is_done() && reader.is_done()) {
      break;
    }
    const std::string_view piece = bytes.substr(0, step);
    bytes.remove_prefix(piece.size());
    input += piece;
    const std::size_t used =
        reader.head_is_done() ? reader.ReadBody(input) : reader.ReadHead(input);
    input.erase(0, used);
    progress = !piece.empty() || used > 0;
  }
  if (reader.error()) {
    RequireMessage(reader.error()->reason);
    return std::to_string(reader.error()->status);
  }
  if (!reader.head_is_done() || !reader.is_done()) {
    return kIncomplete;
  }
  const HttpRequest& head = reader.head();
  std::string all = head.method + '\n' + head.path + '\n' + head.query;
  for (const auto& [name, value] : head.headers) {
    all += '\n' + name + ": " + value;
  }
  const std::string body = reader.TakeBody();
  if (static_cast<int64_t>(body.size()) > kMaxBody) {
    Report("a body above the limit");
  }
  return all + '\n' + body;
}

void FuzzRequest(const std::string& bytes) {
  const std::string whole = Read(bytes, bytes.size() + 1);
  const std::string pieces = Read(bytes, 3);
  // A defect may be found before the request is complete, and a head above the
  // limit is found later or earlier.
  const bool may_differ = whole == kIncomplete || pieces == kIncomplete ||
                          static_cast<int64_t>(bytes.size()) >= kMaxHead;
  // In a chunk extension with a line break in quotes, which is not allowed,
  // Beast counts the chunk again for each piece. So it refuses the request for
  // its extension or for its size.
  const bool both_refuse = whole == "400" && pieces == "413";
  if (whole != pieces && !may_differ && !both_refuse) {
    Report("read as\n" + whole + "\nor, in pieces, as\n" + pieces);
  }
}

void FuzzTarget(const std::string& bytes) {
  HttpRequest request;
  if (ParseTarget(bytes, request) && request.path.empty()) {
    Report("a target without a path");
  }
}

void FuzzForm(const std::string& bytes) {
  Parameters parameters;
  RequireMessage(ReadForm(bytes, parameters));
}

// The first line is the content type.
void FuzzMultipart(const std::string& bytes) {
  const std::size_t end = bytes.find('\n');
  Parameters parameters;
  RequireMessage(ReadMultipart(
      bytes.substr(0, end),
      end == std::string::npos ? "" : std::string_view(bytes).substr(end + 1),
      parameters));
}

void FuzzJson(const std::string& bytes) {
  Parameters parameters;
  RequireMessage(ReadJsonObject(bytes, parameters));
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  return interpres::FuzzOneOf(
      data, size,
      {interpres::FuzzRequest, interpres::FuzzTarget, interpres::FuzzForm,
       interpres::FuzzMultipart, interpres::FuzzJson});
}
