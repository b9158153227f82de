// libFuzzer over the atoms of a text and their way into a translation. The
// first byte chooses the options. Line breaks divide the other bytes into a
// source, a translation and terms; each byte of the second line is also an
// element of the alignment. tests/fuzz.sh builds and runs it.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/base/utf8.h"
#include "model/document/atom_comparison.h"
#include "model/document/atom_finder.h"
#include "model/document/atom_splice.h"
#include "model/document/masked_text.h"
#include "model/document/message_leaves.h"
#include "model/document/number_locale.h"
#include "model/document/number_value.h"
#include "tests/testing/fuzz_parsers.h"

namespace interpres {
namespace {

std::vector<std::string> LinesOf(std::string_view input) {
  std::vector<std::string> lines = {""};
  for (const char c : input) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back().push_back(c);
    }
  }
  return lines;
}

// Makes short elements whose length and distance are bits of the bytes.
std::vector<AlignedSpan> AlignmentOf(std::string_view bytes) {
  std::vector<AlignedSpan> alignment;
  int64_t end = 0;
  for (const char c : bytes) {
    const auto bits = static_cast<unsigned char>(c);
    const int64_t begin = end + (bits & 3) - (bits == 0xff ? 9 : 0);
    end = begin + (bits >> 2 & 7);
    alignment.push_back(
        {.target = {.begin = begin, .end = end},
         .source = {.begin = begin, .end = begin + (bits >> 5)}});
  }
  return alignment;
}

void CheckAtoms(std::string_view text, const AtomOptions& options) {
  int64_t end = 0;
  for (const Atom& atom : FindAtoms(text, options)) {
    if (atom.span.begin < end || atom.span.end <= atom.span.begin) {
      Report("the atoms are not in order");
    }
    end = atom.span.end;
    const std::string_view bytes = BytesOf(text, atom.span);
    const std::vector<Atom> alone = FindAtoms(bytes, options);
    if (alone.size() != 1 || BytesOf(bytes, alone[0].span) != bytes ||
        alone[0].kind != atom.kind) {
      Report("an atom is not found again");
    }
    if (atom.kind == AtomKind::kNumber &&
        (!SameNumber(bytes, bytes) || NumberKeys(bytes).size() > 2)) {
      Report("a number is not the same as itself");
    }
  }
  if (end > static_cast<int64_t>(text.size())) {
    Report("an atom is beyond the text");
  }
}

void CheckSplice(const std::string& source, const AlignedText& translation,
                 const AtomOptions& options) {
  const std::vector<Atom> atoms = FindAtoms(source, options);
  const AlignedText result = SpliceAtoms(source, atoms, translation, options);
  if (!CompareAtoms(source, atoms, result.text, options).intact()) {
    Report("a translation is not intact");
  }
  if (IsValidUtf8(source) && IsValidUtf8(translation.text) &&
      !IsValidUtf8(result.text)) {
    Report("a translation is no longer UTF-8");
  }
}

std::string WithoutSpaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

// Hides the first atoms of the source behind sentinels.
void CheckMask(const std::string& source, const AlignedText& translation,
               SentinelForm form, const AtomOptions& options) {
  std::vector<ByteSpan> spans;
  std::vector<std::string> values;
  for (const Atom& atom : FindAtoms(source, options)) {
    if (std::ssize(spans) < kSentinelCount) {
      spans.push_back(atom.span);
      values.emplace_back(BytesOf(source, atom.span));
    }
  }
  const std::optional<MaskedText> masked = MaskText(source, spans, form);
  if (!masked) {
    return;
  }
  const std::optional<AlignedText> copy =
      UnmaskText(*masked, values, {.text = masked->text}, std::ssize(source));
  if (copy && WithoutSpaces(copy->text) != WithoutSpaces(source)) {
    Report("a masked text is not restored");
  }
  AlignedText both = translation;
  both.text += " " + masked->text;
  UnmaskText(*masked, values, both, std::ssize(source));
}

void FuzzAtoms(uint8_t choice, const std::string& input) {
  std::vector<std::string> lines = LinesOf(input);
  lines.resize(lines.size() < 2 ? 2 : lines.size());
  const std::string source = lines[0];
  const std::string translation = lines[1];
  lines.erase(lines.begin(), lines.begin() + 2);
  AtomOptions options = {.do_not_translate = TermList(std::move(lines))};
  if ((choice & 2) != 0) {
    options.off.Add(AtomKind::kUrl);
    options.off.Add(AtomKind::kEmoji);
  }
  CheckAtoms(source, options);
  CheckAtoms(input, options);
  CheckSplice(source, {.text = translation}, options);
  CheckSplice(source,
              {.text = translation, .alignment = AlignmentOf(translation)},
              options);
  CheckMask(source,
            {.text = translation, .alignment = AlignmentOf(translation)},
            kSentinelForms[choice / 4 % kSentinelForms.size()], options);
  FindMessageLeaves(source);
  LocalizeNumber(source, translation, "de");
  LocalizeNumber(source, "en", translation);
}

}  // namespace
}  // namespace interpres

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size > 0) {
    interpres::FuzzAtoms(
        data[0],
        std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  }
  return 0;
}
