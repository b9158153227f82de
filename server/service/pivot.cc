#include "server/service/pivot.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/tokenizer/language_tag.h"
#include "server/service/pivot_alignment.h"

namespace interpres {
namespace {

// A range of elements of a list.
struct Range {
  int begin = 0;
  int end = 0;

  bool empty() const { return begin == end; }
};

// Sentences of both translations that are the same part of the pivot text.
struct Group {
  Range first;   // in the segments of the first translation
  Range second;  // in the segments of the second translation
};

// Takes the segments that begin before `end`, and extends `end` to their ends.
// Returns whether there was one.
bool Take(const std::vector<v1::ByteSpan>& spans, int32_t& end, Range& taken) {
  const int before = taken.end;
  while (taken.end < std::ssize(spans) && spans[taken.end].begin() < end) {
    end = std::max(end, spans[taken.end].end());
    ++taken.end;
  }
  return taken.end > before;
}

// Takes the next segments that overlap one another in the pivot text. `first`
// and `second` are the spans of the segments there. REQUIRES: a segment is
// left after `group`.
void TakeNext(const std::vector<v1::ByteSpan>& first,
              const std::vector<v1::ByteSpan>& second, Group& group) {
  int32_t begin = INT32_MAX;
  if (group.first.end < std::ssize(first)) {
    begin = first[group.first.end].begin();
  }
  if (group.second.end < std::ssize(second)) {
    begin = std::min(begin, second[group.second.end].begin());
  }
  int32_t end = begin + 1;
  bool grows = true;
  while (grows) {
    const bool grows_first = Take(first, end, group.first);
    const bool grows_second = Take(second, end, group.second);
    grows = grows_first || grows_second;
  }
}

// Returns the groups of all segments, in order. Segments without a counterpart
// are in the group before or after them. Empty if no segment has a counterpart.
std::vector<Group> GroupSegments(const v1::Translation& first,
                                 const v1::Translation& second) {
  std::vector<v1::ByteSpan> targets;
  for (const v1::Segment& segment : first.segments()) {
    targets.push_back(segment.target());
  }
  std::vector<v1::ByteSpan> sources;
  for (const v1::Segment& segment : second.segments()) {
    sources.push_back(segment.source());
  }
  std::vector<Group> groups;
  Group open;
  while (open.first.end < std::ssize(targets) ||
         open.second.end < std::ssize(sources)) {
    TakeNext(targets, sources, open);
    if (!open.first.empty() && !open.second.empty()) {
      groups.push_back(open);
      open = {.first = {open.first.end, open.first.end},
              .second = {open.second.end, open.second.end}};
    }
  }
  if (!groups.empty()) {
    groups.back().first.end = open.first.end;
    groups.back().second.end = open.second.end;
  }
  return groups;
}

// Adds what a segment says about itself to the joined one.
void AddReport(const v1::Segment& segment, int of_segments,
               v1::Segment& joined) {
  joined.set_score(joined.score() +
                   segment.score() / static_cast<float>(of_segments));
  joined.set_finish_reason(
      std::max(joined.finish_reason(), segment.finish_reason()));
  joined.mutable_flags()->MergeFrom(segment.flags());
}

void RemoveRepeated(google::protobuf::RepeatedField<int>& flags) {
  const std::set<int> different(flags.begin(), flags.end());
  flags.Assign(different.begin(), different.end());
}

// Protected spans of the first translation, by their place in the pivot text.
using SpansInPivot =
    std::map<std::pair<int32_t, int32_t>, const v1::ProtectedSpan*>;

void FindSpansInPivot(const v1::Segment& segment, SpansInPivot& found) {
  for (const v1::ProtectedSpan& span : segment.protected_spans()) {
    if (span.has_target()) {
      found[{span.target().begin(), span.target().end()}] = &span;
    }
  }
}

// Returns the step that costs more.
v1::ProtectionStep CostlierStep(v1::ProtectionStep one,
                                v1::ProtectionStep other) {
  static constexpr std::array<v1::ProtectionStep, 9> kByCost = {
      v1::PROTECTION_STEP_UNSPECIFIED, v1::PROTECTION_STEP_COPY,
      v1::PROTECTION_STEP_MODEL,       v1::PROTECTION_STEP_N_BEST,
      v1::PROTECTION_STEP_SENTINEL,    v1::PROTECTION_STEP_CONSTRAINT,
      v1::PROTECTION_STEP_DIVISION,    v1::PROTECTION_STEP_SPLICE,
      v1::PROTECTION_STEP_NOT_KEPT};
  return std::ranges::find(kByCost, one) < std::ranges::find(kByCost, other)
             ? other
             : one;
}

// Adds the protected spans of a segment that the first translation has, too.
void JoinSpans(const SpansInPivot& in_pivot, const v1::Segment& segment,
               v1::Segment& joined) {
  for (const v1::ProtectedSpan& span : segment.protected_spans()) {
    const auto found =
        in_pivot.find({span.source().begin(), span.source().end()});
    if (found == in_pivot.end()) {
      continue;
    }
    v1::ProtectedSpan& added = *joined.add_protected_spans();
    added = span;
    *added.mutable_source() = found->second->source();
    added.set_step(CostlierStep(span.step(), found->second->step()));
  }
}

v1::Segment JoinSegments(const v1::Translation& first,
                         const v1::Translation& second, const Group& group) {
  v1::Segment joined;
  for (int i = group.first.begin; i < group.first.end; ++i) {
    AddReport(first.segments(i), group.first.end - group.first.begin, joined);
  }
  for (int i = group.second.begin; i < group.second.end; ++i) {
    AddReport(second.segments(i), group.second.end - group.second.begin,
              joined);
  }
  RemoveRepeated(*joined.mutable_flags());
  SpansInPivot in_pivot;
  for (int i = group.first.begin; i < group.first.end; ++i) {
    FindSpansInPivot(first.segments(i), in_pivot);
  }
  for (int i = group.second.begin; i < group.second.end; ++i) {
    JoinSpans(in_pivot, second.segments(i), joined);
  }
  joined.mutable_source()->set_begin(
      first.segments(group.first.begin).source().begin());
  joined.mutable_source()->set_end(
      first.segments(group.first.end - 1).source().end());
  joined.mutable_target()->set_begin(
      second.segments(group.second.begin).target().begin());
  joined.mutable_target()->set_end(
      second.segments(group.second.end - 1).target().end());
  return joined;
}

// Returns the segment of each source piece. A segment ends with an end symbol.
std::vector<int> SegmentsOfPieces(const v1::TranslationResult& result,
                                  const std::string& end) {
  std::vector<int> segments;
  int segment = 0;
  for (const std::string& piece : result.source_pieces()) {
    segments.push_back(segment);
    segment += piece == end ? 1 : 0;
  }
  return segments;
}

// Finds the source tokens of the text for the source tokens of the second
// translation.
class AlignmentJoiner {
 public:
  AlignmentJoiner(const v1::TranslationResult& first,
                  const v1::TranslationResult& second, const EndPieces& ends)
      : first_(first.translations().hypotheses(0)),
        second_(second),
        ends_(ends),
        segment_of_(SegmentsOfPieces(second, ends.second)),
        sources_(second.source_pieces_size(), 0) {}

