// The parameters of a request, from its query and from a body in one of the
// forms that HTML and JSON clients send.

#ifndef INTERPRES_SERVER_HTTP_PARAMETERS_H_
#define INTERPRES_SERVER_HTTP_PARAMETERS_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/http/http_message.h"

namespace interpres {

// The maximum number of values in a body. Bounds the memory beside the values.
inline constexpr int64_t kMaxParameters = 10000;

// One parameter of a request with all its values, because a form may repeat a
// name and JSON may have an array.
struct Parameter {
  std::vector<std::string> values = {};
  // Whether the value was a JSON array, which may be empty.
  bool is_array = false;
};

// The parameters of a request by name.
class Parameters {
 public:
  const std::map<std::string, Parameter>& All() const { return parameters_; }
  // Returns null if the request has no parameter of this name.
  const Parameter* Find(const std::string& name) const;
  // Returns the first value of the parameter, or "" if it has no value or is
  // absent. The result is valid as long as the parameters do not change.
  std::string_view First(const std::string& name) const;
  // Adds a value behind the other values of the parameter `name`. Adds the
  // parameter if it is absent.
  void Add(const std::string& name, std::string value);
  Parameter& operator[](const std::string& name) { return parameters_[name]; }
  // Adds the parameters of `other` whose names this object does not have.
  void AddMissing(Parameters other);
  // Returns INVALID_ARGUMENT if a name or a value is not UTF-8.
  absl::Status CheckUtf8() const;

 private:
  std::map<std::string, Parameter> parameters_;
};

// Adds the fields of a text in application/x-www-form-urlencoded (a query or a
// form) to `parameters`, behind values of the same name. Returns
// INVALID_ARGUMENT if the percent-encoding is malformed, or if the text has
// more than kMaxParameters fields. Then some fields may have been added.
absl::Status ReadForm(std::string_view text, Parameters& parameters);

// Returns the parameters of the query and of the body, which may be JSON,
// multipart or a form. A parameter of the body hides the parameter of the query
// with the same name. A body without a content type is JSON if it begins with
// "{", otherwise a form. Returns INVALID_ARGUMENT if a part is malformed or too
// large, the body has another content type, or a name or value is not UTF-8.
// `example` is a JSON object that the error message shows.
absl::StatusOr<Parameters> ReadParameters(const HttpRequest& request,
                                          std::string_view example);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_PARAMETERS_H_
