#include "client/nearest_name.h"

#include <algorithm>
#include <utility>

namespace interpres {

size_t EditDistance(std::string_view a, std::string_view b) {
  // Rows of the table of distances between prefixes: for the first i - 2, i - 1
  // and i bytes of `a`.
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> previous(b.size() + 1);
  std::vector<size_t> current(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) {
    current[j] = j;
  }
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, current);
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before[j - 2] + 1);
      }
    }
  }
  return current[b.size()];
}

std::string NearestName(std::string_view word,
                        const std::vector<std::string>& names) {
  std::string nearest;
  size_t distance = word.size() / 3 + 1;
  for (const std::string& name : names) {
    const size_t found = EditDistance(word, name);
    if (found < distance) {
      distance = found;
      nearest = name;
    }
  }
  return nearest;
}

}  // namespace interpres
