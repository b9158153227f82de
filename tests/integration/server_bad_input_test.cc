// Bad input over a real connection: every row of the table gets its code and a
// message that says what is wrong, and the request of a neighbour after it gets
// the bytes that it got before. Then bytes that are no gRPC at all.

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "interpres/v1/translation.pb.h"
#include "tests/integration/bad_requests.h"
#include "tests/integration/server_fixture.h"
#include "tests/testing/raw_call.h"
#include "tests/testing/response_rules.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

class ServerBadInputTest : public ServerFixture {
 protected:
  void SetUp() override {
    ServerOptions options = SmallServer();
    options.request.max_texts = 64;
    options.request.max_text_bytes = 65'536;
    options.max_message_bytes = 1 << 20;
    glossaries_.Write(absl::StrCat(kGlossaryOfTable, ".en.es.tsv"),
                      "cat\tgato\n");
    options.glossaries.directory = glossaries_.path().string();
    Start(options);
    neighbour_ = Neighbour();
    ASSERT_FALSE(neighbour_.empty());
  }

  static BadRequestLimits Limits() {
    return {.max_texts = 64,
            .max_beam_size = 16,
            .max_length = kTestPositions,
            .max_text_bytes = 65'536,
            .max_message_bytes = 1 << 20};
  }

  // The answer to the same good request. Empty without an answer.
  std::string Neighbour() const {
    const RawAnswer answer =
        Send({.method = "/interpres.v1.TranslationService/Translate",
              .messages = {NeighbourRequest()},
              .metadata = {}});
    EXPECT_TRUE(answer.status.ok()) << answer.status.error_message();
    return answer.messages.empty() ? "" : answer.messages[0];
  }

  RawAnswer Send(const RawCall& call) const { return Call(channel(), call); }

  std::shared_ptr<grpc::Channel> OwnConnection() const {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(absl::StrCat("127.0.0.1:", port()),
                                     grpc::InsecureChannelCredentials(),
                                     arguments);
  }

  void Check(const BadRequest& row) const {
    const RawAnswer answer =
        row.own_connection ? Call(OwnConnection(), row.call) : Send(row.call);
    int code = answer.status.error_code();
    if (row.own_connection && code == grpc::StatusCode::UNAVAILABLE) {
      return;
    }
    std::string message = answer.status.error_message();
    if (row.place != ErrorPlace::kCall) {
      ASSERT_EQ(code, 0) << message;
      ASSERT_EQ(answer.messages.size(), 1U);
    }
    if (row.place == ErrorPlace::kMessage) {
      v1::StreamTranslateResponse response;
      ASSERT_TRUE(response.ParseFromString(answer.messages[0]));
      EXPECT_EQ(response.id(), 7U);
      code = response.error().code();
      message = response.error().message();
    } else if (row.place == ErrorPlace::kText) {
      v1::TranslateResponse response;
      ASSERT_TRUE(response.ParseFromString(answer.messages[0]));
      ASSERT_EQ(response.results_size(), 2);
      code = response.results(0).error().code();
      message = response.results(0).error().message();
      EXPECT_TRUE(response.results(1).has_translations());
    } else if (row.place == ErrorPlace::kNone) {
      EXPECT_EQ(answer.messages[0], neighbour_);
    }
    EXPECT_EQ(code, row.code) << message;
    EXPECT_THAT(message, HasSubstr(row.says));
    if (!row.says.empty()) {
      EXPECT_EQ(BrokenErrorRule(code, message), "");
    }
  }

  const std::string& neighbour() const { return neighbour_; }

  // Sends bytes to the port and reads until the server closes, is silent for so
  // long, or has said `last`.
  std::string SendRaw(const std::string& bytes, const timeval& silence,
                      const std::string& last) const {
    const int connection = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &silence, sizeof(silence));
    std::string answer;
    if (connect(connection, reinterpret_cast<const sockaddr*>(&address),
                sizeof(address)) == 0 &&
        send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0) {
      char buffer[4096];
      ssize_t count = 0;
      while (answer.find(last) == std::string::npos &&
             (count = read(connection, buffer, sizeof(buffer))) > 0) {
        answer.append(buffer, static_cast<std::size_t>(count));
      }
    }
    close(connection);
    return answer;
  }

 private:
  const TempDir glossaries_;
  std::string neighbour_;
};

