// StreamTranslate over a socket, with the test in the place of the workers: it
// decides which text is finished when.

#include "server/grpc/stream_call.h"

#include <gmock/gmock.h>

#include "tests/server/grpc/stream_call_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

TEST_F(StreamCallTest, ResultsComeAsTheyAreFinished) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  for (const uint64_t id : {10, 20, 30}) {
    Send(*stream, id);
  }
  const JobList jobs = TakeJobs(3);
  for (const size_t index : {2, 0, 1}) {
    Finish(*jobs[index]);
    const v1::StreamTranslateResponse response = Read(*stream);
    EXPECT_EQ(response.id(), 10 * (index + 1));
    ASSERT_EQ(response.response().results_size(), 1);
    EXPECT_EQ(response.response()
                  .results(0)
                  .translations()
                  .hypotheses(0)
                  .target_tokens(),
              1);
    EXPECT_EQ(response.response().model(), "tiny");
  }
  EXPECT_TRUE(End(*stream).ok());
}

TEST_F(StreamCallTest, AClosedInputEndsAfterTheLastResult) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  Send(*stream, 1);
  Send(*stream, 1);  // the ids are the client's business
  stream->WritesDone();
  const JobList jobs = TakeJobs(2);
  Finish(*jobs[0]);
  EXPECT_EQ(Read(*stream).id(), 1u);
  Finish(*jobs[1]);
  EXPECT_EQ(Read(*stream).id(), 1u);
  EXPECT_TRUE(AwaitEnd(*stream).ok());
  const auto& trailers = client_.GetServerTrailingMetadata();
  EXPECT_EQ(trailers.count("interpres-total-ms"), 1u);
  EXPECT_EQ(trailers.find("interpres-model-version")->second,
            model_->version());
  AwaitNoCalls();
  EXPECT_THAT(metrics_.Scrape(),
              HasSubstr("interpres_stream_messages_total{code=\"OK\"} 2"));
  EXPECT_THAT(
      metrics_.Scrape(),
      HasSubstr(R"(requests_total{code="OK",method="StreamTranslate"} 1)"));
  EXPECT_THAT(metrics_.Scrape(), HasSubstr("interpres_streams_in_flight 0"));
}

TEST_F(StreamCallTest, TheTextsOfAMessageComeTogether) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  v1::StreamTranslateRequest message = Message(5, "the cat");
  message.mutable_request()->add_texts("");
  message.mutable_request()->add_texts("the dog");
  ASSERT_TRUE(stream->Write(message));
  for (const auto& job : TakeJobs(2)) {
    Finish(*job);
  }
  EXPECT_EQ(Read(*stream).response().results_size(), 3);
  EXPECT_TRUE(End(*stream).ok());
}

TEST_F(StreamCallTest, TextsInFlightAreBounded) {
  Start({});
  constexpr uint64_t kMessages = 60;
  const auto stream = stub_->StreamTranslate(&client_);
  std::thread writer([&stream] {
    for (uint64_t id = 0; id < kMessages; ++id) {
      Send(*stream, id);
    }
    stream->WritesDone();
  });
  JobList held;
  for (uint64_t answered = 0; answered < kMessages; ++answered) {
    while (held.size() < std::min<uint64_t>(kBound, kMessages - answered)) {
      held.push_back(std::move(TakeJobs(1).front()));
    }
    EXPECT_EQ(scheduler().load().jobs, 0);
    Finish(*held.back());
    held.pop_back();
    Read(*stream);
  }
  writer.join();
  EXPECT_TRUE(AwaitEnd(*stream).ok());
}

// Their answers are large: more than one would be over the bound.
TEST_F(StreamCallTest, TextsWithAttentionCountAsMany) {
  Start({});
  constexpr uint64_t kMessages = 30;
  const auto stream = stub_->StreamTranslate(&client_);
  for (uint64_t id = 0; id < kMessages; ++id) {
    v1::StreamTranslateRequest message = Message(id, "the cat");
    message.mutable_request()->mutable_options()->set_return_attention(true);
    ASSERT_TRUE(stream->Write(message));
  }
  for (uint64_t id = 0; id < kMessages; ++id) {
    const JobList held = TakeJobs(1);
    EXPECT_EQ(scheduler().load().jobs, 0);
    Finish(*held.front());
    EXPECT_EQ(Read(*stream).id(), id);
  }
  EXPECT_TRUE(End(*stream).ok());
}

// What all streams together may keep, until it is written.
TEST_F(StreamCallTest, MessagesWithAttentionAreBounded) {
  Start({});
  const Permits::Permit other = attention_.TryTake();
  Permits::Permit last = attention_.TryTake();
  const auto stream = stub_->StreamTranslate(&client_);
  v1::StreamTranslateRequest message = Message(1, "the cat");
  message.mutable_request()->mutable_options()->set_return_attention(true);
  ASSERT_TRUE(stream->Write(message));
  const v1::StreamTranslateResponse refused = Read(*stream);
  EXPECT_EQ(refused.error().code(), 8) << refused.ShortDebugString();
  EXPECT_TRUE(refused.error().has_retry_delay());
  last.reset();
  ASSERT_TRUE(stream->Write(message));
  const JobList held = TakeJobs(1);
  EXPECT_EQ(attention_.TryTake(), nullptr);
  Finish(*held.front());
  EXPECT_TRUE(Read(*stream).has_response());
  EXPECT_TRUE(End(*stream).ok());
  EXPECT_NE(attention_.TryTake(), nullptr);
}

