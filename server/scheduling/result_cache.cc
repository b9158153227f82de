#include "server/scheduling/result_cache.h"

#include <utility>

namespace interpres {
namespace {

// Of the nodes of both containers.
constexpr int64_t kEntryOverhead = 128;

template <typename T>
int64_t SizeOf(const std::vector<T>& values) {
  return static_cast<int64_t>(values.size() * sizeof(T));
}

int64_t SizeOfEntry(const TranslationKey& key,
                    const std::vector<Hypothesis>& hypotheses) {
  int64_t bytes = kEntryOverhead + static_cast<int64_t>(sizeof(key)) +
                  SizeOf(key.source) + SizeOf(key.target_prefix) +
                  SizeOf(hypotheses);
  for (const Hypothesis& hypothesis : hypotheses) {
    bytes += SizeOf(hypothesis.tokens) +
             SizeOf(hypothesis.token_log_probabilities) +
             SizeOf(hypothesis.alignment) + SizeOf(hypothesis.attention);
  }
  return bytes;
}

}  // namespace

const std::vector<Hypothesis>* ResultCache::Find(const TranslationKey& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    return nullptr;
  }
  uses_.splice(uses_.begin(), uses_, found->second.use);
  return &found->second.hypotheses;
}

void ResultCache::Insert(TranslationKey key,
                         std::vector<Hypothesis> hypotheses) {
  const int64_t bytes = SizeOfEntry(key, hypotheses);
  if (bytes > max_bytes_) {
    return;
  }
  const auto [entry, is_new] = entries_.try_emplace(std::move(key));
  if (!is_new) {
    return;  // an equal result
  }
  while (bytes_ + bytes > max_bytes_) {
    EraseOldest();
  }
  bytes_ += bytes;
  uses_.push_front(&entry->first);
  entry->second = {.hypotheses = std::move(hypotheses),
                   .bytes = bytes,
                   .use = uses_.begin()};
}

void ResultCache::EraseOldest() {
  const auto oldest = entries_.find(*uses_.back());
  bytes_ -= oldest->second.bytes;
  uses_.pop_back();
  entries_.erase(oldest);
}

}  // namespace interpres
