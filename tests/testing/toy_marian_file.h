// Writes small files of weights as Marian writes them, good ones and bad ones.

#ifndef INTERPRES_TESTS_TESTING_TOY_MARIAN_FILE_H_
#define INTERPRES_TESTS_TESTING_TOY_MARIAN_FILE_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "tests/testing/toy_zip.h"

namespace interpres {

// An item of a toy file.
struct ToyMarianItem {
  std::string name = {};
  std::vector<int64_t> shape = {};
  std::string bytes = {};      // the elements
  std::string npy = "<f4";     // the type in .npz
  uint64_t type = 0x404;       // the type in .bin: float32
  int64_t claimed_bytes = -1;  // in .bin; -1 means the true size
};

// The numbers 0, 1, 2, ... as float32.
inline std::string ToyFloats(int64_t count) {
  std::string bytes;
  for (int64_t i = 0; i < count; ++i) {
    const auto number = static_cast<float>(i);
    char raw[sizeof(number)];
    std::memcpy(raw, &number, sizeof(number));
    bytes.append(raw, sizeof(raw));
  }
  return bytes;
}

// A float32 tensor with the elements 0, 1, 2, ...
inline ToyMarianItem ToyMarianTensor(const std::string& name,
                                     const std::vector<int64_t>& shape) {
  int64_t count = 1;
  for (const int64_t dimension : shape) {
    count *= dimension;
  }
  return {.name = name, .shape = shape, .bytes = ToyFloats(count)};
}

// special:model.yml, filled with zero bytes as Marian does.
inline ToyMarianItem ToyMarianConfig(const std::string& text) {
  std::string bytes = text;
  bytes.resize((text.size() / 256 + 1) * 256);
  return {.name = "special:model.yml",
          .shape = {static_cast<int64_t>(bytes.size())},
          .bytes = bytes,
          .npy = "|i1",
          .type = 0x101};
}

inline std::string ToyNpyHeader(const std::string& dictionary) {
  std::string header = "\x93NUMPY";
  header += std::string("\x01\x00", 2);
  AppendNumber(header, dictionary.size(), 2);
  return header + dictionary;
}

inline std::string ToyNpy(const ToyMarianItem& item) {
  std::string shape;
  for (const int64_t dimension : item.shape) {
    shape += std::to_string(dimension) + ", ";
  }
  return ToyNpyHeader("{'descr': '" + item.npy +
                      "', 'fortran_order': False, 'shape': (" + shape +
                      "), }\n") +
         item.bytes;
}

inline std::string ToyNpz(const std::vector<ToyMarianItem>& items) {
  std::vector<ToyMember> members;
  for (const ToyMarianItem& item : items) {
    members.push_back({.name = item.name + ".npy", .bytes = ToyNpy(item)});
  }
  return ToyZip(members);
}

inline std::string ToyBin(const std::vector<ToyMarianItem>& items) {
  std::string headers;
  std::string names;
  std::string shapes;
  std::string data;
  AppendNumber(headers, 1, 8);
  AppendNumber(headers, items.size(), 8);
  for (const ToyMarianItem& item : items) {
    AppendNumber(headers, item.name.size() + 1, 8);
    AppendNumber(headers, item.type, 8);
    AppendNumber(headers, item.shape.size(), 8);
    AppendNumber(headers,
                 item.claimed_bytes < 0
                     ? item.bytes.size()
                     : static_cast<uint64_t>(item.claimed_bytes),
                 8);
    names += item.name + '\0';
    for (const int64_t dimension : item.shape) {
      AppendNumber(shapes, static_cast<uint64_t>(dimension), 4);
    }
    data += item.bytes;
  }
  std::string file = headers + names + shapes;
  const std::size_t padding = 256 - (file.size() + 8) % 256;
  AppendNumber(file, padding, 8);
  return file + std::string(padding, '\0') + data;
}

// The tensors of a network of one encoder layer and one decoder layer.
inline std::vector<ToyMarianItem> ToyMarianNetwork(int64_t vocabulary,
                                                   int64_t width, int64_t ffn) {
  std::vector<ToyMarianItem> items = {
      ToyMarianTensor("Wemb", {vocabulary, width}),
      ToyMarianTensor("decoder_ff_logit_out_b", {1, vocabulary})};
  const auto add = [&](const std::string& name,
                       const std::vector<int64_t>& shape) {
    items.push_back(ToyMarianTensor(name, shape));
  };
  const auto add_norm = [&](const std::string& prefix) {
    add(prefix + "_ln_scale", {1, width});
    add(prefix + "_ln_bias", {1, width});
  };
  for (const std::string prefix :
       {"encoder_l1_self", "decoder_l1_self", "decoder_l1_context"}) {
    for (const std::string letter : {"q", "k", "v", "o"}) {
      add(prefix + "_W" + letter, {width, width});
      add(prefix + "_b" + letter, {1, width});
    }
    add_norm(prefix + "_Wo");
  }
  for (const std::string prefix : {"encoder_l1_ffn", "decoder_l1_ffn"}) {
    add(prefix + "_W1", {width, ffn});
    add(prefix + "_b1", {1, ffn});
    add(prefix + "_W2", {ffn, width});
    add(prefix + "_b2", {1, width});
    add_norm(prefix + "_ffn");
  }
  return items;
}

// The tensors of ToyMarianNetwork with an embedding for each language. The
// weight of the logits is the embedding of the target tokens.
inline std::vector<ToyMarianItem> ToySeparateMarianNetwork(int64_t source,
                                                           int64_t target,
                                                           int64_t width,
                                                           int64_t ffn) {
  std::vector<ToyMarianItem> items = ToyMarianNetwork(target, width, ffn);
  items.front() = ToyMarianTensor("decoder_Wemb", {target, width});
  items.push_back(ToyMarianTensor("encoder_Wemb", {source, width}));
  return items;
}

// The configuration of ToyMarianNetwork.
inline std::string ToyMarianYaml(int64_t width, int64_t ffn) {
  return "type: transformer\nenc-depth: 1\ndec-depth: 1\ndim-emb: " +
         std::to_string(width) +
         "\ntransformer-heads: 2\ntransformer-dim-ffn: " + std::to_string(ffn) +
         "\ntransformer-ffn-activation: relu\ntied-embeddings-all: true\n"
         "transformer-postprocess: dan\ntransformer-tied-layers:\n  []\n";
}

}  // namespace interpres

#endif  // INTERPRES_TESTS_TESTING_TOY_MARIAN_FILE_H_
