#include "model/checkpoint/zip_archive.h"

#include <zip.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <mutex>
#include <span>
#include <utility>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
// The bytes of an archive as libzip reads them.
class ZipArchive::Input {
 public:
  explicit Input(std::shared_ptr<const ByteSource> bytes)
      : bytes_(std::move(bytes)) {}

  // The error of the last read that failed.
  const absl::Status& status() const { return status_; }

  // Has the type of zip_source_callback. `state` is the Input.
  static zip_int64_t Callback(void* state, void* data, zip_uint64_t length,
                              zip_source_cmd_t command) {
    return static_cast<Input*>(state)->Do(data, length, command);
  }

 private:
  zip_int64_t Do(void* data, zip_uint64_t length, zip_source_cmd_t command) {
    switch (command) {
      case ZIP_SOURCE_OPEN:
        position_ = 0;
        return 0;
      case ZIP_SOURCE_READ:
        return Read(data, length);
      case ZIP_SOURCE_STAT:
        return Stat(data, length);
      case ZIP_SOURCE_SEEK:
        return Seek(data, length);
      case ZIP_SOURCE_TELL:
        return position_;
      case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&error_, data, length);
      case ZIP_SOURCE_CLOSE:
      case ZIP_SOURCE_FREE:
        return 0;
      case ZIP_SOURCE_SUPPORTS:
        return ZIP_SOURCE_SUPPORTS_SEEKABLE;
      default:
        zip_error_set(&error_, ZIP_ER_OPNOTSUPP, 0);
        return -1;
    }
  }

  zip_int64_t Read(void* data, zip_uint64_t wanted) {
    const auto rest = static_cast<zip_uint64_t>(bytes_->size() - position_);
    const auto count = static_cast<std::size_t>(std::min(wanted, rest));
    status_ = bytes_->Read(position_,
                           std::span(static_cast<std::byte*>(data), count));
    if (!status_.ok()) {
      zip_error_set(&error_, ZIP_ER_READ, EIO);
      return -1;
    }
    position_ += static_cast<zip_int64_t>(count);
    return static_cast<zip_int64_t>(count);
  }

  zip_int64_t Stat(void* data, zip_uint64_t length) const {
    if (length < sizeof(zip_stat_t)) {
      return -1;
    }
    auto* stat = static_cast<zip_stat_t*>(data);
    zip_stat_init(stat);
    stat->size = static_cast<zip_uint64_t>(bytes_->size());
    stat->valid = ZIP_STAT_SIZE;
    return sizeof(zip_stat_t);
  }

  zip_int64_t Seek(void* data, zip_uint64_t length) {
    const zip_int64_t to = zip_source_seek_compute_offset(
        static_cast<zip_uint64_t>(position_),
        static_cast<zip_uint64_t>(bytes_->size()), data, length, &error_);
    if (to < 0) {
      return -1;
    }
    position_ = to;
    return 0;
  }

  const std::shared_ptr<const ByteSource> bytes_;
  zip_int64_t position_ = 0;
  absl::Status status_;
  zip_error_t error_ = {};
};

// libzip's state, which one thread at a time may use.
class ZipArchive::Impl {
 public:
  Impl(std::shared_ptr<const ByteSource> bytes, std::string name)
      : name_(std::move(name)), input_(std::move(bytes)) {}

  absl::Status Open() {
    zip_error_t error = {};
    zip_source_t* source =
        zip_source_function_create(&Input::Callback, &input_, &error);
    if (source == nullptr) {
      return Failed(error);
    }
    archive_.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
    if (archive_ == nullptr) {
      zip_source_free(source);
      return Failed(error);
    }
    return absl::OkStatus();
  }

