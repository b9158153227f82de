#include "model/base/nearest_name.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace interpres {
namespace {

// A row of the table of distances: from the first i bytes of one word to each
// prefix of the other word.
using Row = std::vector<size_t>;

// Fills in the row `current` of the first i bytes of `a`, i >= 1. `previous`
// and `before` are the rows of i - 1 and i - 2 bytes.
void FillRow(std::string_view a, std::string_view b, const Row& before,
             const Row& previous, Row& current) {
  const size_t i = a.size();
  current[0] = i;
  for (size_t j = 1; j <= b.size(); ++j) {
    const size_t replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
    current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
    if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
      current[j] = std::min(current[j], before[j - 2] + 1);
    }
  }
}

}  // namespace

size_t EditDistance(std::string_view a, std::string_view b) {
  Row before(b.size() + 1);
  Row previous(b.size() + 1);
  Row current(b.size() + 1);
  std::iota(current.begin(), current.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, previous);
    std::swap(previous, current);
    FillRow(a.substr(0, i), b, before, previous, current);
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
