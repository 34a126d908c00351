// SPDX-License-Identifier: Apache-2.0
// What is written of a router's ports, held against the format of docs/verification.md.
#include "sim/lockstep/port_recording.hpp"

#include <array>
#include <cstring>
#include <sstream>

#include "tests/catch.hpp"

namespace dragonfly {
namespace {

/// Two ports of two VCs: vectors of four bits.
const RouterShape kShape{
    .ports = 2, .vc_bits = 1, .flit_words = 1, .oracle_lanes = 2, .occupancy_lanes = 1};

TEST_CASE("a recording begins with sizes, reset and writes of registers") {
  std::ostringstream out;
  PortRecording recording(out, kShape);
  const std::array<RegisterWrite, 1> writes = {{{0x0123, 0x00C0FFEE}}};
  recording.configure(writes, 2);
  const std::string flits(32, '0');
  const auto edge = [&](const std::string& begin) {
    return begin + " 0 0 00000000 " + flits + " 0 0 0000 " + flits + "\n";
  };
  CHECK(out.str() == "2 2 64 2 1 4\n" + edge("1 1 0000 ffffffff") + edge("1 1 0000 ffffffff") +
                         edge("0 1 0123 00c0ffee") + edge("0 0 0000 00000000"));
}

TEST_CASE("an edge of a recording has inputs, then outputs, highest bit first") {
  std::ostringstream out;
  PortRecording recording(out, kShape);
  const std::uint64_t valid_ivc = 0b0010, credit_ovc = 0b1000;
  // Port 1 has no flit; what stands there is not shown.
  const std::array<std::uint64_t, 2> flit_ip = {0x0123456789ABCDEF, 0xFFFFFFFFFFFFFFFF};
  const std::array<std::uint16_t, 2> oracle = {0x0004, 0x00A0};
  recording.arrives({&valid_ivc, &credit_ovc, flit_ip.data(), oracle.data()});
  CHECK(out.str() == "0 0 0000 00000000 2 8 00a00004 00000000000000000123456789abcdef");

  out.str("");
  const std::uint64_t valid_ovc = 0b0100, credit_ivc = 0b0001;
  const std::array<std::uint64_t, 2> flit_op = {0x1111111111111111, 0x00000000000000F7};
  const std::uint16_t occupancy = 0x1234;
  recording.leaves(
      {&valid_ovc, &credit_ivc, reinterpret_cast<const std::byte*>(flit_op.data()), &occupancy});
  CHECK(out.str() == " 4 1 1234 00000000000000f70000000000000000\n");

  out.str("");
  PortRecording::end(out);
  CHECK(out.str() == "stop\n");
}

TEST_CASE("recorded vectors may be wider than a word, and flits two words") {
  std::ostringstream out;
  const RouterShape wide{.ports = 17, .vc_bits = 2, .flit_words = 2};
  PortRecording recording(out, wide);
  const std::array<std::uint64_t, 2> valid = {0, 0x8};  // VC 3 of port 16
  const std::array<std::uint64_t, 2> credit = {0x8000000000000001, 0};
  std::array<std::uint64_t, 34> flits = {};
  flits[32] = 0x2222222222222222;
  flits[33] = 0x1111111111111111;
  recording.arrives({valid.data(), credit.data(), flits.data(), nullptr});
  CHECK(out.str() ==
        "0 0 0000 00000000 80000000000000000 08000000000000001 0000 "
        "11111111111111112222222222222222" +
            std::string(16 * 32, '0'));
}

}  // namespace
}  // namespace dragonfly
