// How large a request may be.

#ifndef INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_
#define INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_

#include <cstdint>

namespace interpres {

// The maximum sizes of requests and responses. The limits bound the memory of a
// request and the time of one task.
struct RequestLimits {
  // Maximum number of texts in one request. A request with more texts is
  // refused with INVALID_ARGUMENT.
  int64_t max_texts = 256;
  // Maximum bytes of one text, and of its target prefix. If a text or its
  // prefix exceeds the maximum, the result of the text is INVALID_ARGUMENT. The
  // other texts of the request are still translated.
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
  // Maximum size of a response in bytes, unless the client states the size that
  // it accepts. A larger response becomes RESOURCE_EXHAUSTED. With attention
  // weights, the maximum is larger by 4 * max_attention_weights. The default is
  // the size that gRPC clients accept by default.
  int64_t max_response_bytes = 4 << 20;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SERVICE_REQUEST_LIMITS_H_
