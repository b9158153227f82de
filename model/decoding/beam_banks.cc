// Tested by beam_banks_test.cc.

#include "model/decoding/beam_banks.h"

#include <algorithm>
#include <cstddef>

namespace interpres {
namespace {

// Returns the bank whose best candidate without a place has the highest score.
// Null if every candidate has a place.
Bank* BestBank(std::span<const double> scores, std::span<Bank> banks) {
  Bank* best = nullptr;
  double best_score = 0.0;
  std::size_t first = 0;  // the first candidate of the bank
  for (Bank& bank : banks) {
    // The best candidate without a place, unless every candidate has one.
    const std::size_t next = first + static_cast<std::size_t>(bank.places);
    const bool has_next = bank.places < bank.size;
    if (has_next && (best == nullptr || scores[next] > best_score)) {
      best = &bank;
      best_score = scores[next];
    }
    first += static_cast<std::size_t>(bank.size);
  }
  return best;
}

}  // namespace

void AllocatePlaces(std::span<const double> scores, int32_t places,
                    std::span<Bank> banks) {
  const auto sure =
      std::min(banks.size(), static_cast<std::size_t>((places + 3) / 4));
  auto rest = places - static_cast<int32_t>(sure);
  for (Bank& bank : banks.first(sure)) {
    bank.places = 1;
  }
  const auto other = std::ranges::find_if(banks, [&](const Bank& bank) {
    return bank.has_begun != banks.front().has_begun;
  });
  if (rest > 0 && other != banks.end() && other->places == 0) {
    other->places = 1;
    --rest;
  }
  for (; rest > 0; --rest) {
    Bank* const bank = BestBank(scores, banks);
    if (bank == nullptr) {
      return;
    }
    ++bank->places;
  }
}

}  // namespace interpres
