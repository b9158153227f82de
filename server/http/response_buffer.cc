#include "server/http/response_buffer.h"

#include <utility>

#include "server/http/response_head.h"

namespace interpres {

void ResponseBuffer::AddContinue() { added_ += kContinue; }

bool ResponseBuffer::Begin(const HttpRequest& request,
                           const HttpResponse& response, bool is_whole,
                           bool keep_alive) {
  is_whole_ = is_whole;
  has_body_ = request.method != "HEAD";
  is_chunked_ = !is_whole && request.knows_chunks;
  // Without a length and without chunks, the connection ends the body.
  const bool keeps = keep_alive && (is_whole || is_chunked_);
  Framing framing{.chunked = is_chunked_, .keep_alive = keeps};
  if (is_whole && response.status != kHttpNoContent &&
      response.status != kHttpNotModified) {
    framing.length = response.body.size();
  }
  added_ += FormatHead(response, framing, HttpDate());
  if (is_whole && has_body_) {
    added_ += response.body;
  } else if (!is_whole) {
    AddData(response.body);
  }
  return keeps;
}

void ResponseBuffer::AddData(std::string_view data) {
  // An empty chunk would end the body.
  if (data.empty() || !has_body_) {
    return;
  }
  if (is_chunked_) {
    added_ += FormatChunk(data);
  } else {
    added_ += data;
  }
}

void ResponseBuffer::End() {
  if (is_chunked_ && has_body_) {
    added_ += kLastChunk;
  }
  is_whole_ = true;
}

std::string_view ResponseBuffer::Pending() {
  if (written_ == pending_.size()) {
    pending_ = std::exchange(added_, {});
    written_ = 0;
  }
  return std::string_view(pending_).substr(written_);
}

void ResponseBuffer::Consume(std::size_t bytes) { written_ += bytes; }

}  // namespace interpres
