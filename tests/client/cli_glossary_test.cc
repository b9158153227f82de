// `interpres glossary` against an admin service that keeps the last request.

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "interpres/v1/admin.grpc.pb.h"
#include "tests/client/cli_fixture.h"
#include "tests/testing/temp_dir.h"

namespace interpres {
namespace {

using ::testing::HasSubstr;

// Answers with a glossary of one pair, or with an error. Thread-safe: gRPC's
// threads write what the thread of the test reads.
class FakeGlossaries final : public v1::AdminService::Service {
 public:
  FakeGlossaries() {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
    address_ = "127.0.0.1:" + std::to_string(port);
  }

  grpc::Status CreateGlossary(grpc::ServerContext* /*context*/,
                              const v1::CreateGlossaryRequest* request,
                              v1::Glossary* response) override {
    Keep(request->name(), request->content());
    return Answer(*response);
  }
  grpc::Status UpdateGlossary(grpc::ServerContext* /*context*/,
                              const v1::UpdateGlossaryRequest* request,
                              v1::Glossary* response) override {
    Keep(request->name(), request->content());
    return Answer(*response);
  }
  grpc::Status ListGlossaries(grpc::ServerContext* /*context*/,
                              const v1::ListGlossariesRequest* /*request*/,
                              v1::ListGlossariesResponse* response) override {
    return Answer(*response->add_glossaries());
  }
  grpc::Status GetGlossary(grpc::ServerContext* /*context*/,
                           const v1::GetGlossaryRequest* request,
                           v1::GetGlossaryResponse* response) override {
    Keep(request->name() + " " + request->source_language() + " " +
         request->target_language());
    v1::GlossaryTerm& term = *response->add_terms();
    term.set_source("hard disk");
    term.set_target("disco duro");
    return error();
  }
  grpc::Status DeleteGlossary(
      grpc::ServerContext* /*context*/,
      const v1::DeleteGlossaryRequest* request,
      v1::DeleteGlossaryResponse* /*response*/) override {
    Keep(request->name());
    return error();
  }

  const std::string& address() const { return address_; }

  std::string last_name() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return last_name_;
  }
  v1::GlossaryContent last_content() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return last_content_;
  }
  void set_error(grpc::Status error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    error_ = std::move(error);
  }

 private:
  void Keep(const std::string& name, const v1::GlossaryContent& content = {}) {
    const std::lock_guard<std::mutex> lock(mutex_);
    last_name_ = name;
    last_content_ = content;
  }
  grpc::Status error() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return error_;
  }
  grpc::Status Answer(v1::Glossary& glossary) const {
    glossary.set_name("products");
    glossary.set_owned(true);
    v1::GlossaryPair& pair = *glossary.add_pairs();
    pair.set_source_language("en");
    pair.set_target_language("es");
    pair.set_terms(2);
    return error();
  }

  mutable std::mutex mutex_;  // Guards the three fields below.
  std::string last_name_;
  v1::GlossaryContent last_content_;
  grpc::Status error_;
  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

class CliGlossaryTest : public CliTest {
 protected:
  Outcome RunGlossaryCommand(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "glossary");
    arguments.insert(arguments.end(), {"--admin", admin_.address()});
    return Run(arguments, "");
  }

  FakeGlossaries admin_;
  const TempDir files_;
};

TEST_F(CliGlossaryTest, ListsTheGlossaries) {
  const Outcome outcome = RunGlossaryCommand({"list"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "products\town\ten to es: 2 terms\n");
  EXPECT_THAT(RunGlossaryCommand({"list", "--json"}).out,
              HasSubstr(R"("name":"products")"));
}

TEST_F(CliGlossaryTest, PrintsTerms) {
  const Outcome outcome =
      RunGlossaryCommand({"get", "products", "--from", "en", "--to", "es"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "hard disk\tdisco duro\n");
  EXPECT_EQ(admin_.last_name(), "products en es");
  EXPECT_THAT(RunGlossaryCommand({"get", "products", "--json"}).out,
              HasSubstr(R"("target":"disco duro")"));
}

TEST_F(CliGlossaryTest, SendsFiles) {
  const std::string csv = files_.Write("terms.csv", "cat,gato\n");
  Outcome outcome = RunGlossaryCommand(
      {"create", "products", csv, "--from", "en", "--to", "es"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "products\town\ten to es: 2 terms\n");
  EXPECT_EQ(admin_.last_content().format(), v1::GLOSSARY_FORMAT_CSV);
  EXPECT_EQ(admin_.last_content().content(), "cat,gato\n");
  EXPECT_EQ(admin_.last_content().source_language(), "en");
  outcome = RunGlossaryCommand(
      {"update", "products", csv, "--format", "tbx", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(admin_.last_content().format(), v1::GLOSSARY_FORMAT_TBX);
  EXPECT_EQ(admin_.last_content().target_language(), "");
}

TEST_F(CliGlossaryTest, WrongFilesAreRefused) {
  const std::string text = files_.Write("terms.txt", "cat\tgato\n");
  Outcome outcome = RunGlossaryCommand({"create", "products", text});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("expected a name that ends in .tsv"));
  outcome =
      RunGlossaryCommand({"create", "products", files_.path() / "none.tsv"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("none.tsv"));
  EXPECT_EQ(RunGlossaryCommand({"create", "products"}).code, 2);
  EXPECT_EQ(RunGlossaryCommand({"get"}).code, 2);
}

TEST_F(CliGlossaryTest, ReportsTheServersError) {
  admin_.set_error({grpc::StatusCode::PERMISSION_DENIED, "not yours"});
  const Outcome outcome = RunGlossaryCommand({"delete", "products"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("not yours"));
  EXPECT_EQ(admin_.last_name(), "products");
}

}  // namespace
}  // namespace interpres
