// Tested by offline_translator_test.cc.

#include "model/engine/offline_translator.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/base/thread_team.h"
#include "model/engine/work_list.h"

namespace interpres {
namespace {

// A text in translation. One worker writes the result of each text.
struct OfflineText {
  std::vector<CarriedRun> runs;
  OfflineResult result;
};

// Moves a finished text's hypotheses to its result, as text. `is_distinct`
// leaves out hypotheses whose text a better hypothesis has.
void StoreFinished(const TranslationModel& model, bool is_distinct,
                   EngineResult finished, OfflineText& text) {
  OfflineResult& result = text.result;
  result.status = std::move(finished.status);
  std::set<std::string> texts;
  for (Hypothesis& hypothesis : finished.hypotheses) {
    std::string translation = model.TextOf(text.runs, hypothesis);
    if (texts.insert(translation).second || !is_distinct) {
      result.hypotheses.push_back(std::move(hypothesis));
      result.translations.push_back(std::move(translation));
    }
  }
}

// One worker.
absl::Status TranslateShare(const TranslationModel& model,
                            const OfflineOptions& options, WorkList& work,
                            std::vector<OfflineText>& texts) {
  INTERPRES_ASSIGN_OR_RETURN(const std::unique_ptr<Engine> engine,
                             model.CreateEngine(options.engine));
  const bool is_distinct =
      options.engine.merge_equal_texts && !options.decoding.sampling;
  return DecodeShare(*engine, work, [&](EngineResult finished) {
    OfflineText& text = texts[finished.id];
    StoreFinished(model, is_distinct, std::move(finished), text);
  });
}

// Encodes the texts; a text that needs no decoder gets its result here. The
// sentences are numbered by text and as the prototype otherwise.
std::vector<Sentence> EncodeAll(const TranslationModel& model,
                                const std::string& tag,
                                std::span<const std::string> texts,
                                const Sentence& prototype,
                                std::vector<OfflineText>& encoded) {
  const int64_t longest = model.config().max_position_embeddings;
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    OfflineResult& result = encoded[i].result;
    absl::StatusOr<EncodedText> source = model.Encode(texts[i], tag);
    if (!source.ok()) {
      result.status = source.status();
      continue;
    }
    result.source_tokens = static_cast<int32_t>(source->ids.size());
    if (source->is_empty()) {
      result.hypotheses.emplace_back();
      result.translations.emplace_back();
    } else if (static_cast<int64_t>(source->ids.size()) > longest) {
      result.status = TextTooLong(std::ssize(source->ids), longest);
    } else {
      encoded[i].runs = model.CarriedRuns(texts[i], *source);
      sentences.push_back(MakeSentence(*std::move(source), prototype.options,
                                       prototype.target_prefix));
      sentences.back().id = i;
    }
  }
  return sentences;
}

absl::Status CheckThreads(int32_t threads) {
  return threads >= 1 && threads <= kMostThreads
             ? absl::OkStatus()
             : absl::InvalidArgumentError(
                   absl::StrFormat("threads is %d; it must be between 1 and %d",
                                   threads, kMostThreads));
}

// Runs work(0) ... work(threads - 1), each on its own new thread, because
// oneDNN's stream and OpenMP's settings belong to a thread.
template <typename Work>
void RunThreads(int32_t threads, const Work& work) {
  std::vector<std::jthread> workers;
  workers.reserve(threads);
  for (int32_t i = 0; i < threads; ++i) {
    workers.emplace_back([&work, i] { work(i); });
  }
}

// The pairs of one thread of ScoreAll: every threads-th pair.
struct ScoreShare {
  std::vector<TokenPair> pairs;
  std::vector<std::size_t> texts;
  absl::Status status;
};

// Encodes pair i, or says why not.
absl::Status EncodePair(const TranslationModel& model, const std::string& tag,
                        const std::string& source, const std::string& target,
                        TokenPair& pair) {
  INTERPRES_ASSIGN_OR_RETURN(pair, model.EncodePair(source, target, tag));
  const std::size_t length = std::max(pair.source.size(), pair.target.size());
  const int64_t longest = model.config().max_position_embeddings;
  if (static_cast<int64_t>(length) > longest) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the pair has %d tokens on one side; the model takes at most %d",
        length, longest));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<OfflineResult>> TranslateAll(
    const TranslationModel& model, std::span<const std::string> texts,
    const OfflineOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckThreads(options.threads));
  INTERPRES_RETURN_IF_ERROR(ValidateDecodingOptions(options.decoding));
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string tag,
      model.ResolveTag(options.source_language, options.target_language));
  if (options.decoding.shortlist) {
    INTERPRES_RETURN_IF_ERROR(model.CheckShortlist(tag));
  }
  Sentence prototype;
  prototype.options = options.decoding;
  INTERPRES_ASSIGN_OR_RETURN(prototype.target_prefix,
                             model.EncodeTargetPrefix(options.target_prefix));
  std::vector<OfflineText> encoded(texts.size());
  WorkList work(EncodeAll(model, tag, texts, prototype, encoded),
                options.threads);
  RunThreads(options.threads, [&](int32_t /*thread*/) {
    work.Fail(TranslateShare(model, options, work, encoded));
  });
  INTERPRES_RETURN_IF_ERROR(work.status());
  std::vector<OfflineResult> results;
  results.reserve(encoded.size());
  for (OfflineText& text : encoded) {
    results.push_back(std::move(text.result));
  }
  return results;
}

absl::StatusOr<std::vector<ScoredText>> ScoreAll(
    const TranslationModel& model, std::span<const std::string> sources,
    std::span<const std::string> targets, const OfflineOptions& options) {
  INTERPRES_RETURN_IF_ERROR(CheckThreads(options.threads));
  if (sources.size() != targets.size()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "there are %d sources but %d targets", sources.size(), targets.size()));
  }
  INTERPRES_ASSIGN_OR_RETURN(
      const std::string tag,
      model.ResolveTag(options.source_language, options.target_language));
  std::vector<ScoredText> results(sources.size());
  std::vector<ScoreShare> shares(options.threads);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    TokenPair pair;
    results[i].status = EncodePair(model, tag, sources[i], targets[i], pair);
    if (results[i].status.ok()) {
      results[i].target_tokens = static_cast<int32_t>(pair.target.size());
      ScoreShare& share = shares[i % shares.size()];
      share.pairs.push_back(std::move(pair));
      share.texts.push_back(i);
    }
  }
  RunThreads(options.threads, [&](int32_t thread) {
    ScoreShare& share = shares[thread];
    const auto scores = model.ScoreTokens(share.pairs);
    share.status = scores.status();
    for (std::size_t k = 0; scores.ok() && k < scores->size(); ++k) {
      results[share.texts[k]].log_probability = (*scores)[k];
    }
  });
  for (const ScoreShare& share : shares) {
    INTERPRES_RETURN_IF_ERROR(share.status);
  }
  return results;
}

}  // namespace interpres
