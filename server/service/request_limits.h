// How large a request may be.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_

#include <cstdint>

namespace interpres {

// The maximum sizes of requests. The limits bound memory and the time of one
// task.
struct RequestLimits {
  // Texts in one request.
  int64_t max_texts = 256;
  // Maximum bytes of one text, and of its target prefix. A text that exceeds
  // the maximum gets an error as its result. The other texts of the request are
  // still translated.
  int64_t max_text_bytes = 1 << 20;
  // Number of texts in flight on one stream at which the server stops reading
  // from the stream. A long text and a text with attention weights count
  // several times, and a message counts at least once (StreamWeight). The last
  // message that was read may exceed this number.
  int64_t max_stream_texts = 256;
  // Maximum number of attention weights in one response, 4 bytes each. Every
  // text of the request has an equal share. A text that needs more than its
  // share gets an error as its result. The default fits into 4 MiB, which gRPC
  // clients accept by default.
  int64_t max_attention_weights = 786432;
  // Maximum size of a response in bytes, unless the caller states another one.
  // The default is what gRPC clients accept by default. A response with
  // attention weights may be larger by its weights.
  int64_t max_response_bytes = 4 << 20;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_
