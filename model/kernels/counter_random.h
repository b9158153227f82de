// Random bits as a pure function of what they are for: no state to save, and
// the same bits whatever the batch, the order or the thread.
//
// A 64-bit key is built by chaining CombineKeys() over the parts of the name of
// a draw, e.g. (seed, update, sentence, position, use). RandomBits() then gives
// 32 bits for each element of that draw. Both are finalisers of multiplicative
// hashes with full avalanche: SplitMix64 (Steele, Lea, Flood: "Fast Splittable
// Pseudorandom Number Generators", 2014) and a two-multiply 32-bit mixer found
// by search (C. Wellons, "Prospecting for Hash Functions", 2018), applied once
// with each half of the key. Not for cryptography.

#ifndef INTERPRES_MODEL_KERNELS_COUNTER_RANDOM_H_
#define INTERPRES_MODEL_KERNELS_COUNTER_RANDOM_H_

#include <cstdint>

namespace interpres {

// The key of the draw `part` under `key`. Order matters.
constexpr uint64_t CombineKeys(uint64_t key, uint64_t part) {
  uint64_t x = key ^ (part * 0xd1342543de82ef95u + 0x9e3779b97f4a7c15u);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

constexpr uint32_t kMixMultiplier1 = 0x7feb352du;
constexpr uint32_t kMixMultiplier2 = 0x846ca68bu;

constexpr uint32_t MixBits(uint32_t x) {
  x = (x ^ (x >> 16)) * kMixMultiplier1;
  x = (x ^ (x >> 15)) * kMixMultiplier2;
  return x ^ (x >> 16);
}

// 32 uniform bits for `element` of the draw `key`.
constexpr uint32_t RandomBits(uint64_t key, uint32_t element) {
  const uint32_t inner = MixBits(element + static_cast<uint32_t>(key));
  return MixBits(inner ^ static_cast<uint32_t>(key >> 32));
}

// Uniform in (0, 1): never 0 or 1.
constexpr double RandomUniform(uint64_t key, uint32_t element) {
  return (RandomBits(key, element) + 0.5) * (1.0 / 4294967296.0);
}

}  // namespace interpres

#endif  // INTERPRES_MODEL_KERNELS_COUNTER_RANDOM_H_
