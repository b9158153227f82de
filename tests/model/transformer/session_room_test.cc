// Admission: room, blocks, errors, all or nothing.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/transformer/session.h"
#include "tests/model/transformer/model_fixture.h"
#include "tests/testing/admissions.h"

namespace interpres {
namespace {

using testing::HasSubstr;
using Ids = std::vector<int32_t>;

const Ids kShort = {3, 0};

class SessionRoomTest : public testing::Test {
 protected:
  static Admission AdmissionOf(int32_t slot, int32_t beam_size,
                               int32_t max_length) {
    return MakeAdmission({.slot = slot,
                          .source = kShort,
                          .beam_size = beam_size,
                          .max_length = max_length});
  }

  const Model model_{OddModelConfig()};  // 48 positions, ids 0 to 52
};

TEST_F(SessionRoomTest, CacheBlocksAreReservedAndReturned) {
  // 8 blocks of 16 positions.
  const auto session = model_.Session({.max_sentences = 4,
                                       .max_rows = 100,
                                       .max_source_tokens = 64,
                                       .max_cache_positions = 128});
  const Admission five = AdmissionOf(0, 2, 33);  // 66 positions
  ASSERT_TRUE(session->Admit({&five, 1}).ok());
  EXPECT_TRUE(
      session->HasRoomFor(std::vector{AdmissionOf(1, 1, 48)}));  // 3 blocks
  EXPECT_FALSE(session->HasRoomFor(
      std::vector{AdmissionOf(1, 7, 7)}));  // 49 positions: 4
  const Admission four = AdmissionOf(1, 7, 7);
  const absl::Status refused = session->Admit({&four, 1});
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(refused.message()),
              HasSubstr("4 cache blocks needed, 3 free"));
  session->Release(0);
  session->Release(0);  // twice is once
  EXPECT_TRUE(
      session->HasRoomFor(std::vector{AdmissionOf(1, 8, 16)}));  // all 8 blocks
  EXPECT_FALSE(session->HasRoomFor(
      std::vector{AdmissionOf(1, 3, 43)}));  // 129 positions: 9
}

TEST_F(SessionRoomTest, SourceBlocksSlotsAndRowsAreLimited) {
  const auto session = model_.Session({.max_sentences = 3,
                                       .max_rows = 5,
                                       .max_source_tokens = 48,
                                       .max_cache_positions = 512});
  const Ids long_source(33, 3);  // 3 blocks, all there are
  const Admission all_source =
      MakeAdmission({.source = long_source, .max_length = 4});
  ASSERT_TRUE(session->Admit({&all_source, 1}).ok());
  EXPECT_FALSE(session->HasRoomFor(std::vector{AdmissionOf(1, 1, 4)}));
  session->Release(0);

  const Admission two[] = {AdmissionOf(0, 2, 4), AdmissionOf(1, 2, 4)};
  ASSERT_TRUE(session->Admit(two).ok());
  EXPECT_TRUE(session->HasRoomFor(std::vector{AdmissionOf(2, 1, 4)}));
  EXPECT_FALSE(session->HasRoomFor(std::vector{AdmissionOf(2, 2, 4)}));  // rows
  const Admission third = AdmissionOf(2, 1, 4);
  ASSERT_TRUE(session->Admit({&third, 1}).ok());
  EXPECT_FALSE(
      session->HasRoomFor(std::vector{AdmissionOf(0, 1, 4)}));  // slots
}

TEST_F(SessionRoomTest, AdmitIsAllOrNothing) {
  const auto session = model_.Session({.max_sentences = 4,
                                       .max_rows = 8,
                                       .max_source_tokens = 64,
                                       .max_cache_positions = 128});
  // Each fits; together they need 10 of 8 blocks.
  const Admission both[] = {AdmissionOf(0, 2, 40), AdmissionOf(1, 2, 40)};
  EXPECT_EQ(session->Admit(both).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(session->HasRoomFor(
      std::vector{AdmissionOf(0, 8, 16)}));  // everything is free
  // A bad slot after a good one.
  const Admission mixed[] = {AdmissionOf(0, 1, 4), AdmissionOf(4, 1, 4)};
  EXPECT_EQ(session->Admit(mixed).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(session->Admit({mixed, 1}).ok());  // slot 0 was not opened
}

TEST_F(SessionRoomTest, BadSlotsAreRefusedByName) {
  const auto session = model_.Session(SmallSession());
  struct Case {
    int32_t slot = 0;
    const char* message = nullptr;
  };
  const Case cases[] = {{6, "no slot 6; the session has 0 to 5"},
                        {-1, "no slot -1"}};
  for (const Case& test : cases) {
    const Admission admission = AdmissionOf(test.slot, 1, 4);
    const absl::Status status = session->Admit({&admission, 1});
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(test.message));
  }
  const Admission twice[] = {AdmissionOf(2, 1, 4), AdmissionOf(2, 1, 4)};
  EXPECT_EQ(session->Admit(twice).code(),
            absl::StatusCode::kFailedPrecondition);
  ASSERT_TRUE(session->Admit({twice, 1}).ok());
  const absl::Status busy = session->Admit({twice, 1});
  EXPECT_EQ(busy.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(busy.message()), HasSubstr("slot 2 is in use"));
}

TEST_F(SessionRoomTest, BadOptionsAreRefused) {
  for (const SessionOptions& options : {
           SessionOptions{.max_sentences = 0},
           SessionOptions{.max_rows = 0},
           SessionOptions{.max_source_tokens = 47},
           SessionOptions{.max_cache_positions = 47},
       }) {
    EXPECT_EQ(
        TransformerSession::Create(*model_.weights, options).status().code(),
        absl::StatusCode::kInvalidArgument);
  }
}

// Blocks hold more source tokens than were asked for: all of them have room in
// the scratch memory, too.
TEST_F(SessionRoomTest, RoundedUpSourceTokensCanBeEncoded) {
  const auto session = model_.Session({.max_sentences = 4,
                                       .max_rows = 4,
                                       .max_source_tokens = 49,
                                       .max_cache_positions = 64});
  const std::vector<int32_t> source(16, 3);
  std::vector<Admission> sentences;
  for (int32_t slot = 0; slot < 4; ++slot) {
    sentences.push_back(
        MakeAdmission({.slot = slot, .source = source, .max_length = 4}));
  }
  EXPECT_TRUE(session->Admit(sentences).ok());
}

TEST_F(SessionRoomTest, EmptyStepAndAdmissionDoNothing) {
  const auto session = model_.Session(SmallSession());
  EXPECT_TRUE(session->Admit({}).ok());
  session->Step({});
  EXPECT_TRUE(
      session->HasRoomFor(std::vector{AdmissionOf(0, 12, 48)}));  // all of it
}

}  // namespace
}  // namespace interpres
