#include "model/checkpoint/pickle.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "model/base/status.h"
#include "model/checkpoint/json_document.h"

namespace interpres {
namespace {

using Kind = PickleValue::Kind;

constexpr std::size_t kMaxValues = 1'000'000;
constexpr uint8_t kMinProtocol = 2;
constexpr uint8_t kMaxProtocol = 5;

// The instructions, as Python's module pickletools names them.
enum Opcode : uint8_t {
  kMark = '(',
  kStop = '.',
  kNone = 'N',
  kInt32 = 'J',
  kUint8 = 'K',
  kUint16 = 'M',
  kFloat64 = 'G',
  kPersistentId = 'Q',
  kReduce = 'R',
  kBinString = 'T',
  kShortBinString = 'U',
  kBinUnicode = 'X',
  kAppend = 'a',
  kBuild = 'b',
  kGlobal = 'c',
  kAppends = 'e',
  kBinGet = 'h',
  kLongBinGet = 'j',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kSetItem = 's',
  kTuple = 't',
  kSetItems = 'u',
  kEmptyTuple = ')',
  kEmptyList = ']',
  kEmptyDictionary = '}',
  kProtocol = 0x80,
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kTrue = 0x88,
  kFalse = 0x89,
  kLong1 = 0x8a,
  kShortBinUnicode = 0x8c,
  kStackGlobal = 0x93,
  kMemoize = 0x94,
  kFrame = 0x95,
};

// Executes the instructions of one pickle.
class Machine {
 public:
  Machine(std::span<const std::byte> bytes,
          std::span<const std::string_view> allowed, std::string_view place)
      : bytes_(bytes), allowed_(allowed), place_(place) {}

  absl::StatusOr<Pickle> Run() {
    while (pickle_.root == nullptr) {
      instruction_ = position_;
      INTERPRES_ASSIGN_OR_RETURN(const uint64_t opcode, Number(1));
      INTERPRES_RETURN_IF_ERROR(Step(static_cast<uint8_t>(opcode)));
      if (pickle_.values.size() > kMaxValues) {
        return Invalid("has more than ", kMaxValues, " values");
      }
    }
    pickle_.bytes = position_;
    return std::move(pickle_);
  }

 private:
  template <typename... Parts>
  absl::Status Invalid(const Parts&... parts) const {
    return absl::InvalidArgumentError(absl::StrCat(
        AsAbsl(place_), ": the pickle ", parts..., ", at byte ", instruction_));
  }

  // Reading the bytes.

  absl::StatusOr<std::string_view> Take(uint64_t count) {
    if (count > bytes_.size() - position_) {
      return Invalid("is truncated");
    }
    const auto* text = reinterpret_cast<const char*>(bytes_.data() + position_);
    position_ += static_cast<std::size_t>(count);
    return std::string_view(text, static_cast<std::size_t>(count));
  }

  // A little-endian unsigned number of up to 8 bytes.
  absl::StatusOr<uint64_t> Number(std::size_t count) {
    INTERPRES_ASSIGN_OR_RETURN(const std::string_view taken, Take(count));
    uint64_t number = 0;
    std::memcpy(&number, taken.data(), count);
    return number;
  }

  absl::StatusOr<std::string_view> Line() {
    const auto rest = bytes_.subspan(position_);
    const auto end = std::find(rest.begin(), rest.end(), std::byte{'\n'});
    if (end == rest.end()) {
      return Invalid("is truncated");
    }
    INTERPRES_ASSIGN_OR_RETURN(
        std::string_view line,
        Take(static_cast<uint64_t>(end - rest.begin()) + 1));
    line.remove_suffix(1);
    return line;
  }

  // The stack. A null pointer is a mark.

  PickleValue* New(Kind kind) {
    PickleValue& value = pickle_.values.emplace_back();
    value.kind = kind;
    return &value;
  }

  absl::Status Push(PickleValue* value) {
    stack_.push_back(value);
    return absl::OkStatus();
  }

  absl::StatusOr<PickleValue*> Pop() {
    if (stack_.empty() || stack_.back() == nullptr) {
      return Invalid("uses a value that is not there");
    }
    PickleValue* value = stack_.back();
    stack_.pop_back();
    return value;
  }

  absl::StatusOr<std::vector<const PickleValue*>> PopCount(std::size_t count) {
    std::vector<const PickleValue*> items(count);
    while (count-- > 0) {
      INTERPRES_ASSIGN_OR_RETURN(items[count], Pop());
    }
    return items;
  }

