// The parameters of a request, from its query and from a body in one of the
// forms that HTML and JSON clients send.

#ifndef INTERPRES_SERVER_HTTP_PARAMETERS_H_
#define INTERPRES_SERVER_HTTP_PARAMETERS_H_

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/http/http_message.h"

namespace interpres {

// One parameter. A form may repeat a name, and JSON may have an array.
struct Parameter {
  std::vector<std::string> values = {};
  // Whether JSON had an array, which may be empty.
  bool is_array = false;
};

// The parameters of a request by name.
class Parameters {
 public:
  const std::map<std::string, Parameter>& All() const { return parameters_; }
  // Returns null if the request has no parameter of this name.
  const Parameter* Find(const std::string& name) const;
  // Returns the first value, or "" without one.
  std::string_view First(const std::string& name) const;
  // Adds a value behind the values of the same name.
  void Add(const std::string& name, std::string value);
  Parameter& operator[](const std::string& name) { return parameters_[name]; }
  // Adds the parameters of `other` whose names this object does not have.
  void AddMissing(Parameters other);
  // Returns INVALID_ARGUMENT if a name or a value is not UTF-8.
  absl::Status CheckUtf8() const;

 private:
  std::map<std::string, Parameter> parameters_;
};

// Adds the fields of a text in application/x-www-form-urlencoded: a query or a
// form. Returns INVALID_ARGUMENT if the percent-encoding is malformed.
absl::Status ReadForm(std::string_view text, Parameters& parameters);

// Reads the body by its content type, and the query. A parameter of the body
// hides one of the query. A body without a content type is JSON if it begins
// with "{", otherwise a form. Returns INVALID_ARGUMENT if the request is
// malformed, or has another content type, or if a value is not UTF-8. `example`
// is a JSON object that the API takes, for the message.
absl::StatusOr<Parameters> ReadParameters(const HttpRequest& request,
                                          std::string_view example);

}  // namespace interpres

#endif  // INTERPRES_SERVER_HTTP_PARAMETERS_H_
