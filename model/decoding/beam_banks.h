// The division of a beam among hypotheses with different numbers of required
// sequences (dynamic beam allocation: Post and Vilar, "Fast Lexically
// Constrained Decoding with Dynamic Beam Allocation", 2018).

#ifndef INTERPRES_MODEL_DECODING_BEAM_BANKS_H_
#define INTERPRES_MODEL_DECODING_BEAM_BANKS_H_

#include <cstdint>
#include <span>

namespace interpres {

// A bank: the candidates of a step that have equally many required token
// sequences, complete or begun. If they have begun a sequence, they also have
// equally many tokens of this sequence.
struct Bank {
  int32_t size = 0;  // number of candidates, at least 1
  bool has_begun = false;
  int32_t places = 0;  // the result of AllocatePlaces
};

// Divides the `places` of a beam among the banks and writes the shares to
// Bank::places. The banks are in falling order of their sequences, complete or
// begun. Of banks with equally many sequences, those without a begun sequence
// come first, then those with the longest part of it. `scores` has the scores
// of the candidates of the first bank, then of the second, and so on. Within a
// bank, the scores fall.
//
// A quarter of the places, rounded up, go to the first banks, one to each. So
// hypotheses with many sequences are not displaced by likelier hypotheses with
// few. The first bank whose `has_begun` differs from the first bank gets the
// next place, unless the bank has a place. So a begun sequence becomes complete
// before it competes with complete ones. The other places go to the candidates
// with the highest scores. Of equal scores, the earlier bank gets the place. No
// bank gets more places than it has candidates, so places can stay unused.
// REQUIRES: Bank::places is 0, Bank::size is at least 1, and the sum of the
// sizes is scores.size(). Thread-safe.
void AllocatePlaces(std::span<const double> scores, int32_t places,
                    std::span<Bank> banks);

}  // namespace interpres

#endif  // INTERPRES_MODEL_DECODING_BEAM_BANKS_H_
