#include "server/base/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace interpres {
namespace {

// More than one edit in three characters makes another word.
constexpr size_t kCharactersPerEdit = 3;

// Levenshtein's distance, by dynamic programming over one row.
size_t Edits(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t replace = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string NearestName(std::string_view name,
                        const std::vector<std::string>& known) {
  std::string nearest;
  size_t fewest = name.size() / kCharactersPerEdit + 1;
  for (const std::string& candidate : known) {
    const size_t edits = Edits(name, candidate);
    if (edits < fewest) {
      fewest = edits;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace interpres