  absl::StatusOr<std::vector<const PickleValue*>> PopToMark() {
    const auto mark = std::find(stack_.rbegin(), stack_.rend(), nullptr);
    if (mark == stack_.rend()) {
      return Invalid("uses a mark that is not there");
    }
    std::vector<const PickleValue*> items(mark.base(), stack_.end());
    stack_.erase(mark.base() - 1, stack_.end());
    return items;
  }

  // The instructions.

  absl::Status Step(uint8_t opcode) {
    switch (opcode) {
      case kProtocol:
        return Protocol();
      case kFrame:
        return Number(8).status();
      case kStop:
        return Stop();
      case kMark:
        return Push(nullptr);
      case kBinPut:
        return Put(Number(1));
      case kLongBinPut:
        return Put(Number(4));
      case kMemoize:
        return Put(uint64_t{memo_.size()});
      case kBinGet:
        return Get(Number(1));
      case kLongBinGet:
        return Get(Number(4));
      case kGlobal:
      case kStackGlobal:
        return Global(opcode);
      case kReduce:
      case kBuild:
      case kPersistentId:
        return Object(opcode);
      default:
        return Value(opcode);
    }
  }

  absl::Status Protocol() {
    INTERPRES_ASSIGN_OR_RETURN(const uint64_t version, Number(1));
    return version >= kMinProtocol && version <= kMaxProtocol
               ? absl::OkStatus()
               : Invalid("has protocol ", version, "; expected ",
                         int{kMinProtocol}, " to ", int{kMaxProtocol});
  }

  absl::Status Stop() {
    INTERPRES_ASSIGN_OR_RETURN(pickle_.root, Pop());
    return absl::OkStatus();
  }

  absl::Status Put(const absl::StatusOr<uint64_t>& key) {
    INTERPRES_RETURN_IF_ERROR(key.status());
    if (stack_.empty() || stack_.back() == nullptr) {
      return Invalid("remembers a value that is not there");
    }
    memo_[*key] = stack_.back();
    return absl::OkStatus();
  }

  absl::Status Get(const absl::StatusOr<uint64_t>& key) {
    INTERPRES_RETURN_IF_ERROR(key.status());
    const auto found = memo_.find(*key);
    return found == memo_.end()
               ? Invalid("recalls value ", *key, ", which it never remembered")
               : Push(found->second);
  }

  absl::Status Global(uint8_t opcode) {
    std::string name;
    if (opcode == kGlobal) {
      INTERPRES_ASSIGN_OR_RETURN(const std::string_view module, Line());
      INTERPRES_ASSIGN_OR_RETURN(const std::string_view member, Line());
      name = absl::StrCat(AsAbsl(module), ".", AsAbsl(member));
    } else {
      INTERPRES_ASSIGN_OR_RETURN(const auto parts, PopCount(2));
      name = absl::StrCat(parts[0]->text, ".", parts[1]->text);
    }
    if (std::find(allowed_.begin(), allowed_.end(), name) == allowed_.end()) {
      return Invalid(
          "names the Python object ", Quoted(name),
          ", which a file of weights does not need: it is refused, because "
          "loading it could run code; save the model's state dictionary alone");
    }
    PickleValue* value = New(Kind::kGlobal);
    value->text = std::move(name);
    return Push(value);
  }

  absl::Status Object(uint8_t opcode) {
    if (opcode == kPersistentId) {
      INTERPRES_ASSIGN_OR_RETURN(auto id, PopCount(1));
      PickleValue* value = New(Kind::kPersistentId);
      value->items = std::move(id);
      return Push(value);
    }
    if (opcode == kBuild) {
      // Attributes of an object: `_metadata` of a state dictionary, which has
      // the versions of its modules. No attribute is needed.
      INTERPRES_ASSIGN_OR_RETURN(const PickleValue* attributes, Pop());
      INTERPRES_ASSIGN_OR_RETURN(PickleValue * object, Pop());
      if (object->kind != Kind::kCall ||
          attributes->kind != Kind::kDictionary) {
        return Invalid("sets attributes of a value that has none");
      }
      return Push(object);
    }
    INTERPRES_ASSIGN_OR_RETURN(auto operands, PopCount(2));
    if (operands[0]->kind != Kind::kGlobal ||
        operands[1]->kind != Kind::kTuple) {
      return Invalid("calls a value that is not a global");
    }
    PickleValue* value = New(Kind::kCall);
    value->items = std::move(operands);
    return Push(value);
  }

