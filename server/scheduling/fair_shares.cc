#include "server/scheduling/fair_shares.h"

#include <algorithm>

namespace interpres {

void FairShares::Join(uint64_t party) {
  Turn& turn = turns_[party];
  resting_.erase(turn);
  turn = {.virtual_time = std::max(turn.virtual_time, now_),
          .joined = ++joins_,
          .party = party};
  waiting_.insert(turn);
}

void FairShares::Leave(uint64_t party) {
  const Turn& turn = turns_.at(party);
  waiting_.erase(turn);
  resting_.insert(turn);
  if (waiting_.empty()) {
    // With no party waiting there is no unfairness to remember.
    turns_.clear();
    resting_.clear();
    now_ = 0.0;
    return;
  }
  ForgetCaughtUp();
}

void FairShares::Charge(uint64_t party, double cost) {
  Turn& turn = turns_.at(party);
  waiting_.erase(turn);
  now_ = std::max(now_, turn.virtual_time);
  turn.virtual_time += cost;
  waiting_.insert(turn);
  ForgetCaughtUp();
}

void FairShares::ForgetCaughtUp() {
  while (!resting_.empty() && resting_.begin()->virtual_time <= now_) {
    turns_.erase(resting_.begin()->party);
    resting_.erase(resting_.begin());
  }
}

}  // namespace interpres
