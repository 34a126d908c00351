// SPDX-License-Identifier: Apache-2.0
// The router model through its ports. Expected values follow from docs/microarchitecture.md by
// hand.
#include "models/router/router_model.hpp"

#include "models/router/state_difference.hpp"
#include "tests/catch.hpp"
#include "tests/router/router_bench.hpp"

using namespace dragonfly;

namespace {

constexpr int kAlgorithm = 0x0000, kFlags = 0x0001, kThreshold = 0x0002, kDepth = 0x0003,
              kOqLimit = 0x0004, kLfsr = 0x0100;
constexpr std::uint32_t kVal = 1, kUgalL = 2, kUgalG = 3, kUgalLVc = 4, kUgalLVch = 5, kUgalLCr = 6;

/// A number whose low byte, the salt, is 0x55, and that draws the given one of 9 groups:
/// (upper half x 9) >> 16.
std::uint32_t drawing(std::uint32_t group) { return ((group << 16) / 9 + 1) << 16 | 0x55; }

TestFlit to_group(unsigned group) {
  TestFlit flit;
  flit.dst_group = group;
  return flit;
}

/// Leaves `flits` flits on the way to output VC `vc` of a port, without credits for them: they came
/// in on local port 4 for a group that the port leads to.
void load(RouterBench& bench, unsigned group, int vc, int flits) {
  for (int i = 0; i < flits; ++i) {
    bench.arrive(4, vc, to_group(group).bits());
    bench.step();
  }
  bench.idle(1);
}

/// Port and VC on which a single flit from terminal 0 to `group` leaves at once.
std::pair<int, int> decided(RouterBench& bench, unsigned group) {
  bench.arrive(0, 0, to_group(group).bits());
  bench.step();
  for (int port = 0; port < 7; ++port)
    if (bench.vc_left(port) >= 0) return {port, bench.vc_left(port)};
  return {-1, -1};
}

using Output = std::pair<int, int>;

}  // namespace

// Checks: PT-5
TEST_CASE("a flit leaves an idle router in the cycle of its arrival, with one hop more") {
  RouterBench bench;
  TestFlit flit = to_group(1);
  flit.hops = 3;
  flit.salt = 0x80;
  bench.arrive(2, 1, flit.bits());
  bench.step();
  flit.hops = 4;
  REQUIRE(bench.vc_left(5) == 1);
  CHECK(bench.left(5)->flit == flit.bits());
  CHECK(bench.freed(2, 1));
  bench.step();
  CHECK(bench.vc_left(5) == -1);
  CHECK(!bench.freed(2, 1));
}

// Checks: SE-2
TEST_CASE("hops stay at 15") {
  RouterBench bench;
  TestFlit flit = to_group(1);
  flit.hops = 15;
  bench.arrive(2, 0, flit.bits());
  bench.step();
  CHECK(bench.left(5)->flit == flit.bits());
}

// Checks: DF-15
TEST_CASE("a global hop leads one VC up, a local one does not") {
  RouterBench bench;
  bench.arrive(5, 0, to_group(7).bits());  // on to router 3 of this group
  bench.arrive(2, 1, to_group(2).bits());
  bench.step();
  CHECK(bench.vc_left(4) == 1);
  CHECK(bench.vc_left(6) == 1);
}

// Checks: DF-18
TEST_CASE("packets leave for terminals on the VC that the salt says") {
  // (salt x 3) >> 8
  const auto [salt, vc] = GENERATE(std::pair{0U, 0}, std::pair{85U, 0}, std::pair{86U, 1},
                                   std::pair{170U, 1}, std::pair{171U, 2}, std::pair{255U, 2});
  RouterBench bench;
  TestFlit flit;
  flit.dst_term = 1;
  flit.salt = salt;
  bench.arrive(6, 1, flit.bits());
  bench.step();
  CHECK(bench.vc_left(1) == vc);
}

// Checks: DF-16, FL-8
TEST_CASE("a packet goes on towards its intermediate group on VC0 of a local port only") {
  TestFlit flit = to_group(1);
  flit.nonmin = true;
  flit.mid_group = 2;
  const auto output = [&](int port, int vc) {
    RouterBench bench;
    bench.arrive(port, vc, flit.bits());
    bench.step();
    return Output{bench.vc_left(5) >= 0 ? 5 : 6, std::max(bench.vc_left(5), bench.vc_left(6))};
  };
  CHECK(output(3, 0) == Output{6, 0});
  CHECK(output(3, 1) == Output{5, 1});
  CHECK(output(6, 0) == Output{5, 1});
}

