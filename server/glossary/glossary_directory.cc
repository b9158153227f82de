// Tested by glossary_store_test.cc.

#include "server/glossary/glossary_directory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "model/glossary/glossary_format.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

constexpr char kOwners[] = "owners";
constexpr mode_t kPrivate = 0700;

absl::Status CannotRead(const fs::path& path, const std::error_code& error) {
  return absl::FailedPreconditionError(absl::StrFormat(
      "cannot read the glossaries in %s: %s; expected a directory that the "
      "server can read; set --glossary-directory",
      path.string(), error.message()));
}

// Returns the names in a directory, sorted. `error` gets the error.
std::vector<std::string> NamesIn(const fs::path& path, std::error_code& error) {
  std::vector<std::string> names;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

bool IsGlossaryFile(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot != std::string::npos && dot > 0 && name.front() != '.' &&
         FormatOfExtension(std::string_view(name).substr(dot + 1));
}

std::string FingerprintOf(const struct stat& info) {
  return absl::StrCat(info.st_dev, ":", info.st_ino, ":", info.st_size, ":",
                      info.st_mtim.tv_sec, ".", info.st_mtim.tv_nsec);
}

absl::Status MakePrivate(const fs::path& path) {
  if (mkdir(path.c_str(), kPrivate) != 0) {
    return errno == EEXIST ? absl::OkStatus()
                           : FileError(errno, "create", path);
  }
  return SyncDirectory(path.parent_path());
}

}  // namespace

fs::path GlossaryDirectory::DirectoryOf(const std::string& owner) const {
  return owner.empty() ? root_ : root_ / kOwners / owner;
}

fs::path GlossaryDirectory::PathOf(const GlossaryFileKey& key) const {
  return DirectoryOf(key.first) / key.second;
}

absl::StatusOr<std::vector<FoundGlossaryFile>> GlossaryDirectory::ListOwner(
    const std::string& owner) const {
  const fs::path directory = DirectoryOf(owner);
  std::error_code error;
  std::vector<FoundGlossaryFile> found;
  for (const std::string& name : NamesIn(directory, error)) {
    struct stat info = {};
    if (IsGlossaryFile(name) && stat((directory / name).c_str(), &info) == 0) {
      found.push_back(
          {.key = {owner, name}, .fingerprint = FingerprintOf(info)});
    }
  }
  if (error && (owner.empty() || error.value() != ENOENT)) {
    return CannotRead(directory, error);
  }
  return found;
}

absl::StatusOr<std::vector<FoundGlossaryFile>> GlossaryDirectory::List() const {
  INTERPRES_ASSIGN_OR_RETURN(std::vector<FoundGlossaryFile> found,
                             ListOwner(""));
  std::error_code error;
  const std::vector<std::string> owners = NamesIn(root_ / kOwners, error);
  if (error && error.value() != ENOENT) {
    return CannotRead(root_ / kOwners, error);
  }
  for (const std::string& owner : owners) {
    std::error_code ignored;
    if (owner.front() == '.' ||
        !fs::is_directory(DirectoryOf(owner), ignored)) {
      continue;
    }
    INTERPRES_ASSIGN_OR_RETURN(const std::vector<FoundGlossaryFile> owned,
                               ListOwner(owner));
    found.insert(found.end(), owned.begin(), owned.end());
  }
  return found;
}

absl::StatusOr<std::string> GlossaryDirectory::Read(const GlossaryFileKey& key,
                                                    int64_t max_bytes) const {
  const fs::path path = PathOf(key);
  absl::StatusOr<std::string> content = ReadFile(path, max_bytes);
  if (content.ok()) {
    return content;
  }
  absl::string_view message = content.status().message();
  const std::string prefix = absl::StrCat(path.string(), ": ");
  if (message.substr(0, prefix.size()) == prefix) {
    message.remove_prefix(prefix.size());
  }
  return absl::Status(content.status().code(), message);
}

absl::Status GlossaryDirectory::Explain(const absl::Status& status) const {
  if (status.ok() || absl::IsResourceExhausted(status)) {
    return status;
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "the server cannot change the files of its glossaries: %s; expected a "
      "--glossary-directory that the server can write; mount the directory "
      "writable, or change the files and reload the server",
      status.message()));
}

absl::Status GlossaryDirectory::TryWrite(const GlossaryFileKey& key,
                                         std::string_view content) const {
  INTERPRES_RETURN_IF_ERROR(MakePrivate(root_ / kOwners));
  INTERPRES_RETURN_IF_ERROR(MakePrivate(DirectoryOf(key.first)));
  INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<AtomicFileWriter> writer,
                             AtomicFileWriter::Create(PathOf(key)));
  INTERPRES_RETURN_IF_ERROR(writer->Write(content));
  return writer->Commit();
}

absl::Status GlossaryDirectory::TryRemove(const GlossaryFileKey& key) const {
  const fs::path path = PathOf(key);
  if (unlink(path.c_str()) != 0 && errno != ENOENT) {
    return FileError(errno, "remove", path);
  }
  return SyncDirectory(path.parent_path());
}

absl::Status GlossaryDirectory::Write(const GlossaryFileKey& key,
                                      std::string_view content) const {
  return Explain(TryWrite(key, content));
}

absl::Status GlossaryDirectory::Remove(const GlossaryFileKey& key) const {
  return Explain(TryRemove(key));
}

}  // namespace interpres
