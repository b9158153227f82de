#include "client/interruptible_input.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <istream>
#include <memory>
#include <string>
#include <thread>

namespace interpres {
namespace {

class InterruptibleInputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(pipe2(ends_, O_CLOEXEC), 0);
    input_ = std::make_unique<InterruptibleInput>(ends_[0]);
    stream_ = std::make_unique<std::istream>(input_.get());
  }
  void TearDown() override {
    close(ends_[0]);
    CloseWriter();
  }
  void CloseWriter() {
    if (ends_[1] >= 0) {
      close(ends_[1]);
      ends_[1] = -1;
    }
  }
  void Write(const std::string& text) const {
    ASSERT_EQ(write(ends_[1], text.data(), text.size()),
              static_cast<ssize_t>(text.size()));
  }

  // The line, if there is one.
  bool ReadLine() { return static_cast<bool>(std::getline(*stream_, line_)); }

  int ends_[2] = {-1, -1};
  std::unique_ptr<InterruptibleInput> input_;
  std::unique_ptr<std::istream> stream_;
  std::string line_;
};

TEST_F(InterruptibleInputTest, ReadsToTheEnd) {
  Write("one\ntw");
  ASSERT_TRUE(ReadLine());
  EXPECT_EQ(line_, "one");
  Write("o");
  CloseWriter();
  ASSERT_TRUE(ReadLine());
  EXPECT_EQ(line_, "two");
  EXPECT_FALSE(ReadLine());
  EXPECT_TRUE(stream_->eof());
  EXPECT_FALSE(stream_->bad());
}

TEST_F(InterruptibleInputTest, AProcessOutOfDescriptorsCannotRead) {
  Write("one\n");
  rlimit old{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &old), 0);
  const rlimit none{.rlim_cur = 0, .rlim_max = old.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  InterruptibleInput input(ends_[0]);
  setrlimit(RLIMIT_NOFILE, &old);
  std::istream stream(&input);
  EXPECT_FALSE(std::getline(stream, line_));
  EXPECT_TRUE(stream.bad());
  input.Interrupt();  // does nothing
}

TEST_F(InterruptibleInputTest, AnInterruptEndsAWait) {
  Write("one\n");
  ASSERT_TRUE(ReadLine());
  const std::jthread other([this] { input_->Interrupt(); });
  EXPECT_FALSE(ReadLine());  // the writer is still there
  EXPECT_FALSE(stream_->bad());
}

TEST_F(InterruptibleInputTest, WhatCannotBeReadIsBad) {
  const int directory = open("/", O_RDONLY | O_CLOEXEC);
  ASSERT_GE(directory, 0);
  InterruptibleInput input(directory);
  std::istream stream(&input);
  std::string line;
  EXPECT_FALSE(std::getline(stream, line));
  EXPECT_TRUE(stream.bad());
  close(directory);
}

TEST_F(InterruptibleInputTest, NoDescriptorIsBad) {
  InterruptibleInput input(-1);
  std::istream stream(&input);
  EXPECT_EQ(stream.get(), std::istream::traits_type::eof());
  EXPECT_TRUE(stream.bad());
}

}  // namespace
}  // namespace interpres
