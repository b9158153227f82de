#include "server/service/text_preparation.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/markup/plain_document.h"
#include "server/service/translate_request.h"

namespace interpres {
namespace {

// The text that is divided at a time. Division is a few times as fast as
// encoding, but slow for some texts.
constexpr int64_t kParseBytes = 4 << 10;

// The cost of a text without its segments, in bytes that could be encoded.
constexpr int64_t kPreparationCost = 64;

// Returns the language whose rules divide a text. `asked` is the source
// language of the request, which may be empty.
std::string LanguageOf(const TextLanguages& languages,
                       const std::string& asked) {
  if (!languages.source.empty()) {
    return languages.source;
  }
  return languages.detected ? languages.detected->language : asked;
}

std::shared_ptr<const AtomOptions> AtomsOf(const Protection& protection) {
  return protection.integrity == Integrity::kOff
             ? nullptr
             : std::make_shared<const AtomOptions>(protection.atoms);
}

// Returns the report of the last segment of the text, which is copied. Empty if
// the segment has no atoms.
std::vector<ProtectedTranslation> CopyOf(const TextOutcome& text,
                                         const LegPlan& plan) {
  const Document& document = text.document;
  const Segment& segment = document.segments.back();
  if (segment.atoms.empty()) {
    return {};
  }
  ProtectedTranslation copy = {
      .text = {.text = std::string(BytesOf(document.text, segment.span))}};
  const ByteSpan whole = segment.span;
  for (const Atom& atom : segment.atoms) {
    const ByteSpan place = SpanInDocument(document, segment, atom.span);
    copy.spans.push_back({.kind = atom.kind,
                          .source = atom.span,
                          .target = ByteSpan{.begin = place.begin - whole.begin,
                                             .end = place.end - whole.begin},
                          .step = ProtectionStep::kCopy});
  }
  WriteNumbers(
      segment, plan.protection.numbers,
      {.source = text.languages.source, .target = plan.answer.target_language},
      copy);
  return {std::move(copy)};
}

}  // namespace

TextPreparation::TextPreparation(LegTexts texts, const LegPlan& plan,
                                 const RequestLimits& limits,
                                 SegmentWindow& window,
                                 std::vector<TextOutcome>& outcomes)
    : request_(std::move(texts.request)),
      languages_(std::move(texts.languages)),
      from_client_(texts.from_client),
      plan_(plan),
      limits_(limits),
      encoder_options_({.tags = plan.leg.direction.tags,
                        .document = {.language = "",
                                     .line_breaks = plan.line_breaks,
                                     .atoms = AtomsOf(plan.protection),
                                     .glossary = plan.protection.glossary},
                        .divide = plan.split,
                        .recase = plan.split}),
      window_(window),
      texts_(outcomes) {
  texts_.resize(request_.texts_size());
  if (request_.options().target_prefix_size() <= 1) {
    common_prefix_ = EncodePrefix(PrefixOf(request_.options(), 0));
  }
}

void TextPreparation::PrepareSlice() {
  int64_t bytes = 0;
  while (!done() && bytes < kTextSliceBytes) {
    if (parser_ != nullptr) {
      bytes += kParseBytes;
      ParseText();
    } else if (encoder_ == nullptr) {
      bytes += kPreparationCost;
      BeginText();
    } else if (!encoder_->done()) {
      bytes += EncodeSegment();
    } else {
      EndText();
    }
  }
}

absl::Status TextPreparation::CheckSize(std::string_view text) const {
  const auto bytes = static_cast<int64_t>(text.size());
  if (!from_client_ || bytes <= limits_.max_text_bytes) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("the text has %d bytes; expected at most %d; send its "
                      "paragraphs as several texts, or raise --max-text-bytes",
                      bytes, limits_.max_text_bytes));
}

absl::Status TextPreparation::CreateParser() {
  std::string& source = *request_.mutable_texts(next_text_);
  INTERPRES_RETURN_IF_ERROR(CheckSize(source));
  if (plan_.markup.format != TextFormat::kPlain) {
    return ParseWithMarkup(std::move(source));
  }
  if (!plan_.split) {
    texts_[next_text_].document =
        WholeDocument(std::move(source), encoder_options_.document);
    return absl::OkStatus();
  }
  INTERPRES_ASSIGN_OR_RETURN(
      parser_,
      DocumentParser::Create(std::move(source), encoder_options_.document));
  return absl::OkStatus();
}

absl::Status TextPreparation::ParseWithMarkup(std::string source) {
  TextOutcome& text = texts_[next_text_];
  MarkupOptions options = plan_.markup;
  options.language = encoder_options_.document.language;
  options.atoms = encoder_options_.document.atoms;
  INTERPRES_ASSIGN_OR_RETURN(text.markup,
                             ParseMarkup(std::move(source), options));
  text.document = PlainDocument(*text.markup, encoder_options_.document);
  text.is_split = true;
  return absl::OkStatus();
}

void TextPreparation::BeginText() {
  TextOutcome& text = texts_[next_text_];
  text.is_split = plan_.split;
  text.languages = std::move(languages_[next_text_]);
  encoder_options_.document.language =
      LanguageOf(text.languages, request_.source_language());
  // Texts of several languages may have one route.
  if (plan_.model().model().tokenizer().HasSourceTags()) {
    encoder_options_.tags.source = text.languages.source;
  }
  text.status = CreateParser();
  if (!text.status.ok()) {
    EndText();
  } else if (parser_ == nullptr) {
    BeginSegments();
  } else {
    ParseText();
  }
}

