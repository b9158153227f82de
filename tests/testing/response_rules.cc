#include "tests/testing/response_rules.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "model/base/utf8.h"

namespace interpres {
namespace {

// gRPC peers refuse more than 8 KiB of headers, the message among them.
constexpr std::size_t kLongestMessage = 4096;
constexpr std::size_t kShortestMessage = 10;
// Sums of float logarithms may end a little above 0.
constexpr float kSlack = 1e-4F;

// Sums of a row of float32 weights.
constexpr double kWeightSlack = 1e-4;

bool WantsAttention(const v1::TranslateOptions& options) {
  return options.return_alignments() || options.return_attention();
}

std::string BrokenTokenRule(const v1::TranslateOptions& options,
                            const v1::Translation& translation) {
  if (!options.return_token_scores() && !WantsAttention(options)) {
    return translation.tokens().empty() ? "" : "token scores nobody asked for";
  }
  if (translation.tokens_size() != translation.target_tokens()) {
    return absl::StrCat(translation.tokens_size(), " token scores of ",
                        translation.target_tokens(), " tokens");
  }
  for (const v1::TokenScore& token : translation.tokens()) {
    if (!(token.log_probability() <= kSlack)) {
      return absl::StrCat("a log-probability of ", token.log_probability());
    }
  }
  return "";
}

std::string BrokenAttentionRule(const v1::Attention& attention) {
  const int columns = attention.source_tokens();
  const int64_t rows = int64_t{attention.layers()} * attention.heads() *
                       attention.target_tokens();
  if (attention.weights_size() != rows * columns) {
    return absl::StrCat(attention.weights_size(), " weights of ", rows,
                        " rows of ", columns);
  }
  for (int64_t row = 0; row < rows; ++row) {
    const float* weights = attention.weights().data() + row * columns;
    const double sum = std::accumulate(weights, weights + columns, 0.0);
    if (!(std::abs(sum - 1.0) <= kWeightSlack)) {
      return absl::StrCat("a row of attention that sums to ", sum);
    }
  }
  return "";
}

// One segment has its attention at the translation, each of several has its
// own.
std::string BrokenWeightsRule(const v1::TranslationResult& result,
                              const v1::Translation& translation) {
  if (translation.segments_size() > 1) {
    int target_tokens = 0;
    for (const v1::Segment& segment : translation.segments()) {
      target_tokens += segment.attention().target_tokens();
      std::string broken = BrokenAttentionRule(segment.attention());
      if (!broken.empty()) {
        return broken;
      }
    }
    return target_tokens == translation.target_tokens()
               ? ""
               : absl::StrCat("attention of ", target_tokens, " of ",
                              translation.target_tokens(), " tokens");
  }
  const v1::Attention& attention = translation.attention();
  if (attention.source_tokens() != result.source_tokens() ||
      attention.target_tokens() != translation.target_tokens()) {
    return absl::StrCat("attention of ", attention.target_tokens(), " by ",
                        attention.source_tokens(), " tokens");
  }
  return BrokenAttentionRule(attention);
}

std::string BrokenAttentionRule(const v1::TranslateOptions& options,
                                const v1::TranslationResult& result,
                                const v1::Translation& translation) {
  // An empty text has neither.
  const int pieces = WantsAttention(options) && translation.target_tokens() > 0
                         ? result.source_tokens()
                         : 0;
  if (result.source_pieces_size() != pieces &&
      translation.target_tokens() > 0) {
    return absl::StrCat(result.source_pieces_size(), " source pieces, not ",
                        pieces);
  }
  for (const v1::TokenScore& token : translation.tokens()) {
    if (token.has_source_token() != options.return_alignments() ||
        token.source_token() < 0 ||
        token.source_token() >= result.source_tokens()) {
      return absl::StrCat("a token aligned to ", token.source_token());
    }
  }
  if (translation.has_attention() && !options.return_attention()) {
    return "attention nobody asked for";
  }
  return options.return_attention() && translation.target_tokens() > 0
             ? BrokenWeightsRule(result, translation)
             : "";
}

// Target prefixes may repeat what they like.
bool RepeatsARun(const v1::TranslateOptions& options,
                 const v1::Translation& translation) {
  const int run = options.no_repeat_ngram_size();
  if (run < 1 || !options.target_prefix().empty()) {
    return false;
  }
  std::set<std::pair<int, std::vector<std::string>>> seen;
  for (int i = 0; i + run <= translation.tokens_size(); ++i) {
    const int segment = translation.tokens(i).segment();
    if (translation.tokens(i + run - 1).segment() != segment) {
      continue;
    }
    std::vector<std::string> pieces;
    for (int j = i; j < i + run; ++j) {
      pieces.push_back(translation.tokens(j).piece());
    }
    if (!seen.emplace(segment, std::move(pieces)).second) {
      return true;
    }
  }
  return false;
}

// The segments are in order, in the text and in the translation.
std::string BrokenSegmentsRule(const std::string& text,
                               const v1::Translation& translation) {
  int32_t source = 0;
  int32_t target = 0;
  for (const v1::Segment& segment : translation.segments()) {
    if (segment.source().begin() < source ||
        segment.source().end() < segment.source().begin() ||
        segment.source().end() > std::ssize(text)) {
      return absl::StrCat("a segment at ", segment.source().begin(), " to ",
                          segment.source().end());
    }
    if (segment.target().begin() < target ||
        segment.target().end() < segment.target().begin() ||
        segment.target().end() > std::ssize(translation.text())) {
      return absl::StrCat("a translated segment at ", segment.target().begin(),
                          " to ", segment.target().end());
    }
    source = segment.source().end();
    target = segment.target().end();
  }
  return "";
}

std::string BrokenTranslationRule(const v1::TranslateOptions& options,
                                  const v1::Translation& translation,
                                  int32_t max_length) {
  const int32_t segments = std::max(1, translation.segments_size());
  if (translation.target_tokens() > max_length * segments) {
    return absl::StrCat(translation.target_tokens(), " tokens in ", segments,
                        " segments, the limit is ", max_length);
  }
  if (translation.target_tokens() < 0) {
    return "a negative number of tokens";
  }
  if (translation.finish_reason() == v1::FINISH_REASON_UNSPECIFIED) {
    return "no finish reason";
  }
  if (!(translation.score() <= kSlack)) {  // NaN too
    return absl::StrCat("a score of ", translation.score());
  }
  if (RepeatsARun(options, translation)) {
    return "a run of tokens twice";
  }
  return BrokenTokenRule(options, translation);
}

// A search returns each text once.
bool RepeatsAText(const v1::TranslateOptions& options,
                  const v1::Translations& translations) {
  std::set<std::string> texts;
  for (const v1::Translation& translation : translations.hypotheses()) {
    texts.insert(translation.text());
  }
  return !options.has_sampling() &&
         std::ssize(texts) < translations.hypotheses_size();
}

// A translation that repeats itself, loses content or copies the text may come
// after a translation with a lower score.
bool IsDoubtful(const std::string& text, const v1::Translation& translation) {
  return translation.finish_reason() == v1::FINISH_REASON_REPETITION ||
         translation.text() == text ||
         std::any_of(
             translation.segments().begin(), translation.segments().end(),
             [](const v1::Segment& segment) {
               return std::find(segment.flags().begin(), segment.flags().end(),
                                v1::SEGMENT_FLAG_LOW_COVERAGE) !=
                      segment.flags().end();
             });
}

std::string BrokenResultRule(const v1::TranslateRequest& request, int text,
                             const v1::TranslationResult& result,
                             const ResponseLimits& limits) {
  if (result.has_error()) {
    return BrokenErrorRule(result.error().code(), result.error().message());
  }
  if (!result.has_translations()) {
    return "no outcome";
  }
  const v1::TranslateOptions& options = request.options();
  const int32_t n_best =
      options.has_n_best() ? options.n_best() : limits.default_n_best;
  const auto& hypotheses = result.translations().hypotheses();
  if (hypotheses.empty() || hypotheses.size() > n_best) {
    return absl::StrCat(hypotheses.size(), " hypotheses, asked for ", n_best);
  }
  if (RepeatsAText(options, result.translations())) {
    return "two hypotheses with one text";
  }
  const int32_t max_length =
      options.has_max_length() ? options.max_length() : limits.max_length;
  for (int i = 0; i < hypotheses.size(); ++i) {
    std::string broken =
        BrokenTranslationRule(options, hypotheses[i], max_length);
    if (broken.empty()) {
      broken = BrokenAttentionRule(options, result, hypotheses[i]);
    }
    if (broken.empty()) {
      broken = BrokenSegmentsRule(request.texts(text), hypotheses[i]);
    }
    if (!broken.empty()) {
      return absl::StrCat("hypothesis ", i, ": ", broken);
    }
    if (i > 0 && hypotheses[i].score() > hypotheses[i - 1].score() &&
        !IsDoubtful(request.texts(text), hypotheses[i])) {
      return absl::StrCat("hypothesis ", i, " is better than the one before");
    }
  }
  return "";
}

}  // namespace

std::string BrokenRule(const v1::TranslateRequest& request,
                       const v1::TranslateResponse& response,
                       const ResponseLimits& limits) {
  if (response.results_size() != request.texts_size()) {
    return absl::StrCat(response.results_size(), " results for ",
                        request.texts_size(), " texts");
  }
  for (int i = 0; i < response.results_size(); ++i) {
    std::string broken =
        BrokenResultRule(request, i, response.results(i), limits);
    if (!broken.empty()) {
      return absl::StrCat("text ", i, ": ", broken);
    }
  }
  return "";
}

std::string BrokenErrorRule(int code, const std::string& message) {
  if (code <= 0 || code > 16) {
    return absl::StrCat("an error with the code ", code);
  }
  if (code == 2 || code == 13) {
    return absl::StrCat("an error of the server itself, code ", code, ": ",
                        message);
  }
  if (message.size() < kShortestMessage || message.size() > kLongestMessage) {
    return absl::StrCat("an error message of ", message.size(),
                        " bytes: ", message.substr(0, 100));
  }
  if (FindInvalidUtf8(message).has_value()) {
    return "an error message that is not UTF-8";
  }
  return "";
}

}  // namespace interpres
