// Tested by document_parser_test.cc and html_document_test.cc.

#include "model/document/sentence_joining.h"

#include <cstddef>
#include <utility>

namespace interpres {

void JoinInsideAtoms(std::span<const Atom> atoms,
                     std::vector<ByteSpan>& sentences) {
  std::vector<ByteSpan> joined;
  std::size_t next = 0;  // the first atom that ends behind the last sentence
  for (const ByteSpan& sentence : sentences) {
    while (next < atoms.size() && !joined.empty() &&
           atoms[next].span.end <= joined.back().end) {
      ++next;
    }
    const bool is_inside = !joined.empty() && next < atoms.size() &&
                           atoms[next].span.begin < joined.back().end;
    if (is_inside) {
      joined.back().end = sentence.end;
    } else {
      joined.push_back(sentence);
    }
  }
  sentences = std::move(joined);
}

}  // namespace interpres
