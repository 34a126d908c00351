// SPDX-License-Identifier: Apache-2.0
// Replays a recording of `dragonfly lockstep --record-ports` in the C++ that Yosys has written of a
// router (write_cxxrtl), as sim/rtl/df_replay.sv does in other simulators: scripts/replay builds
// it.
//
//   cxxrtl_replay FILE
//
// There is no x here. So what means nothing is noise, and the router lives through the first edges
// of the recording before it is reset and the recording is played: what a reset forgets is then
// something else than 0. Exit code 0: no difference; 1: a difference; 2: the recording cannot be
// used.
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>

// Written by Yosys: cxxrtl_design::p_replayed__router.
#include "router.h"

namespace {

using Router = cxxrtl_design::p_replayed__router;

constexpr int kFirstLife = 300;  // edges of the recording before it begins anew

template <std::size_t Bits>
const cxxrtl::value<Bits>& current(const cxxrtl::value<Bits>& value) {
  return value;
}
template <std::size_t Bits>
const cxxrtl::value<Bits>& current(const cxxrtl::wire<Bits>& wire) {
  return wire.curr;
}

[[noreturn]] void refuse(const std::string& message) {
  std::cerr << "cxxrtl_replay: " << message << "\n";
  std::exit(2);
}

/// A number as it stands in the recording, highest digit first.
template <std::size_t Bits>
void set(cxxrtl::value<Bits>& value, const std::string& digits) {
  if (digits.size() != (Bits + 3) / 4)
    refuse("'" + digits + "' is no number of " + std::to_string(Bits) + " bits");
  value = cxxrtl::value<Bits>();
  std::size_t place = 0;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, place += 4) {
    const char text[2] = {*digit, 0};
    value.data[place / 32] |= static_cast<std::uint32_t>(std::strtoul(text, nullptr, 16))
                              << place % 32;
  }
}

template <std::size_t Bits>
std::string digits_of(const cxxrtl::value<Bits>& value) {
  std::string digits;
  for (std::size_t place = 0; place < Bits; place += 4)
    digits.insert(digits.begin(), "0123456789abcdef"[value.data[place / 32] >> place % 32 & 15]);
  return digits;
}

template <std::size_t Bits>
bool bit(const cxxrtl::value<Bits>& value, std::size_t place) {
  return (value.data[place / 32] >> place % 32 & 1) != 0;
}

std::uint32_t noise() {
  static std::uint32_t state = 0x2545F491;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

struct Sizes {
  int ports = 0, stride = 0, flit_bits = 0, lanes = 0, occupancies = 0, earlier = 0;
};

/// Whether any VC of a port is set.
template <std::size_t Bits>
bool any_of_port(const cxxrtl::value<Bits>& value, const Sizes& sizes, int port) {
  for (int vc = 0; vc < sizes.stride; ++vc)
    if (bit(value, static_cast<std::size_t>(port * sizes.stride + vc))) return true;
  return false;
}

template <std::size_t Bits>
bool same(const char* name, const cxxrtl::value<Bits>& actual, const std::string& expected) {
  if (digits_of(actual) == expected) return true;
  std::cout << name << ": expected " << expected << ", actual " << digits_of(actual) << "\n";
  return false;
}

class Player {
 public:
  explicit Player(const char* path) : path_(path) {}

  /// The edges up to `last`, or all. The cycle after the last. Ends the program at a difference.
  int play(Router& router, int last, bool compared) {
    std::ifstream file(path_);
    Sizes sizes;
    if (!(file >> sizes.ports >> sizes.stride >> sizes.flit_bits >> sizes.lanes >>
          sizes.occupancies >> sizes.earlier))
      refuse(path_ + " cannot be read, or is no recording");
    const std::size_t bits = static_cast<std::size_t>(sizes.ports) * sizes.flit_bits;
    if (bits != decltype(router.p_flit__ip__i)::bits ||
        static_cast<std::size_t>(sizes.ports) * sizes.stride !=
            decltype(router.p_valid__ivc__i)::bits)
      refuse(path_ + " is no recording of a router of this size");
    int cycle = -sizes.earlier;
    for (int edge = 0; edge < last; ++edge, ++cycle) {
      std::string rst;
      if (!(file >> rst)) refuse(path_ + " breaks off after cycle " + std::to_string(cycle - 1));
      if (rst == "stop") return cycle;
      std::string we, address, data, valid, credit, oracle, flits;
      if (!(file >> we >> address >> data >> valid >> credit >> oracle >> flits))
        refuse(path_ + " breaks off in cycle " + std::to_string(cycle));
      set(router.p_rst__i, rst);
      set(router.p_cfg__we__i, we);
      set(router.p_cfg__addr__i, address);
      set(router.p_cfg__data__i, data);
      set(router.p_valid__ivc__i, valid);
      set(router.p_credit__ovc__i, credit);
      set(router.p_oracle__i, oracle);
      set(router.p_flit__ip__i, flits);
      make_noise(router, sizes);
      // Inputs reach the registers before the edge.
      router.p_clk__i.set<bool>(false);
      router.step();
      router.p_clk__i.set<bool>(true);
      router.step();
      std::string outputs[4];
      // The last edge has no outputs if an assertion failed at it.
      for (std::string& output : outputs) {
        if (!(file >> output)) refuse(path_ + " breaks off in cycle " + std::to_string(cycle));
        if (output == "stop") return cycle;
      }
      // The first edge of a reset leaves the outputs undefined.
      if (compared && rst == "0" && !agrees(router, sizes, outputs)) {
        std::cout << "the router and the recorded model differ in cycle " << cycle << std::endl;
        std::exit(1);
      }
    }
    return cycle;
  }

 private:
  static void make_noise(Router& router, const Sizes& sizes) {
    for (int port = 0; port < sizes.ports; ++port) {
      if (any_of_port(router.p_valid__ivc__i, sizes, port)) continue;
      for (int word = 0; word < sizes.flit_bits / 32; ++word)
        router.p_flit__ip__i.data[port * sizes.flit_bits / 32 + word] = noise();
    }
    if (router.p_cfg__we__i) return;
    router.p_cfg__addr__i.data[0] = noise() & 0xFFFF;
    router.p_cfg__data__i.data[0] = noise();
  }

  static bool agrees(const Router& router, const Sizes& sizes, const std::string (&expected)[4]) {
    const auto& valid = current(router.p_valid__ovc__o);
    bool agrees = same("valid_ovc_o", valid, expected[0]);
    agrees = same("credit_ivc_o", current(router.p_credit__ivc__o), expected[1]) && agrees;
    agrees = same("occupancy_o", current(router.p_occupancy__o), expected[2]) && agrees;
    const std::string flits = digits_of(current(router.p_flit__op__o));
    const std::size_t digits = static_cast<std::size_t>(sizes.flit_bits) / 4;
    for (int port = 0; port < sizes.ports; ++port) {
      const std::size_t place = static_cast<std::size_t>(sizes.ports - 1 - port) * digits;
      if (!any_of_port(valid, sizes, port) ||
          flits.compare(place, digits, expected[3], place, digits) == 0)
        continue;
      std::cout << "flit of port " << port << ": expected " << expected[3].substr(place, digits)
                << ", actual " << flits.substr(place, digits) << "\n";
      agrees = false;
    }
    return agrees;
  }

  std::string path_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) refuse("usage: cxxrtl_replay FILE");
  Router router;
  Player player(argv[1]);
  player.play(router, kFirstLife, false);
  const int cycles = player.play(router, INT32_MAX, true);
  std::cout << cycles << " cycles, no difference" << std::endl;
}
