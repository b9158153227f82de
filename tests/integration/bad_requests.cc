#include "tests/integration/bad_requests.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/integration/bad_request_table.h"

namespace interpres {

v1::TranslateRequest GoodRequest() {
  v1::TranslateRequest request;
  request.add_texts("the dog sees the cat");
  request.set_target_language("es");
  request.mutable_options()->set_max_length(6);
  return request;
}

void BadRequestTable::Add(BadRequest row) {
  row.name = absl::StrCat(rows_.size(), " ", row.name);
  rows_.push_back(std::move(row));
}

void BadRequestTable::AddTranslate(const std::string& name,
                                   const std::string& bytes,
                                   const std::string& says, StatusCode code) {
  AddOther("Translate", name, bytes, says, code);
}

void BadRequestTable::AddStream(const std::string& name,
                                const std::string& bytes,
                                const std::string& says, StatusCode code) {
  Add({.name = absl::StrCat("StreamTranslate: ", name),
       .call = {.method = absl::StrCat(kTranslationMethods, "StreamTranslate"),
                .messages = {bytes},
                .metadata = {}},
       .place = ErrorPlace::kMessage,
       .code = code,
       .says = says});
}

void BadRequestTable::AddBoth(const std::string& name,
                              const v1::TranslateRequest& request,
                              const std::string& says, StatusCode code) {
  AddTranslate(name, request.SerializeAsString(), says, code);
  v1::StreamTranslateRequest message;
  message.set_id(kBadRequestId);
  *message.mutable_request() = request;
  AddStream(name, message.SerializeAsString(), says, code);
}

void BadRequestTable::AddOther(const std::string& method,
                               const std::string& name,
                               const std::string& bytes,
                               const std::string& says, StatusCode code) {
  Add({.name = absl::StrCat(method, ": ", name),
       .call = {.method = absl::StrCat(kTranslationMethods, method),
                .messages = {bytes},
                .metadata = {}},
       .code = code,
       .says = says});
}

void BadRequestTable::AddOption(const std::string& name, const Change& change,
                                const std::string& says) {
  v1::TranslateRequest request = GoodRequest();
  change(*request.mutable_options());
  AddBoth(name, request, says);
}

std::vector<BadRequest> BadRequestTable::Build() && {
  AddIntegers();
  AddFloats();
  AddCombinations();
  AddShapes();
  AddEnums();
  AddKeptStrings();
  AddOptionsWithoutEffect();
  AddTerms();
  AddGlossaryNames();
  AddXmlOptions();
  AddXmlTexts();
  AddLanguagesAndModels();
  AddBytes();
  AddCutMessages();
  AddUnknownFields();
  AddTexts();
  AddTimeouts();
  AddCalls();
  return std::move(rows_);
}

std::string NeighbourRequest() { return GoodRequest().SerializeAsString(); }

std::vector<BadRequest> BadRequests(const BadRequestLimits& limits) {
  return BadRequestTable(limits).Build();
}

}  // namespace interpres
