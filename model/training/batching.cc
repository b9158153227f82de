#include "model/training/batching.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"

namespace interpres {
namespace {

// Of tokens in a batch, and of batches in a window.
constexpr int64_t kLargestCount = 1'000'000'000;

// SplitMix64 (Steele, Lea, Flood 2014): every output depends on (key, counter).
class KeyedRandom {
 public:
  KeyedRandom(uint64_t seed, uint64_t stream)
      : state_(Mix(seed ^ Mix(stream + kGamma))) {}

  // Uniform in 0 .. bound - 1; the bias of bound / 2^64 is far below anything
  // that a shuffle could show.
  uint64_t Below(uint64_t bound) {
    state_ += kGamma;
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>((static_cast<Wide>(Mix(state_)) * bound) >>
                                 64);
  }

 private:
  static constexpr uint64_t kGamma = 0x9E3779B97F4A7C15;

  static uint64_t Mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

template <typename T>
void Shuffle(KeyedRandom& random, std::vector<T>& items) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random.Below(i)]);
  }
}

int64_t SourceSize(const ExampleSet& examples, int32_t i) {
  return static_cast<int64_t>(examples.source(i).size());
}

int64_t TargetSize(const ExampleSet& examples, int32_t i) {
  return static_cast<int64_t>(examples.target(i).size());
}

// Cuts `order` into batches within the budget.
std::vector<std::vector<int32_t>> Cut(const ExampleSet& examples,
                                      const std::vector<int32_t>& order,
                                      int64_t batch_tokens) {
  std::vector<std::vector<int32_t>> batches;
  int64_t source_tokens = 0;
  int64_t target_tokens = 0;
  for (const int32_t i : order) {
    source_tokens += SourceSize(examples, i);
    target_tokens += TargetSize(examples, i);
    if (batches.empty() ||
        std::max(source_tokens, target_tokens) > batch_tokens) {
      batches.emplace_back();
      source_tokens = SourceSize(examples, i);
      target_tokens = TargetSize(examples, i);
    }
    batches.back().push_back(i);
  }
  return batches;
}

// Sorts by length inside each run of about `window_tokens` target tokens.
void SortWindows(const ExampleSet& examples, int64_t window_tokens,
                 std::vector<int32_t>& order) {
  auto begin = order.begin();
  int64_t tokens = 0;
  for (auto it = order.begin(); it != order.end(); ++it) {
    tokens += TargetSize(examples, *it);
    if (tokens < window_tokens && std::next(it) != order.end()) {
      continue;
    }
    std::stable_sort(begin, std::next(it), [&](int32_t a, int32_t b) {
      return std::pair(TargetSize(examples, a), SourceSize(examples, a)) <
             std::pair(TargetSize(examples, b), SourceSize(examples, b));
    });
    begin = std::next(it);
    tokens = 0;
  }
}

std::vector<int32_t> Identity(int64_t size, int64_t first = 0) {
  std::vector<int32_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), static_cast<int32_t>(first));
  return order;
}

constexpr double kLargestWeight = 1000.0;
// Streams of random numbers: epochs count from 0, parts and their passes have
// the high bit.
constexpr uint64_t kPartStream = uint64_t{1} << 63;
constexpr int kPartShift = 40;

// Appends what epoch `epoch` takes of part number `number`, which begins at
// example `first`.
void TakePart(const BatchingOptions& options, std::size_t number, int64_t first,
              int64_t epoch, std::vector<int32_t>& taken) {
  const SampledPart& part = options.parts[number];
  const double turn = part.weight * static_cast<double>(part.examples);
  const auto begin = static_cast<int64_t>(static_cast<double>(epoch) * turn);
  const auto end = static_cast<int64_t>(static_cast<double>(epoch + 1) * turn);
  for (int64_t at = begin; at < end;) {
    const int64_t pass = at / part.examples;
    std::vector<int32_t> order = Identity(part.examples, first);
    KeyedRandom random(options.seed, kPartStream |
                                         (uint64_t{number} << kPartShift) |
                                         static_cast<uint64_t>(pass));
    Shuffle(random, order);
    const int64_t stop = std::min(end, (pass + 1) * part.examples);
    taken.insert(taken.end(), order.begin() + (at - pass * part.examples),
                 order.begin() + (stop - pass * part.examples));
    at = stop;
  }
}

// The examples of an epoch, in an order to be shuffled.
std::vector<int32_t> TakeEpoch(const ExampleSet& examples,
                               const BatchingOptions& options, int64_t epoch) {
  if (std::all_of(options.parts.begin(), options.parts.end(),
                  [](const SampledPart& part) { return part.weight == 1.0; })) {
    return Identity(examples.size());
  }
  std::vector<int32_t> taken;
  int64_t first = 0;
  for (std::size_t i = 0; i < options.parts.size(); ++i) {
    TakePart(options, i, first, epoch, taken);
    first += options.parts[i].examples;
  }
  return taken;
}

// The product of two of them is a number of tokens.
absl::Status CheckRange(const char* flag, int64_t value) {
  if (value >= 1 && value <= kLargestCount) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s is %d; expected 1 to %d", flag, value, kLargestCount));
}

}  // namespace

absl::Status ValidateSampledPart(const SampledPart& part) {
  const double taken = part.weight * static_cast<double>(part.examples);
  if (!(taken >= 1.0) || !(part.weight <= kLargestWeight)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "train-weight is %g for %d examples; expected at most %g, and at "
        "least one example an epoch; change the weight",
        part.weight, part.examples, kLargestWeight));
  }
  return absl::OkStatus();
}

absl::Status ValidateBatchingOptions(const BatchingOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckRange("batch-tokens", options.batch_tokens));
  INTERPRES_RETURN_IF_ERROR(CheckRange("sort-window", options.sort_window));
  for (const SampledPart& part : options.parts) {
    INTERPRES_RETURN_IF_ERROR(ValidateSampledPart(part));
  }
  return absl::OkStatus();
}

std::vector<std::vector<int32_t>> PlanEpoch(const ExampleSet& examples,
                                            const BatchingOptions& options,
                                            int64_t epoch) {
  KeyedRandom random(options.seed, static_cast<uint64_t>(epoch));
  std::vector<int32_t> order = TakeEpoch(examples, options, epoch);
  Shuffle(random, order);
  if (options.sort_window > 1) {
    SortWindows(examples, options.batch_tokens * options.sort_window, order);
  }
  auto batches = Cut(examples, order, options.batch_tokens);
  Shuffle(random, batches);
  return batches;
}

std::vector<std::vector<int32_t>> PlanValidation(const ExampleSet& examples,
                                                 int64_t batch_tokens,
                                                 int64_t shards) {
  return Cut(examples, Identity(examples.size()),
             std::max<int64_t>(1, batch_tokens / shards));
}

std::vector<std::vector<int32_t>> SplitIntoShards(
    const ExampleSet& examples, std::span<const int32_t> batch,
    int64_t shards) {
  std::vector<std::vector<int32_t>> parts(static_cast<std::size_t>(shards));
  std::vector<int64_t> tokens(parts.size(), 0);
  for (const int32_t i : batch) {
    const auto lightest = std::min_element(tokens.begin(), tokens.end());
    *lightest += SourceSize(examples, i) + TargetSize(examples, i);
    parts[static_cast<std::size_t>(lightest - tokens.begin())].push_back(i);
  }
  return parts;
}

}  // namespace interpres