// Checks: DF-17, DF-25
TEST_CASE("the second choice of a non-minimal packet takes the salt in reverse order") {
  // Two ways to group 3: by router 1 (port 2) and by router 2 (port 3).
  RouterBench bench({{0x2003, 2 | 2 << 16}, {0x4002, 1}, {0x4003, 2}});
  TestFlit flit = to_group(3);
  flit.salt = 0x01;  // (1 x 2) >> 8 = 0; reversed: (128 x 2) >> 8 = 1
  bench.arrive(5, 0, flit.bits());
  bench.step();
  CHECK(bench.vc_left(2) == 1);
  flit.nonmin = true;
  flit.mid_group = 5;
  bench.arrive(5, 0, flit.bits());
  bench.step();
  CHECK(bench.vc_left(3) == 1);
  // The first choice, towards the intermediate group, does not.
  flit.mid_group = 3;
  flit.dst_group = 5;
  bench.arrive(4, 0, flit.bits());
  bench.step();
  CHECK(bench.vc_left(2) == 0);
}

// Checks: DF-30, DF-32, FL-4, RT-9, SE-2
TEST_CASE("the first router writes its decision into the head flit") {
  RouterBench bench({{kAlgorithm, kVal}, {kLfsr, drawing(6)}});
  bench.arrive(0, 0, to_group(1).bits());
  bench.step();
  TestFlit flit = to_group(1);
  flit.nonmin = true;
  flit.mid_group = 6;
  flit.salt = 0x55;
  flit.hops = 1;
  REQUIRE(bench.vc_left(3) == 0);
  CHECK(bench.left(3)->flit == flit.bits());
}

// Checks: DF-31, DF-33, RT-8
TEST_CASE("paths through the source or the destination group are minimal, also under VAL") {
  const std::uint32_t drawn = GENERATE(0, 1);
  RouterBench bench({{kAlgorithm, kVal}, {kLfsr, drawing(drawn)}});
  CHECK(decided(bench, 1) == Output{5, 1});
  CHECK((bench.left(5)->flit >> 61 & 1) == 0);
  CHECK((bench.left(5)->flit >> 41 & 15) == 0);
}

// Checks: RT-3
TEST_CASE("a decision steps the random number register, and nothing else does") {
  RouterBench bench(RouterBench::Registers{{kLfsr, 1}});
  const auto lfsr = [&] {
    std::vector<std::uint32_t> state;
    bench.router().state(state);
    return state[bench.router().layout().first(StatePart::kLfsr)];
  };
  bench.idle(3);
  CHECK(lfsr() == 1);
  decided(bench, 1);
  // 1 ^ 1 << 13 = 0x2001; >> 17 adds nothing; ^ 0x2001 << 5 = 0x40020.
  CHECK(lfsr() == (0x2001 ^ 0x40020));
  bench.idle(3);
  CHECK(lfsr() == (0x2001 ^ 0x40020));
}

// Checks: CR-9, DF-34, DF-35, DF-36, DF-37, DF-47, RT-6
TEST_CASE("UGAL-L weighs the queues of the outputs, whatever the VC") {
  // Minimal: port 5 VC1; through group 2: port 6 VC0. 1 x 1 <= 0 x 2 + T?
  const auto output = [](std::uint32_t algorithm, int threshold, int minimal, int other) {
    RouterBench bench({{kAlgorithm, algorithm},
                       {kThreshold, static_cast<std::uint16_t>(threshold)},
                       {kLfsr, drawing(2)}});
    load(bench, 1, 0, minimal);  // port 5 VC0
    load(bench, 2, 0, other);    // port 6 VC0
    return decided(bench, 1);
  };
  const Output minimal{5, 1}, other{6, 0};
  CHECK(output(kUgalL, 0, 0, 0) == minimal);
  CHECK(output(kUgalL, 0, 1, 0) == other);
  CHECK(output(kUgalL, 1, 1, 0) == minimal);
  CHECK(output(kUgalL, -1, 0, 0) == other);
  CHECK(output(kUgalL, 0, 2, 1) == minimal);
  CHECK(output(kUgalL, 0, 3, 1) == other);
  // With VCs told apart the flits on VC0 of port 5 do not count.
  CHECK(output(kUgalLVc, 0, 3, 1) == minimal);
  // Only where both paths have the same port.
  CHECK(output(kUgalLVch, 0, 3, 1) == other);
  CHECK(output(kUgalLCr, 0, 3, 1) == other);
}

