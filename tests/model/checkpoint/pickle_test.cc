#include "model/checkpoint/pickle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/testing/toy_torch_file.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Kind = PickleValue::Kind;

constexpr std::string_view kAllowed[] = {"collections.OrderedDict"};

absl::StatusOr<Pickle> PickleOf(const std::string& bytes) {
  return ReadPickle(std::as_bytes(std::span(bytes)), kAllowed, "w.bin");
}

std::string PickleMessage(const std::string& bytes) {
  const auto pickle = PickleOf(bytes);
  return pickle.ok() ? "ok" : std::string(pickle.status().message());
}

TEST(PickleTest, ScalarsAreRead) {
  const auto integer = [](const std::string& value) {
    const auto pickle = PickleOf(pickle::Whole(value));
    EXPECT_TRUE(pickle.ok()) << pickle.status();
    return pickle.ok() ? pickle->root->integer : -99;
  };
  EXPECT_EQ(integer("K\xff"), 255);
  EXPECT_EQ(integer("M\xff\xff"), 65535);
  EXPECT_EQ(integer("J\xfe\xff\xff\xff"), -2);
  EXPECT_EQ(integer("\x8a\x02\x01\x80"), -32767);
  EXPECT_EQ(integer(std::string("\x8a\x00", 2)), 0);
  EXPECT_EQ(integer(pickle::Integer(INT64_MIN)), INT64_MIN);
  EXPECT_EQ(integer("\x88"), 1);
  EXPECT_EQ(PickleOf(pickle::Whole(std::string("G\x3f\xf8\0\0\0\0\0\0", 9)))
                ->root->number,
            1.5);
  EXPECT_EQ(PickleOf(pickle::Whole("\x8c\x02hi"))->root->text, "hi");
  EXPECT_EQ(PickleOf(pickle::Whole("N"))->root->kind, Kind::kNone);
  const auto large =
      PickleOf(pickle::Whole("\x8a\x09" + std::string(9, '\x7f')));
  EXPECT_EQ(large->root->kind, Kind::kLongInteger);
}

// As Python writes {"a": [1], "b": the same list} in protocol 4.
TEST(PickleTest, SharedValuesAreOneValue) {
  const std::string bytes = "\x80\x04\x95" +
                            pickle::LittleEndian(uint64_t{30}) +
                            "}\x94(\x8c\x01"
                            "a\x94]\x94K\x01"
                            "a\x8c\x01"
                            "b\x94h\x02u.rest";
  const auto pickle = PickleOf(bytes);
  ASSERT_TRUE(pickle.ok()) << pickle.status();
  EXPECT_EQ(pickle->bytes, bytes.size() - 4);
  ASSERT_EQ(pickle->root->kind, Kind::kDictionary);
  ASSERT_EQ(pickle->root->items.size(), 4u);
  EXPECT_EQ(pickle->root->items[1], pickle->root->items[3]);
  EXPECT_EQ(pickle->root->items[1]->items[0]->integer, 1);
}

TEST(PickleTest, ACallIsAValueAndItsAttributesAreDropped) {
  const auto pickle = PickleOf(
      pickle::Whole(pickle::EmptyDictionary() + pickle::Text("key") + "K\x05s" +
                    "}" + pickle::Text("_metadata") + "Ns" + "b"));
  ASSERT_TRUE(pickle.ok()) << pickle.status();
  ASSERT_EQ(pickle->root->kind, Kind::kCall);
  ASSERT_EQ(pickle->root->items.size(), 4u);
  EXPECT_EQ(pickle->root->items[0]->text, "collections.OrderedDict");
  EXPECT_EQ(pickle->root->items[2]->text, "key");
}

TEST(PickleTest, AListMayContainItself) {
  const auto pickle =
      PickleOf(pickle::Whole(std::string("]q\x00h\x00"
                                         "a",
                                         6)));
  ASSERT_TRUE(pickle.ok()) << pickle.status();
  EXPECT_EQ(pickle->root->items[0], pickle->root);
}

TEST(PickleTest, OtherGlobalsAreRefusedByName) {
  const std::string message =
      PickleMessage(pickle::Whole(pickle::Global("posix", "system") +
                                  pickle::Tuple({pickle::Text("true")}) + "R"));
  EXPECT_THAT(message, StartsWith("w.bin: the pickle names the Python object "
                                  "\"posix.system\""));
  EXPECT_THAT(message, HasSubstr("at byte 2"));
  EXPECT_THAT(PickleMessage(pickle::Whole(pickle::Text("builtins") +
                                          pickle::Text("eval") + "\x93")),
              HasSubstr("\"builtins.eval\""));
  // A name that only begins like an allowed one.
  EXPECT_THAT(PickleMessage(
                  pickle::Whole(pickle::Global("collections", "OrderedDict2"))),
              HasSubstr("\"collections.OrderedDict2\""));
}

TEST(PickleTest, OtherInstructionsAreRefused) {
  // INST, OBJ, NEWOBJ, EXT1, and one that does not exist.
  for (const char* opcode : {"i", "o", "\x81", "\x82", "\xff"}) {
    EXPECT_THAT(PickleMessage(pickle::Whole(std::string("(") + opcode)),
                HasSubstr("which a dictionary of tensors does not need"));
  }
  EXPECT_THAT(PickleMessage(std::string("\x80\x01N.")),
              HasSubstr("has protocol 1"));
  EXPECT_THAT(PickleMessage(std::string("\x80\x06N.")),
              HasSubstr("has protocol 6"));
}

TEST(PickleTest, MalformedPicklesAreErrors) {
  EXPECT_THAT(PickleMessage(pickle::Whole("")), HasSubstr("that is not there"));
  EXPECT_THAT(PickleMessage(pickle::Whole("t")),
              HasSubstr("a mark that is not"));
  EXPECT_THAT(PickleMessage(pickle::Whole("(0")), HasSubstr("0x30"));
  EXPECT_THAT(PickleMessage(pickle::Whole("(q\x01")), HasSubstr("not there"));
  EXPECT_THAT(PickleMessage(pickle::Whole("h\x01")),
              HasSubstr("recalls value 1"));
  EXPECT_THAT(PickleMessage(pickle::Whole("NNs")), HasSubstr("not there"));
  EXPECT_THAT(PickleMessage(pickle::Whole("NNNs")),
              HasSubstr("does not take them"));
  EXPECT_THAT(PickleMessage(pickle::Whole("}(Nu")),
              HasSubstr("does not take them"));
  EXPECT_THAT(PickleMessage(pickle::Whole("NNR")), HasSubstr("not a global"));
  EXPECT_THAT(PickleMessage(pickle::Whole("N}b")), HasSubstr("that has none"));
  EXPECT_THAT(PickleMessage(pickle::Whole("X\xff\xff\xff\xff"
                                          "a")),
              HasSubstr("is truncated"));
  EXPECT_THAT(PickleMessage(pickle::Whole("cposix")),
              HasSubstr("is truncated"));
}

TEST(PickleTest, EveryTruncationIsAnError) {
  const std::string whole = ToyPickle({{}, {.name = "b"}}, true);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(PickleOf(whole.substr(0, size)).ok()) << size;
  }
}

TEST(PickleTest, TooManyValuesAreAnError) {
  EXPECT_THAT(PickleMessage(pickle::Whole(std::string(1'000'001, 'N'))),
              HasSubstr("more than 1000000 values"));
}

}  // namespace
}  // namespace interpres
