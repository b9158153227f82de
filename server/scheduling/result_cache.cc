#include "server/scheduling/result_cache.h"

#include <utility>

namespace interpres {
namespace {

// Approximate size of the nodes of both containers.
constexpr int64_t kEntryOverhead = 128;

template <typename T>
int64_t SizeOf(const std::vector<T>& values) {
  return static_cast<int64_t>(values.size() * sizeof(T));
}

int64_t SizeOfEntry(const TranslationKey& key,
                    const std::vector<Hypothesis>& hypotheses) {
  int64_t bytes = kEntryOverhead + static_cast<int64_t>(sizeof(key)) +
                  SizeOf(key.source) + SizeOf(key.target_prefix) +
                  SizeOf(key.required) + SizeOf(hypotheses);
  for (const RequiredTokens& required : key.required) {
    bytes += SizeOf(required.tokens);
  }
  for (const Hypothesis& hypothesis : hypotheses) {
    bytes += SizeOf(hypothesis.tokens) +
             SizeOf(hypothesis.token_log_probabilities) +
             SizeOf(hypothesis.alignment) + SizeOf(hypothesis.attention);
  }
  return bytes;
}

}  // namespace

SharedHypotheses ResultCache::Find(const SharedKey& key) {
  const auto found = index_.find(key);
  if (found == index_.end()) {
    return nullptr;
  }
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->hypotheses;
}

void ResultCache::Insert(const SharedKey& key, SharedHypotheses hypotheses) {
  const int64_t bytes = SizeOfEntry(key->key, *hypotheses);
  if (bytes > max_bytes_ || index_.contains(key)) {
    return;
  }
  while (bytes_ + bytes > max_bytes_) {
    EraseOldest();
  }
  bytes_ += bytes;
  entries_.push_front(
      {.key = key, .hypotheses = std::move(hypotheses), .bytes = bytes});
  index_.emplace(key, entries_.begin());
}

void ResultCache::EraseOldest() {
  bytes_ -= entries_.back().bytes;
  index_.erase(entries_.back().key);
  entries_.pop_back();
}

}  // namespace interpres
