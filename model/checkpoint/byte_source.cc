#include "model/checkpoint/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/file_descriptor.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/data_checksum.h"

namespace interpres {
namespace {

namespace fs = std::filesystem;

class FileBytes final : public ByteSource {
 public:
  FileBytes(int descriptor, fs::path path)
      : file_(descriptor), path_(std::move(path)) {}

  absl::Status Init() {
    if (file_.value() < 0) {
      return FileError(errno, "open", path_);
    }
    INTERPRES_ASSIGN_OR_RETURN(size_, RegularFileSize(file_.value(), path_));
    if (fstat(file_.value(), &opened_) != 0) {
      return FileError(errno, "stat", path_);
    }
    size_ = static_cast<int64_t>(opened_.st_size);
    return absl::OkStatus();
  }

  int64_t size() const override { return size_; }

 private:
  absl::Status ReadWithin(int64_t offset,
                          std::span<std::byte> out) const override {
    while (!out.empty()) {
      const ssize_t count =
          pread(file_.value(), out.data(), out.size(), offset);
      if (count < 0 && errno == EINTR) {
        continue;
      }
      if (count < 0) {
        return FileError(errno, "read", path_);
      }
      if (count == 0) {
        return Changed();
      }
      offset += count;
      out = out.subspan(static_cast<std::size_t>(count));
    }
    struct stat now = {};
    if (fstat(file_.value(), &now) != 0) {
      return FileError(errno, "stat", path_);
    }
    const bool same = now.st_size == opened_.st_size &&
                      now.st_mtim.tv_sec == opened_.st_mtim.tv_sec &&
                      now.st_mtim.tv_nsec == opened_.st_mtim.tv_nsec;
    return same ? absl::OkStatus() : Changed();
  }

  absl::Status Changed() const {
    return absl::DataLossError(
        absl::StrCat(path_.string(),
                     ": another program changed it while it was read; replace "
                     "the file by renaming a complete one"));
  }

  const FileDescriptor file_;
  const fs::path path_;
  int64_t size_ = 0;
  struct stat opened_ = {};
};

class BorrowedBytes final : public ByteSource {
 public:
  explicit BorrowedBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

  int64_t size() const override { return static_cast<int64_t>(bytes_.size()); }

 private:
  absl::Status ReadWithin(int64_t offset,
                          std::span<std::byte> out) const override {
    std::copy_n(bytes_.begin() + offset, out.size(), out.begin());
    return absl::OkStatus();
  }

  const std::span<const std::byte> bytes_;
};

class OwnedBytes final : public ByteSource {
 public:
  explicit OwnedBytes(std::string bytes) : bytes_(std::move(bytes)) {}

  int64_t size() const override { return static_cast<int64_t>(bytes_.size()); }

 private:
  absl::Status ReadWithin(int64_t offset,
                          std::span<std::byte> out) const override {
    std::ranges::copy(
        std::as_bytes(std::span(bytes_))
            .subspan(static_cast<std::size_t>(offset), out.size()),
        out.begin());
    return absl::OkStatus();
  }

  const std::string bytes_;
};

// The bytes of two sources, one after the other.
class Joined final : public ByteSource {
 public:
  Joined(std::shared_ptr<const ByteSource> head,
         std::shared_ptr<const ByteSource> tail)
      : head_(std::move(head)), tail_(std::move(tail)) {}

  int64_t size() const override { return head_->size() + tail_->size(); }

 private:
  absl::Status ReadWithin(int64_t offset,
                          std::span<std::byte> out) const override {
    const int64_t in_head = std::clamp<int64_t>(
        head_->size() - offset, 0, static_cast<int64_t>(out.size()));
    const auto count = static_cast<std::size_t>(in_head);
    if (count > 0) {
      INTERPRES_RETURN_IF_ERROR(head_->Read(offset, out.first(count)));
    }
    if (count == out.size()) {
      return absl::OkStatus();
    }
    return tail_->Read(offset + in_head - head_->size(), out.subspan(count));
  }

  const std::shared_ptr<const ByteSource> head_;
  const std::shared_ptr<const ByteSource> tail_;
};

class Slice final : public ByteSource {
 public:
  Slice(std::shared_ptr<const ByteSource> source, int64_t begin, int64_t size)
      : source_(std::move(source)), begin_(begin), size_(size) {}

  int64_t size() const override { return size_; }

 private:
  absl::Status ReadWithin(int64_t offset,
                          std::span<std::byte> out) const override {
    return source_->Read(begin_ + offset, out);
  }

  const std::shared_ptr<const ByteSource> source_;
  const int64_t begin_;
  const int64_t size_;
};

}  // namespace

absl::Status ByteSource::Read(int64_t offset, std::span<std::byte> out) const {
  const auto count = static_cast<int64_t>(out.size());
  if (count > size() || offset > size() - count) {
    return absl::InvalidArgumentError(
        absl::StrCat("bytes ", offset, " to ", offset, " + ", count,
                     " are outside the ", size(), " bytes of the file"));
  }
  return ReadWithin(offset, out);
}

absl::StatusOr<std::shared_ptr<const ByteSource>> OpenByteSource(
    const fs::path& path) {
  // O_NONBLOCK: opening a named pipe must not wait for its writer.
  const auto file = std::make_shared<FileBytes>(
      open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK), path);
  INTERPRES_RETURN_IF_ERROR(file->Init());
  return file;
}

std::shared_ptr<const ByteSource> BorrowBytes(
    std::span<const std::byte> bytes) {
  return std::make_shared<BorrowedBytes>(bytes);
}

std::shared_ptr<const ByteSource> OwnBytes(std::string bytes) {
  return std::make_shared<OwnedBytes>(std::move(bytes));
}

std::shared_ptr<const ByteSource> AppendBytes(
    std::shared_ptr<const ByteSource> source, std::string tail) {
  return std::make_shared<Joined>(std::move(source), OwnBytes(std::move(tail)));
}

std::shared_ptr<const ByteSource> SliceBytes(
    std::shared_ptr<const ByteSource> source, int64_t offset, int64_t count) {
  return std::make_shared<Slice>(std::move(source), offset, count);
}

absl::StatusOr<std::string> ReadText(const ByteSource& source, int64_t offset,
                                     int64_t count) {
  std::string text(static_cast<std::size_t>(count), '\0');
  INTERPRES_RETURN_IF_ERROR(
      source.Read(offset, std::as_writable_bytes(std::span<char>(text))));
  return text;
}

absl::StatusOr<std::string> Checksum(const ByteSource& source, int64_t offset) {
  // Stays in the cache of the processor while it is read and summed.
  constexpr int64_t kPart = int64_t{1} << 16;
  DataChecksum checksum;
  std::vector<std::byte> buffer(
      static_cast<std::size_t>(std::min(kPart, source.size())));
  while (offset < source.size()) {
    const auto part = std::span(buffer).first(
        static_cast<std::size_t>(std::min(kPart, source.size() - offset)));
    INTERPRES_RETURN_IF_ERROR(source.Read(offset, part));
    checksum.Add(part);
    offset += static_cast<int64_t>(part.size());
  }
  return checksum.Hex();
}

}  // namespace interpres
