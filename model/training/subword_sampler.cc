#include "model/training/subword_sampler.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "model/kernels/counter_random.h"

namespace interpres {
namespace {

class Sampler {
 public:
  Sampler(std::shared_ptr<const Tokenizer> tokenizer,
          std::vector<ParallelText> corpora,
          const SubwordSamplerOptions& options)
      : tokenizer_(std::move(tokenizer)),
        corpora_(std::move(corpora)),
        options_(options) {}

  bool Sample(uint64_t key, uint64_t draw, SampledIds& ids) const;

 private:
  SubwordDraw DrawOf(uint64_t draw, uint32_t side) const {
    return {.alpha = options_.alpha,
            .nbest = static_cast<int32_t>(options_.nbest),
            .uniform = RandomUniform(draw, side)};
  }

  std::shared_ptr<const Tokenizer> tokenizer_;
  std::vector<ParallelText> corpora_;
  SubwordSamplerOptions options_;
};

bool Sampler::Sample(uint64_t key, uint64_t draw, SampledIds& ids) const {
  const ExampleName name = NameOf(key);
  const ParallelText& text = corpora_[static_cast<std::size_t>(name.corpus)];
  const auto found =
      std::lower_bound(text.lines.begin(), text.lines.end(), name.line);
  const auto i = static_cast<std::size_t>(found - text.lines.begin());
  const std::string& source = name.reversed ? text.target[i] : text.source[i];
  const std::string& target = name.reversed ? text.source[i] : text.target[i];
  const EncodeOptions& encoding = options_.encoding;
  auto source_ids = tokenizer_->SampleSource(
      source, TagLanguage(*tokenizer_, encoding, name.reversed),
      DrawOf(draw, 0));
  auto target_ids = tokenizer_->SampleTarget(target, DrawOf(draw, 1));
  if (!source_ids.ok() || !target_ids.ok() ||
      static_cast<int64_t>(std::max(source_ids->size(), target_ids->size())) >
          encoding.max_tokens) {
    return false;
  }
  ids.source = *std::move(source_ids);
  ids.target = *std::move(target_ids);
  return true;
}

}  // namespace

absl::StatusOr<SubwordSampling> MakeSubwordSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::vector<ParallelText> corpora, const SubwordSamplerOptions& options) {
  if (!tokenizer->CanSample()) {
    return absl::InvalidArgumentError(
        "--subword-sampling draws by the probabilities of a unigram "
        "vocabulary; this one is of another type");
  }
  const auto sampler = std::make_shared<const Sampler>(
      std::move(tokenizer), std::move(corpora), options);
  return SubwordSampling(
      [sampler](uint64_t key, uint64_t draw, SampledIds& ids) {
        return sampler->Sample(key, draw, ids);
      });
}

}  // namespace interpres
