// The file is a serialised ModelProto (sentencepiece_model.proto): field 3 is
// NormalizerSpec, whose field 2 is precompiled_charsmap: a little-endian
// uint32 with the trie's size in bytes, the trie, then zero-terminated
// replacement strings. The trie is a Darts-clone double array of uint32 units:
// a node's children are at index ^ offset ^ label, and a leaf's value is an
// offset into the strings. SentencePiece trusts all of them.

#include "model/tokenizer/spm_check.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "model/base/protobuf_fields.h"

namespace interpres {
namespace {

constexpr uint64_t kNormalizerSpecField = 3;
constexpr uint64_t kDenormalizerSpecField = 5;
constexpr uint64_t kCharsmapField = 2;
constexpr uint32_t kLeafBit = 0x80000000u;
// Of a node: its child of label 0 is a leaf.
constexpr uint32_t kHasLeafBit = 0x100u;

// The unit's offset to its children (Darts-clone, DoubleArrayUnit::offset).
uint32_t Offset(uint32_t unit) {
  return (unit >> 10) << ((unit & (1u << 9)) >> 6);
}

std::string CheckUnit(std::span<const uint32_t> units, std::size_t i,
                      std::size_t strings_size) {
  const uint32_t unit = units[i];
  if ((unit & kLeafBit) != 0) {
    return (unit & ~kLeafBit) < strings_size
               ? ""
               : "its normaliser points outside of its strings";
  }
  const std::size_t children = i ^ Offset(unit);
  // Labels change the low 8 bits only.
  if ((children | 0xffu) >= units.size()) {
    return "its normaliser's trie points outside of itself";
  }
  return (unit & kHasLeafBit) == 0 || (units[children] & kLeafBit) != 0
             ? ""
             : "its normaliser's trie lacks a leaf";
}

std::string CheckTrie(std::string_view trie, std::size_t strings_size) {
  std::vector<uint32_t> units(trie.size() / sizeof(uint32_t));
  std::memcpy(units.data(), trie.data(), units.size() * sizeof(uint32_t));
  // The root is always taken for a node.
  if ((units[0] & kLeafBit) != 0) {
    return "its normaliser's trie has no root";
  }
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (std::string defect = CheckUnit(units, i, strings_size);
        !defect.empty()) {
      return defect;
    }
  }
  return "";
}

std::string CheckCharsmap(std::string_view charsmap) {
  if (charsmap.empty()) {
    return "";
  }
  uint32_t trie_bytes = 0;
  if (charsmap.size() <= sizeof(trie_bytes)) {
    return "its normaliser is cut";
  }
  std::memcpy(&trie_bytes, charsmap.data(), sizeof(trie_bytes));
  charsmap.remove_prefix(sizeof(trie_bytes));
  if (trie_bytes >= charsmap.size() || trie_bytes == 0 ||
      trie_bytes % (256 * sizeof(uint32_t)) != 0) {
    return "its normaliser has a trie of a wrong size";
  }
  if (charsmap.back() != '\0') {
    return "its normaliser's strings do not end";
  }
  return CheckTrie(charsmap.substr(0, trie_bytes),
                   charsmap.size() - trie_bytes);
}

std::string CheckNormalizer(std::string_view normalizer) {
  ProtobufFields fields(normalizer);
  while (fields.Next()) {
    if (fields.field() != kCharsmapField) {
      continue;
    }
    if (std::string defect = CheckCharsmap(fields.value()); !defect.empty()) {
      return defect;
    }
  }
  return fields.malformed() ? "its normaliser is malformed" : "";
}

}  // namespace

std::string FindSpmDefect(std::string_view serialized) {
  ProtobufFields fields(serialized);
  while (fields.Next()) {
    if (fields.field() != kNormalizerSpecField &&
        fields.field() != kDenormalizerSpecField) {
      continue;
    }
    if (std::string defect = CheckNormalizer(fields.value()); !defect.empty()) {
      return defect;
    }
  }
  return fields.malformed() ? "it is not a SentencePiece model, or cut" : "";
}

}  // namespace interpres