// Checks: DF-37, DF-49
TEST_CASE("UGAL-L_VCH tells VCs apart where both paths have the same output") {
  // To group 3 on port 2 VC1, or through group 4 on port 2 VC0; one flit is on VC1.
  const auto output = [](std::uint32_t algorithm) {
    RouterBench bench({{kAlgorithm, algorithm}, {kLfsr, drawing(4)}});
    load(bench, 3, 1, 1);
    return decided(bench, 3);
  };
  CHECK(output(kUgalL) == Output{2, 1});    // 1 x 1 <= 1 x 2
  CHECK(output(kUgalLVc) == Output{2, 0});  // 1 x 1 > 0 x 2
  CHECK(output(kUgalLVch) == Output{2, 0});
  CHECK(output(kUgalLCr) == Output{2, 0});
}

// Checks: DF-35
TEST_CASE("with all hops counted, a local channel at the start counts too") {
  // Group 1 directly: H_m = 2; through group 3 by router 1: H_n = 5. 5 x 2 <= 2 x 5, 5 x 1 > 2 x 2.
  const auto output = [](std::uint32_t flags, int minimal) {
    RouterBench bench({{kAlgorithm, kUgalL}, {kFlags, flags}, {kLfsr, drawing(3)}});
    load(bench, 1, 0, minimal);
    load(bench, 3, 0, 2);
    return decided(bench, 1);
  };
  CHECK(output(4, 5) == Output{5, 1});
  CHECK(output(4, 6) == Output{2, 0});
  CHECK(output(0, 5) == Output{2, 0});
}

// Checks: DF-37, DF-50
TEST_CASE("UGAL-G compares what the oracle says of the channels") {
  RouterBench bench({{kAlgorithm, kUgalG}, {kLfsr, drawing(6)}});
  // To group 1 by channel 0, or through group 6 by channel 5 (router 2, global port 1).
  const auto [minimal, other] =
      GENERATE(std::pair{0, 0}, std::pair{1, 0}, std::pair{2, 1}, std::pair{3, 1});
  bench.oracle(0, static_cast<std::uint16_t>(minimal));
  bench.oracle(5, static_cast<std::uint16_t>(other));
  CHECK(decided(bench, 1) == (minimal <= 2 * other ? Output{5, 1} : Output{3, 0}));
}

// Checks: FM-12, QE-11
TEST_CASE("UGAL-G tells the occupancy of the global outputs") {
  RouterBench bench(RouterBench::Registers{{kAlgorithm, kUgalG}});
  bench.oracle(0, 0);
  load(bench, 2, 0, 2);
  CHECK(bench.router().outputs().occupancy[0] == 0);
  CHECK(bench.router().outputs().occupancy[1] == 2);
  bench.credit(6, 0);
  bench.step();
  CHECK(bench.router().outputs().occupancy[1] == 2);
  bench.step();
  CHECK(bench.router().outputs().occupancy[1] == 1);
}

// Checks: QE-3, QE-4, QE-5
TEST_CASE("sequential decisions see those of the terminals before in the same cycle") {
  const std::uint32_t algorithm = GENERATE(kUgalL, kUgalG);
  const std::uint32_t sequential = GENERATE(0, 1);
  RouterBench bench({{kAlgorithm, algorithm},
                     {kFlags, sequential},
                     {kLfsr, drawing(2)},
                     {kLfsr + 1, drawing(2)}});
  if (algorithm == kUgalG) bench.oracle(0, 0);
  bench.arrive(0, 0, to_group(1).bits());
  bench.arrive(1, 0, to_group(1).bits());
  bench.step();
  CHECK(bench.vc_left(5) == 1);
  // 1 x 1 > 0 x 2: the second goes through group 2.
  CHECK(bench.vc_left(6) == (sequential != 0 ? 0 : -1));
}

