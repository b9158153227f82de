#include "server/registry/probe_file.h"

#include <xxhash.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <system_error>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

// The first line. A change of the built-in sentences or of this format needs
// the next number.
constexpr char kHeader[] = "interpres probes 1";
constexpr char kNoSentinels[] = "none";
constexpr int64_t kMaxBytes = 64 << 10;

std::string NameOf(SentinelForm form) {
  return form == SentinelForm::kNone ? kNoSentinels : SentinelOf(form, 0);
}

std::optional<SentinelForm> FormOf(std::string_view name) {
  if (name == kNoSentinels) {
    return SentinelForm::kNone;
  }
  for (const SentinelForm form : kSentinelForms) {
    if (name == NameOf(form)) {
      return form;
    }
  }
  return std::nullopt;
}

// A line for each language: code, length ratio and first sentinel, divided by
// tabs. 17 digits keep each bit of a number.
std::string Format(const ProbeResults& results) {
  std::string text = absl::StrCat(kHeader, "\n");
  for (const auto& [language, result] : results) {
    absl::StrAppendFormat(&text, "%s\t%.17g\t%s\n", language,
                          result.length_ratio, NameOf(result.sentinels));
  }
  return text;
}

std::optional<ProbeResults> Parse(absl::string_view text) {
  if (!absl::ConsumeSuffix(&text, "\n")) {
    return std::nullopt;
  }
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  if (lines.front() != kHeader) {
    return std::nullopt;
  }
  ProbeResults results;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<absl::string_view> fields =
        absl::StrSplit(lines[i], '\t');
    ProbeResult result;
    if (fields.size() != 3 ||
        !absl::SimpleAtod(fields[1], &result.length_ratio) ||
        !std::isfinite(result.length_ratio) || result.length_ratio < 0.0) {
      return std::nullopt;
    }
    const std::optional<SentinelForm> form =
        FormOf(std::string_view(fields[2].data(), fields[2].size()));
    if (!form) {
      return std::nullopt;
    }
    result.sentinels = *form;
    results[std::string(fields[0])] = result;
  }
  return results;
}

}  // namespace

ProbeFile::ProbeFile(const fs::path& directory, std::string_view key)
    : path_(directory / absl::StrFormat("%016x.txt",
                                        XXH3_64bits(key.data(), key.size()))) {}

std::optional<ProbeResults> ProbeFile::Read() const {
  if (path_.empty()) {
    return std::nullopt;
  }
  const absl::StatusOr<std::string> text = ReadFile(path_, kMaxBytes);
  return text.ok() ? Parse(*text) : std::nullopt;
}

absl::Status ProbeFile::Write(const ProbeResults& results) const {
  if (path_.empty()) {
    return absl::OkStatus();
  }
  std::error_code error;
  fs::create_directories(path_.parent_path(), error);
  if (error) {
    return FileError(error.value(), "create", path_.parent_path());
  }
  // Another server may write the same file now. Then one of the two may get an
  // error, but the content is right, because both write the same bytes.
  INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<AtomicFileWriter> file,
                             AtomicFileWriter::Create(path_));
  INTERPRES_RETURN_IF_ERROR(file->Write(Format(results)));
  return file->Commit();
}

}  // namespace interpres
