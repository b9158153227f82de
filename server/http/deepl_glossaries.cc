#include "server/http/deepl_glossaries.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "interpres/v1/admin.pb.h"
#include "model/base/status.h"
#include "server/google/glossaries.h"
#include "server/http/deepl_glossary_id.h"
#include "server/http/deepl_request.h"
#include "server/http/short_http_call.h"
#include "server/service/glossary_calls.h"

namespace interpres {
namespace {

using nlohmann::ordered_json;

constexpr std::string_view kEntries = "/entries";
constexpr char kGlossaryExample[] =
    R"({"name": "Animals", "source_lang": "EN", "target_lang": "ES", )"
    R"("entries": "cat,gato", "entries_format": "csv"})";
// The server keeps no times, and the libraries need one.
constexpr char kNoTime[] = "1970-01-01T00:00:00.000Z";

GlossaryCalls CallsOf(const ServiceCall& call) {
  return {call.context().glossaries, call.owner()};
}

HttpResponse JsonAnswer(int status, const ordered_json& json) {
  return {.status = status,
          .body = json.dump(-1, ' ', false,
                            ordered_json::error_handler_t::replace)};
}

ordered_json Describe(const v1::Glossary& glossary) {
  const v1::GlossaryPair& pair = glossary.pairs(0);
  return {{"glossary_id", glossary.name()},
          {"name", DeepLGlossaryName(glossary.name())},
          {"ready", true},
          {"source_lang",
           absl::AsciiStrToLower(DeepLSource(pair.source_language()))},
          {"target_lang",
           absl::AsciiStrToLower(DeepLSource(pair.target_language()))},
          {"creation_time", kNoTime},
          {"entry_count", pair.terms()}};
}

// Returns what is behind the path of all glossaries: an id, or an id and
// "/entries". A glossary can have the id "entries".
std::string_view BelowGlossaries(std::string_view path) {
  path.remove_prefix(std::min(path.size(), kDeepLGlossariesPath.size() + 1));
  return path;
}

bool IsPathOfEntries(std::string_view path) {
  return BelowGlossaries(path).ends_with(kEntries);
}

std::string IdIn(std::string_view path) {
  std::string_view id = BelowGlossaries(path);
  if (IsPathOfEntries(path)) {
    id.remove_suffix(kEntries.size());
  }
  return std::string(id);
}

absl::StatusOr<HttpResponse> List(const ServiceCall& call,
                                  const HttpRequest& /*request*/) {
  v1::ListGlossariesResponse found;
  INTERPRES_RETURN_IF_ERROR(CallsOf(call).List(found));
  ordered_json list = ordered_json::array();
  for (const v1::Glossary& glossary : found.glossaries()) {
    // A glossary of this API has one pair of languages.
    if (glossary.pairs_size() == 1) {
      list.push_back(Describe(glossary));
    }
  }
  return JsonAnswer(kHttpOk, {{"glossaries", std::move(list)}});
}

absl::StatusOr<v1::GlossaryFormat> EntriesFormat(const Parameters& parameters) {
  const std::string_view format = parameters.First("entries_format");
  if (format == "tsv") {
    return v1::GLOSSARY_FORMAT_TSV;
  }
  if (format == "csv") {
    return v1::GLOSSARY_FORMAT_CSV;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "entries_format is \"%s\"; expected tsv or csv", std::string(format)));
}

// Returns an id that no glossary of the client has.
absl::StatusOr<std::string> NewId(const GlossaryCalls& calls,
                                  std::string_view name) {
  v1::ListGlossariesResponse found;
  INTERPRES_RETURN_IF_ERROR(calls.List(found));
  std::set<std::string> used;
  for (const v1::Glossary& glossary : found.glossaries()) {
    used.insert(glossary.name());
  }
  return DeepLGlossaryId(
      name, [&used](const std::string& id) { return used.contains(id); });
}

absl::StatusOr<HttpResponse> Create(const ServiceCall& call,
                                    const HttpRequest& request) {
  INTERPRES_ASSIGN_OR_RETURN(const Parameters parameters,
                             ReadParameters(request, kGlossaryExample));
  INTERPRES_RETURN_IF_ERROR(
      google_api::CheckMayChange(google_api::MayChange(call)));
  const GlossaryCalls calls = CallsOf(call);
  v1::CreateGlossaryRequest create;
  v1::GlossaryContent& content = *create.mutable_content();
  INTERPRES_ASSIGN_OR_RETURN(const v1::GlossaryFormat format,
                             EntriesFormat(parameters));
  content.set_format(format);
  content.set_content(std::string(parameters.First("entries")));
  content.set_source_language(
      absl::AsciiStrToLower(AsAbsl(parameters.First("source_lang"))));
  content.set_target_language(
      absl::AsciiStrToLower(AsAbsl(parameters.First("target_lang"))));
  INTERPRES_ASSIGN_OR_RETURN(*create.mutable_name(),
                             NewId(calls, parameters.First("name")));
  v1::Glossary created;
  INTERPRES_RETURN_IF_ERROR(calls.Create(create, created));
  return JsonAnswer(kHttpCreated, Describe(created));
}

absl::StatusOr<HttpResponse> Get(const ServiceCall& call,
                                 const HttpRequest& request) {
  v1::Glossary found;
  INTERPRES_RETURN_IF_ERROR(CallsOf(call).Describe(IdIn(request.path), found));
  return JsonAnswer(kHttpOk, Describe(found));
}

absl::StatusOr<HttpResponse> Entries(const ServiceCall& call,
                                     const HttpRequest& request) {
  v1::GetGlossaryRequest get;
  get.set_name(IdIn(request.path));
  v1::GetGlossaryResponse found;
  INTERPRES_RETURN_IF_ERROR(CallsOf(call).Get(get, found));
  HttpResponse response = {.content_type =
                               "text/tab-separated-values; charset=utf-8"};
  for (const v1::GlossaryTerm& term : found.terms()) {
    absl::StrAppend(&response.body, term.source(), "\t", term.target(), "\n");
  }
  return response;
}

absl::StatusOr<HttpResponse> Delete(const ServiceCall& call,
                                    const HttpRequest& request) {
  INTERPRES_RETURN_IF_ERROR(
      google_api::CheckMayChange(google_api::MayChange(call)));
  v1::DeleteGlossaryRequest remove;
  remove.set_name(IdIn(request.path));
  INTERPRES_RETURN_IF_ERROR(CallsOf(call).Delete(remove));
  return HttpResponse{.status = kHttpNoContent, .content_type = ""};
}

using Runs = absl::StatusOr<HttpResponse> (*)(const ServiceCall& call,
                                              const HttpRequest& request);

// The method that the metrics name, and its function.
std::pair<RpcMethod, Runs> MethodOf(const HttpRequest& request) {
  const bool is_list =
      absl::StripSuffix(request.path, "/") == AsAbsl(kDeepLGlossariesPath);
  if (request.method == "POST") {
    return {RpcMethod::kCreateGlossary, Create};
  }
  if (request.method == "DELETE") {
    return {RpcMethod::kDeleteGlossary, Delete};
  }
  if (is_list) {
    return {RpcMethod::kListGlossaries, List};
  }
  return {RpcMethod::kGetGlossary,
          IsPathOfEntries(request.path) ? Entries : Get};
}

}  // namespace

std::unique_ptr<HttpCall> MakeDeepLGlossaryCall(const ServiceState& state,
                                                CallParts parts) {
  const auto [method, run] = MethodOf(parts.request);
  return std::make_unique<ShortHttpCall>(state, std::move(parts), method,
                                         ShortAnswer{.token = DeepLToken,
                                                     .error = DeepLErrorOf,
                                                     .blocks = true,
                                                     .run = run});
}

std::optional<HttpResponse> CheckDeepLGlossaryHead(
    const HttpRequest& head, const TranslationContext& /*context*/) {
  if (head.method != "DELETE" || !IsPathOfEntries(head.path)) {
    return std::nullopt;
  }
  HttpResponse response = DeepLError(
      kHttpMethodNotAllowed,
      absl::UnimplementedError("the path takes no such method; expected GET"));
  response.headers.emplace_back("allow", "GET, HEAD, OPTIONS");
  return response;
}

}  // namespace interpres
