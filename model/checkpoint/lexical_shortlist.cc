#include "model/checkpoint/lexical_shortlist.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/status.h"

namespace interpres {
namespace {

constexpr uint64_t kMagic = 0xF11A48D5013417F5;
constexpr std::size_t kWord = sizeof(uint64_t);

struct Header {
  uint64_t magic = 0;
  uint64_t checksum = 0;  // of all that follows
  uint64_t first = 0;     // tokens from 0 that every sentence may have
  uint64_t best = 0;      // maximum length of a list
  uint64_t offsets = 0;   // one more than source tokens
  uint64_t targets = 0;
};
static_assert(sizeof(Header) == 6 * kWord);

// Marian's hash of 64-bit words (boost::hash_combine). The bytes behind the
// last whole word do not count.
uint64_t Checksum(std::string_view bytes) {
  uint64_t seed = 0;
  for (std::size_t i = 0; i + kWord <= bytes.size(); i += kWord) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, kWord);
    seed ^= word + 0x9e3779b9 + (seed << 6) + (seed >> 2);
  }
  return seed;
}

template <typename Number>
std::vector<Number> NumbersAt(std::string_view bytes, std::size_t offset,
                              uint64_t count) {
  std::vector<Number> numbers(count);
  std::memcpy(numbers.data(), bytes.data() + offset, count * sizeof(Number));
  return numbers;
}

// Reads one file.
class LexicalShortlistReader {
 public:
  LexicalShortlistReader(std::string_view bytes,
                         const LexicalVocabularies& vocabularies,
                         std::string_view name)
      : bytes_(bytes),
        source_pieces_(static_cast<uint64_t>(vocabularies.source)),
        target_pieces_(static_cast<uint64_t>(vocabularies.target)),
        are_equal_(vocabularies.are_equal),
        name_(name) {}

  absl::StatusOr<Shortlist> Read() {
    INTERPRES_RETURN_IF_ERROR(ReadHeader());
    const auto offsets =
        NumbersAt<uint64_t>(bytes_, sizeof(Header), header_.offsets);
    const auto targets = NumbersAt<uint32_t>(
        bytes_, sizeof(Header) + kWord * header_.offsets, header_.targets);
    std::vector<int64_t> list_offsets = {0};
    list_offsets.reserve(source_pieces_ + 2);
    std::vector<int32_t> lists;  // one behind the other
    lists.reserve(targets.size());
    for (std::size_t source = 0; source < source_pieces_; ++source) {
      const uint64_t begin = offsets[source];
      const uint64_t end = offsets[source + 1];
      if (begin > end || end > targets.size()) {
        return Bad("the list of token ", source, " is from ", begin, " to ",
                   end, " of ", targets.size());
      }
      INTERPRES_RETURN_IF_ERROR(AddList(
          source, std::span(targets).subspan(begin, end - begin), lists));
      list_offsets.push_back(std::ssize(lists));
    }
    list_offsets.push_back(std::ssize(lists));  // of the padding symbol
    const auto target_tokens = static_cast<int32_t>(target_pieces_);
    INTERPRES_ASSIGN_OR_RETURN(
        Shortlist shortlist,
        Shortlist::Create(std::move(list_offsets), std::move(lists),
                          target_tokens));
    shortlist.set_fill_tokens(
        {.begin = static_cast<int32_t>(header_.first), .end = target_tokens});
    return shortlist;
  }

 private:
  template <typename... Parts>
  absl::Status Bad(const Parts&... parts) const {
    return absl::InvalidArgumentError(
        absl::StrCat(AsAbsl(name_), ": ", parts...,
                     "; download the file again, or remove it"));
  }

  absl::Status ReadHeader() {
    if (bytes_.size() < sizeof(header_)) {
      return Bad("it has ", bytes_.size(), " bytes; expected at least ",
                 sizeof(header_));
    }
    std::memcpy(&header_, bytes_.data(), sizeof(header_));
    if (header_.magic != kMagic) {
      return Bad("it does not begin as a binary shortlist of Marian does");
    }
    // Compared without a product that could overflow.
    const uint64_t rest = bytes_.size() - sizeof(header_);
    if (header_.offsets > rest / kWord ||
        header_.targets > rest / sizeof(uint32_t) ||
        kWord * header_.offsets + sizeof(uint32_t) * header_.targets != rest) {
      return Bad("its header says ", header_.offsets, " offsets and ",
                 header_.targets, " entries, but ", rest, " bytes follow");
    }
    if (header_.offsets != source_pieces_ + 1 ||
        header_.first > target_pieces_) {
      return Bad("it is for ", header_.offsets, " - 1 pieces, the first ",
                 header_.first, " always allowed; the vocabulary has ",
                 source_pieces_,
                 are_equal_ ? ""
                            : absl::StrCat(" source pieces and ",
                                           target_pieces_, " target pieces"));
    }
    const std::size_t hashed = 2 * kWord;  // behind the checksum
    if (Checksum(bytes_.substr(hashed)) != header_.checksum) {
      return absl::DataLossError(
          absl::StrCat(AsAbsl(name_),
                       ": its checksum differs from its content; download the "
                       "file again, or remove it"));
    }
    return absl::OkStatus();
  }

  // Appends the list of `source`, in rising order.
  absl::Status AddList(std::size_t source, std::span<const uint32_t> targets,
                       std::vector<int32_t>& lists) const {
    const std::ptrdiff_t begin = std::ssize(lists);
    if (source == 0) {
      lists.resize(header_.first);
      std::iota(lists.begin(), lists.end(), 0);
    }
    if (are_equal_) {
      lists.push_back(static_cast<int32_t>(source));
    }
    for (const uint32_t target : targets) {
      if (target >= target_pieces_) {
        return Bad("the list of token ", source, " has token ", target,
                   "; the vocabulary has ", target_pieces_);
      }
      lists.push_back(static_cast<int32_t>(target));
    }
    std::sort(lists.begin() + begin, lists.end());
    lists.erase(std::unique(lists.begin() + begin, lists.end()), lists.end());
    return absl::OkStatus();
  }

  const std::string_view bytes_;
  const uint64_t source_pieces_;
  const uint64_t target_pieces_;
  const bool are_equal_;
  const std::string_view name_;
  Header header_;
};

}  // namespace

absl::StatusOr<Shortlist> ParseLexicalShortlist(
    std::string_view bytes, const LexicalVocabularies& vocabularies,
    std::string_view name) {
  return LexicalShortlistReader(bytes, vocabularies, name).Read();
}

}  // namespace interpres
