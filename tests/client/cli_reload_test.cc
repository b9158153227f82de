// `interpres reload` against an admin service whose answer the test decides.

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "interpres/v1/admin.grpc.pb.h"
#include "tests/client/cli_fixture.h"

namespace interpres {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class FakeAdmin final : public v1::AdminService::Service {
 public:
  FakeAdmin() {
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
    address_ = "127.0.0.1:" + std::to_string(port);
  }

  grpc::Status ReloadModels(grpc::ServerContext* context,
                            const v1::ReloadModelsRequest* /*request*/,
                            v1::ReloadModelsResponse* response) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    waits_ = context->deadline() - std::chrono::system_clock::now();
    *response = response_;
    return status_;
  }

  void Add(const std::string& name, v1::ModelReload::Outcome outcome,
           const std::string& version, const std::string& reason) {
    const std::lock_guard<std::mutex> lock(mutex_);
    v1::ModelReload& model = *response_.add_models();
    model.set_name(name);
    model.set_outcome(outcome);
    model.set_version(version);
    model.set_reason(reason);
  }
  void Fail(const grpc::Status& status) {
    const std::lock_guard<std::mutex> lock(mutex_);
    status_ = status;
  }
  const std::string& address() const { return address_; }
  // How long the caller was willing to wait.
  std::chrono::nanoseconds waits() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return waits_;
  }

 private:
  std::mutex mutex_;
  std::chrono::nanoseconds waits_{};
  v1::ReloadModelsResponse response_;
  grpc::Status status_;
  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

using CliReloadTest = CliTest;

TEST_F(CliReloadTest, SaysWhatBecameOfEachModel) {
  FakeAdmin admin;
  admin.Add("a", v1::ModelReload::OUTCOME_LOADED, "v2", "");
  admin.Add("b", v1::ModelReload::OUTCOME_UNLOADED, "", "");
  admin.Add("c", v1::ModelReload::OUTCOME_UNCHANGED, "v1", "");
  const Outcome outcome = Run({"reload", "--admin", admin.address()}, "");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "a: loaded, serves version v2\n"
            "b: unloaded\n"
            "c: unchanged, serves version v1\n");
}

TEST_F(CliReloadTest, ARejectedCheckpointIsAFailure) {
  FakeAdmin admin;
  admin.Add("a", v1::ModelReload::OUTCOME_REJECTED, "v1", "a/2: cut");
  const Outcome outcome = Run({"reload", "--admin", admin.address()}, "");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "a: rejected, serves version v1; a/2: cut\n");
  const Outcome json =
      Run({"reload", "--json", "--admin", admin.address()}, "");
  EXPECT_EQ(json.code, 1);
  EXPECT_THAT(json.out, AllOf(HasSubstr(R"("outcome":"OUTCOME_REJECTED")"),
                              HasSubstr(R"("reason":"a/2: cut")")));
}

TEST_F(CliReloadTest, ReportsTheServersError) {
  FakeAdmin admin;
  admin.Fail(grpc::Status(grpc::StatusCode::NOT_FOUND, "no model in it"));
  const Outcome outcome = Run({"reload", "--admin", admin.address()}, "");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("no model in it"));
}

TEST_F(CliReloadTest, WaitsLongerThanOtherCommands) {
  FakeAdmin admin;
  EXPECT_EQ(Run({"reload", "--admin", admin.address()}, "").code, 0);
  EXPECT_GT(admin.waits(), std::chrono::minutes(5));
  EXPECT_EQ(
      Run({"reload", "--admin", admin.address(), "--timeout", "100"}, "").code,
      0);
  EXPECT_LE(admin.waits(), std::chrono::seconds(101));
}

TEST_F(CliReloadTest, ATimeoutSaysThatTheReloadContinues) {
  FakeAdmin admin;
  admin.Fail(grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "too late"));
  const Outcome outcome = Run({"reload", "--admin", admin.address()}, "");
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("too late"), HasSubstr("finishes a reload"),
                    HasSubstr("--timeout")));
}

TEST_F(CliReloadTest, NeedsTheAdminAddressAndNoOther) {
  EXPECT_EQ(Run({"reload"}, "").code, 2);
  EXPECT_EQ(Run({"reload", "--server", "127.0.0.1:1"}, "").code, 2);
}

}  // namespace
}  // namespace interpres
