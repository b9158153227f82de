#include "client/interruptible_input.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <istream>
#include <string>
#include <thread>

namespace interpres {
namespace {

class InterruptibleInputTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(pipe2(ends_, O_CLOEXEC), 0); }
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

  int ends_[2] = {-1, -1};
};

TEST_F(InterruptibleInputTest, ReadsToTheEnd) {
  InterruptibleInput input(ends_[0]);
  std::istream stream(&input);
  Write("one\ntw");
  std::string line;
  ASSERT_TRUE(std::getline(stream, line));
  EXPECT_EQ(line, "one");
  Write("o");
  CloseWriter();
  ASSERT_TRUE(std::getline(stream, line));
  EXPECT_EQ(line, "two");
  EXPECT_FALSE(std::getline(stream, line));
  EXPECT_TRUE(stream.eof());
  EXPECT_FALSE(stream.bad());
}

TEST_F(InterruptibleInputTest, AnInterruptEndsAWait) {
  InterruptibleInput input(ends_[0]);
  std::istream stream(&input);
  Write("one\n");
  std::string line;
  ASSERT_TRUE(std::getline(stream, line));
  const std::jthread other([&input] { input.Interrupt(); });
  EXPECT_FALSE(std::getline(stream, line));  // the writer is still there
  EXPECT_FALSE(stream.bad());
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

}  // namespace
}  // namespace interpres
