#include "client/output_file.h"

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace interpres {
namespace {

std::string ReasonOf(int error) {
  return std::generic_category().message(error);
}

}  // namespace

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)),
      partial_path_(path_ + ".partial"),
      stream_(partial_path_, std::ios::binary | std::ios::trunc) {}

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Create(
    std::string path) {
  errno = 0;
  std::unique_ptr<OutputFile> file(new OutputFile(std::move(path)));
  if (!file->stream_.is_open()) {
    return absl::DataLossError(absl::StrCat(
        "cannot create ", file->partial_path_, ": ", ReasonOf(errno),
        "; is the directory there and writable?"));
  }
  return file;
}

absl::Status OutputFile::Commit() {
  errno = 0;
  stream_.close();
  if (!stream_) {
    return absl::DataLossError(
        absl::StrCat("cannot write ", partial_path_, ": ", ReasonOf(errno),
                     "; is the disk full? The file is incomplete"));
  }
  if (std::rename(partial_path_.c_str(), path_.c_str()) != 0) {
    return absl::DataLossError(absl::StrCat(
        "cannot rename ", partial_path_, " to ", path_, ": ", ReasonOf(errno)));
  }
  return absl::OkStatus();
}

}  // namespace interpres
