#include "model/engine/masked_source.h"

#include <iterator>

#include "model/engine/segment_translation.h"

namespace interpres {

std::optional<MaskedSource> MaskedSource::Create(
    const Segment& segment, const std::vector<HiddenAtom>& hidden,
    SentinelForm form, const SourceEncoder& encode,
    const AtomOptions& options) {
  std::vector<ByteSpan> spans;
  std::vector<std::string> values;
  for (const HiddenAtom& atom : hidden) {
    spans.push_back(atom.source);
    values.push_back(atom.value);
  }
  std::optional<MaskedText> masked = MaskText(segment.text, spans, form);
  if (!masked) {
    return std::nullopt;
  }
  absl::StatusOr<EncodedSource> source = encode(masked->text);
  if (!source.ok()) {
    return std::nullopt;
  }
  MaskedSource result(*std::move(masked), *std::move(source));
  result.offsets_ = {.first_piece = result.source_.tokens.first_piece,
                     .offsets = result.source_.tokens.piece_offsets};
  result.segment_ = {.span = segment.span,
                     .text = result.masked_.text,
                     .atoms = FindAtoms(result.masked_.text, options),
                     .is_in_message = segment.is_in_message,
                     .changed_case = segment.changed_case};
  result.values_ = std::move(values);
  result.source_size_ = std::ssize(segment.text);
  return result;
}

std::optional<AlignedText> MaskedSource::TextOf(
    const Hypothesis& hypothesis, const Tokenizer& tokenizer,
    const AtomOptions& options, const std::string& target_language) const {
  return UnmaskText(
      masked_, values_,
      TranslationOf(
          {.segment = segment_, .runs = source_.runs, .offsets = offsets_},
          hypothesis, tokenizer, options, target_language),
      source_size_);
}

}  // namespace interpres
