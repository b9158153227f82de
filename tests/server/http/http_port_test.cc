#include "server/http/http_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/server/http/http_port_fixture.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

bool HasSubstrIn(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr char kPart[] = "POST /echo HTTP/1.1\r\nHost: x\r\n";

TEST_F(HttpPortTest, AnswersRequestsOfOneConnectionInOrder) {
  HttpTestClient client(port_.port());
  std::string requests;
  for (int i = 0; i < 100; ++i) {
    const std::string body = "body " + std::to_string(i);
    requests += "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  client.Send(requests);
  for (int i = 0; i < 100; ++i) {
    const HttpAnswer answer = client.Read();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "body " + std::to_string(i));
    EXPECT_EQ(answer.headers.at("connection"), "keep-alive");
  }
}

TEST_F(HttpPortTest, ReadsChunksAndLargeBodies) {
  HttpTestClient client(port_.port());
  client.Send(std::string(kPart) + "Transfer-Encoding: chunked\r\n\r\n");
  std::string body;
  for (int i = 0; i < 16; ++i) {
    client.Send("ffff\r\n" + std::string(0xffff, 'a') + "\r\n");
    body.append(0xffff, 'a');
  }
  client.Send("0\r\n\r\n");
  EXPECT_TRUE(client.Read().body == body);
}

TEST_F(HttpPortTest, AHeadMayArriveInSeveralReads) {
  HttpTestClient client(port_.port());
  const std::string part = "GET /echo HTTP/1.1\r\nHost: x\r\n";
  // Together, so that the part has arrived when the first request is answered.
  client.Send(part + "\r\n" + part);
  EXPECT_EQ(client.Read().status, 200);
  client.Send("\r\n");
  EXPECT_EQ(client.Read().status, 200);
  // Longer than a read.
  client.Send(part + "X-Long: " + std::string(10000, 'a') + "\r\n\r\n");
  EXPECT_EQ(client.Read().status, 200);
}

TEST_F(HttpPortTest, EndsTheConnectionIfTheClientWants) {
  HttpTestClient client(port_.port());
  client.Send("GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(client.Read().headers.at("connection"), "close");
  EXPECT_TRUE(client.IsEnded());
}

TEST_F(HttpPortTest, SendsContinueWhenThereIsRoom) {
  HttpTestClient client(port_.port());
  client.Send(std::string(kPart) +
              "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(client.ReadLine(), "HTTP/1.1 100 Continue");
  EXPECT_EQ(client.ReadLine(), "");
  client.Send("body");
  EXPECT_EQ(client.Read().body, "body");
}

TEST_F(HttpPortTest, ARefusedRequestIsNotRead) {
  HttpTestClient client(port_.port());
  client.Send(
      "POST /refused HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
      "Content-Length: 100\r\n\r\n");
  const HttpAnswer answer = client.Read();
  EXPECT_EQ(answer.status, 401);
  EXPECT_EQ(answer.headers.at("connection"), "close");
  EXPECT_EQ(answer.headers.at("www-authenticate"), "Bearer");
  EXPECT_TRUE(client.IsEnded());
}

TEST_F(HttpPortTest, ARefusedRequestWithoutABodyKeepsTheConnection) {
  HttpTestClient client(port_.port());
  EXPECT_EQ(client.Get("/refused").status, 401);
  EXPECT_EQ(client.Get("/echo").status, 200);
}

TEST_F(HttpPortTest, ABodyAboveTheLimitGetsItsAnswer) {
  HttpTestClient client(port_.port());
  // The client sends all of it before it reads.
  client.SendRequest("POST", "/echo", std::string(kMaxBody + 1, 'x'));
  const HttpAnswer answer = client.Read();
  EXPECT_EQ(answer.status, 413);
  EXPECT_EQ(answer.headers.at("x-path"), "/echo") << "the handler has the head";
  EXPECT_THAT(answer.body, HasSubstr("expected at most 1048576"));
  EXPECT_TRUE(client.IsEnded());
}

TEST_F(HttpPortTest, MalformedRequestsGetAnswers) {
  for (const auto& [bytes, status] :
       {std::pair("nonsense\r\n\r\n", 400),
        std::pair("GET / HTTP/1.1\r\n\r\n", 400),
        std::pair("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: magic\r\n"
                  "Content-Length: 1\r\n\r\n",
                  417),
        std::pair("GET / HTTP/1.1\r\nHost: x\r\nX-Request-Timeout: 0\r\n\r\n",
                  400)}) {
    HttpTestClient client(port_.port());
    client.Send(bytes);
    EXPECT_EQ(client.Read().status, status) << bytes;
  }
  HttpTestClient client(port_.port());
  client.Send("GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(20000, 'x'));
  EXPECT_EQ(client.Read().status, 431);
}

TEST_F(HttpPortTest, AClientThatGoesCancelsItsCall) {
  HttpTestClient client(port_.port());
  client.SendRequest("GET", "/slow");
  const std::shared_ptr<ResponseSink> sink = handler_.AwaitCall();
  client.Close();
  handler_.AwaitCancelled(1);
  EXPECT_EQ(port_.connections(), 1);  // until the call has ended
  sink->Send({.status = 499});
  // The sink keeps the connection.
}

TEST_F(HttpPortTest, AClientThatGoesDuringPipeliningCancelsItsCall) {
  HttpTestClient client(port_.port());
  client.Send(
      "GET /echo HTTP/1.1\r\nHost: x\r\n\r\nGET /slow HTTP/1.1\r\nHost: x\r\n"
      "\r\nGET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_EQ(client.Read().status, 200);
  std::shared_ptr<ResponseSink> sink = handler_.AwaitCall();
  client.Close();
  handler_.AwaitCancelled(1);
  sink->Send({.status = 499});
  sink.reset();
  AwaitConnections(0);
}

TEST_F(HttpPortTest, StreamsInChunks) {
  HttpTestClient client(port_.port());
  client.SendRequest("POST", "/stream");
  const std::shared_ptr<ResponseSink> sink = handler_.AwaitCall();
  sink->BeginStream({.content_type = "text/event-stream", .body = "one "});
  sink->StreamData("two ");
  sink->StreamData("three");
  sink->EndStream();
  const HttpAnswer answer = client.Read();
  EXPECT_EQ(answer.headers.at("transfer-encoding"), "chunked");
  EXPECT_EQ(answer.body, "one two three");
  EXPECT_EQ(client.Get("/echo").status, 200);
}

TEST_F(HttpPortTest, AClientThatGoesEndsItsStream) {
  HttpTestClient client(port_.port());
  client.SendRequest("POST", "/stream");
  std::shared_ptr<ResponseSink> sink = handler_.AwaitCall();
  sink->BeginStream({.body = "one"});
  client.Close();
  handler_.AwaitCancelled(1);
  sink->StreamData("two");
  sink->EndStream();
  sink.reset();
  AwaitConnections(0);
}

TEST_F(HttpPortTest, AnIdleConnectionEnds) {
  HttpTestClient client(port_.port());
  EXPECT_EQ(client.Get("/echo").status, 200);
  const Sweeper sweeper(*this, std::chrono::seconds(60));
  EXPECT_TRUE(client.IsEnded());
}

TEST_F(HttpPortTest, ASlowHeadIsRefused) {
  HttpTestClient client(port_.port());
  // Together, so that the part has arrived when the first request is answered.
  client.Send("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n" + std::string(kPart));
  EXPECT_EQ(client.Read().status, 200);
  const Sweeper sweeper(*this, std::chrono::seconds(30));
  const HttpAnswer answer = client.Read();
  EXPECT_EQ(answer.status, 408);
  EXPECT_THAT(answer.body, HasSubstr("headers arrive too slowly"));
}

TEST_F(HttpPortTest, ASlowBodyIsRefused) {
  HttpTestClient client(port_.port());
  client.Send(std::string(kPart) +
              "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(client.ReadLine(), "HTTP/1.1 100 Continue");
  client.ReadLine();
  Advance(std::chrono::seconds(30));
  const HttpAnswer answer = client.Read();
  EXPECT_EQ(answer.status, 408);
  EXPECT_THAT(answer.body, HasSubstr("too slowly"));
  EXPECT_EQ(received_.held_bytes(), 0);
}

TEST_F(HttpPortTest, TheTimeOfTheRequestCountsForItsBody) {
  HttpTestClient client(port_.port());
  client.Send(std::string(kPart) +
              "X-Request-Timeout: 5\r\n"
              "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(client.ReadLine(), "HTTP/1.1 100 Continue");
  client.ReadLine();
  Advance(std::chrono::seconds(5));
  EXPECT_EQ(client.Read().status, 504);
}

TEST_F(HttpPortTest, AClientThatReadsNothingIsLeft) {
  HttpTestClient client(port_.port());
  client.SendRequest("GET", "/slow");
  std::shared_ptr<ResponseSink> sink = handler_.AwaitCall();
  // More than the buffers of both sockets.
  sink->Send({.body = std::string(64 << 20, 'x')});
  sink.reset();
  const Sweeper sweeper(*this, std::chrono::hours(100));
  while (port_.connections() > 0) {
  }
}

TEST_F(HttpPortTest, ABodyWaitsForRoom) {
  // One client may hold at most 80 % of the budget, which is one reservation.
  HttpTestClient holder(port_.port());
  holder.Send(std::string(kPart) +
              "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(holder.ReadLine(), "HTTP/1.1 100 Continue");
  holder.ReadLine();
  HttpTestClient waiting(port_.port());
  waiting.Send(std::string(kPart) + "Content-Length: 4\r\n\r\nlate");
  holder.Send("body");
  EXPECT_EQ(holder.Read().body, "body");
  EXPECT_EQ(waiting.Read().body, "late");
}

TEST_F(HttpPortTest, ABodyWithoutRoomIsRefused) {
  HttpTestClient holder(port_.port());
  holder.Send(std::string(kPart) +
              "Expect: 100-continue\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(holder.ReadLine(), "HTTP/1.1 100 Continue");
  HttpAnswer answer;
  std::thread waiting([this, &answer] {
    HttpTestClient client(port_.port());
    client.Send(std::string(kPart) + "Content-Length: 4\r\n\r\nlate");
    answer = client.Read();
  });
  while (!HasSubstrIn(metrics_.Scrape(),
                      "rejected_total{reason=\"receive_memory\"} 1")) {
    // Less than the time in which a body must arrive, each time.
    clock_.Advance(std::chrono::milliseconds(10));
    received_.Sweep();
  }
  waiting.join();
  EXPECT_EQ(answer.status, 429);
  EXPECT_TRUE(answer.headers.contains("retry-after"));
}

TEST_F(HttpPortTest, ServesManyConnections) {
  constexpr int kConnections = 300;
  std::vector<std::unique_ptr<HttpTestClient>> clients;
  for (int i = 0; i < kConnections; ++i) {
    clients.push_back(std::make_unique<HttpTestClient>(port_.port()));
    EXPECT_EQ(clients.back()->Get("/echo").status, 200);
  }
  EXPECT_EQ(port_.connections(), kConnections);
  EXPECT_THAT(metrics_.Scrape(), HasSubstr("interpres_http_connections 300\n"));
  for (const auto& client : clients) {
    EXPECT_EQ(client->Get("/echo").status, 200);
  }
}

TEST_F(HttpPortTest, ADrainEndsIdleConnections) {
  HttpTestClient idle(port_.port());
  EXPECT_EQ(idle.Get("/echo").status, 200);
  HttpTestClient busy(port_.port());
  busy.SendRequest("GET", "/slow");
  const std::shared_ptr<ResponseSink> sink = handler_.AwaitCall();
  port_.BeginDrain();
  EXPECT_TRUE(idle.IsEnded());
  sink->Send({.body = "answer"});
  const HttpAnswer answer = busy.Read();
  EXPECT_EQ(answer.body, "answer");
  EXPECT_EQ(answer.headers.at("connection"), "close");
}

TEST_F(HttpPortTest, ADrainAnswersTheFirstRequestOfANewConnection) {
  HttpTestClient fresh(port_.port());
  AwaitConnections(1);
  port_.BeginDrain();
  HttpTestClient later(port_.port());
  for (HttpTestClient* client : {&fresh, &later}) {
    EXPECT_EQ(client->Get("/echo").status, 200);
    EXPECT_TRUE(client->IsEnded());
  }
}

TEST_F(HttpPortTest, ADrainEndsAConnectionThatSendsNothing) {
  const HttpTestClient silent(port_.port());
  AwaitConnections(1);
  port_.BeginDrain();
  // The connection may learn of the drain after an advance of the clock. Many
  // sweeps for each advance, because the clock ends after 292 years.
  while (port_.connections() != 0) {
    Advance(Options().linger);
    for (int i = 0; i < 10000 && port_.connections() != 0; ++i) {
      port_.Sweep();
    }
  }
}

TEST_F(HttpPortTest, CloseCancelsCalls) {
  HttpTestClient client(port_.port());
  client.SendRequest("GET", "/slow");
  std::shared_ptr<ResponseSink> sink = handler_.AwaitCall();
  std::thread closer([this] { port_.Close(std::chrono::seconds(0)); });
  handler_.AwaitCancelled(1);
  sink->Send({.status = 499});
  sink.reset();
  closer.join();
  EXPECT_TRUE(client.IsEnded());
}

}  // namespace
}  // namespace interpres
