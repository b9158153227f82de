// In two processes, which mpirun starts.

#include <gmock/gmock.h>

#include <utility>

#include "model/training/process_group.h"
#include "tests/model/training/trainer_fixture.h"

namespace interpres {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using TrainerGroupTest = TrainerTest;

TEST_F(TrainerGroupTest, WeightsThatDifferAreNotSaved) {
  const auto member = ProcessGroupMember::Join();
  ASSERT_TRUE(member.ok()) << member.status();
  const ProcessGroup& group = member->group();
  ASSERT_EQ(group.size(), 2);
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
                        "those of process 0"));
  if (group.leads()) {
    EXPECT_THAT(saved_updates_, ElementsAre(5));
  } else {
    EXPECT_THAT(saved_updates_, IsEmpty());
  }
}

}  // namespace
}  // namespace interpres
