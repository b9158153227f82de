// The rows of the table of bad requests, by what is wrong with them.

#ifndef INTERPRES_TESTS_INTEGRATION_BAD_REQUEST_TABLE_H_
#define INTERPRES_TESTS_INTEGRATION_BAD_REQUEST_TABLE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "interpres/v1/translation.pb.h"
#include "tests/integration/bad_requests.h"

namespace interpres {

inline constexpr char kTranslationMethods[] =
    "/interpres.v1.TranslationService/";
// The id of every message of a stream.
inline constexpr uint64_t kBadRequestId = 7;

// A request that is answered.
v1::TranslateRequest GoodRequest();

class BadRequestTable {
 public:
  explicit BadRequestTable(const BadRequestLimits& limits) : limits_(limits) {}

  std::vector<BadRequest> Build() &&;

 private:
  using StatusCode = grpc::StatusCode;
  using Change = std::function<void(v1::TranslateOptions&)>;

  // Puts the row's number before its name.
  void Add(BadRequest row);

  void AddTranslate(const std::string& name, const std::string& bytes,
                    const std::string& says,
                    StatusCode code = StatusCode::INVALID_ARGUMENT);
  void AddStream(const std::string& name, const std::string& bytes,
                 const std::string& says,
                 StatusCode code = StatusCode::INVALID_ARGUMENT);
  // The same request by both methods.
  void AddBoth(const std::string& name, const v1::TranslateRequest& request,
               const std::string& says,
               StatusCode code = StatusCode::INVALID_ARGUMENT);
  void AddOther(const std::string& method, const std::string& name,
                const std::string& bytes, const std::string& says,
                StatusCode code);
  void AddOption(const std::string& name, const Change& change,
                 const std::string& says);

  // bad_options.cc
  void AddIntegers();
  void AddFloats();
  // Options that are fine but not together.
  void AddCombinations();
  // Numbers of texts and prefixes.
  void AddShapes();

  // bad_messages.cc
  void AddLanguagesAndModels();
  // Strings that are not UTF-8, in every string field.
  void AddBytes();
  // Every beginning of a request that is no message itself, and garbage.
  void AddCutMessages();
  // A client of a newer version: what this server does not know is ignored.
  void AddUnknownFields();
  // The error of the first text; the second is translated all the same.
  void AddText(const std::string& name, v1::TranslateRequest request,
               const std::string& says);
  void AddTexts();
  void AddTimeouts();
  // Methods that there are not, and messages beyond every size.
  void AddCalls();

  const BadRequestLimits limits_;
  std::vector<BadRequest> rows_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_INTEGRATION_BAD_REQUEST_TABLE_H_
