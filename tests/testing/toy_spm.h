// Writes the pieces of a SentencePiece model, which SentencePiece itself cannot
// load.

#ifndef INTERPRES_TESTS_TESTING_TOY_SPM_H_
#define INTERPRES_TESTS_TESTING_TOY_SPM_H_

#include <string>
#include <vector>

namespace interpres {

// Returns the field `number` of a message with this content.
// REQUIRES: the content has fewer than 128 bytes.
inline std::string ToyField(int number, const std::string& content) {
  return std::string({static_cast<char>(number << 3 | 2),
                      static_cast<char>(content.size())}) +
         content;
}

// Returns a model with these pieces.
inline std::string ToySpm(const std::vector<std::string>& pieces) {
  std::string bytes;
  for (const std::string& piece : pieces) {
    bytes += ToyField(1, ToyField(1, piece));
  }
  return bytes;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TOY_SPM_H_