// Checks: SA-6, SA-14
TEST_CASE("requests that have waited come before those that the pointer prefers") {
  RouterBench bench({}, 1);
  const auto arrive = [&](int port) {
    TestFlit flit;
    flit.tag = static_cast<std::uint64_t>(port);
    bench.arrive(port, 0, flit.bits());
  };
  const auto source = [&] {
    REQUIRE(bench.vc_left(0) == 0);
    return bench.left(0)->flit & 7;
  };
  arrive(2);
  arrive(4);
  bench.step();
  CHECK(source() == 2);  // pointer 0; now 9, and the flit of port 4 is a batch
  arrive(3);
  arrive(2);
  bench.step();
  CHECK(source() == 4);  // not port 3, input VC 12, which is next after 9
  bench.step();
  CHECK(source() == 2);  // pointer 17: around to input VC 8
  bench.step();
  CHECK(source() == 3);
}

// Checks: SA-1, SE-3, SE-6
TEST_CASE("an output takes S flits a cycle and sends them in the order of input VCs") {
  RouterBench bench({}, 2);
  for (const int port : {2, 3, 4}) {
    TestFlit flit;
    flit.tag = static_cast<std::uint64_t>(port);
    bench.arrive(port, 0, flit.bits());
  }
  bench.step();
  CHECK((bench.left(0)->flit & 7) == 2);
  CHECK(bench.freed(2, 0));
  CHECK(bench.freed(3, 0));
  CHECK(!bench.freed(4, 0));
  bench.step();
  CHECK((bench.left(0)->flit & 7) == 3);
  CHECK(bench.freed(4, 0));
  bench.step();
  CHECK((bench.left(0)->flit & 7) == 4);
  bench.step();
  CHECK(bench.vc_left(0) == -1);
}

// Checks: CR-11, SA-3
TEST_CASE("an output takes flits only while its queue has room for S more") {
  RouterBench bench(RouterBench::Registers{{kOqLimit, 2}}, 2);
  for (const int port : {2, 3, 4}) bench.arrive(port, 0, TestFlit().bits());
  bench.step();
  CHECK(!bench.freed(4, 0));
  bench.step();  // one flit was in the queue, which leaves now
  CHECK(!bench.freed(4, 0));
  CHECK(bench.vc_left(0) == 0);
  bench.step();
  CHECK(bench.freed(4, 0));
  CHECK(bench.vc_left(0) == 0);
}

// Checks: SA-4, SE-12
TEST_CASE("without a credit nothing goes, and a credit can be used in the next cycle") {
  RouterBench bench(RouterBench::Registers{{kDepth, 2}});
  for (int flit = 0; flit < 3; ++flit) {
    bench.arrive(2, 0, to_group(1).bits());
    bench.step();
  }
  CHECK(bench.vc_left(5) == -1);
  bench.credit(5, 0);
  bench.step();
  CHECK(bench.vc_left(5) == -1);
  bench.step();
  CHECK(bench.vc_left(5) == 0);
}

// Checks: SA-5
TEST_CASE("under virtual cut-through a head waits for room for its packet") {
  const std::uint32_t cut_through = GENERATE(0, 1);
  RouterBench bench({{kDepth, 4}, {kFlags, cut_through << 1}});
  load(bench, 1, 0, 1);  // 3 credits are left
  TestFlit head = to_group(1);
  head.tail = false;
  head.len = 3;
  bench.arrive(2, 0, head.bits());
  bench.step();
  CHECK(bench.vc_left(5) == (cut_through != 0 ? -1 : 0));
  if (cut_through == 0) return;
  bench.credit(5, 0);
  bench.step();
  CHECK(bench.vc_left(5) == -1);
  bench.step();
  CHECK(bench.vc_left(5) == 0);
}

// Checks: FL-5, FR-4, SA-5
TEST_CASE("a packet holds its output VC from head to tail, and no other") {
  RouterBench bench;
  TestFlit head = to_group(1);
  head.tail = false;
  head.len = 1;
  bench.arrive(2, 0, head.bits());
  bench.step();
  CHECK(bench.vc_left(5) == 0);
  bench.arrive(3, 0, to_group(1).bits());
  bench.arrive(4, 1, to_group(1).bits());
  bench.step();
  CHECK(bench.vc_left(5) == 1);
  bench.step();
  CHECK(bench.vc_left(5) == -1);
  TestFlit tail;
  tail.head = false;
  bench.arrive(2, 0, tail.bits());
  bench.step();
  CHECK(bench.left(5)->flit == tail.bits());  // unchanged
  bench.step();
  CHECK(bench.vc_left(5) == 0);
  CHECK(bench.freed(3, 0));
}

