#include "model/document/atom_comparison.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "model/document/atom_number.h"
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

// The atoms of a translation that are not matched with atoms of the source.
class OpenAtoms {
 public:
  OpenAtoms(std::string_view text, const AtomOptions& options)
      : text_(text), found_(FindAtoms(text, options)) {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      spans_.push_back(found_[i].span);
      by_bytes_.Add(std::string(BytesOf(text, found_[i].span)), i);
      if (found_[i].kind == AtomKind::kNumber) {
        AddNumber(i);
      }
    }
    if (!options.off.Has(AtomKind::kNumber)) {
      AddRewrittenNumbers();
    }
    taken_.resize(spans_.size());
  }

  std::optional<ByteSpan> TakeBytes(std::string_view bytes) {
    return SpanOf(by_bytes_.Take(bytes, taken_), 0);
  }

  std::optional<ByteSpan> TakeValue(std::string_view number) {
    return SpanOf(by_value_.TakeAny(NumberKeys(number), taken_), 0);
  }

  // Takes a number with a minus sign that has this value without the sign:
  // `-5` for the number of `minus 5`. Returns its span without the sign.
  std::optional<ByteSpan> TakeBehindMinus(std::string_view number) {
    const std::optional<std::size_t> atom =
        by_unsigned_value_.TakeAny(NumberKeys(number), taken_);
    return SpanOf(
        atom, atom ? MinusLength(BytesOf(text_, spans_[*atom])) : int64_t{0});
  }

  // `keys` are ScaledKeys.
  std::optional<ByteSpan> TakeScaled(const std::vector<std::string>& keys) {
    return SpanOf(by_scaled_value_.TakeAny(keys, taken_), 0);
  }

  // Adds the atoms that are still open to the comparison.
  void AddOpenTo(AtomComparison& comparison) const {
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (!taken_[i]) {
        (found_[i].kind == AtomKind::kNumber ? comparison.extra_numbers
                                             : comparison.surplus)
            .push_back(found_[i]);
      }
    }
  }

 private:
  void AddNumber(std::size_t i) {
    const std::string_view bytes = BytesOf(text_, found_[i].span);
    const int64_t sign = MinusLength(bytes);
    if (sign > 0) {
      by_unsigned_value_.AddAll(
          NumberKeys(bytes.substr(static_cast<std::size_t>(sign))), i);
    }
    by_value_.AddAll(NumberKeys(bytes), i);
    by_scaled_value_.AddAll(ScaledKeys(text_, found_[i].span), i);
  }

  // `In the 80s` has the number of `en los años 80`. Such a number may be a
  // copy, after the atoms, and is never missed.
  void AddRewrittenNumbers() {
    std::size_t next = 0;  // the first atom that ends behind the number
    for (const ByteSpan& span : FindRewrittenNumbers(text_)) {
      while (next < found_.size() && found_[next].span.end <= span.begin) {
        ++next;
      }
      if (next < found_.size() && found_[next].span.begin < span.end) {
        continue;
      }
      const std::string_view bytes = BytesOf(text_, span);
      by_bytes_.Add(std::string(bytes), spans_.size());
      by_value_.AddAll(NumberKeys(bytes), spans_.size());
      spans_.push_back(span);
    }
  }

  std::optional<ByteSpan> SpanOf(std::optional<std::size_t> atom,
                                 int64_t skipped) const {
    if (!atom) {
      return std::nullopt;
    }
    ByteSpan span = spans_[*atom];
    span.begin += skipped;
    return span;
  }

  const std::string_view text_;
  const std::vector<Atom> found_;
  std::vector<ByteSpan> spans_;  // of found_, then of the rewritten numbers
  std::vector<bool> taken_;
  AtomIndex by_bytes_;
  AtomIndex by_value_;
  AtomIndex by_unsigned_value_;
  AtomIndex by_scaled_value_;
};

// Gives the numbers that have no copy yet the copies that `take` returns for
// their spans.
template <typename Take>
void MatchNumbers(std::span<const Atom> atoms, AtomComparison& comparison,
                  const Take& take) {
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    std::optional<ByteSpan>& copy = comparison.copies[i];
    if (!copy && atoms[i].kind == AtomKind::kNumber) {
      copy = take(atoms[i].span);
    }
  }
}

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
  OpenAtoms open(translation, options);
  AtomComparison comparison;
  for (const Atom& atom : atoms) {
    comparison.copies.push_back(open.TakeBytes(BytesOf(source, atom.span)));
  }
  // The best matches come first.
  MatchNumbers(atoms, comparison, [&](const ByteSpan& number) {
    return open.TakeValue(BytesOf(source, number));
  });
  MatchNumbers(atoms, comparison, [&](const ByteSpan& number) {
    return open.TakeBehindMinus(BytesOf(source, number));
  });
  MatchNumbers(atoms, comparison, [&](const ByteSpan& number) {
    return open.TakeScaled(ScaledKeys(source, number));
  });
  open.AddOpenTo(comparison);
  return comparison;
}

}  // namespace interpres