  // Finds the sources of the pieces of a group. REQUIRES: the groups of
  // GroupSegments are added in order.
  void Add(const Group& group) {
    const std::vector<AlignedPiece> tokens = TokensOf(group);
    const std::vector<int> places = PlacesOf(group);
    std::vector<std::string> pieces;
    pieces.reserve(places.size());
    for (const int place : places) {
      pieces.push_back(second_.source_pieces(place));
    }
    const std::vector<int32_t> sources = SourcesThroughPivot(tokens, pieces);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      sources_[places[i]] = sources[i];
    }
  }

  int32_t SourceOf(int32_t place) const { return sources_[place]; }

 private:
  // Returns the tokens of the first translation in the group, without end
  // symbols. Remembers the source of the last end symbol.
  std::vector<AlignedPiece> TokensOf(const Group& group) {
    std::vector<AlignedPiece> tokens;
    for (; next_token_ < first_.tokens_size(); ++next_token_) {
      const v1::TokenScore& token = first_.tokens(next_token_);
      if (token.segment() >= group.first.end) {
        break;
      }
      if (token.piece() == ends_.first) {
        end_source_ = token.source_token();
      } else {
        tokens.push_back(
            {.piece = token.piece(), .source = token.source_token()});
      }
    }
    return tokens;
  }

  // Returns the places of the source pieces of the second translation in the
  // group, without tags and end symbols, whose source becomes end_source_.
  std::vector<int> PlacesOf(const Group& group) {
    std::vector<int> places;
    for (; next_piece_ < second_.source_pieces_size() &&
           segment_of_[next_piece_] < group.second.end;
         ++next_piece_) {
      const std::string& piece = second_.source_pieces(next_piece_);
      sources_[next_piece_] = end_source_;
      if (piece != ends_.second && !LanguageOfTag(piece).has_value()) {
        places.push_back(next_piece_);
      }
    }
    return places;
  }