  absl::Status Value(uint8_t opcode) {
    switch (opcode) {
      case kEmptyTuple:
        return Push(New(Kind::kTuple));
      case kEmptyList:
        return Push(New(Kind::kList));
      case kEmptyDictionary:
        return Push(New(Kind::kDictionary));
      case kTuple:
        return Tuple(PopToMark());
      case kTuple1:
        return Tuple(PopCount(1));
      case kTuple2:
        return Tuple(PopCount(2));
      case kTuple3:
        return Tuple(PopCount(3));
      case kAppend:
        return Add(Kind::kList, PopCount(1));
      case kAppends:
        return Add(Kind::kList, PopToMark());
      case kSetItem:
        return Add(Kind::kDictionary, PopCount(2));
      case kSetItems:
        return Add(Kind::kDictionary, PopToMark());
      default:
        return Scalar(opcode);
    }
  }

  absl::Status Tuple(absl::StatusOr<std::vector<const PickleValue*>> items) {
    INTERPRES_RETURN_IF_ERROR(items.status());
    PickleValue* value = New(Kind::kTuple);
    value->items = *std::move(items);
    return Push(value);
  }

  // Adds to the list or the dictionary on top of the stack.
  absl::Status Add(
      Kind kind, const absl::StatusOr<std::vector<const PickleValue*>>& items) {
    INTERPRES_RETURN_IF_ERROR(items.status());
    INTERPRES_ASSIGN_OR_RETURN(PickleValue * target, Pop());
    const bool fits = target->kind == kind || (kind == Kind::kDictionary &&
                                               target->kind == Kind::kCall);
    if (!fits || (kind == Kind::kDictionary && items->size() % 2 != 0)) {
      return Invalid("adds items to a value that does not take them");
    }
    target->items.insert(target->items.end(), items->begin(), items->end());
    return Push(target);
  }

  absl::Status Scalar(uint8_t opcode) {
    switch (opcode) {
      case kNone:
        return Push(New(Kind::kNone));
      case kTrue:
      case kFalse:
        return Integer(Kind::kBool, opcode == kTrue ? 1 : 0);
      case kUint8:
        return Integer(Kind::kInteger, Number(1));
      case kUint16:
        return Integer(Kind::kInteger, Number(2));
      case kInt32:
        return Integer(Kind::kInteger, Number(4), 32);
      case kFloat64:
        return Float();
      case kLong1:
        return Long();
      case kShortBinString:
      case kShortBinUnicode:
        return Text(Number(1));
      case kBinString:
      case kBinUnicode:
        return Text(Number(4));
      default:
        return Invalid(absl::StrFormat("has the instruction 0x%02x", opcode),
                       ", which a dictionary of tensors does not need");
    }
  }

  absl::Status Integer(Kind kind, const absl::StatusOr<uint64_t>& number,
                       int signed_bits = 0) {
    INTERPRES_RETURN_IF_ERROR(number.status());
    PickleValue* value = New(kind);
    value->integer = signed_bits == 32
                         ? static_cast<int32_t>(static_cast<uint32_t>(*number))
                         : static_cast<int64_t>(*number);
    return Push(value);
  }

  absl::Status Float() {
    INTERPRES_ASSIGN_OR_RETURN(const uint64_t bits, Number(8));
    PickleValue* value = New(Kind::kFloat);
    value->number = std::bit_cast<double>(__builtin_bswap64(bits));
    return Push(value);
  }

  absl::Status Long() {
    INTERPRES_ASSIGN_OR_RETURN(const uint64_t count, Number(1));
    INTERPRES_ASSIGN_OR_RETURN(const std::string_view taken, Take(count));
    if (taken.size() > sizeof(int64_t)) {
      PickleValue* value = New(Kind::kLongInteger);
      value->text = std::string(taken);
      return Push(value);
    }
    uint64_t number = 0;
    const bool negative = !taken.empty() && (taken.back() & 0x80) != 0;
    std::memset(&number, negative ? 0xff : 0, sizeof(number));
    std::memcpy(&number, taken.data(), taken.size());
    return Integer(Kind::kInteger, number);
  }

  absl::Status Text(const absl::StatusOr<uint64_t>& count) {
    INTERPRES_RETURN_IF_ERROR(count.status());
    INTERPRES_ASSIGN_OR_RETURN(const std::string_view taken, Take(*count));
    PickleValue* value = New(Kind::kText);
    value->text = std::string(taken);
    return Push(value);
  }

  const std::span<const std::byte> bytes_;
  const std::span<const std::string_view> allowed_;
  const std::string_view place_;
  std::size_t position_ = 0;
  std::size_t instruction_ = 0;  // where the current one begins
  std::vector<PickleValue*> stack_;
  std::map<uint64_t, PickleValue*> memo_;
  Pickle pickle_;
};

}  // namespace

absl::StatusOr<Pickle> ReadPickle(std::span<const std::byte> bytes,
                                  std::span<const std::string_view> allowed,
                                  std::string_view place) {
  return Machine(bytes, allowed, place).Run();
}

}  // namespace interpres
