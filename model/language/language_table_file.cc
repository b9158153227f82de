#include "model/language/language_table_file.h"

#include <xxhash.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"

namespace interpres {
namespace {

// Numbers are stored as this machine has them in memory.
static_assert(std::endian::native == std::endian::little);

constexpr char kMagic[8] = {'I', 'P', 'L', 'A', 'N', 'G', 'S', '\0'};
constexpr uint32_t kVersion = 1;
constexpr std::size_t kCodeBytes = 16;  // filled with zero bytes
constexpr int64_t kMaxTableBytes = int64_t{1} << 31;

struct Header {
  char magic[sizeof(kMagic)] = {};
  uint32_t version = 0;
  uint32_t languages = 0;
  uint32_t bits = 0;
  float unit = 0.0F;
  float certainty = 0.0F;
  uint32_t unused = 0;
  uint64_t checksum = 0;  // XXH3-64, seed 0, of all that follows
};
static_assert(sizeof(Header) == 40);

std::string Text(std::string_view text) { return std::string(text); }

// Checks the header against the size of the file, so that a reader allocates no
// more than the file has.
absl::Status CheckHeader(const Header& header, uint64_t rest,
                         std::string_view name) {
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: it does not begin as a language table does; write it with "
        "interpres-train languages",
        Text(name)));
  }
  if (header.version != kVersion) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: its version is %d; this program reads version %d",
                        Text(name), header.version, kVersion));
  }
  const bool is_in_range =
      header.languages >= 1 && header.languages <= kMaxTableLanguages &&
      header.bits >= kMinTableBits && header.bits <= kMaxTableBits;
  const uint64_t expected =
      is_in_range
          ? header.languages * (kCodeBytes + (uint64_t{1} << header.bits))
          : 0;
  if (!is_in_range || rest != expected) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: %d languages and hashes of %d bits do not belong to the %d bytes "
        "after the header; expected %d: the file is truncated or damaged",
        Text(name), header.languages, header.bits, rest, expected));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<LanguageTable> ParseLanguageTable(
    std::span<const std::byte> bytes, std::string_view name) {
  Header header;
  if (bytes.size() < sizeof(header)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: it has %d bytes; a language table begins with %d",
                        Text(name), bytes.size(), sizeof(header)));
  }
  std::memcpy(&header, bytes.data(), sizeof(header));
  const std::span<const std::byte> body = bytes.subspan(sizeof(header));
  INTERPRES_RETURN_IF_ERROR(CheckHeader(header, body.size(), name));
  const uint64_t checksum = XXH3_64bits(body.data(), body.size());
  if (checksum != header.checksum) {
    return absl::DataLossError(absl::StrFormat(
        "%s: the XXH3 checksum is %016x, expected %016x: the file is damaged; "
        "copy it again or write it with interpres-train languages",
        Text(name), checksum, header.checksum));
  }
  LanguageTable::Content content{.bits = static_cast<int>(header.bits),
                                 .unit = header.unit,
                                 .certainty = header.certainty};
  const char* const codes = reinterpret_cast<const char*>(body.data());
  for (std::size_t i = 0; i < header.languages; ++i) {
    const char* const code = codes + i * kCodeBytes;
    content.languages.emplace_back(code, strnlen(code, kCodeBytes));
  }
  const auto* const penalties = reinterpret_cast<const uint8_t*>(codes);
  content.penalties.assign(penalties + header.languages * kCodeBytes,
                           penalties + body.size());
  absl::StatusOr<LanguageTable> table =
      LanguageTable::Create(std::move(content));
  if (!table.ok()) {
    return absl::Status(table.status().code(),
                        absl::StrFormat("%s: %s", Text(name),
                                        std::string(table.status().message())));
  }
  return table;
}

std::string SerializeLanguageTable(const LanguageTable& table) {
  const LanguageTable::Content& content = table.content();
  std::string body;
  for (std::string code : content.languages) {
    code.resize(kCodeBytes, '\0');
    body += code;
  }
  body.append(reinterpret_cast<const char*>(content.penalties.data()),
              content.penalties.size());
  Header header{.version = kVersion,
                .languages = static_cast<uint32_t>(content.languages.size()),
                .bits = static_cast<uint32_t>(content.bits),
                .unit = content.unit,
                .certainty = content.certainty,
                .checksum = XXH3_64bits(body.data(), body.size())};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  return std::string(reinterpret_cast<const char*>(&header), sizeof(header)) +
         body;
}

absl::StatusOr<std::optional<LanguageTable>> ReadLanguageTable(
    const std::filesystem::path& directory) {
  const std::filesystem::path path = directory / kLanguageTableFile;
  const absl::StatusOr<std::string> bytes = ReadFile(path, kMaxTableBytes);
  if (absl::IsNotFound(bytes.status())) {
    return std::nullopt;
  }
  if (!bytes.ok()) {
    return bytes.status();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      LanguageTable table,
      ParseLanguageTable(std::as_bytes(std::span(*bytes)), path.string()));
  return std::optional<LanguageTable>(std::move(table));
}

absl::Status WriteLanguageTable(const std::filesystem::path& path,
                                const LanguageTable& table) {
  INTERPRES_ASSIGN_OR_RETURN(const auto writer, AtomicFileWriter::Create(path));
  INTERPRES_RETURN_IF_ERROR(writer->Write(SerializeLanguageTable(table)));
  return writer->Commit();
}

}  // namespace interpres