TEST_F(ServerBadInputTest, EveryRowIsRefusedWithItsReason) {
  const std::vector<BadRequest> rows = BadRequests(Limits());
  for (const BadRequest& row : rows) {
    SCOPED_TRACE(row.name);
    ASSERT_NO_FATAL_FAILURE(Check(row));
    ASSERT_EQ(Neighbour(), neighbour());
  }
  std::printf("%zu malformed requests\n", rows.size());
  EXPECT_GE(rows.size(), 900U);
}

// One HTTP/2 frame: length, type, flags, stream.
std::string Frame(uint8_t type, uint8_t flags, uint8_t stream,
                  const std::string& payload) {
  std::string frame = {static_cast<char>(payload.size() >> 16),
                       static_cast<char>(payload.size() >> 8),
                       static_cast<char>(payload.size()),
                       static_cast<char>(type),
                       static_cast<char>(flags),
                       0,
                       0,
                       0,
                       static_cast<char>(stream)};
  return frame + payload;
}

// A header field as HPACK spells it out (RFC 7541, 6.2.2).
std::string Field(const std::string& name, const std::string& value) {
  return std::string(1, '\0') + static_cast<char>(name.size()) + name +
         static_cast<char>(value.size()) + value;
}

// A call of Translate with these header fields in place of the right ones.
std::string HttpCall(const std::string& method, const std::string& path,
                     const std::string& content_type,
                     const std::string& encoding) {
  std::string fields = Field(":method", method) + Field(":scheme", "http") +
                       Field(":path", path) + Field(":authority", "localhost");
  fields += content_type.empty() ? "" : Field("content-type", content_type);
  fields += encoding.empty() ? "" : Field("grpc-encoding", encoding);
  fields += Field("te", "trailers");
  const std::string message = NeighbourRequest();
  // The compressed flag; the length has four bytes, and three of them are 0.
  std::string body = {encoding.empty() ? '\0' : '\1', '\0', '\0', '\0'};
  body += static_cast<char>(message.size());
  return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + Frame(4, 0, 0, "") +
         Frame(1, 4, 1, fields) + Frame(0, 1, 1, body + message);
}

TEST_F(ServerBadInputTest, BytesOfAnotherProtocolHarmNoClient) {
  const std::string preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const std::string path = "/interpres.v1.TranslationService/Translate";
  const std::vector<std::string> inputs = {
      "",
      "\n",
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST " + path + " HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
      std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03", 11) +
          " a hello of TLS",
      std::string(1000, '\xFF'),
      std::string(100'000, 'A'),
      preface,
      preface + std::string(50, '\xFF'),
      preface + Frame(4, 0, 0, "12345"),  // settings cut short
      preface + Frame(4, 0, 0, "") + Frame(0, 0, 1, "data of no stream"),
      preface + Frame(4, 0, 0, "") + Frame(1, 4, 1, "no HPACK \xFF\xFF"),
      preface + Frame(4, 0, 0, "") + Frame(1, 4, 2, Field("a", "b")),
      preface + Frame(4, 0, 0, "") + Frame(9, 4, 1, "a lone continuation"),
      preface + Frame(4, 0, 0, "") + Frame(8, 0, 0, std::string(4, '\xFF')),
      preface + Frame(4, 0, 0, "") + Frame(99, 0, 0, "an unknown frame"),
      preface + Frame(4, 0, 0, "") + Frame(7, 0, 0, "goaway"),
      HttpCall("GET", path, "application/grpc", ""),
      HttpCall("PUT", path, "application/grpc", ""),
      HttpCall("POST", path, "text/html", ""),
      HttpCall("POST", path, "application/json", ""),
      HttpCall("POST", path, "", ""),
      HttpCall("POST", path, "application/grpc", "gzip"),
      HttpCall("POST", path, "application/grpc", "unheard-of"),
      HttpCall("POST", "no-slash", "application/grpc", ""),
  };
  for (const std::string& input : inputs) {
    SCOPED_TRACE(input.substr(0, 80));
    SendRaw(input, {.tv_sec = 0, .tv_usec = 50'000}, "no last word");
    ASSERT_EQ(Neighbour(), neighbour());
  }
  std::printf("%zu connections that are no gRPC\n", inputs.size());
  // The calls above are calls, but for what is wrong with them.
  EXPECT_THAT(SendRaw(HttpCall("POST", path, "application/grpc", ""),
                      {.tv_sec = 30, .tv_usec = 0}, neighbour()),
              HasSubstr(neighbour()));
}

}  // namespace
}  // namespace interpres
