#include "server/google/unsupported_methods.h"

#include <array>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "model/base/utf8.h"

namespace interpres::google_api {
namespace {

constexpr std::size_t kMaxShownMethod = 100;
constexpr std::string_view kTranslation =
    "/google.cloud.translation.v3.TranslationService/";
constexpr std::string_view kOperations = "/google.longrunning.Operations/";
constexpr std::string_view kLocations = "/google.cloud.location.Locations/";

// What methods with some word in their names are about, and what to do instead.
struct Subject {
  std::string_view word;
  const char* advice;
};

// The first word that is in the name counts.
constexpr std::array<Subject, 12> kSubjects = {{
    {"Romanize", "this server does not transliterate; translate the text"},
    {"TranslateDocument",
     "this server reads no files; send the text of the document with "
     "TranslateText, with mime_type text/html for markup"},
    {"BatchTranslate",
     "this server reads no buckets; send the texts with TranslateText, or use "
     "interpres.v1.TranslationService.StreamTranslate for large files"},
    {"AdaptiveMt",
     "this server does not adapt a model by examples; use TranslateText with a "
     "glossary, or train a model with interpres-train"},
    {"Dataset", "train models with interpres-train"},
    {"ImportData", "train models with interpres-train"},
    {"ExportData", "train models with interpres-train"},
    {"ListExamples", "train models with interpres-train"},
    {"CreateModel", "train models with interpres-train"},
    {"DeleteModel", "remove the model from the server's --model-repository"},
    {"ListModels", "use interpres.v1.TranslationService.ListModels"},
    {"GetModel", "use interpres.v1.TranslationService.GetModel"},
}};

const char* AdviceFor(std::string_view method) {
  for (const Subject& subject : kSubjects) {
    if (method.find(subject.word) != std::string_view::npos) {
      return subject.advice;
    }
  }
  return "docs/apis.md lists the methods that this server has";
}

std::string Sentence(std::string_view method, const char* advice) {
  return absl::StrCat("the method ",
                      ReplaceInvalidUtf8(method.substr(0, kMaxShownMethod)),
                      " is not implemented; ", advice);
}

}  // namespace

std::optional<std::string> ExplainUnsupported(std::string_view path) {
  if (path.starts_with(kTranslation)) {
    const std::string_view method = path.substr(kTranslation.size());
    return Sentence(method, AdviceFor(method));
  }
  if (path.starts_with(kOperations)) {
    return Sentence(path.substr(1),
                    "this server answers when the work has ended, so the "
                    "operation in the response is complete and is discarded");
  }
  if (path.starts_with(kLocations)) {
    return Sentence(path.substr(1),
                    "this server has no locations; use any name, for example "
                    "projects/p/locations/global");
  }
  return std::nullopt;
}

}  // namespace interpres::google_api