// Results that fill the connection: what is not read holds up what is taken.
TEST_F(StreamCallTest, ASlowReaderIsNotReadAheadOf) {
  Start({});
  constexpr int kMessages = 24;
  constexpr size_t kTokens = 200'000;  // more bytes than the window
  grpc::ChannelArguments narrow;
  narrow.SetInt(GRPC_ARG_HTTP2_BDP_PROBE, 0);
  narrow.SetInt(GRPC_ARG_HTTP2_STREAM_LOOKAHEAD_BYTES, 65535);
  const auto stub = v1::TranslationService::NewStub(Connect(narrow));
  const auto stream = stub->StreamTranslate(&client_);
  std::atomic<int> taken = 0;
  std::thread worker([this, &taken] {
    for (int i = 0; i < kMessages; ++i) {
      const JobList jobs = TakeJobs(1);
      ++taken;
      Finish(*jobs.front(), kTokens);
    }
  });
  for (uint64_t id = 0; id < kMessages; ++id) {
    v1::StreamTranslateRequest message = Message(id, "the cat");
    // The translation repeats one word. A sample is not translated again.
    message.mutable_request()->mutable_options()->mutable_sampling();
    ASSERT_TRUE(stream->Write(message));
  }
  stream->WritesDone();
  for (int read = 0; read < kMessages; ++read) {
    while (taken < std::min<int>(kMessages, read + kBound)) {
      std::this_thread::yield();  // the reader waits, not the worker
    }
    // One more may be in the client's hands, unread.
    EXPECT_LE(taken, read + kBound + 1);
    Read(*stream);
  }
  worker.join();
  EXPECT_TRUE(AwaitEnd(*stream).ok());
}

TEST_F(StreamCallTest, AnInvalidMessageHasASeparateError) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  std::vector<v1::StreamTranslateRequest> bad(6, Message(0, "the cat"));
  bad[0].mutable_request()->mutable_options()->set_beam_size(99);
  bad[1].mutable_request()->set_model("huge");
  bad[2].clear_request();
  bad[3].mutable_timeout()->set_seconds(0);
  bad[4].mutable_request()->set_texts(0, "caf\xE9");
  for (int i = 0; i < 3; ++i) {
    bad[5].mutable_request()->add_texts("one too many");
  }
  const std::vector<std::pair<int, std::string>> expected = {
      {3, "options.beam_size is 99"},
      {5, "\"huge\" is not served"},
      {3, "texts is empty"},
      {3, "timeout is 0 s"},
      {3, "request.texts[0] is not valid"},
      {3, "texts has 4 elements"}};
  for (size_t i = 0; i < bad.size(); ++i) {
    bad[i].set_id(100 + i);
    ASSERT_TRUE(stream->Write(bad[i]));
    const v1::StreamTranslateResponse response = Read(*stream);
    EXPECT_EQ(response.id(), 100 + i);
    EXPECT_EQ(response.error().code(), expected[i].first);
    EXPECT_THAT(response.error().message(), HasSubstr(expected[i].second));
    EXPECT_FALSE(response.error().has_retry_delay());
  }
  Send(*stream, 7);
  Finish(*TakeJobs(1).front());
  EXPECT_TRUE(Read(*stream).has_response());
  EXPECT_TRUE(End(*stream).ok());
}

TEST_F(StreamCallTest, AFullQueueSaysWhenToSendTheMessageAgain) {
  // Its last place is for other clients.
  Start({.max_jobs = 3});
  const auto stream = stub_->StreamTranslate(&client_);
  for (uint64_t id = 1; id <= 3; ++id) {
    Send(*stream, id);
  }
  const v1::StreamTranslateResponse refused = Read(*stream);
  EXPECT_EQ(refused.error().code(), 8);
  EXPECT_GT(refused.error().retry_delay().seconds() +
                refused.error().retry_delay().nanos(),
            0);
  for (const auto& job : TakeJobs(2)) {
    Finish(*job);
  }
  EXPECT_EQ(refused.id() + Read(*stream).id() + Read(*stream).id(), 6u);
  EXPECT_TRUE(End(*stream).ok());
}

TEST_F(StreamCallTest, ClientsShareTheWorkers) {
  Start({});
  grpc::ClientContext anna;
  anna.AddMetadata("interpres-client", "anna");
  grpc::ClientContext ben;
  ben.AddMetadata("interpres-client", "ben");
  const auto many = stub_->StreamTranslate(&anna);
  const auto one = stub_->StreamTranslate(&ben);
  for (uint64_t id = 1; id <= 3; ++id) {
    Send(*many, id);
  }
  Send(*one, 9);
  while (scheduler().load().jobs < 4) {
    std::this_thread::yield();
  }
  const JobList jobs = TakeJobs(4);
  EXPECT_NE(jobs[0]->spec().flow.client, jobs[1]->spec().flow.client);
  EXPECT_EQ(jobs[2]->spec().flow, jobs[3]->spec().flow);
  for (const auto& job : jobs) {
    Finish(*job);
  }
  EXPECT_EQ(Read(*one).id(), 9u);
  EXPECT_TRUE(End(*one).ok());
  for (int answers = 0; answers < 3; ++answers) {
    Read(*many);
  }
  EXPECT_TRUE(End(*many).ok());
}

