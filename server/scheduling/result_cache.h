// The results of the latest translations, in bounded memory.

#ifndef INTERPRES_SERVER_SCHEDULING_RESULT_CACHE_H_
#define INTERPRES_SERVER_SCHEDULING_RESULT_CACHE_H_

#include <cstdint>
#include <list>
#include <unordered_map>
#include <vector>

#include "absl/hash/hash.h"
#include "model/decoding/decoding_options.h"
#include "server/scheduling/translation_key.h"

namespace interpres {

// Forgets what was not used for longest. Not thread-safe: Scheduler guards it.
class ResultCache {
 public:
  // About how many bytes its entries may take; 0: it keeps none.
  explicit ResultCache(int64_t max_bytes) : max_bytes_(max_bytes) {}

  // Null if it is not there; until the next Insert.
  const std::vector<Hypothesis>* Find(const TranslationKey& key);
  // Does nothing with an entry that alone is too large.
  void Insert(TranslationKey key, std::vector<Hypothesis> hypotheses);

  int64_t bytes() const { return bytes_; }

 private:
  using Uses = std::list<const TranslationKey*>;  // the latest first
  struct Entry {
    std::vector<Hypothesis> hypotheses;
    int64_t bytes = 0;
    Uses::iterator use;
  };

  void EraseOldest();

  const int64_t max_bytes_;
  int64_t bytes_ = 0;
  std::unordered_map<TranslationKey, Entry, absl::Hash<TranslationKey>>
      entries_;
  Uses uses_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_RESULT_CACHE_H_
