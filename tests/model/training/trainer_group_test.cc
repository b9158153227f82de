// In two processes, which mpirun starts.

#include <gmock/gmock.h>

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "model/training/process_group.h"
#include "tests/model/training/trainer_fixture.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class TrainerGroupTest : public TrainerTest {
 protected:
  static void SetUpTestSuite() {
    auto joined = ProcessGroupMember::Join();
    ASSERT_TRUE(joined.ok()) << joined.status();
    member.emplace(*std::move(joined));
    ASSERT_EQ(member->group().size(), 2);
  }
  static void TearDownTestSuite() { member.reset(); }

  // How many examples this process computes in a run, each as often as it
  // comes.
  int64_t ExamplesComputed(const std::string& name, const ProcessGroup& group) {
    TrainerOptions options = Options(name);
    options.shards = 2;
    std::atomic<int64_t> computed = 0;
    const auto count = [&](uint64_t, uint64_t, SampledIds&) {
      ++computed;
      return false;  // as it is
    };
    const auto trainer = Trainer::Create(options, layout_,
                                         {.train = MakeExamples(60),
                                          .dev = MakeExamples(9),
                                          .start_id = 19,
                                          .sample = count},
                                         Hooks(), group);
    EXPECT_TRUE(trainer.ok()) << trainer.status();
    EXPECT_TRUE((*trainer)->Run(stop_).ok());
    return computed;
  }

  static inline std::optional<ProcessGroupMember> member;
};

TEST_F(TrainerGroupTest, EachExampleIsComputedByOneProcess) {
  const int64_t alone = ExamplesComputed("alone", ProcessGroup());
  const int64_t mine = ExamplesComputed("together", member->group());
  EXPECT_GT(mine, 0);
  double sum = static_cast<double>(mine);
  member->group().Sum(std::span(&sum, 1));
  EXPECT_EQ(sum, static_cast<double>(alone));
}

TEST_F(TrainerGroupTest, WeightsThatDifferAreNotSaved) {
  const ProcessGroup& group = member->group();
  TrainerOptions options = Options();
  options.shards = 2;
  const auto trainer = Trainer::Create(
      options, layout_,
      {.train = MakeExamples(60), .dev = MakeExamples(9), .start_id = 19},
      Hooks(), group);
  ASSERT_TRUE(trainer.ok()) << trainer.status();
  trainer_ = trainer->get();
  if (!group.leads()) {
    // As a machine would that computes otherwise.
    after_update_ = [this](int64_t update) {
      if (update == 7) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
        const_cast<float*>(trainer_->state().parameters.data())[0] += 1.0F;
      }
    };
  }
  const absl::Status status = (*trainer)->Run(stop_).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("process 1: after update 10 its weights differ from "
                        "process 0"));
  if (group.leads()) {
    EXPECT_THAT(saved_updates_, ElementsAre(5));
  } else {
    EXPECT_THAT(saved_updates_, IsEmpty());
  }
}

}  // namespace
}  // namespace interpres
