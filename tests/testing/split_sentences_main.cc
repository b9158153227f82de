// split_sentences LANGUAGE: reads lines of standard input and prints the
// sentences of each line with U+241E between them, for
// sentences_conformance.py.

#include <iostream>
#include <string>
#include <string_view>

#include "model/document/byte_span.h"
#include "model/document/sentence_splitter.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " LANGUAGE < lines\n";
    return 2;
  }
  for (std::string line; std::getline(std::cin, line);) {
    std::string_view separator;
    for (const interpres::ByteSpan span :
         interpres::SplitSentences(line, argv[1])) {
      std::cout << separator << interpres::BytesOf(line, span);
      separator = "\u241e";
    }
    std::cout << "\n";
  }
  return 0;
}
