// Sentences that are all known in advance, handed out to the engines of
// several threads: what the offline translator and the benchmarks share.

#ifndef INTERPRES_MODEL_ENGINE_WORK_LIST_H_
#define INTERPRES_MODEL_ENGINE_WORK_LIST_H_

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "model/engine/engine.h"

namespace interpres {

// Hands the sentences out, longest first, so that no worker ends with a long
// one alone. Thread-safe.
class WorkList {
 public:
  // `workers` is the number of threads that call Take, at least 1.
  WorkList(std::vector<Sentence> sentences, int32_t workers);

  // Returns the next sentences that fit the engine; empty when the list is
  // empty or a worker failed. At most an even share of the rest, so that a
  // short list keeps every worker busy. The result is valid as long as the
  // list.
  std::span<const Sentence> Take(const Engine& engine);

  // Ends the work of all workers; the first failure is kept. OK is ignored.
  void Fail(const absl::Status& status);
  absl::Status status() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Sentence> sentences_;  // constant after construction
  const std::size_t workers_;
  std::size_t next_ = 0;  // guarded by mutex_
  absl::Status status_;   // guarded by mutex_: the first failure
};

// Decodes a worker's share of the list: until nothing is left to take, or the
// engine fails. `store` gets every finished sentence, on this thread.
absl::Status DecodeShare(Engine& engine, WorkList& work,
                         const std::function<void(EngineResult)>& store);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_WORK_LIST_H_
