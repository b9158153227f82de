// A second thread for work that takes microseconds, less than waking a thread.

#ifndef INTERPRES_MODEL_BASE_HELPER_THREAD_H_
#define INTERPRES_MODEL_BASE_HELPER_THREAD_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>

namespace interpres {

// While it is used often the helper looks for work without sleeping; after a
// while without any it sleeps. Not thread-safe: one thread owns it.
class HelperThread {
 public:
  // `prepare` runs on the helper before everything else. It stays awake so long
  // after each use: longer than what lies between two products of a step.
  explicit HelperThread(
      const std::function<void()>& prepare,
      std::chrono::microseconds awake = std::chrono::microseconds(200));
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  // Runs `mine` on this thread and `theirs` on the helper, and returns when
  // both are done. If the helper has not begun when `mine` is done, because it
  // slept or has no CPU, `theirs` runs on this thread too.
  template <typename Mine, typename Theirs>
  void Run(const Mine& mine, const Theirs& theirs) {
    Post([](const void* task) { (*static_cast<const Theirs*>(task))(); },
         &theirs);
    mine();
    if (TakeBack()) {
      theirs();
    } else {
      Await();
    }
  }

 private:
  enum State : int { kIdle, kPosted, kRunning, kClosing };
  using Function = void (*)(const void* task);

  void Post(Function function, const void* task);
  // Whether the helper had not begun, and will not.
  bool TakeBack();
  void Await() const;

  void Work(const std::function<void()>& prepare);
  // Returns when the state is another than kIdle.
  void AwaitTask();

  const std::chrono::microseconds awake_;
  std::atomic<int> state_ = kIdle;
  std::atomic<uint32_t> posts_ = 0;  // what it sleeps on
  std::atomic<bool> asleep_ = false;
  // Written before kPosted, read after kRunning.
  Function function_ = nullptr;
  const void* task_ = nullptr;
  std::thread thread_;  // last: uses all others
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_HELPER_THREAD_H_
