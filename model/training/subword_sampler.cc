#include "model/training/subword_sampler.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "model/base/status.h"
#include "model/kernels/counter_random.h"

namespace interpres {
namespace {

// The segmentations of one side, one after the other, and their weights.
class Candidates {
 public:
  Candidates(std::span<const Segmentation> segmentations, double alpha) {
    for (const Segmentation& segmentation : segmentations) {
      const std::vector<int32_t>& ids = segmentation.text.ids;
      ids_.insert(ids_.end(), ids.begin(), ids.end());
      ends_.push_back(static_cast<uint32_t>(ids_.size()));
      weights_.push_back(
          std::exp(alpha * (segmentation.log_probability -
                            segmentations.front().log_probability)));
      total_ += weights_.back();
    }
    ids_.shrink_to_fit();
  }

  // `uniform`: the random number, in [0, 1).
  std::vector<int32_t> Draw(double uniform) const {
    double left = uniform * total_;
    std::size_t chosen = 0;
    while (chosen + 1 < weights_.size() && left >= weights_[chosen]) {
      left -= weights_[chosen++];
    }
    const std::size_t begin = chosen == 0 ? 0 : ends_[chosen - 1];
    return {ids_.begin() + static_cast<std::ptrdiff_t>(begin),
            ids_.begin() + static_cast<std::ptrdiff_t>(ends_[chosen])};
  }

  int64_t bytes() const {
    return static_cast<int64_t>(sizeof(*this) +
                                ids_.capacity() * sizeof(ids_[0]) +
                                ends_.capacity() * sizeof(ends_[0]) +
                                weights_.capacity() * sizeof(weights_[0]));
  }

 private:
  std::vector<int32_t> ids_;
  std::vector<uint32_t> ends_;  // of the segmentations in ids_
  std::vector<double> weights_;
  double total_ = 0.0;
};

struct ExampleCandidates {
  Candidates source;
  Candidates target;
};

absl::StatusOr<ExampleCandidates> FindCandidates(
    const Tokenizer& tokenizer, const PairView& text, const ExampleTags& tags,
    const SubwordSamplerOptions& options) {
  const auto count = static_cast<int32_t>(options.nbest);
  INTERPRES_ASSIGN_OR_RETURN(
      std::vector<Segmentation> sources,
      tokenizer.NBestSource(text.source, TagLanguage(tokenizer, tags.direction),
                            count));
  for (Segmentation& source : sources) {
    INTERPRES_RETURN_IF_ERROR(tokenizer.AddCorpusTag(tags.corpus, source.text));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const std::vector<Segmentation> targets,
      tokenizer.NBestTarget(text.target, sources.front().text.forced_target,
                            count));
  return ExampleCandidates{.source = Candidates(sources, options.alpha),
                           .target = Candidates(targets, options.alpha)};
}

SampledIds DrawFromCandidates(const ExampleCandidates& candidates,
                              uint64_t draw) {
  return {.source = candidates.source.Draw(RandomUniform(draw, 0)),
          .target = candidates.target.Draw(RandomUniform(draw, 1))};
}

// Thread-safe.
class Sampler {
 public:
  Sampler(std::shared_ptr<const Tokenizer> tokenizer,
          std::shared_ptr<const std::vector<ParallelText>> corpora,
          const SubwordSamplerOptions& options)
      : tokenizer_(std::move(tokenizer)),
        corpora_(std::move(corpora)),
        options_(options) {}

  bool Sample(uint64_t key, uint64_t draw, SampledIds& ids);

 private:
  using Shared = std::shared_ptr<const ExampleCandidates>;

  absl::StatusOr<Shared> Find(uint64_t key) const;
  Shared Kept(uint64_t key) const;
  void Keep(uint64_t key, const Shared& candidates);

  const std::shared_ptr<const Tokenizer> tokenizer_;
  const std::shared_ptr<const std::vector<ParallelText>> corpora_;
  const SubwordSamplerOptions options_;
  mutable std::mutex mutex_;  // of what follows
  std::unordered_map<uint64_t, Shared> kept_;
  int64_t kept_bytes_ = 0;
};

absl::StatusOr<Sampler::Shared> Sampler::Find(uint64_t key) const {
  const ExampleName name = NameOf(key);
  const ParallelText& text = (*corpora_)[static_cast<std::size_t>(name.corpus)];
  const std::size_t i = IndexOfLine(text, name.line);
  const ExampleTags tags = TagsOf(text.files, name.reversed);
  INTERPRES_ASSIGN_OR_RETURN(
      ExampleCandidates candidates,
      name.reversed
          ? FindCandidates(*tokenizer_, {text.target[i], text.source[i]}, tags,
                           options_)
          : FindCandidates(*tokenizer_, {text.source[i], text.target[i]}, tags,
                           options_));
  return std::make_shared<const ExampleCandidates>(std::move(candidates));
}

Sampler::Shared Sampler::Kept(uint64_t key) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = kept_.find(key);
  return found == kept_.end() ? nullptr : found->second;
}

void Sampler::Keep(uint64_t key, const Shared& candidates) {
  const int64_t bytes = candidates->source.bytes() + candidates->target.bytes();
  const std::lock_guard<std::mutex> lock(mutex_);
  if (kept_bytes_ + bytes <= options_.kept_bytes &&
      kept_.try_emplace(key, candidates).second) {
    kept_bytes_ += bytes;
  }
}

bool Sampler::Sample(uint64_t key, uint64_t draw, SampledIds& ids) {
  Shared candidates = Kept(key);
  if (candidates == nullptr) {
    auto found = Find(key);
    if (!found.ok()) {
      return false;
    }
    candidates = *std::move(found);
    Keep(key, candidates);
  }
  ids = DrawFromCandidates(*candidates, draw);
  return static_cast<int64_t>(std::max(ids.source.size(), ids.target.size())) <=
         options_.max_tokens;
}

}  // namespace

absl::StatusOr<ExampleSampling> MakeSubwordSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::shared_ptr<const std::vector<ParallelText>> corpora,
    const SubwordSamplerOptions& options) {
  if (!tokenizer->HasAlternatives()) {
    return absl::InvalidArgumentError(
        "--subword-sampling draws by the probabilities of a unigram "
        "vocabulary; this one is of another type");
  }
  const auto sampler = std::make_shared<Sampler>(std::move(tokenizer),
                                                 std::move(corpora), options);
  return ExampleSampling(
      [sampler](uint64_t key, uint64_t draw, SampledIds& ids) {
        return sampler->Sample(key, draw, ids);
      });
}

absl::StatusOr<SampledIds> DrawSubwords(const Tokenizer& tokenizer,
                                        const PairView& text,
                                        const ExampleTags& tags,
                                        const SubwordSamplerOptions& options,
                                        uint64_t draw) {
  INTERPRES_ASSIGN_OR_RETURN(const ExampleCandidates candidates,
                             FindCandidates(tokenizer, text, tags, options));
  return DrawFromCandidates(candidates, draw);
}

}  // namespace interpres