// Checks: CT-5, CT-6, CT-10, CT-12, CT-13, CT-14, FM-14
TEST_CASE("t_d holds up the credits of local ports, in order") {
  RouterBench bench(RouterBench::Registers{{kAlgorithm, kUgalLCr}});
  bench.arrive(2, 0, to_group(1).bits());
  bench.step();  // cycle 0: a flit takes a credit of port 5 VC0
  CHECK(bench.freed(2, 0));
  bench.idle(6);
  bench.credit(5, 0);
  bench.step();  // cycle 7: t_crt = 7, t_d = 7 - 2 from cycle 9 on
  bench.arrive(3, 0, to_group(1).bits());
  bench.step();  // cycle 8
  CHECK(bench.freed(3, 0));
  bench.arrive(3, 0, to_group(1).bits());  // released in cycle 9 + 5
  bench.arrive(0, 0, to_group(1).bits());
  bench.arrive(6, 0, to_group(1).bits());
  bench.step();  // cycle 9
  CHECK(!bench.freed(3, 0));
  CHECK(bench.freed(0, 0));
  CHECK(bench.freed(6, 0));
  bench.arrive(3, 0, to_group(2).bits());  // no delay, but behind the other
  for (int cycle = 10; cycle <= 16; ++cycle) {
    bench.step();
    INFO("cycle " << cycle);
    CHECK(bench.freed(3, 0) == (cycle == 14 || cycle == 15));
  }
}

// Checks: CR-13, CT-2, CT-3, CT-6
TEST_CASE("one credit in n is timed") {
  RouterBench bench({{kAlgorithm, kUgalLCr}, {0x0009, 2}});
  const auto td = [&] {
    std::vector<std::uint32_t> state;
    bench.router().state(state);
    std::uint16_t value = 0;
    std::memcpy(&value,
                reinterpret_cast<const char*>(state.data() +
                                              bench.router().layout().first(StatePart::kTd)) +
                    2 * 5,
                2);
    return value;
  };
  load(bench, 1, 0, 2);  // cycles 0 and 1 take credits; only the first is timed. 3 cycles passed.
  bench.credit(5, 0);
  bench.step();  // cycle 3: t_crt = 3
  CHECK(td() == 0);
  bench.step();
  CHECK(td() == 1);
  bench.idle(10);
  bench.credit(5, 0);  // not timed
  bench.step();
  bench.idle(2);
  CHECK(td() == 1);
}

// Checks: AS-1, AS-2, AS-12, AS-13, AS-14, AS-19, AS-30, AS-33
TEST_CASE("the state names a packet's route, decision and waiting flits") {
  RouterBench bench({{kDepth, 1}, {kAlgorithm, kVal}, {kLfsr, drawing(6)}});
  const StateLayout& layout = bench.router().layout();
  bench.arrive(4, 0, to_group(5).bits());  // takes the credit of port 3 VC0
  bench.step();
  bench.arrive(0, 0, to_group(1).bits());  // decides for port 3 VC0, and waits
  bench.step();
  std::vector<std::uint32_t> expected, actual;
  StateWriter write(layout, expected);
  write.now(RouterBench::kEdges + 3);  // two cycles have passed
  write.control(ControlRegister::kAlgorithm, 1);
  write.control(ControlRegister::kBufferDepth, 1);
  write.control(ControlRegister::kOqLimit, 52);
  write.control(ControlRegister::kRoute0, 9);
  write.control(ControlRegister::kRoute3, 1);
  write.control(ControlRegister::kCtqOneIn, 1);
  write.word(StatePart::kConnected, 0, 0x7f);
  write.word(StatePart::kReady, 0, 0x7f);
  for (unsigned port = 0; port < 7; ++port) write.half(StatePart::kTcrt0, port, 2);
  write.half(StatePart::kWritePointer, 0, 1);  // one flit has entered a FIFO, none has left one
  write.half(StatePart::kWriteSlot, 0, 1);
  write.word(StatePart::kDestination, 0, 1U << 3);
  for (unsigned port = 0; port < 7; ++port)
    for (unsigned vc = 0; vc < 3; ++vc)
      write.half(StatePart::kCredits, 4 * port + vc, port == 3 && vc == 0 ? 0 : 1);
  write.half(StatePart::kOccupancy, 0, 1);
  write.half(StatePart::kRoute, 0, 4 * 3 + 1);
  write.word(StatePart::kBatch, 0, 1);
  write.word(StatePart::kDecided, 0, 1);
  write.word(StatePart::kDecision, 0, state_decision(true, 6, 0x55));
  write.word(StatePart::kLfsr, 0, xorshift(drawing(6)));
  write.word(StatePart::kLfsr, 1, 0x2222);
  bench.router().state(actual);
  CHECK(actual == expected);
}

