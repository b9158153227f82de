// Reads zip archives, zip64 included.

#ifndef INTERPRES_MODEL_CHECKPOINT_ZIP_ARCHIVE_H_
#define INTERPRES_MODEL_CHECKPOINT_ZIP_ARCHIVE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "model/checkpoint/byte_source.h"

namespace interpres {

// An open archive. Thread-safe.
class ZipArchive {
 public:
  // A file in the archive.
  struct Member {
    uint64_t index = 0;      // in the archive
    int64_t size = 0;        // in bytes, uncompressed
    bool is_stored = false;  // neither compressed nor encrypted
  };

  // Opens the archive in `bytes`. Returns INVALID_ARGUMENT if the directory of
  // the archive is malformed, has a name twice or has an impossible size. Also
  // returns the errors of ByteSource::Read. `name` starts every message about
  // the archive.
  static absl::StatusOr<std::shared_ptr<const ZipArchive>> Open(
      const std::shared_ptr<const ByteSource>& bytes, std::string_view name);

  const std::map<std::string, Member, std::less<>>& members() const {
    return members_;
  }

  // Returns the bytes of the member `member`, which stay in the archive.
  // Returns NOT_FOUND if the archive has no such member. Returns
  // INVALID_ARGUMENT if the member is compressed or encrypted. The result keeps
  // the archive open.
  //
  // Reading the result in order from its beginning to its end, without reads of
  // other members between, also compares the checksum that the archive has. The
  // last ByteSource::Read then returns INVALID_ARGUMENT if the checksums
  // differ. A read of a damaged archive also returns INVALID_ARGUMENT.
  absl::StatusOr<std::shared_ptr<const ByteSource>> Stored(
      std::string_view member) const;

  // Returns the bytes of the member `member`, inflated in memory if they are
  // compressed. Returns NOT_FOUND if the archive has no such member. Returns
  // INVALID_ARGUMENT if the member has more than `max_bytes` bytes, has another
  // size or checksum than the archive says, or is encrypted. Also returns the
  // errors of ByteSource::Read.
  absl::StatusOr<std::string> ReadMember(std::string_view member,
                                         int64_t max_bytes) const;

  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

 private:
  class Input;
  class Impl;
  class MemberBytes;
  ZipArchive(std::shared_ptr<const ByteSource> bytes, std::string name);
  // Returns the member with the name `member`. Returns NOT_FOUND if the archive
  // has no such member.
  absl::StatusOr<Member> Find(std::string_view member) const;

  const std::string name_;
  std::map<std::string, Member, std::less<>> members_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_CHECKPOINT_ZIP_ARCHIVE_H_
