#include "model/checkpoint/torch_file.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "model/base/status.h"
#include "model/checkpoint/bad_file.h"
#include "model/checkpoint/data_checksum.h"
#include "model/checkpoint/json_document.h"
#include "model/checkpoint/pickle.h"
#include "model/checkpoint/torch_tensors.h"
#include "model/checkpoint/zip_archive.h"

namespace interpres {
namespace {

using Kind = PickleValue::Kind;
using Bytes = std::shared_ptr<const ByteSource>;

// Of all pickles of a file. A model of a thousand tensors has 0.1 MB.
constexpr int64_t kMaxPickleBytes = int64_t{16} << 20;
constexpr char kZipStart[] = "PK\x03\x04";
constexpr std::string_view kPickleMember = "/data.pkl";

// The number that begins a file of the form before PyTorch 1.6, and the version
// of that form.
constexpr char kLegacyMagic[] = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr int64_t kLegacyVersion = 1001;

absl::Status CheckStorageSize(std::string_view file, std::string_view key,
                              const TorchStorage& storage, int64_t bytes) {
  // `bytes` is within the file, so that the division loses nothing.
  if (bytes % storage.element_bytes == 0 &&
      bytes / storage.element_bytes == storage.elements) {
    return absl::OkStatus();
  }
  return BadFile(file, "storage ", Quoted(key), " has ", bytes,
                 " bytes; its tensors expect ", storage.elements, " times ",
                 storage.element_bytes, ": the file is damaged");
}

// The zip archive.

// Returns the directory of the archive that has the pickle, with its "/".
absl::StatusOr<std::string> Directory(const ZipArchive& archive,
                                      std::string_view file) {
  std::optional<std::string> directory;
  for (const auto& [name, member] : archive.members()) {
    if (!absl::EndsWith(name, AsAbsl(kPickleMember))) {
      continue;
    }
    if (directory.has_value()) {
      return BadFile(file, "the archive has two files data.pkl; expected one");
    }
    directory = name.substr(0, name.size() - kPickleMember.size() + 1);
  }
  if (!directory.has_value()) {
    return BadFile(file,
                   "the archive has no file data.pkl; expected weights that "
                   "PyTorch saved");
  }
  return *directory;
}

absl::StatusOr<std::string> ReadMember(const ZipArchive& archive,
                                       const std::string& member,
                                       std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const Bytes bytes, archive.Stored(member));
  if (bytes->size() > kMaxPickleBytes) {
    return BadFile(file, Quoted(member), " has ", bytes->size(),
                   " bytes; expected at most ", kMaxPickleBytes);
  }
  return ReadText(*bytes, 0, bytes->size());
}

absl::Status CheckByteOrder(const ZipArchive& archive,
                            const std::string& directory,
                            std::string_view file) {
  const std::string member = directory + "byteorder";
  if (!archive.members().contains(member)) {
    return absl::OkStatus();  // written before PyTorch 2.1
  }
  INTERPRES_ASSIGN_OR_RETURN(const std::string order,
                             ReadMember(archive, member, file));
  return order == "little" ? absl::OkStatus()
                           : BadFile(file, "the byte order is ", Quoted(order),
                                     "; expected \"little\"");
}

struct ParsedFile {
  TensorSource::Tensors tensors;
  std::string checksum;
};

absl::StatusOr<ParsedFile> ParseZip(const Bytes& bytes, std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(const auto archive, ZipArchive::Open(bytes, file));
  INTERPRES_ASSIGN_OR_RETURN(const std::string directory,
                             Directory(*archive, file));
  INTERPRES_RETURN_IF_ERROR(CheckByteOrder(*archive, directory, file));
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string text,
      ReadMember(*archive, directory + "data.pkl", file));
  INTERPRES_ASSIGN_OR_RETURN(
      const Pickle pickle,
      ReadPickle(std::as_bytes(std::span(text)), TorchGlobals(), file));
  INTERPRES_ASSIGN_OR_RETURN(const TorchStorages storages,
                             FindTorchStorages(*pickle.root, file));
  TorchStorageBytes found;
  DataChecksum checksum;
  checksum.Add(std::as_bytes(std::span(text)));
  for (const auto& [key, storage] : storages) {
    INTERPRES_ASSIGN_OR_RETURN(
        Bytes data, archive->Stored(absl::StrCat(directory, "data/", key)));
    INTERPRES_RETURN_IF_ERROR(
        CheckStorageSize(file, key, storage, data->size()));
    // This also compares the data with the checksum of the archive.
    INTERPRES_ASSIGN_OR_RETURN(const std::string part, Checksum(*data, 0));
    checksum.Add(std::as_bytes(std::span(part)));
    found.emplace(key, std::move(data));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      TensorSource::Tensors tensors,
      FindTorchTensors(*pickle.root, found, bytes->size(), file));
  return ParsedFile{std::move(tensors), checksum.Hex()};
}

// The form before PyTorch 1.6: five pickles, then the storages.

struct Pickles {
  Pickle object;
  std::vector<std::string> keys;  // of the storages, in the file's order
  int64_t bytes = 0;              // of all pickles
};

// Whether the system that wrote the file stores numbers as this one does.
bool IsLittleEndian(const PickleValue& system) {
  for (std::size_t i = 0; i + 1 < system.items.size(); i += 2) {
    if (system.items[i]->text == "little_endian") {
      return system.items[i + 1]->integer == 1;
    }
  }
  return false;
}

