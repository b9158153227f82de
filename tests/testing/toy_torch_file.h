// Writes small files as PyTorch saves them, good ones and bad ones.

#ifndef INTERPRES_TESTS_TESTING_TOY_TORCH_FILE_H_
#define INTERPRES_TESTS_TESTING_TOY_TORCH_FILE_H_

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace interpres {

// Parts of a pickle: each function returns the instructions that push a value.
namespace pickle {

template <typename T>
std::string LittleEndian(T number) {
  std::string bytes(sizeof(number), '\0');
  std::memcpy(bytes.data(), &number, sizeof(number));
  return bytes;
}

inline std::string Text(std::string_view text) {
  return "X" + LittleEndian(static_cast<uint32_t>(text.size())) +
         std::string(text);
}
inline std::string Integer(int64_t number) {
  return std::string("\x8a\x08", 2) + LittleEndian(number);
}
inline std::string Global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}
inline std::string Tuple(const std::vector<std::string>& items) {
  std::string bytes = "(";
  for (const std::string& item : items) {
    bytes += item;
  }
  return bytes + "t";
}
inline std::string Integers(const std::vector<int64_t>& numbers) {
  std::vector<std::string> items;
  items.reserve(numbers.size());
  for (const int64_t number : numbers) {
    items.push_back(Integer(number));
  }
  return Tuple(items);
}
inline std::string EmptyDictionary() {
  return Global("collections", "OrderedDict") + ")R";
}
// A whole pickle.
inline std::string Whole(const std::string& value) {
  return "\x80\x02" + value + ".";
}

}  // namespace pickle

// A tensor of a toy file, whose members a test may set to contradictions.
struct ToyTensor {
  std::string name = "a";
  std::string key = "0";
  std::string storage = "FloatStorage";
  int64_t elements = 6;  // of the storage
  int64_t first = 0;
  std::vector<int64_t> shape = {2, 3};
  std::vector<int64_t> strides = {3, 1};
};

// The pickle of a dictionary of tensors. `is_legacy` adds the empty view that
// the form before PyTorch 1.6 has.
inline std::string ToyPickle(const std::vector<ToyTensor>& tensors,
                             bool is_legacy) {
  std::string items = "(";
  for (const ToyTensor& tensor : tensors) {
    std::vector<std::string> id = {
        pickle::Text("storage"), pickle::Global("torch", tensor.storage),
        pickle::Text(tensor.key), pickle::Text("cpu"),
        pickle::Integer(tensor.elements)};
    if (is_legacy) {
      id.emplace_back("N");
    }
    items +=
        pickle::Text(tensor.name) +
        pickle::Global("torch._utils", "_rebuild_tensor_v2") +
        pickle::Tuple({pickle::Tuple(id) + "Q", pickle::Integer(tensor.first),
                       pickle::Integers(tensor.shape),
                       pickle::Integers(tensor.strides), "\x89",
                       pickle::EmptyDictionary()}) +
        "R";
  }
  return pickle::Whole(pickle::EmptyDictionary() + items + "u");
}

// The bytes of a storage, by its key.
using ToyStorages = std::map<std::string, std::string>;

// A file of the form before PyTorch 1.6.
inline std::string ToyLegacyFile(const std::vector<ToyTensor>& tensors,
                                 const ToyStorages& storages,
                                 int64_t element_bytes = 4) {
  std::string file =
      pickle::Whole(
          std::string("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 12)) +
      pickle::Whole(pickle::Integer(1001)) +
      pickle::Whole("}" + pickle::Text("little_endian") + "\x88s") +
      ToyPickle(tensors, /*is_legacy=*/true);
  std::string keys = "](";
  std::string data;
  for (const auto& [key, bytes] : storages) {
    keys += pickle::Text(key);
    data += pickle::LittleEndian(static_cast<int64_t>(bytes.size()) /
                                 element_bytes) +
            bytes;
  }
  return file + pickle::Whole(keys + "e") + data;
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TOY_TORCH_FILE_H_
