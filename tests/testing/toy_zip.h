// Writes small zip archives, good ones and bad ones.

#ifndef INTERPRES_TESTS_TESTING_TOY_ZIP_H_
#define INTERPRES_TESTS_TESTING_TOY_ZIP_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// A member of a toy archive, whose sizes a test may set to contradictions.
struct ToyMember {
  std::string name = {};
  std::string bytes = {};
  int64_t claimed_bytes = -1;  // in the headers; -1 means the true size
  uint16_t method = 0;         // 0: stored
  bool is_zip64 = false;       // with the sizes in 64 bits
  // If not empty, `bytes` are this text compressed.
  std::string inflated = {};
};

// CRC-32 of zip archives.
inline uint32_t ToyCrc32(std::string_view bytes) {
  uint32_t crc = 0xffffffffU;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) {
      crc = (crc >> 1) ^ (0xedb88320U & (0U - (crc & 1U)));
    }
  }
  return ~crc;
}

inline void AppendNumber(std::string& out, uint64_t number, int bytes) {
  for (; bytes > 0; --bytes) {
    out.push_back(static_cast<char>(number & 0xff));
    number >>= 8;
  }
}

// The fields that the local header and the directory share.
inline std::string ToyZipFields(const ToyMember& member, uint64_t size) {
  std::string out;
  AppendNumber(out, member.is_zip64 ? 45 : 20, 2);
  AppendNumber(out, 0, 2);  // flags
  AppendNumber(out, member.method, 2);
  AppendNumber(out, 0, 4);  // time
  const bool is_deflated = !member.inflated.empty();
  AppendNumber(out, ToyCrc32(is_deflated ? member.inflated : member.bytes), 4);
  const uint64_t shown = member.is_zip64 ? 0xffffffffU : size;
  AppendNumber(out, shown, 4);
  AppendNumber(out, is_deflated ? member.inflated.size() : shown, 4);
  AppendNumber(out, member.name.size(), 2);
  AppendNumber(out, member.is_zip64 ? 20 : 0, 2);
  return out;
}

inline std::string ToyZip64Field(const ToyMember& member, uint64_t size) {
  std::string out;
  if (member.is_zip64) {
    AppendNumber(out, 1, 2);
    AppendNumber(out, 16, 2);
    AppendNumber(out, size, 8);
    AppendNumber(out, size, 8);
  }
  return out;
}

// A member in the format of deflate, in blocks that are stored.
inline ToyMember ToyDeflated(const std::string& name,
                             const std::string& content) {
  std::string bytes;
  constexpr std::size_t kBlock = 0xffff;
  for (std::size_t i = 0; i == 0 || i < content.size(); i += kBlock) {
    const std::string part = content.substr(i, kBlock);
    bytes.push_back(i + kBlock >= content.size() ? '\1' : '\0');
    AppendNumber(bytes, part.size(), 2);
    AppendNumber(bytes, ~part.size() & 0xffffU, 2);
    bytes += part;
  }
  return {.name = name, .bytes = bytes, .method = 8, .inflated = content};
}

inline std::string ToyZip(const std::vector<ToyMember>& members) {
  std::string file;
  std::string directory;
  for (const ToyMember& member : members) {
    const auto size = member.claimed_bytes < 0
                          ? uint64_t{member.bytes.size()}
                          : static_cast<uint64_t>(member.claimed_bytes);
    const std::string fields = ToyZipFields(member, size);
    directory += "PK\x01\x02";
    AppendNumber(directory, 45, 2);
    directory += fields;
    AppendNumber(directory, 0, 2 + 2 + 2 + 4);  // comment, disk, attributes
    AppendNumber(directory, file.size(), 4);
    directory += member.name + ToyZip64Field(member, size);
    file += "PK\x03\x04" + fields + member.name + ToyZip64Field(member, size) +
            member.bytes;
  }
  const uint64_t start = file.size();
  file += directory + "PK\x05\x06";
  AppendNumber(file, 0, 4);  // disks
  AppendNumber(file, members.size(), 2);
  AppendNumber(file, members.size(), 2);
  AppendNumber(file, directory.size(), 4);
  AppendNumber(file, start, 4);
  AppendNumber(file, 0, 2);  // comment
  return file;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TOY_ZIP_H_
