// Work done by several threads at once, results taken in the order of the
// work: a bounded window between one producer and one consumer.

#ifndef INTERPRES_CLIENT_ORDERED_PIPELINE_H_
#define INTERPRES_CLIENT_ORDERED_PIPELINE_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace interpres {

// produce   called by the thread that calls Run, until it returns nullopt
// transform called by `workers` threads at once
// consume   called by one further thread, for every produced item in order,
//           as soon as it and all before it are transformed; returns false to
//           stop: nothing more is produced or consumed, what is being
//           transformed is waited for
//
// At most `2 * workers` items are between produce and consume, so memory does
// not grow with the input and a slow consumer slows the producer. No function
// is called under the lock.
template <typename Item, typename Result>
class OrderedPipeline {
 public:
  struct Stages {
    std::function<std::optional<Item>()> produce;
    std::function<Result(Item)> transform;
    std::function<bool(Result)> consume;
  };

  // workers: at least 1.
  OrderedPipeline(int workers, Stages stages)
      : workers_(workers),
        window_(2 * static_cast<size_t>(workers)),
        stages_(std::move(stages)) {}

  // Runs everything; true if all items were consumed, false if consume
  // stopped it. Call it once.
  bool Run() {
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<size_t>(workers_) + 1);
    for (int i = 0; i < workers_; ++i) {
      threads.emplace_back([this] { TransformAll(); });
    }
    threads.emplace_back([this] { ConsumeAll(); });
    while (WaitForRoom()) {
      std::optional<Item> item = stages_.produce();
      if (!item) {
        break;
      }
      Append(std::move(*item));
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      end_of_items_ = true;
    }
    changed_.notify_all();
    threads.clear();  // joins
    return !stopped_;
  }

 private:
  struct Slot {
    explicit Slot(Item value) : item(std::move(value)) {}

    Item item;
    std::optional<Result> result;
  };

  // False once the consumer has stopped.
  bool WaitForRoom() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return stopped_ || slots_.size() < window_; });
    return !stopped_;
  }

  void Append(Item item) {
    auto slot = std::make_shared<Slot>(std::move(item));
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      slots_.push_back(slot);
      waiting_.push_back(std::move(slot));
    }
    changed_.notify_all();
  }

  std::shared_ptr<Slot> NextWaiting() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] {
      return stopped_ || end_of_items_ || !waiting_.empty();
    });
    if (stopped_ || waiting_.empty()) {
      return nullptr;
    }
    std::shared_ptr<Slot> slot = std::move(waiting_.front());
    waiting_.pop_front();
    return slot;
  }

  void TransformAll() {
    while (const std::shared_ptr<Slot> slot = NextWaiting()) {
      Result result = stages_.transform(std::move(slot->item));
      {
        const std::lock_guard<std::mutex> lock(mutex_);
        slot->result = std::move(result);
      }
      changed_.notify_all();
    }
  }

  std::optional<Result> NextResult() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] {
      return slots_.empty() ? end_of_items_
                            : slots_.front()->result.has_value();
    });
    if (slots_.empty()) {
      return std::nullopt;
    }
    std::optional<Result> result = std::move(slots_.front()->result);
    slots_.pop_front();
    return result;
  }

  void ConsumeAll() {
    while (std::optional<Result> result = NextResult()) {
      changed_.notify_all();  // there is room
      if (!stages_.consume(std::move(*result))) {
        const std::lock_guard<std::mutex> lock(mutex_);
        stopped_ = true;
        break;
      }
    }
    changed_.notify_all();
  }

  const int workers_;
  const size_t window_;
  const Stages stages_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_:
  std::deque<std::shared_ptr<Slot>> slots_;    // not yet consumed, in order
  std::deque<std::shared_ptr<Slot>> waiting_;  // not yet taken by a worker
  bool end_of_items_ = false;
  bool stopped_ = false;
};

}  // namespace interpres

#endif  // INTERPRES_CLIENT_ORDERED_PIPELINE_H_
