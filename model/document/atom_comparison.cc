#include "model/document/atom_comparison.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "model/document/number_scale.h"
#include "model/document/number_value.h"

namespace interpres {
namespace {

// Atoms of the translation by a key. Each atom is taken once.
class AtomIndex {
 public:
  void Add(const std::string& key, std::size_t atom) {
    places_[key].atoms.push_back(atom);
  }

  void AddAll(const std::vector<std::string>& keys, std::size_t atom) {
    for (const std::string& key : keys) {
      Add(key, atom);
    }
  }

  // Takes the first atom with this key that is not in `taken`.
  std::optional<std::size_t> Take(std::string_view key,
                                  std::vector<bool>& taken) {
    const auto found = places_.find(std::string(key));
    if (found == places_.end()) {
      return std::nullopt;
    }
    Places& places = found->second;
    while (places.next < places.atoms.size()) {
      const std::size_t atom = places.atoms[places.next++];
      if (!taken[atom]) {
        taken[atom] = true;
        return atom;
      }
    }
    return std::nullopt;
  }

  // Takes the first atom with one of these keys that is not in `taken`.
  std::optional<std::size_t> TakeAny(const std::vector<std::string>& keys,
                                     std::vector<bool>& taken) {
    std::optional<std::size_t> atom;
    for (const std::string& key : keys) {
      atom = atom ? atom : Take(key, taken);
    }
    return atom;
  }

 private:
  struct Places {
    std::vector<std::size_t> atoms;
    std::size_t next = 0;
  };

  absl::flat_hash_map<std::string, Places> places_;
};

}  // namespace

bool AtomComparison::intact() const {
  return surplus.empty() && std::ranges::all_of(copies, [](const auto& copy) {
           return copy.has_value();
         });
}

AtomComparison CompareAtoms(std::string_view source,
                            std::span<const Atom> atoms,
                            std::string_view translation,
                            const AtomOptions& options) {
  const std::vector<Atom> found = FindAtoms(translation, options);
  AtomIndex by_bytes;
  AtomIndex by_value;
  AtomIndex by_scaled_value;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string_view bytes = BytesOf(translation, found[i].span);
    by_bytes.Add(std::string(bytes), i);
    if (found[i].kind == AtomKind::kNumber && !options.exact_numbers) {
      by_value.AddAll(NumberKeys(bytes), i);
      by_scaled_value.AddAll(ScaledKeys(translation, found[i].span), i);
    }
  }
  std::vector<bool> taken(found.size());
  std::vector<std::optional<std::size_t>> matches;
  for (const Atom& atom : atoms) {
    matches.push_back(by_bytes.Take(BytesOf(source, atom.span), taken));
  }
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (!matches[i] && atoms[i].kind == AtomKind::kNumber) {
      matches[i] =
          by_value.TakeAny(NumberKeys(BytesOf(source, atoms[i].span)), taken);
    }
  }
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (!matches[i] && atoms[i].kind == AtomKind::kNumber) {
      matches[i] =
          by_scaled_value.TakeAny(ScaledKeys(source, atoms[i].span), taken);
    }
  }

  AtomComparison comparison;
  for (const std::optional<std::size_t>& match : matches) {
    comparison.copies.push_back(match ? std::optional(found[*match].span)
                                      : std::nullopt);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!taken[i]) {
      (found[i].kind == AtomKind::kNumber ? comparison.extra_numbers
                                          : comparison.surplus)
          .push_back(found[i]);
    }
  }
  return comparison;
}

}  // namespace interpres
