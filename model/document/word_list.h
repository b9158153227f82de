// Lists of words in one string, so that the tables stay readable.

#ifndef INTERPRES_MODEL_DOCUMENT_WORD_LIST_H_
#define INTERPRES_MODEL_DOCUMENT_WORD_LIST_H_

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace interpres {

// Returns the words of `list`, which are separated by single spaces. The words
// point into `list`.
inline std::vector<std::string_view> WordsOf(std::string_view list) {
  std::vector<std::string_view> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    words.push_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_DOCUMENT_WORD_LIST_H_
