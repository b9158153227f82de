// Decides whose turn it is when several parties share a server.
//
// Start-time fair queueing (Goyal, Vin and Cheng 1996): every party has a
// virtual time, the party with the lowest virtual time is next, and serving it
// advances its virtual time by the cost of the service. A party that joins
// starts at the virtual time of the party served last. So waiting
// saves up no service, and a newcomer delays the others only by its share.

#ifndef INTERPRES_SERVER_SCHEDULING_FAIR_SHARES_H_
#define INTERPRES_SERVER_SCHEDULING_FAIR_SHARES_H_

#include <cstdint>
#include <set>
#include <tuple>
#include <unordered_map>

namespace interpres {

// Decides which party is served next, so that all parties with work receive
// equal shares of the service, or shares by weight (see Charge). Not
// thread-safe. Every call takes O(log parties), amortised.
class FairShares {
 public:
  // Whether no party has work.
  bool empty() const { return waiting_.empty(); }

  // Records that the party has work from now on, so that Next may return the
  // party. REQUIRES: the party has not joined, or has left since it joined.
  void Join(uint64_t party);
  // Records that the party has no work any longer, so that Next does not return
  // the party. The party keeps its virtual time until the others have caught
  // up, so that leaving and joining again gains nothing. When no party has
  // work, all virtual times are forgotten. REQUIRES: the party has joined and
  // not left.
  void Leave(uint64_t party);

  // Returns the party with the lowest virtual time among the parties with work.
  // Of equal parties, returns the party that joined first. REQUIRES: !empty().
  uint64_t Next() const { return waiting_.begin()->party; }
  // Records that the party is served: adds `cost` to its virtual time. The
  // caller has divided `cost` by the weight of the party. REQUIRES: the party
  // has joined and not left, and cost >= 0.
  void Charge(uint64_t party, double cost);

 private:
  struct Turn {
    double virtual_time = 0.0;
    uint64_t joined = 0;
    uint64_t party = 0;

    friend bool operator<(const Turn& a, const Turn& b) {
      return std::tie(a.virtual_time, a.joined) <
             std::tie(b.virtual_time, b.joined);
    }
  };

  // Forgets the parties without work whose virtual time is at most `now_`.
  void ForgetCaughtUp();

  std::unordered_map<uint64_t, Turn> turns_;
  std::set<Turn> waiting_;  // of the parties with work
  std::set<Turn> resting_;  // of the parties without work
  double now_ = 0.0;        // virtual time of the party that was served last
  uint64_t joins_ = 0;
};

}  // namespace interpres

#endif  // INTERPRES_SERVER_SCHEDULING_FAIR_SHARES_H_
