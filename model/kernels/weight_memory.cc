#include "model/kernels/weight_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace interpres {
namespace {

constexpr int64_t kAlignment = 64;
constexpr int64_t kLargePage = 2 << 20;
// Memory is taken as it is written: what a chunk has left costs nothing.
constexpr int64_t kChunk = 32 * kLargePage;

int64_t RoundUp(int64_t size, int64_t unit) {
  return (size + unit - 1) / unit * unit;
}

// Whole large pages.
std::shared_ptr<std::byte> MapPages(int64_t size) {
  // A large page begins at a multiple of its size.
  const auto bytes = static_cast<std::size_t>(size + kLargePage);
  void* mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) {
    throw std::bad_alloc();
  }
  void* first = mapped;
  std::size_t space = bytes;
  std::align(kLargePage, static_cast<std::size_t>(size), first, space);
  // Only a wish; without large pages everything works as well.
  madvise(first, static_cast<std::size_t>(size), MADV_HUGEPAGE);
  return {static_cast<std::byte*>(first),
          [mapped, bytes](std::byte*) { munmap(mapped, bytes); }};
}

}  // namespace

std::shared_ptr<std::byte> WeightMemory::Allocate(int64_t size) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const int64_t needed = RoundUp(size, kAlignment);
  if (used_ + needed > chunk_size_) {
    const int64_t chunk_size = std::max(kChunk, RoundUp(needed, kLargePage));
    chunk_ = MapPages(chunk_size);
    chunk_size_ = chunk_size;
    used_ = 0;
  }
  std::byte* array = chunk_.get() + used_;
  used_ += needed;
  return {chunk_, array};
}

}  // namespace interpres
