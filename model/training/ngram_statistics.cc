// Tested by metrics_test.cc.

#include "model/training/ngram_statistics.h"

#include <algorithm>
#include <cstddef>

#include "model/base/utf8.h"

namespace interpres {
namespace {

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
    const std::size_t length = Utf8SequenceLength(text);
    if (length == 0) {
      result.push_back(0xdc00 + static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
      continue;
    }
    result.push_back(DecodeUtf8Sequence(text.substr(0, length)));
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
