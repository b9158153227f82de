// Sentence pairs written for the tests of this project (no outside source).

#ifndef INTERPRES_TESTS_TESTING_TINY_CORPUS_H_
#define INTERPRES_TESTS_TESTING_TINY_CORPUS_H_

#include <string>
#include <vector>

namespace interpres {

struct TinySentencePair {
  std::string en;
  std::string es;
};

const std::vector<TinySentencePair>& TinyCorpus();

// Returns the sentences of both sides of the corpus, in order: en, es, en, es,
// ...
std::vector<std::string> TinySentences();

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TINY_CORPUS_H_
