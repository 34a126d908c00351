// SPDX-License-Identifier: Apache-2.0
// What the routers of the packet engine do with whole words of VCs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "models/common/zeros.hpp"
#include "models/network/word_arrays.hpp"

namespace dragonfly {

/// Arrays of words over the VCs of many routers; VC n is bit n % 64 of word n / 64. Every cycle
/// they are gone through from end to end, without a branch, as many words at a time as the
/// processor can.
class RouterWords {
 public:
  /// `words`: of each array; `vc_bits`: a port has 2^vc_bits numbers of VCs; `depth`: credits of an
  /// output VC; `speedup`: the most that are taken of it in a cycle; `counts_claims`: whether
  /// somebody asks for claims().
  RouterWords(std::size_t words, unsigned vc_bits, int depth, int speedup, bool counts_claims)
      : RouterWords(words, vc_bits, depth, speedup, counts_claims, versions().front()) {}
  RouterWords(const RouterWords&) = delete;
  RouterWords& operator=(const RouterWords&) = delete;

  /// The code of the two functions below, for a processor of some age.
  struct Version {
    void (*sort_arrivals)(RouterWords&, std::size_t, std::size_t, std::uint64_t*);
    bool (*settle)(RouterWords&, std::size_t, std::size_t, std::uint64_t*);
  };
  /// All that this processor knows, the best one first; all do the same.
  [[nodiscard]] static std::vector<Version> versions();
  RouterWords(std::size_t words, unsigned vc_bits, int depth, int speedup, bool counts_claims,
              Version version);

  /// Says which VCs there are in a word: output VCs, VC 0 of each port, and input VCs of ports to
  /// other routers. All credits are there.
  void set_up(std::size_t word, std::uint64_t outputs, std::uint64_t bases, std::uint64_t network);

  /// Beginning of a cycle, for words begin .. end-1: what becomes of flits that arrive at the input
  /// VCs in `arriving`, which is cleared.
  void sort_arrivals(std::size_t begin, std::size_t end, std::uint64_t* arriving) {
    version_.sort_arrivals(*this, begin, end, arriving);
  }
  /// Credits of output VC `vc` at the beginning of the cycle, less those taken in it.
  [[gnu::always_inline]] [[nodiscard]] int credits(std::size_t vc) const {
    return many_ ? static_cast<int>(many_credits_[vc]) : static_cast<int>(credits_[vc]);
  }
  [[gnu::always_inline]] void fetch_credits(std::size_t vc) const {
    __builtin_prefetch(&credits_[vc]);
  }
  /// An input VC holds a route to output VC `vc` from now on.
  [[gnu::always_inline]] void claim(std::size_t vc) {
    if (counts_claims_) ++claims_[vc];
  }
  /// A claim on output VC `vc` is granted, and takes a credit.
  [[gnu::always_inline]] void take(std::size_t vc) {
    if (counts_claims_) --claims_[vc];
    if (many_)
      many_credits_[vc] = static_cast<ManyCount>(static_cast<unsigned>(many_credits_[vc]) - 1);
    else
      credits_[vc] = static_cast<Count>(static_cast<unsigned>(credits_[vc]) - 1);
  }
  /// Claims on output VC `vc` that are not granted yet, if they are counted.
  [[gnu::always_inline]] [[nodiscard]] int claims(std::size_t vc) const { return claims_[vc]; }
  /// End of a cycle: fronts that were granted are gone, and credits arrive at the output VCs in
  /// `credited`, which is cleared. Returns whether a flit was granted.
  bool settle(std::size_t begin, std::size_t end, std::uint64_t* credited) {
    return version_.settle(*this, begin, end, credited);
  }

  /// Bytes of so many words of each array; the rest as for the constructor.
  [[nodiscard]] static std::size_t bytes(std::size_t words, int depth, bool counts_claims) {
    const std::size_t counts =
        depth > std::numeric_limits<std::uint8_t>::max() ? sizeof(ManyCount) : sizeof(Count);
    return WordArrays::bytes(kArrays, words) +
           words * 64 * (counts + (counts_claims ? sizeof(std::uint16_t) : 0));
  }

  void serialize(Archive& archive) { archive(words_, credits_, many_credits_, claims_); }

 private:
  static constexpr std::size_t kArrays = 14;
  WordArrays words_;

 public:
  // Over the input VCs:
  std::uint64_t* const front = words_[0];    ///< with a flit in the FIFO
  std::uint64_t* const fresh = words_[1];    ///< of these, front by the departure of another
  std::uint64_t* const batch = words_[2];    ///< batch bits
  std::uint64_t* const queued = words_[3];   ///< with flits behind the front
  std::uint64_t* const network = words_[4];  ///< of ports to other routers
  // Over the output VCs:
  std::uint64_t* const waiting = words_[5];  ///< of outputs requested in vain, VC 0
  std::uint64_t* const poor = words_[6];     ///< of outputs that may lack credits, VC 0
  // Of the present cycle:
  std::uint64_t* const heads = words_[7];      ///< input VCs that get a front with a route
  std::uint64_t* const undecided = words_[8];  ///< input VCs that get a front without
  std::uint64_t* const joining = words_[9];    ///< input VCs that get a flit behind the front
  std::uint64_t* const hard = words_[10];      ///< outputs looked at on their own, VC 0
  std::uint64_t* const granted = words_[11];   ///< input VCs

 private:
  std::uint64_t* const outputs_ = words_[12];  ///< that there are
  std::uint64_t* const bases_ = words_[13];    ///< VC 0 of each port

  /// Of types of their own, as compilers must expect of a plain byte that it lies anywhere.
  enum class Count : std::uint8_t {};
  enum class ManyCount : std::uint16_t {};

  unsigned vc_bits_;
  int depth_, speedup_;
  bool many_;  ///< whether there are more credits than a byte can count
  bool counts_claims_;
  // By output VC. What is found by its number is counted quicker in bytes than in bits.
  Zeros<Count> credits_;           ///< unless many_
  Zeros<ManyCount> many_credits_;  ///< if many_
  Zeros<std::uint16_t> claims_;    ///< if counts_claims_

  Version version_;
  friend struct WordLogic;
};

}  // namespace dragonfly
