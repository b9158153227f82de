#include "server/service/pivot_alignment.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

namespace interpres {
namespace {

// Finds the byte of one string that corresponds to a byte of another.
class ByteMap {
 public:
  ByteMap(const std::string& from, const std::string& to)
      : from_(std::ssize(from)), to_(std::ssize(to)) {
    const auto begin = std::ranges::mismatch(from, to);
    prefix_ = begin.in1 - from.begin();
    while (suffix_ < std::min(from_, to_) - prefix_ &&
           from[from_ - suffix_ - 1] == to[to_ - suffix_ - 1]) {
      ++suffix_;
    }
  }

  // REQUIRES: the other string is not empty.
  std::ptrdiff_t operator()(std::ptrdiff_t byte) const {
    if (byte < prefix_) {
      return byte;
    }
    if (byte >= from_ - suffix_) {
      return to_ - (from_ - byte);
    }
    const std::ptrdiff_t from = from_ - prefix_ - suffix_;  // at least 1
    const std::ptrdiff_t to = to_ - prefix_ - suffix_;
    return std::min(prefix_ + (byte - prefix_) * to / from, to_ - 1);
  }

 private:
  const std::ptrdiff_t from_;
  const std::ptrdiff_t to_;
  std::ptrdiff_t prefix_ = 0;
  std::ptrdiff_t suffix_ = 0;
};

// Returns the key with the largest count, of equal counts the smallest key.
std::size_t MostFrequent(const std::map<std::size_t, int>& counts) {
  return std::ranges::max_element(counts, {},
                                  &std::pair<const std::size_t, int>::second)
      ->first;
}

}  // namespace

std::vector<int32_t> SourcesThroughPivot(std::span<const AlignedPiece> first,
                                         std::span<const std::string> pieces) {
  std::string to;
  std::vector<std::size_t> owners;  // of each byte of `to`
  for (std::size_t i = 0; i < first.size(); ++i) {
    to += first[i].piece;
    owners.resize(to.size(), i);
  }
  if (to.empty()) {
    return {};
  }
  std::string from;
  for (const std::string& piece : pieces) {
    from += piece;
  }
  const ByteMap map(from, to);
  std::vector<int32_t> sources;
  std::ptrdiff_t byte = 0;
  for (const std::string& piece : pieces) {
    std::map<std::size_t, int> shares;
    for (const std::ptrdiff_t end = byte + std::ssize(piece); byte < end;
         ++byte) {
      ++shares[owners[map(byte)]];
    }
    const std::size_t owner = shares.empty() ? 0 : MostFrequent(shares);
    sources.push_back(first[owner].source);
  }
  return sources;
}

}  // namespace interpres
