#include "model/document/sentinel.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace interpres {

std::string SentinelOf(SentinelForm form, int number) {
  using Marks = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Marks, kSentinelForms.size() + 1> kMarks = {
      {{"", ""}, {"⟦", "⟧"}, {"{", "}"}, {"#", ""}, {"<", ">"}}};
  const auto& [before, behind] = kMarks[static_cast<std::size_t>(form)];
  std::string sentinel(before);
  sentinel += std::to_string(number);
  sentinel += behind;
  return sentinel;
}

}  // namespace interpres
