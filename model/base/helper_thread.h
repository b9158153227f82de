// A second thread for work that takes microseconds, less than waking a thread.

#ifndef INTERPRES_MODEL_BASE_HELPER_THREAD_H_
#define INTERPRES_MODEL_BASE_HELPER_THREAD_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>

namespace interpres {

// A second thread for very short tasks. After a task, the helper thread waits
// for the next task without sleeping for some time, so that it can start
// quickly. Then it sleeps until the next Run. Not thread-safe: one thread owns
// the object.
class HelperThread {
 public:
  // Starts the helper thread, which calls `prepare` before its first task.
  // After each task, the helper thread stays awake for the time `awake`. The
  // default is longer than the pause between two matrix products of a step.
  // Throws std::system_error if the thread cannot be started. REQUIRES:
  // `prepare` is not null and does not throw.
  explicit HelperThread(
      const std::function<void()>& prepare,
      std::chrono::microseconds awake = std::chrono::microseconds(200));
  ~HelperThread();
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;

  // Runs `mine` on this thread and `theirs` on the helper thread, and returns
  // when both are done. If the helper thread has not begun `theirs` when `mine`
  // is done, `theirs` runs on this thread too. REQUIRES: neither task throws.
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
  // Takes the posted task back if the helper thread has not begun it. Returns
  // whether the task was taken back. If so, the helper thread will not run it.
  bool TakeBack();
  void Await() const;

  void Work(const std::function<void()>& prepare);
  // Waits on the helper thread until the state is not kIdle. Sleeps after the
  // time `awake_`.
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
