#include "model/training/state_archive.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"
#include "xxhash.h"

namespace interpres {
namespace {

constexpr std::string_view kMagic = "ITPSTATE";
constexpr uint32_t kVersion = 1;

struct FreeHash {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

// Hashes what it writes; remembers the first error.
class HashingWriter {
 public:
  explicit HashingWriter(AtomicFileWriter& file)
      : file_(file), hash_(XXH3_createState()) {
    XXH3_64bits_reset(hash_.get());
  }

  void Write(const void* data, std::size_t size) {
    XXH3_64bits_update(hash_.get(), data, size);
    if (status_.ok()) {
      status_ =
          file_.Write(std::span(static_cast<const std::byte*>(data), size));
    }
  }

  template <typename T>
  void WriteNumber(T value) {
    Write(&value, sizeof(value));
  }

  void WriteChecksum() { WriteNumber(XXH3_64bits_digest(hash_.get())); }

  const absl::Status& status() const { return status_; }

 private:
  AtomicFileWriter& file_;
  std::unique_ptr<XXH3_state_t, FreeHash> hash_;
  absl::Status status_;
};

void WriteContents(HashingWriter& writer, const StateEntries& entries,
                   std::span<const std::span<const float>> arrays) {
  writer.Write(kMagic.data(), kMagic.size());
  writer.WriteNumber(kVersion);
  writer.WriteNumber(static_cast<uint32_t>(entries.size()));
  writer.WriteNumber(static_cast<uint32_t>(arrays.size()));
  writer.WriteNumber(uint32_t{0});
  for (const auto& [key, value] : entries) {
    writer.WriteNumber(static_cast<uint32_t>(key.size()));
    writer.WriteNumber(static_cast<uint32_t>(value.size()));
    writer.Write(key.data(), key.size());
    writer.Write(value.data(), value.size());
  }
  for (const std::span<const float> array : arrays) {
    writer.WriteNumber(static_cast<uint64_t>(array.size()));
    writer.Write(array.data(), array.size_bytes());
  }
  writer.WriteChecksum();
}

// Takes values off the front of the file's bytes; remembers running out.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  std::string_view Take(uint64_t size) {
    if (size > bytes_.size()) {
      failed_ = true;
      bytes_ = {};
      return {};
    }
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

  template <typename T>
  T TakeNumber() {
    T value = 0;
    const std::string_view taken = Take(sizeof(T));
    if (!taken.empty()) {
      std::memcpy(&value, taken.data(), sizeof(T));
    }
    return value;
  }

  bool failed() const { return failed_; }
  bool done() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool failed_ = false;
};

absl::Status Damaged(const std::filesystem::path& path,
                     const std::string& what) {
  return absl::DataLossError(absl::StrFormat("%s: %s", path.string(), what));
}

absl::StatusOr<StateArchive> ParseContents(const std::filesystem::path& path,
                                           std::string_view body) {
  Reader reader(body);
  reader.Take(kMagic.size());
  const auto version = reader.TakeNumber<uint32_t>();
  if (version != kVersion) {
    return Damaged(path, absl::StrFormat("format version %d, expected %d",
                                         version, kVersion));
  }
  const auto entries = reader.TakeNumber<uint32_t>();
  const auto arrays = reader.TakeNumber<uint32_t>();
  reader.TakeNumber<uint32_t>();
  StateArchive archive;
  for (uint32_t i = 0; i < entries && !reader.failed(); ++i) {
    const auto key_size = reader.TakeNumber<uint32_t>();
    const auto value_size = reader.TakeNumber<uint32_t>();
    const std::string_view key = reader.Take(key_size);
    archive.entries.emplace(key, reader.Take(value_size));
  }
  for (uint32_t i = 0; i < arrays && !reader.failed(); ++i) {
    const auto floats = reader.TakeNumber<uint64_t>();
    // Checked before the multiplication, so that it cannot overflow.
    const std::string_view data = reader.Take(
        floats > body.size() ? body.size() + 1 : floats * sizeof(float));
    if (reader.failed()) {
      break;
    }
    AlignedBuffer<float> array(static_cast<int64_t>(floats));
    if (!data.empty()) {  // memcpy takes no null, not even for nothing
      std::memcpy(array.data(), data.data(), data.size());
    }
    archive.arrays.push_back(std::move(array));
  }
  if (reader.failed() || !reader.done()) {
    return Damaged(path, "sizes inside the file contradict its length");
  }
  return archive;
}

}  // namespace

absl::Status WriteStateArchive(const std::filesystem::path& path,
                               const StateEntries& entries,
                               std::span<const std::span<const float>> arrays) {
  INTERPRES_ASSIGN_OR_RETURN(const auto file, AtomicFileWriter::Create(path));
  HashingWriter writer(*file);
  WriteContents(writer, entries, arrays);
  INTERPRES_RETURN_IF_ERROR(writer.status());
  return file->Commit();
}

absl::StatusOr<StateArchive> ReadStateArchive(
    const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::Open(path));
  const std::string_view bytes(
      reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size());
  if (bytes.size() < kMagic.size() + sizeof(uint64_t) ||
      !bytes.starts_with(kMagic)) {
    return Damaged(path, "not a file of interpres-train");
  }
  const std::string_view body =
      bytes.substr(0, bytes.size() - sizeof(uint64_t));
  uint64_t expected = 0;
  std::memcpy(&expected, body.data() + body.size(), sizeof(expected));
  if (XXH3_64bits(body.data(), body.size()) != expected) {
    return Damaged(path, "the checksum does not match (truncated or damaged)");
  }
  return ParseContents(path, body);
}

}  // namespace interpres