  const v1::Translation& first_;
  const v1::TranslationResult& second_;
  const EndPieces& ends_;
  const std::vector<int> segment_of_;  // of each source piece
  int32_t end_source_ = 0;
  std::vector<int32_t> sources_;
  // The tokens and pieces before these belong to groups that were added.
  int next_token_ = 0;
  int next_piece_ = 0;
};

// Changes the segments of the tokens to the joined ones.
void JoinTokens(const std::vector<Group>& groups, v1::Translation& second) {
  std::vector<int32_t> group_of(second.segments_size(), 0);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::fill(group_of.begin() + groups[g].second.begin,
              group_of.begin() + groups[g].second.end, static_cast<int32_t>(g));
  }
  for (v1::TokenScore& token : *second.mutable_tokens()) {
    token.set_segment(group_of[token.segment()]);
  }
}

void JoinTranslation(const v1::Translation& first,
                     const std::vector<Group>& groups,
                     v1::Translation& second) {
  JoinTokens(groups, second);
  second.set_score(first.score() + second.score());
  second.set_finish_reason(
      std::max(first.finish_reason(), second.finish_reason()));
  google::protobuf::RepeatedPtrField<v1::Segment> segments;
  for (const Group& group : groups) {
    *segments.Add() = JoinSegments(first, second, group);
  }
  *second.mutable_segments() = std::move(segments);
}

void JoinAlignments(const v1::TranslationResult& first, const EndPieces& ends,
                    const std::vector<Group>& groups,
                    v1::TranslationResult& second) {
  AlignmentJoiner joiner(first, second, ends);
  for (const Group& group : groups) {
    joiner.Add(group);
  }
  for (v1::Translation& translation :
       *second.mutable_translations()->mutable_hypotheses()) {
    for (v1::TokenScore& token : *translation.mutable_tokens()) {
      token.set_source_token(joiner.SourceOf(token.source_token()));
    }
  }
  *second.mutable_source_pieces() = first.source_pieces();
}

}  // namespace

v1::TranslateOptions FirstLegOptions(const v1::TranslateOptions& options) {
  v1::TranslateOptions first = options;
  first.clear_n_best();
  first.clear_max_length();
  first.clear_return_token_scores();
  first.clear_target_prefix();
  first.clear_sampling();
  return first;
}

void SetPivotTexts(std::span<const v1::TranslationResult> first,
                   const std::string& pivot, v1::TranslateRequest& request) {
  request.set_source_language(pivot);
  request.clear_texts();
  for (const v1::TranslationResult& result : first) {
    request.add_texts(
        result.has_error() ? "" : result.translations().hypotheses(0).text());
  }
}

void JoinResults(const v1::TranslationResult& first, const EndPieces& ends,
                 v1::TranslationResult& second) {
  second.set_source_tokens(first.source_tokens());
  second.set_source_language(first.source_language());
  second.clear_detected_language();
  if (first.has_detected_language()) {
    *second.mutable_detected_language() = first.detected_language();
  }
  if (first.has_error()) {
    *second.mutable_error() = first.error();
    second.clear_source_pieces();
  }
  if (second.has_error()) {
    return;
  }
  // All hypotheses have the segments of the pivot text.
  const v1::Translation& pivot = first.translations().hypotheses(0);
  const std::vector<Group> groups =
      GroupSegments(pivot, second.translations().hypotheses(0));
  if (!first.source_pieces().empty()) {
    JoinAlignments(first, ends, groups, second);
  }
  for (v1::Translation& translation :
       *second.mutable_translations()->mutable_hypotheses()) {
    JoinTranslation(pivot, groups, translation);
  }
}

void JoinPartial(const v1::TranslationResult& first,
                 v1::PartialResult& partial) {
  const v1::ByteSpan pivot = partial.source();
  *partial.mutable_pivot() = pivot;
  float score = 0.0F;
  int sources = 0;
  v1::ByteSpan& source = *partial.mutable_source();
  source.set_begin(INT32_MAX);
  source.set_end(0);
  const auto& segments = first.translations().hypotheses(0).segments();
  // A text can have hundreds of thousands of segments, and a call for each.
  auto segment = std::partition_point(
      segments.begin(), segments.end(), [&](const v1::Segment& earlier) {
        return earlier.target().end() <= pivot.begin();
      });
  for (; segment != segments.end() && segment->target().begin() < pivot.end();
       ++segment) {
    source.set_begin(std::min(source.begin(), segment->source().begin()));
    source.set_end(std::max(source.end(), segment->source().end()));
    score += segment->score();
    ++sources;
    partial.set_finish_reason(
        std::max(partial.finish_reason(), segment->finish_reason()));
    partial.mutable_flags()->MergeFrom(segment->flags());
  }
  if (sources > 0) {
    partial.set_score(partial.score() + score / static_cast<float>(sources));
  } else {
    source.set_begin(0);
  }
  RemoveRepeated(*partial.mutable_flags());
}

}  // namespace interpres
