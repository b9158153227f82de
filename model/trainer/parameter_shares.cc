#include "model/trainer/parameter_shares.h"

#include <cstddef>

namespace interpres {
namespace {

constexpr const char* kNorms = "layer norms";

}  // namespace

std::vector<ParameterShare> ParameterShares(const Inspection& inspection) {
  const std::vector<InspectedPart>& parts = inspection.parts;
  std::vector<ParameterShare> shares;
  ParameterShare norms = {.group = kNorms, .elements = 0};
  std::size_t norms_at = 0;  // after the sublayers of the last stack
  std::string stack;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const InspectedPart& part = parts[i];
    if (part.depth > 0 && part.name == kNorms) {
      norms.elements += part.elements;
    } else if (part.depth > 0) {
      shares.push_back({stack + " " + part.name, part.elements});
      norms_at = shares.size();
    } else if (i + 1 < parts.size() && parts[i + 1].depth > 0) {
      stack = part.name;  // its sublayers count its numbers
    } else {
      shares.push_back({part.name, part.elements});
    }
  }
  if (norms.elements > 0) {
    shares.insert(shares.begin() + static_cast<std::ptrdiff_t>(norms_at),
                  norms);
  }
  return shares;
}

}  // namespace interpres
