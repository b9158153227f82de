// Tested by shortlist_test.cc.

#include "model/checkpoint/shortlist.h"

#include <xxhash.h>

#include <bit>
#include <cstring>
#include <iterator>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/read_file.h"
#include "model/base/status.h"
#include "model/checkpoint/atomic_file.h"

namespace interpres {
namespace {

// Numbers are stored as this machine has them in memory.
static_assert(std::endian::native == std::endian::little);

constexpr char kMagic[8] = {'I', 'P', 'S', 'H', 'O', 'R', 'T', '\0'};
constexpr uint32_t kVersion = 1;
constexpr int64_t kMaxShortlistBytes = int64_t{1} << 30;

struct Header {
  char magic[sizeof(kMagic)] = {};
  uint32_t version = 0;
  uint32_t vocab_size = 0;
  uint64_t entries = 0;
  uint64_t checksum = 0;  // XXH3-64, seed 0, of all that follows
};
static_assert(sizeof(Header) == 32);

std::string Text(std::string_view text) { return std::string(text); }

// Everything that the header says, against the size of the file.
absl::Status CheckHeader(const Header& header, uint64_t file_bytes,
                         std::string_view name) {
  if (std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: it does not begin as a shortlist does; write it with "
        "interpres-train shortlist",
        Text(name)));
  }
  if (header.version != kVersion) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: its version is %d; this program reads version %d",
                        Text(name), header.version, kVersion));
  }
  const uint64_t rest = file_bytes - sizeof(Header);
  // Compared without a product or a sum that could overflow.
  const uint64_t numbers = rest / sizeof(int32_t);
  const bool fits = rest % sizeof(int32_t) == 0 &&
                    header.vocab_size <= numbers &&
                    header.entries == numbers - header.vocab_size;
  if (!fits) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: %d lists with %d entries need %d bytes for each after the header, "
        "but %d bytes follow it: the file is truncated or damaged",
        Text(name), header.vocab_size, header.entries, sizeof(int32_t), rest));
  }
  if (header.vocab_size == 0) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: it has lists for 0 tokens, expected one for each token of a "
        "vocabulary; write it with interpres-train shortlist",
        Text(name)));
  }
  return absl::OkStatus();
}

absl::Status CheckList(std::span<const int32_t> list, int32_t source,
                       int32_t target_tokens) {
  int32_t least = 0;
  for (const int32_t target : list) {
    if (target < least || target >= target_tokens) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the list of token %d holds %d; expected rising ids from %d to %d",
          source, target, least, target_tokens - 1));
    }
    least = target + 1;
  }
  return absl::OkStatus();
}

absl::Status CheckLists(const Shortlist& shortlist, int32_t target_tokens) {
  for (int32_t source = 0; source < shortlist.vocab_size(); ++source) {
    INTERPRES_RETURN_IF_ERROR(
        CheckList(shortlist.list(source), source, target_tokens));
  }
  return absl::OkStatus();
}

template <typename T>
void Append(std::string& bytes, const T* values, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

}  // namespace

absl::StatusOr<Shortlist> Shortlist::Create(
    const std::vector<std::vector<int32_t>>& lists) {
  std::vector<int64_t> offsets = {0};
  std::vector<int32_t> targets;
  for (const std::vector<int32_t>& list : lists) {
    targets.insert(targets.end(), list.begin(), list.end());
    offsets.push_back(std::ssize(targets));
  }
  return Create(std::move(offsets), std::move(targets),
                static_cast<int32_t>(lists.size()));
}

absl::StatusOr<Shortlist> Shortlist::Create(std::vector<int64_t> offsets,
                                            std::vector<int32_t> targets,
                                            int32_t target_tokens) {
  Shortlist shortlist;
  shortlist.offsets_ = std::move(offsets);
  shortlist.targets_ = std::move(targets);
  INTERPRES_RETURN_IF_ERROR(CheckLists(shortlist, target_tokens));
  return shortlist;
}