TEST_F(StreamCallTest, AMessageSaysHowUrgentItIs) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  v1::StreamTranslateRequest batch = Message(1, "the cat");
  batch.mutable_request()->set_priority(v1::PRIORITY_BATCH);
  ASSERT_TRUE(stream->Write(batch));
  const JobList jobs = TakeJobs(1);
  EXPECT_EQ(jobs.front()->spec().flow.priority, Priority::kBatch);
  Finish(*jobs.front());
  EXPECT_TRUE(Read(*stream).has_response());
  batch.mutable_request()->set_priority(static_cast<v1::Priority>(3));
  ASSERT_TRUE(stream->Write(batch));
  EXPECT_EQ(Read(*stream).error().code(), 3);
  EXPECT_TRUE(End(*stream).ok());
}

TEST_F(StreamCallTest, AMessageMayHaveATimeLimit) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  v1::StreamTranslateRequest message = Message(1, "the cat");
  message.mutable_timeout()->set_nanos(1'000'000);
  ASSERT_TRUE(stream->Write(message));
  while (scheduler().load().jobs == 0) {
    std::this_thread::yield();
  }
  clock_.Advance(std::chrono::milliseconds(2));
  Send(*stream, 2);
  Finish(*TakeJobs(1).front());
  v1::StreamTranslateResponse first = Read(*stream);
  v1::StreamTranslateResponse second = Read(*stream);
  if (first.id() != 1) {
    std::swap(first, second);
  }
  EXPECT_EQ(first.error().code(), 4);
  EXPECT_TRUE(second.has_response());
  EXPECT_TRUE(End(*stream).ok());
}

TEST_F(StreamCallTest, ACancelledStreamDropsItsTexts) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  for (uint64_t id = 0; id < kBound; ++id) {
    Send(*stream, id);
  }
  JobList jobs = TakeJobs(kBound - 1);  // decoding; one still waits
  while (scheduler().load().jobs == 0) {
    std::this_thread::yield();
  }
  client_.TryCancel();
  while (scheduler().load().jobs > 0) {
    std::this_thread::yield();
  }
  for (const auto& job : jobs) {
    EXPECT_TRUE(job->IsCancelled());
    job->Complete(absl::CancelledError("as a worker does"));
  }
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::CANCELLED);
  AwaitNoCalls();
  EXPECT_THAT(
      metrics_.Scrape(),
      HasSubstr(
          R"(requests_total{code="CANCELLED",method="StreamTranslate"} 1)"));
}

TEST_F(StreamCallTest, ADrainAnswersWhatWasTaken) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  Send(*stream, 1);
  Send(*stream, 2);
  const JobList jobs = TakeJobs(2);
  calls_->BeginDrain();
  Finish(*jobs[1]);
  EXPECT_EQ(Read(*stream).id(), 2u);
  Finish(*jobs[0]);
  EXPECT_EQ(Read(*stream).id(), 1u);
  const grpc::Status status = End(*stream);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("shutting down"));
  AwaitNoCalls();
}

TEST_F(StreamCallTest, ADrainEndsAnIdleStream) {
  Start({});
  const auto stream = stub_->StreamTranslate(&client_);
  Send(*stream, 1);
  Finish(*TakeJobs(1).front());
  EXPECT_EQ(Read(*stream).id(), 1u);
  calls_->BeginDrain();
  v1::StreamTranslateResponse response;
  EXPECT_FALSE(stream->Read(&response));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  AwaitNoCalls();
  grpc::ClientContext late;
  EXPECT_EQ(stub_->StreamTranslate(&late)->Finish().error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

TEST_F(StreamCallTest, StreamsCountAsCalls) {
  Start({}, /*max_calls=*/1);
  const auto stream = stub_->StreamTranslate(&client_);
  Send(*stream, 1);
  const JobList jobs = TakeJobs(1);
  EXPECT_THAT(metrics_.Scrape(), HasSubstr("interpres_streams_in_flight 1"));
  EXPECT_THAT(metrics_.Scrape(), HasSubstr("interpres_calls_in_flight 1"));
  grpc::ClientContext second;
  EXPECT_EQ(stub_->StreamTranslate(&second)->Finish().error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  Finish(*jobs.front());
  Read(*stream);
  EXPECT_TRUE(End(*stream).ok());
}

TEST_F(StreamCallTest, AnswersUnavailableUntilTheModelIsLoaded) {
  Listen();
  EXPECT_EQ(stub_->StreamTranslate(&client_)->Finish().error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

}  // namespace
}  // namespace interpres
