#include "client/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

std::string ReasonOf(int error) {
  return std::generic_category().message(error);
}

// Returns the path that a link leads to, which need not exist. Returns `path`
// itself if it is not a link.
std::string Followed(fs::path path) {
  constexpr int kMaxLinks = 40;  // the limit of Linux; more are a circle
  std::error_code error;
  for (int i = 0; i < kMaxLinks && fs::is_symlink(path, error); ++i) {
    path = path.parent_path() / fs::read_symlink(path, error);
  }
  return path.string();
}

// Returns whether a rename may replace `path`. A device or a pipe must be
// written by the name that was given. For example, /dev/stdout leads to a link
// whose text is not a path ("pipe:[4026]").
bool IsReplaceable(const std::string& path) {
  std::error_code error;
  return !fs::exists(path, error) || fs::is_regular_file(path, error);
}

// Returns the standard stream that writes to `path`, for example /dev/fd/1 or
// the file of a shell's redirection, whose earlier content must stay. Returns
// null if neither standard output nor standard error writes to `path`.
std::ostream* StandardStream(const std::string& path) {
  const auto writes_to = [&path](int descriptor) {
    struct stat file {};
    struct stat standard {};
    return stat(path.c_str(), &file) == 0 &&
           fstat(descriptor, &standard) == 0 &&
           file.st_dev == standard.st_dev && file.st_ino == standard.st_ino;
  };
  if (writes_to(STDOUT_FILENO)) {
    return &std::cout;
  }
  return writes_to(STDERR_FILENO) ? &std::cerr : nullptr;
}

}  // namespace

OutputFile::OutputFile(std::string path)
    : standard_(StandardStream(path)),
      path_(IsReplaceable(path) ? Followed(std::move(path)) : std::move(path)),
      partial_path_(standard_ == nullptr && IsReplaceable(path_)
                        ? path_ + ".partial"
                        : path_) {
  if (standard_ == nullptr) {
    file_.open(partial_path_, std::ios::binary | std::ios::trunc);
  }
}

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Create(
    std::string path) {
  errno = 0;
  std::unique_ptr<OutputFile> file(new OutputFile(std::move(path)));
  if (!file->is_standard() && !file->file_.is_open()) {
    return absl::DataLossError(absl::StrCat(
        "cannot create ", file->partial_path_, ": ", ReasonOf(errno),
        "; check that the directory exists and is writable"));
  }
  return file;
}

absl::Status OutputFile::Commit() {
  errno = 0;
  if (is_standard()) {
    standard_->flush();
  } else {
    file_.close();
  }
  if (!stream()) {
    return absl::DataLossError(
        absl::StrCat("cannot write ", partial_path_, ": ", ReasonOf(errno),
                     "; the file is incomplete; check the free space of the "
                     "disk and run the command again"));
  }
  if (partial_path_ != path_ &&
      std::rename(partial_path_.c_str(), path_.c_str()) != 0) {
    return absl::DataLossError(absl::StrCat(
        "cannot rename ", partial_path_, " to ", path_, ": ", ReasonOf(errno),
        "; the file is complete; rename it yourself"));
  }
  return absl::OkStatus();
}

}  // namespace interpres