std::span<const int32_t> Shortlist::list(int32_t source) const {
  const int64_t begin = offsets_[source];
  return std::span(targets_).subspan(
      static_cast<std::size_t>(begin),
      static_cast<std::size_t>(offsets_[source + 1] - begin));
}

absl::StatusOr<Shortlist> ParseShortlist(std::span<const std::byte> bytes,
                                         std::string_view name) {
  Header header;
  if (bytes.size() < sizeof(header)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: it has %d bytes; a shortlist begins with %d",
                        Text(name), bytes.size(), sizeof(header)));
  }
  std::memcpy(&header, bytes.data(), sizeof(header));
  INTERPRES_RETURN_IF_ERROR(CheckHeader(header, bytes.size(), name));
  const auto body = bytes.subspan(sizeof(header));
  const uint64_t checksum = XXH3_64bits(body.data(), body.size());
  if (checksum != header.checksum) {
    return absl::DataLossError(absl::StrFormat(
        "%s: the XXH3 checksum of the lists is %016x, expected %016x: the file "
        "is damaged; copy it again or write it with interpres-train shortlist",
        Text(name), checksum, header.checksum));
  }
  std::vector<uint32_t> counts(header.vocab_size);
  std::memcpy(counts.data(), body.data(), counts.size() * sizeof(uint32_t));
  Shortlist shortlist;
  shortlist.offsets_.reserve(counts.size() + 1);
  for (const uint32_t count : counts) {
    shortlist.offsets_.push_back(shortlist.offsets_.back() + count);
  }
  if (shortlist.offsets_.back() != static_cast<int64_t>(header.entries)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: the lists have %d entries together; the header says %d",
        Text(name), shortlist.offsets_.back(), header.entries));
  }
  shortlist.targets_.resize(header.entries);
  if (header.entries > 0) {  // memcpy takes no null pointer
    std::memcpy(shortlist.targets_.data(),
                body.data() + counts.size() * sizeof(uint32_t),
                header.entries * sizeof(int32_t));
  }
  if (const absl::Status status = CheckLists(shortlist, shortlist.vocab_size());
      !status.ok()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %s", Text(name), std::string(status.message())));
  }
  return shortlist;
}

absl::StatusOr<std::optional<Shortlist>> ReadShortlist(
    const std::filesystem::path& directory, int64_t vocab_size) {
  const std::filesystem::path path = directory / kShortlistFile;
  const absl::StatusOr<std::string> bytes = ReadFile(path, kMaxShortlistBytes);
  if (absl::IsNotFound(bytes.status())) {
    return std::nullopt;
  }
  if (!bytes.ok()) {
    return bytes.status();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      Shortlist shortlist,
      ParseShortlist(std::as_bytes(std::span(*bytes)), path.string()));
  if (shortlist.vocab_size() != vocab_size) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: it is for a vocabulary of %d entries, but the model has %d: it "
        "belongs to another model; remove it or write it again with "
        "interpres-train shortlist",
        path.string(), shortlist.vocab_size(), vocab_size));
  }
  return std::optional<Shortlist>(std::move(shortlist));
}

absl::Status WriteShortlist(const std::filesystem::path& directory,
                            const Shortlist& shortlist) {
  std::string body;
  std::string targets;
  for (int32_t source = 0; source < shortlist.vocab_size(); ++source) {
    const std::span<const int32_t> list = shortlist.list(source);
    const auto count = static_cast<uint32_t>(list.size());
    Append(body, &count, 1);
    Append(targets, list.data(), list.size());
  }
  body += targets;
  Header header{.version = kVersion,
                .vocab_size = static_cast<uint32_t>(shortlist.vocab_size()),
                .entries = static_cast<uint64_t>(shortlist.entries()),
                .checksum = XXH3_64bits(body.data(), body.size())};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  std::string bytes;
  Append(bytes, &header, 1);
  INTERPRES_ASSIGN_OR_RETURN(
      const auto writer, AtomicFileWriter::Create(directory / kShortlistFile));
  INTERPRES_RETURN_IF_ERROR(writer->Write(bytes));
  INTERPRES_RETURN_IF_ERROR(writer->Write(body));
  return writer->Commit();
}

}  // namespace interpres
