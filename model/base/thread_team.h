// A fixed set of threads that all run the same task.

#ifndef INTERPRES_MODEL_BASE_THREAD_TEAM_H_
#define INTERPRES_MODEL_BASE_THREAD_TEAM_H_

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace interpres {

// The largest number of threads that the command-line flag --threads accepts. A
// larger number is more likely a typing error.
inline constexpr int kMostThreads = 1024;

// A fixed number of threads that run a task together. The destructor joins the
// threads. Not thread-safe: one thread owns the team and calls Run.
class ThreadTeam {
 public:
  // Starts the threads. Throws std::system_error if the system has no resources
  // for them. REQUIRES: threads >= 1.
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return static_cast<int>(threads_.size()); }

  // Calls task(worker) for worker = 0 .. size() - 1 concurrently, and waits
  // until all calls have returned. Each worker number always has the same
  // thread. If calls throw, throws the first exception again after all calls
  // have ended.
  void Run(const std::function<void(int)>& task);

 private:
  void Start(int threads);
  void Work(int worker);
  void Join();

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  const std::function<void(int)>* task_ = nullptr;
  std::exception_ptr error_;
  int64_t round_ = 0;
  int running_ = 0;
  bool closing_ = false;

  std::vector<std::thread> threads_;
};

}  // namespace interpres

#endif  // INTERPRES_MODEL_BASE_THREAD_TEAM_H_
