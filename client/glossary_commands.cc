// Tested by cli_glossary_test.cc.

#include "client/glossary_commands.h"

#include <cstdint>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/result_format.h"
#include "model/base/read_file.h"

namespace interpres {
namespace {

// The largest value of the server's --max-glossary-bytes.
constexpr int64_t kMaxContentBytes = int64_t{64} << 20;

std::string DescribeGlossary(const interpres::v1::Glossary& glossary) {
  std::string line =
      absl::StrCat(glossary.name(), "\t",
                   glossary.owned() ? "own" : "of the operator", "\t");
  bool is_first = true;
  for (const interpres::v1::GlossaryPair& pair : glossary.pairs()) {
    absl::StrAppend(&line, is_first ? "" : ", ", pair.source_language(), " to ",
                    pair.target_language(), ": ", pair.terms(),
                    pair.terms() == 1 ? " term" : " terms");
    is_first = false;
  }
  return line + "\n";
}

// Prints the glossary that a call returned.
ExitCode PrintResult(const absl::StatusOr<interpres::v1::Glossary>& glossary,
                     bool json, const ReportStreams& streams) {
  if (!glossary.ok()) {
    return Report(glossary.status(), streams);
  }
  streams.out << (json ? ToJsonLine(*glossary) + "\n"
                       : DescribeGlossary(*glossary));
  return Written(ExitCode::kOk, streams);
}

}  // namespace

absl::StatusOr<interpres::v1::GlossaryContent> ReadGlossaryContent(
    const GlossaryUpload& upload) {
  static const std::map<std::string, interpres::v1::GlossaryFormat> formats = {
      {"tsv", interpres::v1::GLOSSARY_FORMAT_TSV},
      {"csv", interpres::v1::GLOSSARY_FORMAT_CSV},
      {"tbx", interpres::v1::GLOSSARY_FORMAT_TBX}};
  const std::string format =
      upload.format.empty() ? upload.path.substr(upload.path.rfind('.') + 1)
                            : upload.format;
  const auto known = formats.find(format);
  if (known == formats.end()) {
    return absl::InvalidArgumentError(
        absl::StrCat(upload.path, ": the format is \"", format,
                     "\"; expected a name that ends in .tsv, .csv or .tbx; "
                     "rename the file, or set --format"));
  }
  absl::StatusOr<std::string> bytes = ReadFile(upload.path, kMaxContentBytes);
  if (!bytes.ok()) {
    return bytes.status();
  }
  interpres::v1::GlossaryContent content;
  content.set_format(known->second);
  content.set_content(*std::move(bytes));
  content.set_source_language(upload.source_language);
  content.set_target_language(upload.target_language);
  return content;
}

ExitCode PrintGlossaries(TranslationClient& client, bool json,
                         const ReportStreams& streams) {
  const absl::StatusOr<interpres::v1::ListGlossariesResponse> response =
      client.ListGlossaries();
  if (!response.ok()) {
    return Report(response.status(), streams);
  }
  for (const interpres::v1::Glossary& glossary : response->glossaries()) {
    streams.out << (json ? ToJsonLine(glossary) + "\n"
                         : DescribeGlossary(glossary));
  }
  return Written(ExitCode::kOk, streams);
}

ExitCode PrintGlossary(TranslationClient& client,
                       const interpres::v1::GetGlossaryRequest& request,
                       bool json, const ReportStreams& streams) {
  const absl::StatusOr<interpres::v1::GetGlossaryResponse> response =
      client.GetGlossary(request);
  if (!response.ok()) {
    return Report(response.status(), streams);
  }
  if (json) {
    streams.out << ToJsonLine(*response) << "\n";
    return Written(ExitCode::kOk, streams);
  }
  for (const interpres::v1::GlossaryTerm& term : response->terms()) {
    streams.out << term.source() << "\t" << term.target() << "\n";
  }
  return Written(ExitCode::kOk, streams);
}

ExitCode CreateGlossary(TranslationClient& client,
                        const interpres::v1::CreateGlossaryRequest& request,
                        bool json, const ReportStreams& streams) {
  return PrintResult(client.CreateGlossary(request), json, streams);
}

ExitCode UpdateGlossary(TranslationClient& client,
                        const interpres::v1::UpdateGlossaryRequest& request,
                        bool json, const ReportStreams& streams) {
  return PrintResult(client.UpdateGlossary(request), json, streams);
}

ExitCode DeleteGlossary(TranslationClient& client, const std::string& name,
                        const ReportStreams& streams) {
  interpres::v1::DeleteGlossaryRequest request;
  request.set_name(name);
  const absl::Status status = client.DeleteGlossary(request);
  return status.ok() ? Written(ExitCode::kOk, streams)
                     : Report(status, streams);
}

}  // namespace interpres
