// SPDX-License-Identifier: Apache-2.0
// The C++ that Verilator generates for a router, as text: its functions and the members of its
// class. Read are versions 5.006 to 5.048; what looks otherwise is refused with std::nullopt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dragonfly {

/// A signal, which is a member of the class that Verilator makes of the whole design.
struct GeneratedMember {
  std::string name;
  std::string declaration;  ///< "QData/*63:0*/ name;" or "VL_IN64(name,63,0);"
  std::size_t bytes;
  std::size_t elements;  ///< of an array or a wide word; 1 elsewhere, and in arrays of such
  bool port;
  bool array = false;
};

/// A statement of a function, with those inside it.
struct GeneratedStatement {
  enum class Kind { kSimple, kIf, kLoop };
  Kind kind = Kind::kSimple;
  std::string text;  ///< without the semicolon; of an if or a loop what stands in its parentheses
  std::vector<GeneratedStatement> body, otherwise;
};

/// The statements of a text without comments, strings and directives. Nothing where it has what
/// Verilator does not write in the logic of a design: do, switch, goto, or a branch without braces.
[[nodiscard]] std::optional<std::vector<GeneratedStatement>> parse_statements(
    std::string_view text);

/// A text without comments, strings and directives.
[[nodiscard]] std::string without_comments(std::string_view text);

/// Members that a text mentions, as vlSelf->NAME or vlSelfRef.NAME.
[[nodiscard]] std::set<std::string> members_in(std::string_view text);

/// A text in which some members are mentioned as variables: NAME for vlSelf->NAME.
[[nodiscard]] std::string without_self(std::string_view text,
                                       const std::set<std::string, std::less<>>& names);

/// What is between `// DESIGN SPECIFIC STATE` and `// INTERNAL VARIABLES` of the class.
[[nodiscard]] std::optional<std::vector<GeneratedMember>> parse_members(std::string_view section);

/// Follows the statements of a step and finds the members that each path sets before it reads them.
///
/// A combinational process of ours that sets some words of an array only, and whose readers read no
/// others, begins by setting word 0 to 0 (df_pkg::SPARSE). From there on the array counts as set:
/// what it held in the step before means nothing.
class MemberFlow {
 public:
  /// `functions`: bodies by name, which calls are followed into.
  MemberFlow(const std::vector<GeneratedMember>& members,
             const std::map<std::string, std::string>& functions);

  /// Follows more statements, after those so far. False where something is not understood; then no
  /// answer of this object means anything.
  [[nodiscard]] bool follow(std::string_view body);

  /// Whether all of a member has been set, on every path.
  [[nodiscard]] bool is_set(const std::string& member) const;
  /// Whether a member may be read before it is set, so that it needs its value of the step before.
  [[nodiscard]] bool is_read_early(const std::string& member) const;
  /// Whether elements of an array are read that only its beginning stands for.
  [[nodiscard]] bool is_read_unset(const std::string& member) const {
    return unset_.contains(member);
  }
  /// Whether any statement sets it, or a part of it.
  [[nodiscard]] bool is_written(const std::string& member) const {
    return written_.contains(member);
  }

 private:
  /// Bits by element of all members; and, by member, an array is begun.
  class Set {
   public:
    explicit Set(std::size_t bits = 0) : words_((bits + 63) / 64, 0) {}
    [[nodiscard]] bool operator[](std::size_t bit) const {
      return (words_[bit / 64] >> (bit % 64) & 1) != 0;
    }
    void insert(std::size_t bit) { words_[bit / 64] |= std::uint64_t{1} << (bit % 64); }
    void keep_common(const Set& other) {
      for (std::size_t word = 0; word < words_.size(); ++word) words_[word] &= other.words_[word];
    }

   private:
    std::vector<std::uint64_t> words_;
  };
  struct Place {
    std::size_t first, elements, begun;
    bool array;
  };

  bool follow(const std::vector<GeneratedStatement>& statements, Set& set, int depth);
  bool follow_simple(const std::string& text, Set& set, int depth);
  void set_by_loop(const GeneratedStatement& before, const GeneratedStatement& loop, Set& set);
  void read(std::string_view text, const Set& set);
  [[nodiscard]] bool all_set(const Place& place, const Set& set) const;
  [[nodiscard]] const Place* place_of(std::string_view member) const;
  void set_all(std::string_view member, Set& set);

  const std::map<std::string, std::string>& functions_;
  std::map<std::string, Place, std::less<>> places_;
  std::set<std::string, std::less<>> early_, unset_, written_;
  Set set_;
};

}  // namespace dragonfly
