// Tested by metrics_test.cc.

#include "model/training/ngram_statistics.h"

#include <algorithm>
#include <cstddef>

namespace interpres {
namespace {

// Bytes of the sequence that starts with `lead`; 0 for no start.
std::size_t SequenceLength(unsigned char lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead >= 0xc2 && lead < 0xe0) {
    return 2;
  }
  if (lead >= 0xe0 && lead < 0xf0) {
    return 3;
  }
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

// Decodes a sequence of `length` bytes; false if it is cut or broken.
bool DecodeSequence(std::string_view text, std::size_t length,
                    char32_t& code_point) {
  if (length == 0 || length > text.size()) {
    return false;
  }
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  constexpr unsigned char kLeadMask[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  code_point = byte(0) & kLeadMask[length];
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return false;
    }
    code_point = (code_point << 6) | (byte(i) & 0x3f);
  }
  return true;
}

std::vector<std::u32string_view> SortedNgrams(std::u32string_view text,
                                              std::size_t order) {
  std::vector<std::u32string_view> ngrams;
  for (std::size_t i = 0; i + order <= text.size(); ++i) {
    ngrams.push_back(text.substr(i, order));
  }
  std::sort(ngrams.begin(), ngrams.end());
  return ngrams;
}

// Counts what is assigned to it.
class CountingIterator {
 public:
  using iterator_category = std::output_iterator_tag;
  using value_type = void;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = void;

  explicit CountingIterator(int64_t& count) : count_(&count) {}
  CountingIterator& operator*() { return *this; }
  CountingIterator& operator++() {
    ++*count_;
    return *this;
  }
  CountingIterator& operator=(std::u32string_view /*ngram*/) { return *this; }

 private:
  int64_t* count_;
};

}  // namespace

std::u32string DecodeUtf8(std::string_view text) {
  std::u32string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto lead = static_cast<unsigned char>(text.front());
    std::size_t length = SequenceLength(lead);
    char32_t code_point = 0;
    if (!DecodeSequence(text, length, code_point)) {
      code_point = 0xdc00 + lead;
      length = 1;
    }
    result.push_back(code_point);
    text.remove_prefix(length);
  }
  return result;
}

bool IsPythonSpace(char32_t code_point) {
  return (code_point >= 0x09 && code_point <= 0x0d) ||
         (code_point >= 0x1c && code_point <= 0x20) || code_point == 0x85 ||
         code_point == 0xa0 || code_point == 0x1680 ||
         (code_point >= 0x2000 && code_point <= 0x200a) ||
         code_point == 0x2028 || code_point == 0x2029 || code_point == 0x202f ||
         code_point == 0x205f || code_point == 0x3000;
}

std::vector<std::u32string> SplitWords(std::u32string_view text) {
  std::vector<std::u32string> words;
  std::u32string word;
  for (const char32_t code_point : text) {
    if (!IsPythonSpace(code_point)) {
      word.push_back(code_point);
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) {
    words.push_back(std::move(word));
  }
  return words;
}

NgramCounts CountNgrams(std::u32string_view hypothesis,
                        std::u32string_view reference, int32_t order) {
  const auto a = SortedNgrams(hypothesis, static_cast<std::size_t>(order));
  const auto b = SortedNgrams(reference, static_cast<std::size_t>(order));
  NgramCounts counts{.hypothesis = static_cast<int64_t>(a.size()),
                     .reference = static_cast<int64_t>(b.size())};
  // On sorted multisets, the intersection takes min(count, count) of each.
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        CountingIterator(counts.matches));
  return counts;
}

}  // namespace interpres
