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

// Hands sentences to several worker threads, the longest first, so that no
// worker still decodes a long sentence when the others have finished.
// Thread-safe.
class WorkList {
 public:
  // `sentences` are the sentences to hand out. `workers` is the number of
  // threads that call Take, at least 1.
  WorkList(std::vector<Sentence> sentences, int32_t workers);

  // Hands out the next sentences that fit in `engine` now, at most an even
  // share of the remaining sentences. Returns an empty span if no sentence is
  // left, no sentence fits now, or Fail was called with an error. Exception: an
  // engine without active sentences gets a sentence even if the sentence can
  // never fit, so that the engine returns the error. The span is valid as long
  // as the WorkList.
  std::span<const Sentence> Take(const Engine& engine);

  // Ends the work: every later Take, by any worker, returns no sentences.
  // status() then returns the first error. Does nothing if `status` is OK.
  void Fail(const absl::Status& status);
  absl::Status status() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Sentence> sentences_;  // constant after construction
  const std::size_t workers_;
  std::size_t next_ = 0;  // guarded by mutex_
  absl::Status status_;   // guarded by mutex_: the first failure
};

// Takes sentences from `work` and decodes them with `engine` until no sentence
// is left and `engine` has finished. Calls `store` on this thread with the
// result of every sentence, also of a sentence that failed. Stops and returns
// the error if Engine::Validate or Admit fails; does not call work.Fail. After
// another worker calls work.Fail, finishes the sentences in `engine` only and
// returns OK.
absl::Status DecodeShare(Engine& engine, WorkList& work,
                         const std::function<void(EngineResult)>& store);

}  // namespace interpres

#endif  // INTERPRES_MODEL_ENGINE_WORK_LIST_H_
