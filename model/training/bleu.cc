// Tested by metrics_test.cc.

#include "model/training/bleu.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "model/training/ngram_statistics.h"

namespace interpres {
namespace {

constexpr auto kOrders = static_cast<std::size_t>(BleuScore::kMaxOrder);

bool IsDigit(char32_t c) { return c >= '0' && c <= '9'; }
bool IsPeriodOrComma(char32_t c) { return c == '.' || c == ','; }

// mteval's [\{-\~\[-\` -\&\(-\+\:-\@\/]: ASCII symbols but - . , '
bool IsSymbol(char32_t c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') ||
         (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') ||
         (c >= ':' && c <= '@') || c == '/';
}

void ReplaceAll(std::u32string& text, std::u32string_view from,
                std::u32string_view to) {
  for (std::size_t at = text.find(from); at != std::u32string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// ([symbol]) -> ' \1 '
std::u32string SpaceSymbols(std::u32string_view text) {
  std::u32string out;
  for (const char32_t c : text) {
    if (IsSymbol(c)) {
      out += {U' ', c, U' '};
    } else {
      out += c;
    }
  }
  return out;
}

// Regular expressions match left to right without overlap; so do the rest:
// a match of two code points moves on by two.
template <typename Matches>
std::u32string ReplacePairs(std::u32string_view text, const Matches& matches,
                            bool space_before) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i + 1 >= text.size() || !matches(text[i], text[i + 1])) {
      out += text[i];
      continue;
    }
    // ' \1 \2' or '\1 \2 '
    if (space_before) {
      out += {U' ', text[i], U' ', text[i + 1]};
    } else {
      out += {text[i], U' ', text[i + 1], U' '};
    }
    ++i;
  }
  return out;
}

// The words of all sentences as numbers, so that n-grams compare fast.
class WordNumbers {
 public:
  std::u32string Number(const std::vector<std::u32string>& words) {
    std::u32string numbers;
    for (const std::u32string& word : words) {
      const auto next = static_cast<char32_t>(numbers_.size());
      numbers.push_back(numbers_.emplace(word, next).first->second);
    }
    return numbers;
  }

 private:
  std::map<std::u32string, char32_t> numbers_;
};

double SmoothedPrecision(const NgramCounts& counts, double& smoothing) {
  const auto total = static_cast<double>(counts.hypothesis);
  if (counts.matches > 0) {
    return 100.0 * static_cast<double>(counts.matches) / total;
  }
  // NIST: the k-th order without a match counts 1 / 2^k matches.
  smoothing *= 2.0;
  return 100.0 / (smoothing * total);
}

BleuScore ScoreOf(const std::array<NgramCounts, kOrders>& counts) {
  BleuScore result;
  result.hypothesis_length = counts[0].hypothesis;
  result.reference_length = counts[0].reference;
  if (result.hypothesis_length < result.reference_length) {
    result.brevity_penalty =
        result.hypothesis_length == 0
            ? 0.0
            : std::exp(1.0 - static_cast<double>(result.reference_length) /
                                 static_cast<double>(result.hypothesis_length));
  }
  if (counts[0].matches == 0) {
    return result;  // then no longer n-gram matches either
  }
  double smoothing = 1.0;
  double log_sum = 0.0;
  for (std::size_t i = 0; i < kOrders; ++i) {
    if (counts[i].hypothesis == 0) {
      return result;  // a precision of 0/0 makes the product 0
    }
    result.precisions[i] = SmoothedPrecision(counts[i], smoothing);
    log_sum += std::log(result.precisions[i]);
  }
  result.score =
      result.brevity_penalty * std::exp(log_sum / static_cast<double>(kOrders));
  return result;
}

}  // namespace

std::vector<std::u32string> Tokenize13a(std::string_view line) {
  std::u32string text = DecodeUtf8(line);
  while (!text.empty() && IsPythonSpace(text.back())) {
    text.pop_back();
  }
  ReplaceAll(text, U"<skipped>", U"");
  ReplaceAll(text, U"-\n", U"");
  ReplaceAll(text, U"\n", U" ");
  ReplaceAll(text, U"&quot;", U"\"");
  ReplaceAll(text, U"&amp;", U"&");
  ReplaceAll(text, U"&lt;", U"<");
  ReplaceAll(text, U"&gt;", U">");
  text = SpaceSymbols(U' ' + text + U' ');
  text = ReplacePairs(
      text,
      [](char32_t a, char32_t b) { return !IsDigit(a) && IsPeriodOrComma(b); },
      /*space_before=*/false);
  text = ReplacePairs(
      text,
      [](char32_t a, char32_t b) { return IsPeriodOrComma(a) && !IsDigit(b); },
      /*space_before=*/true);
  text = ReplacePairs(
      text, [](char32_t a, char32_t b) { return IsDigit(a) && b == '-'; },
      /*space_before=*/false);
  return SplitWords(text);
}

BleuScore CorpusBleu(std::span<const std::string> hypotheses,
                     std::span<const std::string> references) {
  std::array<NgramCounts, kOrders> sums;
  WordNumbers words;
  const std::size_t sentences = std::min(hypotheses.size(), references.size());
  for (std::size_t i = 0; i < sentences; ++i) {
    const std::u32string hypothesis = words.Number(Tokenize13a(hypotheses[i]));
    const std::u32string reference = words.Number(Tokenize13a(references[i]));
    for (std::size_t n = 0; n < kOrders; ++n) {
      const NgramCounts counts =
          CountNgrams(hypothesis, reference, static_cast<int32_t>(n + 1));
      sums[n].hypothesis += counts.hypothesis;
      sums[n].reference += counts.reference;
      sums[n].matches += counts.matches;
    }
  }
  return ScoreOf(sums);
}

std::string BleuSignature() {
  return "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:"
         "interpres-" INTERPRES_VERSION;
}

}  // namespace interpres