absl::StatusOr<Pickles> ReadPickles(std::string_view head,
                                    std::string_view file) {
  Pickles result;
  std::span<const std::byte> rest = std::as_bytes(std::span(head));
  const auto next = [&]() -> absl::StatusOr<Pickle> {
    auto pickle = ReadPickle(rest, TorchGlobals(), file);
    if (pickle.ok()) {
      rest = rest.subspan(pickle->bytes);
    }
    return pickle;
  };
  INTERPRES_ASSIGN_OR_RETURN(const Pickle magic, next());
  if (magic.root->text !=
      std::string_view(kLegacyMagic, sizeof(kLegacyMagic) - 1)) {
    return BadFile(file,
                   "it is not a file of weights that PyTorch saved; download "
                   "it again");
  }
  INTERPRES_ASSIGN_OR_RETURN(const Pickle protocol, next());
  if (protocol.root->integer != kLegacyVersion) {
    return BadFile(file, "the version of the file is ", protocol.root->integer,
                   "; expected ", kLegacyVersion);
  }
  INTERPRES_ASSIGN_OR_RETURN(const Pickle system, next());
  if (!IsLittleEndian(*system.root)) {
    return BadFile(file, "the byte order is not little-endian");
  }
  INTERPRES_ASSIGN_OR_RETURN(result.object, next());
  INTERPRES_ASSIGN_OR_RETURN(const Pickle keys, next());
  for (const PickleValue* key : keys.root->items) {
    result.keys.push_back(key->text);
  }
  result.bytes = static_cast<int64_t>(head.size() - rest.size());
  return result;
}

// Each storage is its number of elements, in 8 bytes, then the elements.
absl::StatusOr<TorchStorageBytes> ReadStorages(const Bytes& bytes,
                                               const Pickles& pickles,
                                               const TorchStorages& storages,
                                               std::string_view file) {
  TorchStorageBytes found;
  int64_t position = pickles.bytes;
  for (const std::string& key : pickles.keys) {
    const auto storage = storages.find(key);
    if (storage == storages.end() || found.contains(key)) {
      return BadFile(file, "storage ", Quoted(key),
                     " belongs to no tensor or occurs twice");
    }
    const auto& [elements, element_bytes] =
        std::pair(storage->second.elements, storage->second.element_bytes);
    if (bytes->size() - position < 8 ||
        elements > (bytes->size() - position - 8) / element_bytes) {
      return BadFile(file, "storage ", Quoted(key), " of ", elements,
                     " elements is not within the file: the file is truncated");
    }
    INTERPRES_ASSIGN_OR_RETURN(const std::string count,
                               ReadText(*bytes, position, 8));
    int64_t stored = 0;
    std::memcpy(&stored, count.data(), sizeof(stored));
    if (stored != elements) {
      return BadFile(file, "storage ", Quoted(key), " has ", stored,
                     " elements; its tensors expect ", elements,
                     ": the file is damaged");
    }
    position += 8;
    found.emplace(key, SliceBytes(bytes, position, elements * element_bytes));
    position += elements * element_bytes;
  }
  if (position != bytes->size()) {
    return BadFile(file, "the storages end at byte ", position,
                   ", but the file has ", bytes->size());
  }
  if (found.size() != storages.size()) {
    return BadFile(file, "it has ", found.size(), " storages; its tensors ",
                   "expect ", storages.size());
  }
  return found;
}

absl::StatusOr<ParsedFile> ParsePickles(const Bytes& bytes,
                                        std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string head,
      ReadText(*bytes, 0, std::min(bytes->size(), kMaxPickleBytes)));
  INTERPRES_ASSIGN_OR_RETURN(const Pickles pickles, ReadPickles(head, file));
  INTERPRES_ASSIGN_OR_RETURN(const TorchStorages storages,
                             FindTorchStorages(*pickles.object.root, file));
  INTERPRES_ASSIGN_OR_RETURN(const TorchStorageBytes found,
                             ReadStorages(bytes, pickles, storages, file));
  INTERPRES_ASSIGN_OR_RETURN(
      TensorSource::Tensors tensors,
      FindTorchTensors(*pickles.object.root, found, bytes->size(), file));
  INTERPRES_ASSIGN_OR_RETURN(std::string checksum, Checksum(*bytes, 0));
  return ParsedFile{std::move(tensors), std::move(checksum)};
}

absl::StatusOr<ParsedFile> ParseEitherForm(const Bytes& bytes,
                                           std::string_view file) {
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string start,
      ReadText(*bytes, 0, std::min<int64_t>(bytes->size(), 4)));
  if (start == kZipStart) {
    return ParseZip(bytes, file);
  }
  if (absl::StartsWith(start, "\x80")) {
    return ParsePickles(bytes, file);
  }
  return BadFile(file,
                 "it is not a file of weights that PyTorch saved; it begins "
                 "with ",
                 Quoted(start),
                 " (a Git LFS pointer begins with \"vers\": download the file "
                 "itself)");
}

}  // namespace

absl::StatusOr<std::unique_ptr<const TensorSource>> OpenTorchFile(
    const std::filesystem::path& path) {
  INTERPRES_ASSIGN_OR_RETURN(const Bytes bytes, OpenByteSource(path));
  return ParseTorchFile(bytes, path.string());
}

absl::StatusOr<std::unique_ptr<const TensorSource>> ParseTorchFile(
    const std::shared_ptr<const ByteSource>& bytes, std::string_view name) {
  INTERPRES_ASSIGN_OR_RETURN(ParsedFile file, ParseEitherForm(bytes, name));
  return std::make_unique<const TensorSource>(
      std::string(name), std::move(file.tensors), std::move(file.checksum));
}

}  // namespace interpres
