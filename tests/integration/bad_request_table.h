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
// The id of the message of every stream in the table.
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

  // bad_span_options.cc
  // Numbers that the enums of a request lack.
  void AddEnums();
  void AddKeptStrings();
  // Options about spans that are fine but have no effect together.
  void AddOptionsWithoutEffect();
  void AddTerms();
  void AddGlossaryNames();
  void AddXmlOptions();
  // XML that is not well-formed.
  void AddXmlTexts();

  // bad_messages.cc
  void AddLanguagesAndModels();
  // Adds requests with strings that are not UTF-8, one for each string field.
  void AddBytes();
  // Adds every beginning of a request that is not itself a message, and
  // garbage.
  void AddCutMessages();
  // Adds requests of a client of a newer version. The server must ignore the
  // fields that it does not know.
  void AddUnknownFields();
  // Adds a request whose first text must get an error that contains `says`. The
  // second text must be translated.
  void AddText(const std::string& name, v1::TranslateRequest request,
               const std::string& says);
  void AddTexts();
  void AddTimeouts();
  // Adds calls of unknown methods, and messages beyond every size.
  void AddCalls();

  const BadRequestLimits limits_;
  std::vector<BadRequest> rows_;
};

}  // namespace interpres

#endif  // INTERPRES_TESTS_INTEGRATION_BAD_REQUEST_TABLE_H_