// Checks: AS-15, AS-16, AS-17, AS-18
TEST_CASE("pointers of a FIFO count what has entered and left it, not what passes it") {
  constexpr int kBuilt = 4, kFlits = 2 * kBuilt + 3;  // over the wrap of the pointers
  RouterBench bench({{kDepth, kBuilt}}, 4, kBuilt);
  const auto is = [&](int entered, int departed) {
    std::vector<std::uint32_t> state;
    bench.router().state(state);
    const auto value = [&](StatePart part) {
      return static_cast<int>(state_entry(bench.router().layout(), state, part, 4 * 2));
    };
    CAPTURE(entered, departed);
    CHECK(value(StatePart::kOccupancy) == entered - departed);
    CHECK(value(StatePart::kWritePointer) == entered % (2 * kBuilt));
    CHECK(value(StatePart::kReadPointer) == departed % (2 * kBuilt));
    CHECK(value(StatePart::kWriteSlot) == entered % kBuilt);
    CHECK(value(StatePart::kReadSlot) == departed % kBuilt);
  };
  const auto arrive = [&] {
    bench.arrive(2, 0, to_group(1).bits());
    bench.step();
  };
  bench.step();
  is(0, 0);
  // Flits to group 1 leave by port 5, for which there are credits at first.
  for (int flit = 0; flit < kBuilt; ++flit) {
    arrive();
    is(0, 0);
  }
  arrive();
  is(1, 0);
  for (int entered = 2; entered <= kFlits; ++entered) {
    arrive();
    is(entered, entered - 2);
    bench.credit(5, 0);  // can be used in the next cycle
    bench.step();
    is(entered, entered - 2);
    bench.step();
    is(entered, entered - 1);
  }
}

// Checks: DF-29, OW-1, OW-2, OW-4, OW-5
TEST_CASE("what breaks the rules of the ports is refused") {
  RouterBench bench({{kDepth, 1}, {0x0010, 0x5f}});  // port 5 is not connected
  SECTION("a credit that is not owed") {
    bench.credit(2, 0);
    CHECK_THROWS_WITH(bench.step(), ContainsSubstring("output port 2 VC0"));
  }
  SECTION("two flits on a port") {
    bench.arrive(2, 0, to_group(2).bits());
    bench.arrive(2, 1, to_group(2).bits());
    CHECK_THROWS_WITH(bench.step(), ContainsSubstring("two VCs"));
  }
  SECTION("a terminal on another VC") {
    bench.arrive(1, 1, to_group(2).bits());
    CHECK_THROWS_AS(bench.step(), RouterFailure);
  }
  SECTION("no room") {
    for (const int port : {2, 3}) bench.arrive(port, 0, to_group(2).bits());
    bench.step();  // one of them takes the only credit
    for (const int port : {2, 3}) bench.arrive(port, 0, to_group(2).bits());
    CHECK_THROWS_WITH(bench.step(), ContainsSubstring("no room"));
  }
  SECTION("a port that leads nowhere") {
    bench.arrive(2, 0, to_group(1).bits());
    CHECK_THROWS_WITH(bench.step(), ContainsSubstring("not connected"));
  }
  SECTION("a VC that does not exist") {
    bench.arrive(6, 2, to_group(3).bits());
    CHECK_THROWS_WITH(bench.step(), ContainsSubstring("VC that does not exist"));
  }
  SECTION("a body without a head") {
    TestFlit body;
    body.head = false;
    bench.arrive(2, 0, body.bits());
    CHECK_THROWS_WITH(bench.step(), ContainsSubstring("without a head"));
  }
}
