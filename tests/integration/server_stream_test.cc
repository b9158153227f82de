// StreamTranslate against a real server: the same bytes as Translate,
// cancellation, deadlines and shutdown in the middle of streams.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/integration/server_fixture.h"
#include "tests/testing/same_answer.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

// One stream of a client.
class ClientStream {
 public:
  explicit ClientStream(v1::TranslationService::Stub& stub)
      : stream_(stub.StreamTranslate(&context_)) {}
  ClientStream(v1::TranslationService::Stub& stub,
               std::chrono::milliseconds timeout) {
    context_.set_deadline(std::chrono::system_clock::now() + timeout);
    stream_ = stub.StreamTranslate(&context_);
  }

  bool Send(uint64_t id, const v1::TranslateRequest& request) {
    v1::StreamTranslateRequest message;
    message.set_id(id);
    *message.mutable_request() = request;
    return stream_->Write(message);
  }
  void EndInput() { stream_->WritesDone(); }
  void Cancel() { context_.TryCancel(); }

  // The responses by id until the stream ends; an empty one for an error.
  std::map<uint64_t, v1::TranslateResponse> ReadAll() {
    std::map<uint64_t, v1::TranslateResponse> results;
    v1::StreamTranslateResponse response;
    while (stream_->Read(&response)) {
      EXPECT_TRUE(results.emplace(response.id(), response.response()).second)
          << "a second result for " << response.id();
    }
    return results;
  }
  // Returns the id of the next response. Null means that the stream ended.
  std::optional<uint64_t> ReadId() {
    v1::StreamTranslateResponse response;
    return stream_->Read(&response) ? std::optional(response.id())
                                    : std::nullopt;
  }
  grpc::Status Finish() { return stream_->Finish(); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::StreamTranslateRequest,
                                           v1::StreamTranslateResponse>>
      stream_;
};

class ServerStreamTest : public ServerFixture {
 protected:
  // Texts and options that differ from message to message.
  static v1::TranslateRequest RequestOf(uint64_t id) {
    static const std::vector<const char*> texts = {
        "the cat", "a dog sees the cat", "", "the dog", "a house and a cat"};
    v1::TranslateRequest request = Request({texts[id % texts.size()]});
    if (id % 7 == 0) {
      request.add_texts("the cat sees the dog");
    }
    request.mutable_options()->set_beam_size(1 + static_cast<int>(id % 4));
    request.mutable_options()->set_max_length(5 + static_cast<int>(id % 11));
    return request;
  }

