#include "model/training/noise_sampler.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "model/base/status.h"
#include "model/training/pair_noise.h"

namespace interpres {
namespace {

// The ids of an example without noise, counted.
struct ExampleMeasure {
  int32_t source = 0;  // 0 if the run leaves the pair out
  int32_t target = 0;
  int32_t unknown = 0;  // of both sides
};

ExampleMeasure Sum(const ExampleMeasure& a, const ExampleMeasure& b) {
  return {.source = a.source + b.source,
          .target = a.target + b.target,
          .unknown = a.unknown + b.unknown};
}

int32_t CountOf(int32_t id, std::span<const int32_t> ids) {
  return static_cast<int32_t>(std::count(ids.begin(), ids.end(), id));
}

// Thread-safe.
class NoiseSampler {
 public:
  NoiseSampler(std::shared_ptr<const Tokenizer> tokenizer,
               std::shared_ptr<const std::vector<ParallelText>> corpora,
               const ExampleSet& examples, NoiseSamplerOptions options);

  bool Sample(uint64_t key, uint64_t draw, SampledIds& ids) const;

 private:
  // A text to encode, and the measure of its pairs without noise.
  struct Joined {
    TextPair text;
    ExampleMeasure measure;
  };

  ExampleMeasure MeasureOf(const ExampleName& name, std::size_t i) const;
  TextPair TextOf(const ExampleName& name, std::size_t i) const;
  Joined Join(const ExampleName& name, const LanguageDirection& languages,
              std::size_t first, int64_t count) const;
  absl::StatusOr<SampledIds> Encode(const TextPair& text,
                                    const ExampleTags& tags,
                                    uint64_t draw) const;
  // Returns whether `ids` became the example with noise.
  bool SampleNoise(const ExampleName& name, const NoiseDraw& noise,
                   SampledIds& ids) const;

  const std::shared_ptr<const Tokenizer> tokenizer_;
  const std::shared_ptr<const std::vector<ParallelText>> corpora_;
  const NoiseSamplerOptions options_;
  // For each corpus: pair i at 2 i, its reverse at 2 i + 1.
  std::vector<std::vector<ExampleMeasure>> measures_;
};

std::size_t MeasureIndex(std::size_t i, bool reversed) {
  return 2 * i + (reversed ? 1 : 0);
}

NoiseSampler::NoiseSampler(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::shared_ptr<const std::vector<ParallelText>> corpora,
    const ExampleSet& examples, NoiseSamplerOptions options)
    : tokenizer_(std::move(tokenizer)),
      corpora_(std::move(corpora)),
      options_(std::move(options)) {
  for (const ParallelText& text : *corpora_) {
    measures_.emplace_back(2 * text.lines.size());
  }
  const int32_t unknown = tokenizer_->unk_id();
  for (int64_t i = 0; i < examples.size(); ++i) {
    const ExampleName name = NameOf(examples.key(i));
    const auto corpus = static_cast<std::size_t>(name.corpus);
    const std::size_t line = IndexOfLine((*corpora_)[corpus], name.line);
    measures_[corpus][MeasureIndex(line, name.reversed)] = {
        .source = static_cast<int32_t>(examples.source(i).size()),
        .target = static_cast<int32_t>(examples.target(i).size()),
        .unknown = CountOf(unknown, examples.source(i)) +
                   CountOf(unknown, examples.target(i))};
  }
}

ExampleMeasure NoiseSampler::MeasureOf(const ExampleName& name,
                                       std::size_t i) const {
  const auto& measures = measures_[static_cast<std::size_t>(name.corpus)];
  const std::size_t index = MeasureIndex(i, name.reversed);
  return index < measures.size() ? measures[index] : ExampleMeasure();
}

TextPair NoiseSampler::TextOf(const ExampleName& name, std::size_t i) const {
  const ParallelText& text = (*corpora_)[static_cast<std::size_t>(name.corpus)];
  return name.reversed ? TextPair{text.target[i], text.source[i]}
                       : TextPair{text.source[i], text.target[i]};
}

NoiseSampler::Joined NoiseSampler::Join(const ExampleName& name,
                                        const LanguageDirection& languages,
                                        std::size_t first,
                                        int64_t count) const {
  Joined joined = {TextOf(name, first), MeasureOf(name, first)};
  for (std::size_t i = first + 1; i < first + static_cast<std::size_t>(count);
       ++i) {
    const ExampleMeasure next = MeasureOf(name, i);
    const ExampleMeasure sum = Sum(joined.measure, next);
    if (next.source == 0 ||
        std::max(sum.source, sum.target) > options_.max_tokens) {
      break;
    }
    JoinPair(TextOf(name, i), languages, joined.text);
    joined.measure = sum;
  }
  return joined;
}

absl::StatusOr<SampledIds> NoiseSampler::Encode(const TextPair& text,
                                                const ExampleTags& tags,
                                                uint64_t draw) const {
  const PairView view = {text.source, text.target};
  if (options_.subwords.has_value()) {
    return DrawSubwords(*tokenizer_, view, tags, *options_.subwords, draw);
  }
  INTERPRES_ASSIGN_OR_RETURN(EncodedPair pair,
                             EncodePair(view, tags, *tokenizer_));
  return SampledIds{.source = std::move(pair.source.ids),
                    .target = std::move(pair.target.ids)};
}

bool NoiseSampler::SampleNoise(const ExampleName& name, const NoiseDraw& noise,
                               SampledIds& ids) const {
  const ParallelText& text = (*corpora_)[static_cast<std::size_t>(name.corpus)];
  const std::size_t line = IndexOfLine(text, name.line);
  const ExampleTags tags = TagsOf(text.files, name.reversed);
  Joined noisy = Join(name, tags.direction, line, noise.joined);
  const bool is_joined = noisy.measure.source > MeasureOf(name, line).source;
  if (ApplyNoise(noise, tags.direction, noisy.text).empty() && !is_joined) {
    return false;
  }
  auto encoded = Encode(noisy.text, tags, noise.key);
  if (!encoded.ok()) {
    return false;
  }
  ids = *std::move(encoded);
  const int32_t unknown = tokenizer_->unk_id();
  return static_cast<int64_t>(std::max(ids.source.size(), ids.target.size())) <=
             options_.max_tokens &&
         CountOf(unknown, ids.source) + CountOf(unknown, ids.target) <=
             noisy.measure.unknown;
}

bool NoiseSampler::Sample(uint64_t key, uint64_t draw, SampledIds& ids) const {
  const NoiseDraw noise = DrawNoise(options_.noise, draw);
  if (!noise.kinds.empty() && SampleNoise(NameOf(key), noise, ids)) {
    return true;
  }
  return options_.without_noise != nullptr &&
         options_.without_noise(key, draw, ids);
}

}  // namespace

ExampleSampling MakeNoiseSampling(
    std::shared_ptr<const Tokenizer> tokenizer,
    std::shared_ptr<const std::vector<ParallelText>> corpora,
    const ExampleSet& examples, NoiseSamplerOptions options) {
  const auto sampler = std::make_shared<const NoiseSampler>(
      std::move(tokenizer), std::move(corpora), examples, std::move(options));
  return [sampler](uint64_t key, uint64_t draw, SampledIds& ids) {
    return sampler->Sample(key, draw, ids);
  };
}

}  // namespace interpres