void TextPreparation::ParseText() {
  if (!parser_->done()) {
    parser_->Read(kParseBytes);
  }
  if (parser_->done()) {
    texts_[next_text_].document = parser_->Take();
    parser_ = nullptr;
    BeginSegments();
  }
}

void TextPreparation::BeginSegments() {
  encoder_ = std::make_unique<SegmentEncoder>(
      plan_.model().model(), texts_[next_text_].document, encoder_options_);
}

int64_t TextPreparation::EncodeSegment() {
  TextOutcome& text = texts_[next_text_];
  absl::StatusOr<EncodedSegment> encoded = encoder_->Next();
  // A segment with an error may have cost a lot, so the slice ends.
  const int64_t bytes = encoded.ok()
                            ? static_cast<int64_t>(encoded->segment.text.size())
                            : kTextSliceBytes;
  text.status =
      encoded.ok() ? AddSegment(*std::move(encoded)) : encoded.status();
  if (!text.status.ok()) {
    EndText();
  }
  return bytes;
}

absl::Status TextPreparation::AddSegment(EncodedSegment encoded) {
  TextOutcome& text = texts_[next_text_];
  EncodedText& source = encoded.source;
  SegmentOutcome& segment = text.segments.emplace_back();
  text.document.segments.push_back(std::move(encoded.segment));
  const Segment& added = text.document.segments.back();
  segment.source_tokens = static_cast<int32_t>(source.ids.size());
  segment.is_empty = source.is_empty() ||
                     (!added.atoms.empty() && !HasContentOutsideAtoms(added));
  const bool wants_places =
      !added.atoms.empty() || !added.terms.empty() || text.markup;
  const bool wants_source = plan_.answer.alignments || plan_.answer.attention;
  if (wants_source && (plan_.split || !segment.is_empty)) {
    segment.source = source.ids;
  }
  if (segment.is_empty) {
    segment.translations = CopyOf(text, plan_);
    RecordAtoms(segment.translations, plan_.model().metrics());
    return absl::OkStatus();
  }
  if (plan_.decoding.attention) {
    INTERPRES_RETURN_IF_ERROR(CheckAttention(
        plan_.decoding, {.layers = plan_.answer.layers,
                         .heads = plan_.answer.heads,
                         .source_tokens = std::ssize(source.ids)}));
  }
  segment.runs = plan_.model().model().CarriedRuns(added.text, source);
  if (wants_places) {
    segment.offsets = {.first_piece = source.first_piece,
                       .offsets = source.piece_offsets};
  }
  std::vector<int32_t> prefix;
  if (prepared_.empty()) {
    INTERPRES_ASSIGN_OR_RETURN(prefix, PrefixOfText());
  }
  prepared_.push_back(
      {.sentence = MakeSentence(std::move(source), plan_.decoding, prefix),
       .text = next_text_,
       .segment = static_cast<int32_t>(text.segments.size()) - 1});
  return absl::OkStatus();
}

void TextPreparation::EndText() {
  if (texts_[next_text_].status.ok()) {
    ShareAttention();
    for (PreparedSegment& segment : prepared_) {
      window_.Add(std::move(segment));
    }
  }
  prepared_.clear();
  encoder_ = nullptr;
  ++next_text_;
}

// The number of weights grows with the square of the number of tokens.
void TextPreparation::ShareAttention() {
  if (!plan_.decoding.attention || prepared_.size() < 2) {
    return;
  }
  const auto square = [](const PreparedSegment& segment) {
    const auto tokens = static_cast<double>(segment.sentence.source.size());
    return tokens * tokens;
  };
  double sum = 0.0;
  for (const PreparedSegment& segment : prepared_) {
    sum += square(segment);
  }
  for (PreparedSegment& segment : prepared_) {
    int64_t& weights = segment.sentence.options.attention->max_weights;
    weights = static_cast<int64_t>(static_cast<double>(weights) *
                                   square(segment) / sum);
  }
}

absl::StatusOr<std::vector<int32_t>> TextPreparation::PrefixOfText() const {
  const v1::TranslateOptions& options = request_.options();
  return options.target_prefix_size() > 1
             ? EncodePrefix(PrefixOf(options, next_text_))
             : common_prefix_;
}

absl::StatusOr<std::vector<int32_t>> TextPreparation::EncodePrefix(
    std::string_view prefix) const {
  const auto bytes = static_cast<int64_t>(prefix.size());
  if (bytes > limits_.max_text_bytes) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "options.target_prefix has %d bytes; expected at most %d; shorten the "
        "prefix",
        bytes, limits_.max_text_bytes));
  }
  INTERPRES_ASSIGN_OR_RETURN(std::vector<int32_t> ids,
                             plan_.model().model().EncodeTargetPrefix(prefix));
  const bool names_language = plan_.model().model().tokenizer().HasSourceTags();
  if (std::ssize(ids) + (names_language ? 1 : 0) >= plan_.decoding.max_length) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "options.target_prefix has %d tokens%s; expected fewer than max_length "
        "(%d); increase max_length or shorten the prefix",
        ids.size(), names_language ? " beside the token of the language" : "",
        plan_.decoding.max_length));
  }
  return ids;
}

}  // namespace interpres