  v1::TranslateResponse Unary(uint64_t id) const {
    v1::TranslateResponse response;
    const grpc::Status status = Translate(RequestOf(id), response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  // Sends ids on a separate thread until the server stops reading.
  static std::thread SendForever(ClientStream& stream) {
    return std::thread([&stream] {
      v1::TranslateRequest request = Request({"the cat sees the dog"});
      request.mutable_options()->set_max_length(100);
      for (uint64_t id = 0; stream.Send(id, request); ++id) {
      }
    });
  }

  void ExpectIdle() const {
    AwaitAtMost("interpres_calls_in_flight", 0);
    EXPECT_EQ(Metric("interpres_streams_in_flight"), 0);
    AwaitAtMost("interpres_active_slots", 0);
    EXPECT_EQ(Metric("interpres_queue_texts"), 0);
  }
};

TEST_F(ServerStreamTest, ConcurrentStreamsAndCallsGetTheBytesOfACall) {
  ServerOptions options = SmallServer();
  options.workers = 2;
  options.text_threads = 2;
  options.request.max_stream_texts = 16;
  Start(options);
  static constexpr uint64_t kMessages = 120;
  std::vector<v1::TranslateResponse> expected;
  for (uint64_t id = 0; id < kMessages; ++id) {
    expected.push_back(Unary(id));
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([this, &expected] {
      ClientStream stream(stub());
      std::thread writer([&stream] {
        for (uint64_t id = 0; id < kMessages; ++id) {
          EXPECT_TRUE(stream.Send(id, RequestOf(id)));
        }
        stream.EndInput();
      });
      const std::map<uint64_t, v1::TranslateResponse> results =
          stream.ReadAll();
      writer.join();
      EXPECT_TRUE(stream.Finish().ok());
      ASSERT_EQ(results.size(), kMessages);
      for (const auto& [id, response] : results) {
        EXPECT_TRUE(SameAnswer(response, expected[id])) << id;
      }
    });
  }
  for (uint64_t id = 0; id < kMessages; id += 5) {
    EXPECT_TRUE(SameAnswer(Unary(id), expected[id])) << id;
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  ExpectIdle();
  EXPECT_EQ(Metric(R"(interpres_stream_messages_total{code="OK"})"),
            2 * kMessages);
}

TEST_F(ServerStreamTest, AShortTextOvertakesALongOne) {
  Start(SmallServer());
  ClientStream stream(stub());
  v1::TranslateRequest long_one = Request({});
  for (int i = 0; i < 16; ++i) {
    long_one.add_texts("the cat sees the dog");
  }
  // Without the rules of Request a translation goes on to the largest length.
  long_one.mutable_options()->Clear();
  long_one.mutable_options()->set_max_length(kTestPositions);
  ASSERT_TRUE(stream.Send(1, long_one));
  AwaitAtLeast("interpres_active_slots", 1);
  v1::TranslateRequest short_one = Request({"the cat"});
  short_one.mutable_options()->set_max_length(1);
  ASSERT_TRUE(stream.Send(2, short_one));
  stream.EndInput();
  EXPECT_EQ(stream.ReadId(), 2u);
  EXPECT_EQ(stream.ReadId(), 1u);
  EXPECT_TRUE(stream.ReadAll().empty());
  EXPECT_TRUE(stream.Finish().ok());
}

TEST_F(ServerStreamTest, ATextThatIsTooLongIsItsOwnError) {
  Start(SmallServer());
  ClientStream stream(stub());
  std::string too_long;
  for (int64_t i = 0; i < kTestPositions; ++i) {
    too_long += "cat ";
  }
  v1::TranslateRequest whole = Request({too_long.c_str()});
  whole.set_split(v1::SPLIT_OFF);
  ASSERT_TRUE(stream.Send(1, whole));
  ASSERT_TRUE(stream.Send(2, RequestOf(1)));
  stream.EndInput();
  std::map<uint64_t, v1::TranslateResponse> results = stream.ReadAll();
  EXPECT_TRUE(stream.Finish().ok());
  const v1::TranslateResponse& response = results[1];
  ASSERT_EQ(response.results_size(), 1);
  EXPECT_THAT(response.results(0).error().message(), HasSubstr("tokens"));
  EXPECT_TRUE(SameAnswer(results[2], Unary(1)));
}

TEST_F(ServerStreamTest, SentencesComeBeforeTheirText) {
  Start(SmallServer());
  v1::StreamTranslateRequest message;
  message.set_id(3);
  message.set_partial_results(true);
  *message.mutable_request() =
      Request({"The cat. The dog.\n\na house and a cat.", "", "---"});
  grpc::ClientContext context;
  const auto stream = stub().StreamTranslate(&context);
  ASSERT_TRUE(stream->Write(message));
  message.set_id(4);
  message.mutable_request()->mutable_options()->set_n_best(99);
  ASSERT_TRUE(stream->Write(message));
  stream->WritesDone();
  std::map<int, v1::PartialResult> partial;  // by begin of the source
  std::optional<v1::TranslateResponse> whole;
  v1::StreamTranslateResponse response;
  int errors = 0;
  while (stream->Read(&response)) {
    if (response.has_error()) {
      EXPECT_EQ(response.id(), 4u);
      ++errors;
    } else if (response.has_partial()) {
      EXPECT_FALSE(whole.has_value());
      EXPECT_EQ(response.partial().text(), 0);
      partial[response.partial().source().begin()] = response.partial();
    } else {
      EXPECT_FALSE(whole.has_value());
      whole = response.response();
    }
  }
  EXPECT_TRUE(stream->Finish().ok());
  EXPECT_EQ(errors, 1);
  ASSERT_TRUE(whole.has_value());
  const v1::Translation& translation =
      whole->results(0).translations().hypotheses(0);
  ASSERT_EQ(translation.segments_size(), 3);
  ASSERT_EQ(partial.size(), 3u);
  for (const v1::Segment& segment : translation.segments()) {
    const v1::PartialResult& part = partial[segment.source().begin()];
    EXPECT_EQ(part.source().end(), segment.source().end());
    EXPECT_EQ(part.translation(),
              translation.text().substr(
                  segment.target().begin(),
                  segment.target().end() - segment.target().begin()));
    EXPECT_EQ(part.score(), segment.score());
    EXPECT_EQ(part.finish_reason(), segment.finish_reason());
  }
}

TEST_F(ServerStreamTest, ACancelledStreamFreesItsSlots) {
  Start(SmallServer());
  ClientStream stream(stub());
  std::thread writer = SendForever(stream);
  AwaitAtLeast("interpres_active_slots", 4);
  stream.Cancel();
  writer.join();
  stream.ReadAll();
  EXPECT_EQ(stream.Finish().error_code(), grpc::StatusCode::CANCELLED);
  ExpectIdle();
  EXPECT_GT(Metric("interpres_cancelled_texts_total"), 0);
  Unary(1);
}

TEST_F(ServerStreamTest, AStreamMayExpireOrBeCancelledAtAnyMoment) {
  ServerOptions options = SmallServer();
  options.request.max_stream_texts = 8;
  Start(options);
  for (int i = 1; i <= 60; ++i) {
    ClientStream stream(stub(), std::chrono::milliseconds(i));
    std::thread writer = SendForever(stream);
    std::thread canceller;
    if (i % 2 == 0) {
      canceller = std::thread([&stream, i] {
        for (int read = 0; read < i / 8 && stream.ReadId().has_value();
             ++read) {
        }
        stream.Cancel();
      });
      canceller.join();
    }
    writer.join();
    stream.ReadAll();
    EXPECT_FALSE(stream.Finish().ok());
  }
  ExpectIdle();
  Unary(1);
}

TEST_F(ServerStreamTest, ADrainAnswersEveryMessageThatWasTaken) {
  ServerOptions options = SmallServer();
  options.request.max_stream_texts = 16;
  Start(options);
  ClientStream stream(stub());
  std::thread writer = SendForever(stream);
  AwaitAtLeast("interpres_source_tokens_total", 1);
  std::map<uint64_t, v1::TranslateResponse> results;
  std::thread reader([&] { results = stream.ReadAll(); });
  const absl::Status drained = app().Drain();
  EXPECT_TRUE(drained.ok()) << drained;
  reader.join();
  writer.join();
  EXPECT_EQ(stream.Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
  // Messages are taken in order, so those answered are the first ones.
  ASSERT_FALSE(results.empty());
  EXPECT_EQ(results.rbegin()->first, results.size() - 1);
  EXPECT_EQ(Metric(R"(interpres_stream_messages_total{code="OK"})"),
            static_cast<double>(results.size()));
  EXPECT_EQ(Metric("interpres_streams_in_flight"), 0);
}

TEST_F(ServerStreamTest, ADrainDoesNotWaitForAClientThatReadsNothing) {
  ServerOptions options = SmallServer();
  options.drain_timeout = std::chrono::seconds(0);
  Start(options);
  ClientStream stream(stub());
  std::thread writer = SendForever(stream);
  AwaitAtLeast("interpres_active_slots", 1);
  EXPECT_EQ(app().Drain().code(), absl::StatusCode::kDeadlineExceeded);
  writer.join();
  stream.ReadAll();
  EXPECT_FALSE(stream.Finish().ok());
}

TEST_F(ServerStreamTest, TheServerCanBeDestroyedWithStreamsInFlight) {
  Start(SmallServer());
  ClientStream busy(stub());
  ClientStream idle(stub());
  std::thread writer = SendForever(busy);
  AwaitAtLeast("interpres_active_slots", 1);
  AwaitAtLeast("interpres_streams_in_flight", 2);
  Stop();
  writer.join();
  busy.ReadAll();
  idle.ReadAll();
  EXPECT_FALSE(busy.Finish().ok());
  EXPECT_FALSE(idle.Finish().ok());
}

}  // namespace
}  // namespace interpres
