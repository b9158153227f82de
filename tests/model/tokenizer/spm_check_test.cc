#include "model/tokenizer/spm_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "model/tokenizer/vocabulary_trainer.h"
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

// A normaliser with a trie of one block that begins with these units.
std::string NormalizerWithTrie(std::initializer_list<uint32_t> units,
                               const std::string& strings) {
  std::string trie;
  for (const uint32_t unit : units) {
    trie += Word(unit);
  }
  trie.resize(1024, '\0');
  return Field(2, Word(1024) + trie + strings);
}

std::string ModelWithTrie(std::initializer_list<uint32_t> units,
                          const std::string& strings) {
  return Field(3, NormalizerWithTrie(units, strings));
}

TEST(SpmCheckTest, RealModelsAreSound) {
  const auto vocabulary = TrainVocabulary(TinySentences(), {.vocab_size = 140});
  ASSERT_TRUE(vocabulary.ok());
  EXPECT_EQ(FindSpmDefect(vocabulary->spm), "");
}

TEST(SpmCheckTest, PointersOutsideAreFound) {
  const std::string strings("a\0", 2);
  EXPECT_EQ(FindSpmDefect(ModelWithTrie({0}, strings)), "");
  // Offset 256: one block past the end.
  EXPECT_THAT(FindSpmDefect(ModelWithTrie({256u << 10}, strings)),
              HasSubstr("trie points outside of itself"));
  EXPECT_EQ(FindSpmDefect(ModelWithTrie({255u << 10}, strings)), "");
  // Leaves: offsets into the strings.
  EXPECT_EQ(FindSpmDefect(ModelWithTrie({0, 0x80000001u}, strings)), "");
  EXPECT_THAT(FindSpmDefect(ModelWithTrie({0, 0x80000002u}, strings)),
              HasSubstr("points outside of its strings"));
  EXPECT_THAT(FindSpmDefect(ModelWithTrie({0}, "a")),
              HasSubstr("strings do not end"));
}

// A unit that the library reads as a leaf must have the form of a leaf.
TEST(SpmCheckTest, ValuesThatAreNoLeavesAreFound) {
  const std::string strings("a\0", 2);
  // The root's children begin at unit 1, and the first of them is its value.
  const uint32_t root = 1u << 10 | 1u << 8;
  EXPECT_EQ(FindSpmDefect(ModelWithTrie({root, 0x80000001u}, strings)), "");
  EXPECT_THAT(FindSpmDefect(ModelWithTrie({root, 200u << 10}, strings)),
              HasSubstr("trie lacks a leaf"));
  EXPECT_THAT(FindSpmDefect(ModelWithTrie({0x80000000u}, strings)),
              HasSubstr("trie has no root"));
}

// Protocol Buffers reads the low 32 bits of a key: 2^32 + 26 is field 3, too.
TEST(SpmCheckTest, AFieldUnderALongKeyIsFound) {
  const std::string sound = NormalizerWithTrie({0}, std::string("a\0", 2));
  std::string model = Field(3, sound);
  model.replace(0, 1, "\x9a\x80\x80\x80\x10");
  EXPECT_THAT(FindSpmDefect(model),
              HasSubstr("not a SentencePiece model, or cut"));
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
