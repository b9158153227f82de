#include "model/checkpoint/shortlist.h"

#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "model/base/read_file.h"
#include "model/checkpoint/model_directory.h"
#include "tests/testing/temp_dir.h"
#include "tests/testing/tiny_model.h"

namespace interpres {
namespace {

using Lists = std::vector<std::vector<int32_t>>;

const Lists kPieceLists = {{0, 1, 4}, {}, {3}, {0, 1, 2, 3, 4}, {4}};

constexpr std::size_t kHeaderBytes = 32;

// The file of kPieceLists.
std::string FileBytes() {
  const TempDir directory;
  EXPECT_TRUE(
      WriteShortlist(directory.path(), *Shortlist::Create(kPieceLists)).ok());
  return *ReadFile(directory.path() / kShortlistFile, 1 << 20);
}

absl::StatusOr<Shortlist> ParseShortlistBytes(const std::string& bytes) {
  return ParseShortlist(std::as_bytes(std::span(bytes)), "there.bin");
}

template <typename T>
void Put(std::string& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
}

// Makes the checksum right again, so that the next check is reached.
void Sign(std::string& bytes) {
  Put<uint64_t>(
      bytes, 24,
      XXH3_64bits(bytes.data() + kHeaderBytes, bytes.size() - kHeaderBytes));
}

TEST(Shortlist, HoldsTheLists) {
  const auto shortlist = Shortlist::Create(kPieceLists);
  ASSERT_TRUE(shortlist.ok());
  EXPECT_EQ(shortlist->vocab_size(), 5);
  EXPECT_EQ(shortlist->entries(), 10);
  for (int32_t source = 0; source < 5; ++source) {
    const auto list = shortlist->list(source);
    EXPECT_EQ(std::vector<int32_t>(list.begin(), list.end()),
              kPieceLists[source]);
  }
}

TEST(Shortlist, RefusesInvalidLists) {
  for (const Lists& lists : {Lists{{0}, {2}}, Lists{{-1}, {}},
                             Lists{{1, 0}, {}}, Lists{{1, 1}, {}}}) {
    const auto shortlist = Shortlist::Create(lists);
    EXPECT_EQ(shortlist.status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST(ShortlistFile, GivesBackWhatWasWritten) {
  const auto parsed = ParseShortlistBytes(FileBytes());
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(*parsed, *Shortlist::Create(kPieceLists));
}

TEST(ShortlistFile, MalformedFilesAreNamedAndRefused) {
  struct Case {
    const char* expected;
    std::function<void(std::string&)> damage;
  };
  const Case cases[] = {
      {"it has 0 bytes", [](std::string& b) { b.clear(); }},
      {"it has 31 bytes", [](std::string& b) { b.resize(31); }},
      {"does not begin as a shortlist", [](std::string& b) { b[0] = 'X'; }},
      {"its version is 2", [](std::string& b) { Put<uint32_t>(b, 8, 2); }},
      {"truncated or damaged", [](std::string& b) { b.resize(b.size() - 4); }},
      {"truncated or damaged", [](std::string& b) { b.pop_back(); }},
      {"truncated or damaged", [](std::string& b) { b.append(4, '\0'); }},
      {"truncated or damaged",
       [](std::string& b) { Put<uint32_t>(b, 12, 0xffffffff); }},
      {"truncated or damaged",
       [](std::string& b) { Put<uint64_t>(b, 16, ~uint64_t{0}); }},
      {"lists for 0 tokens",
       [](std::string& b) {
         b.resize(kHeaderBytes);
         Put<uint32_t>(b, 12, 0), Put<uint64_t>(b, 16, 0), Sign(b);
       }},
      {"checksum of the lists", [](std::string& b) { b.back() ^= 1; }},
      {"checksum of the lists", [](std::string& b) { b[24] ^= 1; }},
      {"the lists have 11 entries together; the header says 10",
       [](std::string& b) { Put<uint32_t>(b, kHeaderBytes, 4), Sign(b); }},
      {"entries together",
       [](std::string& b) { Put<uint32_t>(b, kHeaderBytes, ~0U), Sign(b); }},
      {"the list of token 4 holds 5; expected rising ids from 0 to 4",
       [](std::string& b) { Put<int32_t>(b, b.size() - 4, 5), Sign(b); }},
      {"the list of token 4 holds -1",
       [](std::string& b) { Put<int32_t>(b, b.size() - 4, -1), Sign(b); }},
      {"the list of token 0 holds 0; expected rising ids from 1",
       [](std::string& b) {
         Put<int32_t>(b, kHeaderBytes + 5 * 4 + 4, 0), Sign(b);
       }},
  };
  for (const Case& test : cases) {
    std::string bytes = FileBytes();
    test.damage(bytes);
    const auto parsed = ParseShortlistBytes(bytes);
    ASSERT_FALSE(parsed.ok()) << test.expected;
    const std::string message(parsed.status().message());
    EXPECT_NE(message.find(test.expected), std::string::npos) << message;
    EXPECT_EQ(message.rfind("there.bin: ", 0), 0U) << message;
  }
}

class ShortlistOfModelTest : public testing::Test {
 protected:
  void SetUp() override {
    const absl::Status status = WriteTinyModel(model_, {});
    ASSERT_TRUE(status.ok()) << status;
  }

  static Shortlist OfSize(std::size_t vocab_size) {
    return *Shortlist::Create(Lists(vocab_size, {0}));
  }

  const TempDir directory_;
  const std::filesystem::path model_ = directory_.path() / "model";
};

TEST_F(ShortlistOfModelTest, IsReadWithTheModel) {
  auto model = ReadModelDirectory(model_);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_FALSE(model->shortlist.has_value());
  const Shortlist shortlist = OfSize(model->description.config.vocab_size);
  ASSERT_TRUE(WriteShortlist(model_, shortlist).ok());
  model = ReadModelDirectory(model_);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->shortlist, shortlist);
}

TEST_F(ShortlistOfModelTest, OfAnotherVocabularyIsAnError) {
  ASSERT_TRUE(WriteShortlist(model_, OfSize(7)).ok());
  const auto model = ReadModelDirectory(model_);
  EXPECT_EQ(model.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(std::string(model.status().message())
                .find("for a vocabulary of 7 entries"),
            std::string::npos)
      << model.status();
}

TEST_F(ShortlistOfModelTest, GoesWithTheCheckpointItWasLearnedFor) {
  ASSERT_TRUE(WriteShortlist(model_, OfSize(160)).ok());
  ASSERT_TRUE(ReadModelDirectory(model_)->shortlist.has_value());
  const absl::Status status = WriteTinyModel(model_, {.seed = 2});
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_FALSE(ReadModelDirectory(model_)->shortlist.has_value());
}

}  // namespace
}  // namespace interpres