  absl::Status ListMembers(
      std::map<std::string, Member, std::less<>>& members) {
    const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      zip_stat_t stat = {};
      const auto index = static_cast<zip_uint64_t>(i);
      if (zip_stat_index(archive_.get(), index, ZIP_FL_ENC_GUESS, &stat) != 0) {
        return Failed(*zip_get_error(archive_.get()));
      }
      const bool is_stored = stat.comp_method == ZIP_CM_STORE &&
                             stat.encryption_method == ZIP_EM_NONE &&
                             stat.comp_size == stat.size;
      const Member member = {.index = index,
                             .size = static_cast<int64_t>(stat.size),
                             .is_stored = is_stored};
      if (member.size < 0 || !members.emplace(stat.name, member).second) {
        return absl::InvalidArgumentError(
            absl::StrCat(name_, ": the archive has ", Quoted(stat.name),
                         " twice or with an impossible size: the file is "
                         "damaged"));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Read(const Member& member, int64_t offset,
                    std::span<std::byte> out) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (opened_ == nullptr || opened_index_ != member.index) {
      opened_.reset(zip_fopen_index(archive_.get(), member.index, 0));
      opened_index_ = member.index;
    }
    if (opened_ == nullptr) {
      return Failed(*zip_get_error(archive_.get()));
    }
    if (zip_ftell(opened_.get()) != offset &&
        zip_fseek(opened_.get(), offset, SEEK_SET) != 0) {
      return Failed(*zip_file_get_error(opened_.get()));
    }
    // Reading past the end of a member makes libzip compare its checksum, if
    // the member was read from its beginning on.
    const bool to_end =
        offset + static_cast<int64_t>(out.size()) == member.size;
    while (!out.empty()) {
      const zip_int64_t count =
          zip_fread(opened_.get(), out.data(), out.size());
      if (count <= 0) {
        return Failed(*zip_file_get_error(opened_.get()));
      }
      out = out.subspan(static_cast<std::size_t>(count));
    }
    char past_end = 0;
    if (to_end && zip_fread(opened_.get(), &past_end, 1) != 0) {
      return Failed(*zip_file_get_error(opened_.get()));
    }
    return absl::OkStatus();
  }

  // Reads a whole member, which may be compressed: libzip has no places in
  // compressed members.
  absl::StatusOr<std::string> ReadAll(const Member& member) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
        zip_fopen_index(archive_.get(), member.index, 0), &zip_fclose);
    if (file == nullptr) {
      return Failed(*zip_get_error(archive_.get()));
    }
    // The string grows with the data, because the size in the archive may lie.
    constexpr std::size_t kPart = std::size_t{1} << 20;
    const auto size = static_cast<std::size_t>(member.size);
    std::string bytes;
    zip_int64_t count = 1;
    while (bytes.size() < size && count > 0) {
      const std::size_t begin = bytes.size();
      bytes.resize(std::min(begin + kPart, size));
      count = zip_fread(file.get(), bytes.data() + begin, bytes.size() - begin);
      bytes.resize(begin +
                   static_cast<std::size_t>(std::max<zip_int64_t>(count, 0)));
    }
    // Reading past the end makes libzip compare the checksum.
    char past_end = 0;
    if (bytes.size() != size || zip_fread(file.get(), &past_end, 1) != 0) {
      return Failed(*zip_file_get_error(file.get()));
    }
    return bytes;
  }

 private:
  absl::Status Failed(const zip_error_t& error) {
    if (!input_.status().ok()) {
      return input_.status();
    }
    // The text of an error belongs to it, and `error` may be libzip's.
    zip_error_t copy = {};
    zip_error_set(&copy, zip_error_code_zip(&error),
                  zip_error_code_system(&error));
    const std::string reason = zip_error_code_zip(&copy) == ZIP_ER_OK
                                   ? "a member has another size than it says"
                                   : zip_error_strerror(&copy);
    zip_error_fini(&copy);
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": the zip archive is damaged: ", reason,
                     "; copy or download the file again"));
  }

  const std::string name_;
  std::mutex mutex_;
  Input input_;
  std::unique_ptr<zip_t, void (*)(zip_t*)> archive_ = {nullptr, &zip_discard};
  uint64_t opened_index_ = 0;
  // Destroyed before the archive.
  std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> opened_ = {nullptr,
                                                               &zip_fclose};
};

class ZipArchive::MemberBytes final : public ByteSource {
 public:
  MemberBytes(std::shared_ptr<Impl> archive, const Member& member)
      : archive_(std::move(archive)), member_(member) {}

  int64_t size() const override { return member_.size; }

 private:
  absl::Status ReadWithin(int64_t offset,
                          std::span<std::byte> out) const override {
    return archive_->Read(member_, offset, out);
  }

  const std::shared_ptr<Impl> archive_;
  const Member member_;
};

ZipArchive::ZipArchive(std::shared_ptr<const ByteSource> bytes,
                       std::string name)
    : name_(std::move(name)),
      impl_(std::make_shared<Impl>(std::move(bytes), name_)) {}

ZipArchive::~ZipArchive() = default;

absl::StatusOr<std::shared_ptr<const ZipArchive>> ZipArchive::Open(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name) {
  const std::shared_ptr<ZipArchive> archive(
      new ZipArchive(bytes, std::string(name)));
  INTERPRES_RETURN_IF_ERROR(archive->impl_->Open());
  INTERPRES_RETURN_IF_ERROR(archive->impl_->ListMembers(archive->members_));
  for (const auto& [member, entry] : archive->members_) {
    if (entry.is_stored && entry.size > bytes->size()) {
      return absl::InvalidArgumentError(
          absl::StrCat(AsAbsl(name), ": ", Quoted(member), " has ", entry.size,
                       " bytes, more than the archive: the file is damaged"));
    }
  }
  return archive;
}

absl::StatusOr<ZipArchive::Member> ZipArchive::Find(
    std::string_view member) const {
  const auto found = members_.find(member);
  if (found == members_.end()) {
    return absl::NotFoundError(
        absl::StrCat(name_, ": the archive has no ", Quoted(member)));
  }
  return found->second;
}

absl::StatusOr<std::shared_ptr<const ByteSource>> ZipArchive::Stored(
    std::string_view member) const {
  INTERPRES_ASSIGN_OR_RETURN(const Member found, Find(member));
  if (!found.is_stored) {
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": ", Quoted(member),
                     " is compressed or encrypted; expected a stored member"));
  }
  return std::make_shared<const MemberBytes>(impl_, found);
}

absl::StatusOr<std::string> ZipArchive::ReadMember(std::string_view member,
                                                   int64_t max_bytes) const {
  INTERPRES_ASSIGN_OR_RETURN(const Member found, Find(member));
  if (found.size > max_bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(name_, ": ", Quoted(member), " has ", found.size,
                     " bytes; expected at most ", max_bytes));
  }
  return impl_->ReadAll(found);
}

}  // namespace interpres
