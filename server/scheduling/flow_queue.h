// A queue of items of several flows that serves them fairly: priorities by the
// weights of flow.h, the clients of a priority equally, and the items of one
// flow in the order of their arrival.

#ifndef INTERPRES_SERVER_SCHEDULING_FLOW_QUEUE_H_
#define INTERPRES_SERVER_SCHEDULING_FLOW_QUEUE_H_

#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>

#include "server/scheduling/fair_shares.h"
#include "server/scheduling/flow.h"

namespace interpres {

// Not thread-safe.
template <typename Item>
class FlowQueue {
 public:
  bool empty() const { return priorities_.empty(); }

  // Adds an item behind the other items of its flow. `cost` is the service that
  // the item needs, in any unit that all items share. REQUIRES: cost >= 0.
  void Push(const Flow& flow, double cost, Item item) {
    const auto priority = static_cast<uint64_t>(flow.priority);
    PriorityQueue& queue = queues_[priority];
    if (queue.clients.empty()) {
      priorities_.Join(priority);
    }
    std::deque<Entry>& entries = queue.entries[flow.client];
    if (entries.empty()) {
      queue.clients.Join(flow.client);
    }
    entries.push_back({.cost = cost, .item = std::move(item)});
  }

  // Removes and returns the item whose turn it is. Charges the cost of the item
  // to its client and its priority. REQUIRES: !empty().
  Item Pop() {
    const uint64_t priority = priorities_.Next();
    PriorityQueue& queue = queues_[priority];
    const uint64_t client = queue.clients.Next();
    const auto entries = queue.entries.find(client);
    Entry entry = std::move(entries->second.front());
    entries->second.pop_front();
    priorities_.Charge(priority,
                       entry.cost / WeightOf(static_cast<Priority>(priority)));
    queue.clients.Charge(client, entry.cost);
    if (entries->second.empty()) {
      queue.entries.erase(entries);
      queue.clients.Leave(client);
    }
    if (queue.clients.empty()) {
      priorities_.Leave(priority);
    }
    return std::move(entry.item);
  }

 private:
  struct Entry {
    double cost;
    Item item;
  };
  struct PriorityQueue {
    FairShares clients;
    std::unordered_map<uint64_t, std::deque<Entry>> entries;  // by client
  };

  FairShares priorities_;
  std::array<PriorityQueue, kPriorities> queues_;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FLOW_QUEUE_H_
