#include "model/checkpoint/model_files.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/decompression.h"
#include "model/checkpoint/zip_archive.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

class DirectoryFiles final : public ModelFiles {
 public:
  explicit DirectoryFiles(fs::path path) : path_(std::move(path)) {}

  std::string PlaceOf(std::string_view name) const override {
    return (path_ / name).string();
  }

  // True also for a link that leads nowhere: opening it names the problem.
  bool Has(std::string_view name) const override {
    std::error_code error;
    return fs::symlink_status(path_ / name, error).type() !=
               fs::file_type::not_found &&
           !error;
  }

  absl::StatusOr<std::string> Read(std::string_view name,
                                   int64_t max_bytes) const override {
    return ReadFile(path_ / name, max_bytes);
  }

  absl::StatusOr<std::shared_ptr<const ByteSource>> Open(
      std::string_view name) const override {
    return OpenByteSource(path_ / name);
  }

 private:
  const fs::path path_;
};

class ArchiveFiles final : public ModelFiles {
 public:
  ArchiveFiles(std::string path, std::string directory,
               std::shared_ptr<const ZipArchive> archive, int64_t bytes)
      : path_(std::move(path)),
        directory_(std::move(directory)),
        archive_(std::move(archive)),
        bytes_(bytes) {}

  std::string PlaceOf(std::string_view name) const override {
    return absl::StrCat(path_, "/", directory_, AsAbsl(name));
  }

  bool Has(std::string_view name) const override {
    return archive_->members().contains(MemberOf(name));
  }

  absl::StatusOr<std::string> Read(std::string_view name,
                                   int64_t max_bytes) const override {
    return archive_->ReadMember(MemberOf(name), max_bytes);
  }

  absl::StatusOr<std::shared_ptr<const ByteSource>> Open(
      std::string_view name) const override {
    const std::string member = MemberOf(name);
    const auto found = archive_->members().find(member);
    if (found == archive_->members().end() || found->second.is_stored) {
      return archive_->Stored(member);
    }
    INTERPRES_ASSIGN_OR_RETURN(
        std::string bytes,
        archive_->ReadMember(member, MaxDecompressedBytes(bytes_)));
    return OwnBytes(std::move(bytes));
  }

 private:
  std::string MemberOf(std::string_view name) const {
    return absl::StrCat(directory_, AsAbsl(name));
  }

  const std::string path_;
  const std::string directory_;  // in the archive, with its "/"
  const std::shared_ptr<const ZipArchive> archive_;
  const int64_t bytes_;  // of the archive
};

}  // namespace

absl::StatusOr<std::optional<std::string>> ModelFiles::ReadOptional(
    std::string_view name, int64_t max_bytes) const {
  if (!Has(name)) {
    return std::nullopt;
  }
  INTERPRES_ASSIGN_OR_RETURN(std::string text, Read(name, max_bytes));
  return text;
}

std::unique_ptr<const ModelFiles> FilesOfDirectory(const fs::path& path) {
  return std::make_unique<DirectoryFiles>(path);
}

absl::StatusOr<std::unique_ptr<const ModelFiles>> FilesOfArchive(
    const fs::path& path, std::string_view marker) {
  INTERPRES_ASSIGN_OR_RETURN(const auto bytes, OpenByteSource(path));
  INTERPRES_ASSIGN_OR_RETURN(auto archive,
                             ZipArchive::Open(bytes, path.string()));
  std::optional<std::string> directory;
  for (const auto& [name, member] : archive->members()) {
    const fs::path inner(name);
    if (inner.filename() != marker) {
      continue;
    }
    if (directory.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          path.string(), ": the archive has two files ", AsAbsl(marker),
          "; expected one model; unpack the archive and give one directory"));
    }
    directory = name.substr(0, name.size() - marker.size());
  }
  if (!directory.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        path.string(), ": the archive has no file ", AsAbsl(marker),
        "; expected a model as OPUS-MT publishes it; give a directory with a "
        "model instead"));
  }
  return std::make_unique<const ArchiveFiles>(
      path.string(), *std::move(directory), std::move(archive), bytes->size());
}

}  // namespace interpres
