#include "model/tokenizer/token_spelling.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/strings/ascii.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

constexpr std::string_view kSpaceSign = "\u2581";

// Kinds of pieces that are not bytes.
constexpr int16_t kText = -1;
constexpr int16_t kSilent = -2;
constexpr int16_t kUnknown = -3;

}  // namespace

std::string WithSpaces(std::string_view piece) {
  std::string text;
  while (!piece.empty()) {
    const std::size_t space = piece.find(kSpaceSign);
    text.append(piece.substr(0, space));
    if (space == std::string_view::npos) {
      break;
    }
    text.push_back(' ');
    piece.remove_prefix(space + kSpaceSign.size());
  }
  return text;
}

std::string_view WithoutEndSpaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return "";
  }
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

bool IsBytePiece(std::string_view piece) {
  constexpr std::string_view kShape = "<0xHH>";
  return piece.size() == kShape.size() && piece.starts_with("<0x") &&
         piece.ends_with('>') &&
         absl::ascii_isxdigit(static_cast<unsigned char>(piece[3])) &&
         absl::ascii_isxdigit(static_cast<unsigned char>(piece[4]));
}

TokenSpelling::TokenSpelling(const std::vector<std::string>& pieces,
                             const SentencePieceModel& model,
                             std::span<const int32_t> silent, int32_t unknown)
    : pieces_(pieces) {
  kinds_.reserve(pieces.size());
  for (const std::string& piece : pieces) {
    const int byte = model.ByteOf(piece);
    kinds_.push_back(byte >= 0                ? static_cast<int16_t>(byte)
                     : model.IsControl(piece) ? kSilent
                                              : kText);
  }
  for (const int32_t id : silent) {
    kinds_[static_cast<std::size_t>(id)] = kSilent;
  }
  kinds_[static_cast<std::size_t>(unknown)] = kUnknown;
}

int TokenSpelling::KindOf(int32_t id) const {
  return id >= 0 && static_cast<std::size_t>(id) < kinds_.size()
             ? kinds_[static_cast<std::size_t>(id)]
             : kUnknown;
}

std::vector<std::string> TokenSpelling::Spell(
    std::span<const int32_t> ids) const {
  std::vector<std::string> texts(ids.size());
  for (std::size_t i = 0; i < ids.size();) {
    const int kind = KindOf(ids[i]);
    if (kind >= 0) {
      i = SpellBytes(ids, i, texts);
      continue;
    }
    if (kind == kText) {
      texts[i] = WithSpaces(pieces_[static_cast<std::size_t>(ids[i])]);
    }
    ++i;
  }
  return texts;
}

std::size_t TokenSpelling::SpellBytes(std::span<const int32_t> ids,
                                      std::size_t begin,
                                      std::vector<std::string>& texts) const {
  std::string bytes;
  std::vector<std::size_t> owners;  // the index of the token of each byte
  std::size_t end = begin;
  for (; end < ids.size(); ++end) {
    const int kind = KindOf(ids[end]);
    if (kind >= 0) {
      bytes.push_back(static_cast<char>(kind));
      owners.push_back(end);
    } else if (kind != kSilent) {
      break;
    }
  }
  for (std::size_t i = 0; i < bytes.size();) {
    const std::string_view rest = std::string_view(bytes).substr(i);
    const std::size_t length = Utf8SequenceLength(rest);
    texts[owners[i]] = rest.substr(0, length);
    i += std::max<std::size_t>(length, 1);
  }
  return end;
}

}  // namespace interpres
