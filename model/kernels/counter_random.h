// Counter-based random bits: the bits are a pure function of a key and an
// element number. A training run therefore has no generator state to save. The
// bits do not depend on the batch, the order or the thread.
//
// The caller builds a 64-bit key by chaining CombineKeys() over the parts of a
// draw's name, e.g. (seed, update, sentence, position, dropout mask id).
// RandomBits() returns 32 bits for each element of the draw.
//
// Both functions are finalisers of multiplicative hashes with full avalanche.
// CombineKeys() uses SplitMix64 (Steele, Lea, Flood: "Fast Splittable
// Pseudorandom Number Generators", 2014). RandomBits() applies a two-multiply
// 32-bit mixer (C. Wellons, "Prospecting for Hash Functions", 2018) once with
// each half of the key. Not for cryptography.

#ifndef INTERPRES_MODEL_KERNELS_COUNTER_RANDOM_H_
#define INTERPRES_MODEL_KERNELS_COUNTER_RANDOM_H_

#include <cstdint>

namespace interpres {

// Returns a new random key that depends only on `key` and `part`. Chain the
// calls for a key of several parts. The order matters: part a, then b, gives
// another key than b, then a.
constexpr uint64_t CombineKeys(uint64_t key, uint64_t part) {
  uint64_t x = key ^ (part * 0xd1342543de82ef95u + 0x9e3779b97f4a7c15u);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

constexpr uint32_t kMixMultiplier1 = 0x7feb352du;
constexpr uint32_t kMixMultiplier2 = 0x846ca68bu;

// Returns the bits of `x` mixed by Wellons' mixer lowbias32, a bijection.
constexpr uint32_t MixBits(uint32_t x) {
  x = (x ^ (x >> 16)) * kMixMultiplier1;
  x = (x ^ (x >> 15)) * kMixMultiplier2;
  return x ^ (x >> 16);
}

// Returns 32 uniform pseudo-random bits. The bits depend only on the random key
// `key` and on the index `element`.
constexpr uint32_t RandomBits(uint64_t key, uint32_t element) {
  const uint32_t inner = MixBits(element + static_cast<uint32_t>(key));
  return MixBits(inner ^ static_cast<uint32_t>(key >> 32));
}

// Returns a uniform pseudo-random number in the open interval (0, 1). The
// number depends only on the random key `key` and on the index `element`.
constexpr double RandomUniform(uint64_t key, uint32_t element) {
  return (RandomBits(key, element) + 0.5) * (1.0 / 4294967296.0);
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_COUNTER_RANDOM_H_
