#include "server/registry/model_repository.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <optional>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "model/base/status.h"
#include "model/base/utf8.h"
#include "model/checkpoint/model_directory.h"
#include "model/engine/translation_model.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

// A number of this length fits into int64_t.
constexpr size_t kMaxDigits = 18;

// Other errors (no permission, a file system that does not answer) do not mean
// that the file does not exist.
bool IsGone(const std::error_code& error) {
  return error.value() == ENOENT || error.value() == ENOTDIR;
}

// Returns the paths in a directory, sorted. Returns NOT_FOUND if the directory
// does not exist, and FAILED_PRECONDITION if it cannot be listed.
absl::StatusOr<std::vector<fs::path>> ListDirectory(const fs::path& path) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    entries.push_back(it->path());
  }
  if (error) {
    const std::string message =
        absl::StrCat(path.string(), ": cannot list it: ", error.message());
    return IsGone(error) ? absl::NotFoundError(message)
                         : absl::FailedPreconditionError(message);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

int64_t Nanoseconds(const timespec& time) {
  return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Returns "" if there is no regular file at `path`.
std::string FileFingerprint(const fs::path& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return "";
  }
  return absl::StrCat(path.filename().string(), " ", status.st_size, " ",
                      Nanoseconds(status.st_mtim), " ",
                      Nanoseconds(status.st_ctim), " ", status.st_ino);
}

// The kind of a file, after following links. kGone means that no file exists;
// an error does not.
enum class Entry { kGone, kDirectory, kOther };

absl::StatusOr<Entry> LookAt(const fs::path& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) == 0) {
    return S_ISDIR(status.st_mode) ? Entry::kDirectory : Entry::kOther;
  }
  const std::error_code error(errno, std::generic_category());
  if (!IsGone(error)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path.string(), ": cannot look at it: ", error.message()));
  }
  // A broken link counts as a directory, because its file system may come back.
  return lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode)
             ? Entry::kDirectory
             : Entry::kGone;
}

// Returns the number in the name of a version directory.
std::optional<int64_t> VersionNumber(const fs::path& path) {
  const std::string name = path.filename().string();
  const bool digits = !name.empty() && name.size() <= kMaxDigits &&
                      name.front() != '0' &&
                      std::all_of(name.begin(), name.end(),
                                  [](char c) { return c >= '0' && c <= '9'; });
  int64_t number = 0;
  return digits && absl::SimpleAtoi(name, &number)
             ? std::optional<int64_t>(number)
             : std::nullopt;
}

absl::StatusOr<std::vector<ModelLocation>> FindVersions(const std::string& name,
                                                        const fs::path& path) {
  std::vector<ModelLocation> versions;
  const auto entries = ListDirectory(path);
  if (absl::IsNotFound(entries.status())) {
    return versions;
  }
  INTERPRES_RETURN_IF_ERROR(entries.status());
  for (const fs::path& entry : *entries) {
    const std::optional<int64_t> number = VersionNumber(entry);
    if (!number.has_value()) {
      continue;
    }
    INTERPRES_ASSIGN_OR_RETURN(const Entry kind, LookAt(entry));
    if (kind == Entry::kDirectory) {
      versions.push_back({.name = name,
                          .path = entry,
                          .number = number,
                          .fingerprint = Fingerprint(entry)});
    }
  }
  std::sort(versions.begin(), versions.end(),
            [](const ModelLocation& a, const ModelLocation& b) {
              return a.number > b.number;
            });
  return versions;
}

absl::StatusOr<FoundModel> FindModel(const std::string& name,
                                     const fs::path& path) {
  FoundModel found = {.name = name, .candidates = {}};
  INTERPRES_ASSIGN_OR_RETURN(const Entry config, LookAt(path / "config.json"));
  if (config == Entry::kGone) {
    INTERPRES_ASSIGN_OR_RETURN(found.candidates, FindVersions(name, path));
  }
  if (found.candidates.empty()) {
    found.candidates.push_back(
        {.name = name, .path = path, .fingerprint = Fingerprint(path)});
  }
  return found;
}

bool IsNameOfModel(const std::string& name) {
  return !absl::StartsWith(name, ".") && !absl::EndsWith(name, ".tmp") &&
         name != "lost+found";
}

absl::StatusOr<std::vector<fs::path>> ListModels(const ModelSources& sources) {
  std::vector<fs::path> paths = sources.models;
  if (sources.repository.empty()) {
    return paths;
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<fs::path> entries,
                             ListDirectory(sources.repository));
  for (const fs::path& entry : entries) {
    if (!IsNameOfModel(entry.filename().string())) {
      continue;
    }
    INTERPRES_ASSIGN_OR_RETURN(const Entry kind, LookAt(entry));
    if (kind == Entry::kDirectory || IsModelArchive(entry)) {
      paths.push_back(entry);
    }
  }
  if (paths.empty()) {
    return absl::NotFoundError(absl::StrCat(
        sources.repository.string(),
        ": no model in it: expected directories of checkpoints, NAME/ or "
        "NAME/VERSION/, or zip archives, NAME.zip"));
  }
  return paths;
}

}  // namespace

std::string Fingerprint(const fs::path& model) {
  if (IsModelArchive(model)) {
    return FileFingerprint(model);
  }
  const absl::StatusOr<std::vector<fs::path>> entries = ListDirectory(model);
  if (!entries.ok()) {
    return "";
  }
  std::vector<std::string> files;
  for (const fs::path& entry : *entries) {
    std::string file = FileFingerprint(entry);
    if (!file.empty()) {
      files.push_back(std::move(file));
    }
  }
  return absl::StrJoin(files, "\n");
}

absl::StatusOr<std::vector<FoundModel>> FindModels(
    const ModelSources& sources) {
  INTERPRES_ASSIGN_OR_RETURN(const std::vector<fs::path> paths,
                             ListModels(sources));
  std::map<std::string, fs::path> by_name;
  for (const fs::path& path : paths) {
    const std::string name = TranslationModel::NameOf(path);
    if (FindInvalidUtf8(name).has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          path.parent_path().string(),
          ": the name of a model in it is not UTF-8: rename the directory"));
    }
    const auto [other, added] = by_name.emplace(name, path);
    if (!added) {
      return absl::InvalidArgumentError(absl::StrCat(
          other->second.string(), " and ", path.string(),
          " would both be the model \"", name,
          "\": expected directories of different names; rename one"));
    }
  }
  std::vector<FoundModel> found;
  found.reserve(by_name.size());
  for (const auto& [name, path] : by_name) {
    INTERPRES_ASSIGN_OR_RETURN(FoundModel model, FindModel(name, path));
    const bool is_named =
        std::ranges::find(sources.models, path) != sources.models.end();
    for (ModelLocation& candidate : model.candidates) {
      candidate.in_repository = !is_named;
    }
    found.push_back(std::move(model));
  }
  return found;
}

}  // namespace interpres
