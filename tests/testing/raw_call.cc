#include "tests/testing/raw_call.h"

#include <grpcpp/generic/generic_stub.h>

namespace interpres {
namespace {

std::string BytesOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  std::string bytes;
  if (buffer.Dump(&slices).ok()) {
    for (const grpc::Slice& slice : slices) {
      bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
    }
  }
  return bytes;
}

// Runs one operation of a call to its end. False: it failed.
class Operations {
 public:
  ~Operations() {
    queue_.Shutdown();
    void* tag = nullptr;
    bool ok = false;
    while (queue_.Next(&tag, &ok)) {
    }
  }

  grpc::CompletionQueue* queue() { return &queue_; }

  template <typename Start>
  bool Run(const Start& start) {
    start(this);
    void* tag = nullptr;
    bool ok = false;
    return queue_.Next(&tag, &ok) && ok;
  }

 private:
  grpc::CompletionQueue queue_;
};

}  // namespace

RawAnswer Call(const std::shared_ptr<grpc::Channel>& channel,
               const RawCall& call) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + call.timeout);
  for (const auto& [key, value] : call.metadata) {
    context.AddMetadata(key, value);
  }
  grpc::GenericStub stub(channel);
  Operations operations;
  const auto stream =
      stub.PrepareCall(&context, call.method, operations.queue());
  RawAnswer answer;
  bool open = operations.Run([&](void* tag) { stream->StartCall(tag); });
  for (std::size_t i = 0; open && i < call.messages.size(); ++i) {
    const grpc::Slice slice(call.messages[i]);
    const grpc::ByteBuffer buffer(&slice, 1);
    open = operations.Run([&](void* tag) { stream->Write(buffer, tag); });
  }
  if (open) {
    operations.Run([&](void* tag) { stream->WritesDone(tag); });
  }
  grpc::ByteBuffer received;
  while (operations.Run([&](void* tag) { stream->Read(&received, tag); })) {
    answer.messages.push_back(BytesOf(received));
  }
  operations.Run([&](void* tag) { stream->Finish(&answer.status, tag); });
  return answer;
}

}  // namespace interpres
