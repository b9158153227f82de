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
#include "model/base/within_memory.h"
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
                                const LanguageTags& tags,
                                std::span<const std::string> texts,
                                const Sentence& prototype,
                                std::vector<OfflineText>& encoded) {
  const int64_t longest = model.config().max_position_embeddings;
  std::vector<Sentence> sentences;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    OfflineResult& result = encoded[i].result;
    absl::StatusOr<EncodedText> source = model.Encode(texts[i], tags);
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
             : absl::InvalidArgumentError(absl::StrFormat(
                   "threads is %d; expected 1 to %d", threads, kMostThreads));
}

// Calls work(0) ... work(threads - 1), each on its own new thread, because
// oneDNN's stream and OpenMP's settings belong to a thread. `work` returns a
// status. Returns the first error in the order of the threads. Returns
// RESOURCE_EXHAUSTED if memory or threads run out.
template <typename Work>
absl::Status RunThreads(int32_t threads, const Work& work) {
  const absl::Status exhausted = absl::ResourceExhaustedError(
      absl::StrFormat("not enough memory for %d threads; reduce the number of "
                      "threads or texts, or free memory",
                      threads));
  std::vector<absl::Status> statuses(threads);
  const auto guarded = [&](int32_t i) {
    statuses[i] = WithinMemory(exhausted, [&work, i] { return work(i); });
  };
  absl::Status status = WithinMemory(exhausted, [&] {
    std::vector<std::jthread> workers;
    workers.reserve(threads);
    for (int32_t i = 0; i < threads; ++i) {
      workers.emplace_back(guarded, i);
    }
    return absl::OkStatus();
  });
  for (const absl::Status& of_thread : statuses) {
    status.Update(of_thread);
  }
  return status;
}

// The pairs of one thread of ScoreAll: every threads-th pair.
struct ScoreShare {
  std::vector<TokenPair> pairs;
  std::vector<std::size_t> texts;
};

// Encodes pair i, or says why not.
absl::Status EncodePair(const TranslationModel& model, const LanguageTags& tags,
                        const std::string& source, const std::string& target,
                        TokenPair& pair) {
  INTERPRES_ASSIGN_OR_RETURN(pair, model.EncodePair(source, target, tags));
  const std::size_t length = std::max(pair.source.size(), pair.target.size());
  const int64_t longest = model.config().max_position_embeddings;
  if (static_cast<int64_t>(length) > longest) {
    return absl::InvalidArgumentError(
        absl::StrFormat("the pair has %d tokens on one side; expected at most "
                        "%d, the positions of the model",
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
      const LanguageTags tags,
      model.ResolveTags(options.source_language, options.target_language));
  if (options.decoding.shortlist) {
    INTERPRES_RETURN_IF_ERROR(model.CheckShortlist(tags));
  }
  Sentence prototype;
  prototype.options = options.decoding;
  INTERPRES_ASSIGN_OR_RETURN(prototype.target_prefix,
                             model.EncodeTargetPrefix(options.target_prefix));
  std::vector<OfflineText> encoded(texts.size());
  WorkList work(EncodeAll(model, tags, texts, prototype, encoded),
                options.threads);
  INTERPRES_RETURN_IF_ERROR(
      RunThreads(options.threads, [&](int32_t /*thread*/) {
        absl::Status status = TranslateShare(model, options, work, encoded);
        work.Fail(status);
        return status;
      }));
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
      const LanguageTags tags,
      model.ResolveTags(options.source_language, options.target_language));
  std::vector<ScoredText> results(sources.size());
  std::vector<ScoreShare> shares(options.threads);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    TokenPair pair;
    results[i].status = EncodePair(model, tags, sources[i], targets[i], pair);
    if (results[i].status.ok()) {
      results[i].target_tokens = static_cast<int32_t>(pair.target.size());
      ScoreShare& share = shares[i % shares.size()];
      share.pairs.push_back(std::move(pair));
      share.texts.push_back(i);
    }
  }
  INTERPRES_RETURN_IF_ERROR(
      RunThreads(options.threads, [&](int32_t thread) -> absl::Status {
        const ScoreShare& share = shares[thread];
        INTERPRES_ASSIGN_OR_RETURN(const std::vector<double> scores,
                                   model.ScoreTokens(share.pairs));
        for (std::size_t k = 0; k < scores.size(); ++k) {
          results[share.texts[k]].log_probability = scores[k];
        }
        return absl::OkStatus();
      }));
  return results;
}

}  // namespace interpres
