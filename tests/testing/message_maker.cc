#include "tests/testing/message_maker.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "model/base/utf8.h"

namespace interpres {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr std::array<int64_t, 16> kIntegers = {
    1,
    2,
    3,
    4,
    5,
    10,
    16,
    17,
    64,
    65,
    1000,
    1001,
    0,
    -1,
    std::numeric_limits<int32_t>::max(),
    std::numeric_limits<int32_t>::min()};
constexpr std::array<float, 16> kFloats = {
    1.0F,
    0.5F,
    2.0F,
    0.0F,
    -0.0F,
    5.0F,
    5.0001F,
    0.1F,
    10.0F,
    0.01F,
    -1.0F,
    1e-40F,
    std::numeric_limits<float>::max(),
    std::numeric_limits<float>::infinity(),
    -std::numeric_limits<float>::infinity(),
    std::numeric_limits<float>::quiet_NaN()};

// An edge (the first byte below 240) or any value.
int64_t Integer(Choices& choices, int bytes) {
  const uint8_t choice = choices.Byte();
  return choice < 240 ? kIntegers[choice % kIntegers.size()]
                      : static_cast<int64_t>(choices.Word(bytes));
}

float Float(Choices& choices) {
  const uint8_t choice = choices.Byte();
  return choice < 240
             ? kFloats[choice % kFloats.size()]
             : std::bit_cast<float>(static_cast<uint32_t>(choices.Word(4)));
}

std::string Text(Choices& choices, Words words) {
  const uint8_t choice = choices.Byte();
  if (choice < 200) {
    return std::string(words[choice % words.size()]);
  }
  std::string text = choices.Bytes(64);
  return FindInvalidUtf8(text).has_value() ? "" : text;
}

// One value, appended to a repeated field.
class Setter {
 public:
  Setter(Choices& choices, Words words, int max_elements)
      : choices_(choices), words_(words), max_elements_(max_elements) {}

  void Fill(Message& message) {
    const auto& descriptor = *message.GetDescriptor();
    for (int i = 0; i < descriptor.field_count() && !choices_.Empty(); ++i) {
      const FieldDescriptor& field = *descriptor.field(i);
      const uint8_t choice = choices_.Byte();
      // Single fields are absent more often than not, for few requests with
      // many random fields are accepted.
      const int count = field.is_repeated() ? choice % (max_elements_ + 1)
                                            : static_cast<int>(choice % 3 == 1);
      for (int element = 0; element < count; ++element) {
        Set(field, message);
      }
    }
  }

 private:
  void Set(const FieldDescriptor& field, Message& message) {
    const Reflection& access = *message.GetReflection();
    const bool many = field.is_repeated();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_INT32: {
        const auto value = static_cast<int32_t>(Integer(choices_, 4));
        many ? access.AddInt32(&message, &field, value)
             : access.SetInt32(&message, &field, value);
        break;
      }
      case FieldDescriptor::CPPTYPE_INT64: {
        const int64_t value = Integer(choices_, 8);
        many ? access.AddInt64(&message, &field, value)
             : access.SetInt64(&message, &field, value);
        break;
      }
      case FieldDescriptor::CPPTYPE_UINT64: {
        const auto value = static_cast<uint64_t>(Integer(choices_, 8));
        many ? access.AddUInt64(&message, &field, value)
             : access.SetUInt64(&message, &field, value);
        break;
      }
      case FieldDescriptor::CPPTYPE_ENUM: {
        const auto value = static_cast<int>(Integer(choices_, 4));
        many ? access.AddEnumValue(&message, &field, value)
             : access.SetEnumValue(&message, &field, value);
        break;
      }
      case FieldDescriptor::CPPTYPE_BOOL: {
        const bool value = choices_.Byte() % 2 == 1;
        many ? access.AddBool(&message, &field, value)
             : access.SetBool(&message, &field, value);
        break;
      }
      case FieldDescriptor::CPPTYPE_FLOAT: {
        const float value = Float(choices_);
        many ? access.AddFloat(&message, &field, value)
             : access.SetFloat(&message, &field, value);
        break;
      }
      case FieldDescriptor::CPPTYPE_STRING: {
        std::string value = Text(choices_, words_);
        many ? access.AddString(&message, &field, std::move(value))
             : access.SetString(&message, &field, std::move(value));
        break;
      }
      case FieldDescriptor::CPPTYPE_MESSAGE:
        Fill(many ? *access.AddMessage(&message, &field)
                  : *access.MutableMessage(&message, &field));
        break;
      default:  // no message of the service has one
        break;
    }
  }

  Choices& choices_;
  const Words words_;
  const int max_elements_;
};

}  // namespace

uint8_t Choices::Byte() { return Empty() ? 0 : bytes_[next_++]; }

uint64_t Choices::Word(int bytes) {
  uint64_t word = 0;
  for (int i = 0; i < bytes; ++i) {
    word |= static_cast<uint64_t>(Byte()) << (8 * i);
  }
  return word;
}

std::string Choices::Bytes(std::size_t most) {
  const std::size_t asked = Byte();
  const std::size_t count =
      std::min({asked, most, bytes_.size() - std::min(next_, bytes_.size())});
  std::string result(reinterpret_cast<const char*>(bytes_.data()) + next_,
                     count);
  next_ += count;
  return result;
}

std::span<const uint8_t> Choices::Rest() const {
  return bytes_.subspan(std::min(next_, bytes_.size()));
}

void FillMessage(Choices& choices, Words words, int max_elements,
                 Message& message) {
  Setter(choices, words, max_elements).Fill(message);
}

}  // namespace interpres
