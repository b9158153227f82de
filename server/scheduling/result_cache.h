// The results of the latest translations, in bounded memory.

#ifndef INTERPRES_SERVER_SCHEDULING_RESULT_CACHE_H_
#define INTERPRES_SERVER_SCHEDULING_RESULT_CACHE_H_

#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "model/decoding/decoding_options.h"
#include "server/scheduling/translation_key.h"

namespace interpres {

// The result of one translation. The result is shared, so that the scheduler
// copies no hypotheses under its lock.
using SharedHypotheses = std::shared_ptr<const std::vector<Hypothesis>>;

// Maps the keys of jobs to their results. Evicts the least recently used
// entries when there is no room for a new entry. Not thread-safe: Scheduler
// guards it.
class ResultCache {
 public:
  // `max_bytes` bounds the approximate size of all entries. 0 means that the
  // cache keeps no entries.
  explicit ResultCache(int64_t max_bytes) : max_bytes_(max_bytes) {}

  // Returns the result for the key, and marks the entry as most recently used.
  // Returns null if the cache has no entry for the key.
  SharedHypotheses Find(const SharedKey& key);
  // Adds an entry, and evicts the least recently used entries if there is no
  // room. Does nothing if the cache has an entry for the key, or if the entry
  // would be larger than the whole cache. REQUIRES: neither argument is null.
  void Insert(const SharedKey& key, SharedHypotheses hypotheses);

  int64_t bytes() const { return bytes_; }

 private:
  struct Entry {
    SharedKey key;
    SharedHypotheses hypotheses;
    int64_t bytes = 0;
  };
  using Entries = std::list<Entry>;

  void EraseOldest();

  const int64_t max_bytes_;
  int64_t bytes_ = 0;
  Entries entries_;  // most recently used first
  std::unordered_map<SharedKey, Entries::iterator, SharedKeyHash,
                     SharedKeyEqual>
      index_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_RESULT_CACHE_H_
