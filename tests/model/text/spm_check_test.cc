#include "model/text/spm_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

#include "model/text/vocabulary_trainer.h"
#include "tests/testing/tiny_corpus.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

// A length-delimited Protocol Buffers field below 16, up to 16,383 bytes.
std::string Field(int number, const std::string& bytes) {
  std::string field(1, static_cast<char>((number << 3) | 2));
  field.push_back(static_cast<char>(0x80 | (bytes.size() & 0x7f)));
  field.push_back(static_cast<char>(bytes.size() >> 7));
  return field + bytes;
}

std::string Word(uint32_t value) {
  std::string bytes(4, '\0');
  std::memcpy(bytes.data(), &value, 4);
  return bytes;
}

// A model whose normaliser has a trie of one block with this first unit.
std::string ModelWithTrie(uint32_t first_unit, const std::string& strings) {
  const std::string trie = Word(first_unit) + std::string(255 * 4, '\0');
  return Field(3, Field(2, Word(1024) + trie + strings));
}

TEST(SpmCheckTest, RealModelsAreSound) {
  const auto vocabulary = TrainVocabulary(TinySentences(), {.vocab_size = 140});
  ASSERT_TRUE(vocabulary.ok());
  EXPECT_EQ(FindSpmDefect(vocabulary->spm), "");
}

TEST(SpmCheckTest, PointersOutsideAreFound) {
  const std::string strings("a\0", 2);
  EXPECT_EQ(FindSpmDefect(ModelWithTrie(0, strings)), "");
  // Offset 256: one block past the end.
  EXPECT_THAT(FindSpmDefect(ModelWithTrie(256u << 10, strings)),
              HasSubstr("trie points outside of itself"));
  EXPECT_EQ(FindSpmDefect(ModelWithTrie(255u << 10, strings)), "");
  // Leaves: offsets into the strings.
  EXPECT_EQ(FindSpmDefect(ModelWithTrie(0x80000001u, strings)), "");
  EXPECT_THAT(FindSpmDefect(ModelWithTrie(0x80000002u, strings)),
              HasSubstr("points outside of its strings"));
  EXPECT_THAT(FindSpmDefect(ModelWithTrie(0, "a")),
              HasSubstr("strings do not end"));
}

TEST(SpmCheckTest, WrongSizes) {
  EXPECT_THAT(FindSpmDefect(Field(3, Field(2, "abc"))), HasSubstr("is cut"));
  EXPECT_THAT(FindSpmDefect(Field(3, Field(2, Word(8) + "12345678" + "x"))),
              HasSubstr("trie of a wrong size"));
  EXPECT_THAT(FindSpmDefect(Field(3, Field(2, Word(1u << 31) + "1234"))),
              HasSubstr("trie of a wrong size"));
  EXPECT_THAT(FindSpmDefect(Field(3, "\x12\x7f")), HasSubstr("is malformed"));
  EXPECT_THAT(FindSpmDefect("not a model"),
              HasSubstr("not a SentencePiece model, or cut"));
}

}  // namespace
}  // namespace interpres
