// SPDX-License-Identifier: Apache-2.0
#include "models/router/router_state.hpp"

#include "models/router/state_difference.hpp"
#include "tests/catch.hpp"

using namespace dragonfly;

namespace {

// 3 ports of stride 4, of which 1 leads to a terminal.
const StateLayout& layout() {
  static const StateLayout layout(3, 2, {0});
  return layout;
}

struct StateStream {
  std::vector<std::uint32_t> words;
  StateWriter write{layout(), words};
};

std::vector<std::string> differences(const StateStream& expected, const StateStream& actual) {
  std::vector<std::string> texts;
  for (const auto& difference : state_differences(layout(), expected.words, actual.words))
    texts.push_back(to_string(layout(), difference));
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a state stream without FIFO contents has the documented length") {
  const StateStream stream;
  // now, 10 control registers, least t_d; 4 bit vectors over VCs, 2 over ports and 1 over terminals
  // of a word each; 11 parts of 12 halves; 7 of 3 halves; 3 of a terminal.
  CHECK(stream.words == std::vector<std::uint32_t>(12 + 7 + 11 * 6 + 7 * 2 + 3));
}

TEST_CASE("equal states have equal streams, whatever the order of writing") {
  StateStream one, other;
  one.write.half(StatePart::kCredits, 5, 7);
  one.write.now(9);
  other.write.now(9);
  other.write.half(StatePart::kCredits, 5, 7);
  CHECK(one.words == other.words);
  CHECK(differences(one, other).empty());
}

// Checks: AS-1
TEST_CASE("each part is named with its port and VC") {
  const auto differ = [](StatePart part, std::size_t entry, std::uint32_t value) {
    StateStream expected;
    expected.write.half(part, entry, value);
    return differences(expected, StateStream());
  };
  CHECK(differ(StatePart::kOccupancy, 6, 3) ==
        Texts{"occupancy of port 1 VC2: expected 3, actual 0"});
  CHECK(differ(StatePart::kCredits, 11, 65535) ==
        Texts{"credits of port 2 VC3: expected 65535, actual 0"});
  CHECK(differ(StatePart::kRoute, 0, 10) ==
        Texts{"route of port 0 VC0: expected port 2 VC1, actual none"});
  CHECK(differ(StatePart::kPointer, 1, 9) ==
        Texts{"pointer of port 1: expected port 2 VC1, actual port 0 VC0"});
  CHECK(differ(StatePart::kQueueLength, 2, 4) ==
        Texts{"output queue length of port 2: expected 4, actual 0"});
}

// Checks: AS-33
TEST_CASE("bits of vectors and fields of decisions are told apart") {
  StateStream expected, actual;
  const std::uint32_t batch = 0b1000'0000'0001;
  actual.write.bits(StatePart::kBatch, &batch);
  expected.write.word(StatePart::kDecision, 0, state_decision(true, 300, 17));
  actual.write.word(StatePart::kDecision, 0, state_decision(false, 300, 18));
  CHECK(differences(expected, actual) == Texts{"batch of port 0 VC0: expected 0, actual 1",
                                               "batch of port 2 VC3: expected 0, actual 1",
                                               "decision: nonmin of port 0: expected 1, actual 0",
                                               "decision: salt of port 0: expected 17, actual 18"});
}

// Checks: AS-6, AS-7, AS-8, AS-9, AS-10, AS-11, AS-12, AS-13, AS-14, AS-15, AS-16, AS-17, AS-18,
// AS-19, AS-20, AS-21, AS-22, AS-23, AS-24, AS-25, AS-26, AS-27, AS-28, AS-29, AS-30, AS-31, AS-32
TEST_CASE("a difference in any bit of any part is told once, by the part's name") {
  struct Row {
    const char* name;
    StatePart part;
    std::size_t entries;
    unsigned bits;
  };
  // As the tables of the specification have them: 3 ports of 4 VCs, of which one asks.
  const std::vector<Row> rows = {{"now", StatePart::kNow, 1, 16},
                                 {"control register CONNECTED", StatePart::kConnected, 3, 1},
                                 {"control register TCRT0", StatePart::kTcrt0, 3, 16},
                                 {"mid-packet", StatePart::kMidPacket, 12, 1},
                                 {"held", StatePart::kHeld, 12, 1},
                                 {"batch", StatePart::kBatch, 12, 1},
                                 {"decided", StatePart::kDecided, 1, 1},
                                 {"destination", StatePart::kDestination, 1, 32},
                                 {"occupancy", StatePart::kOccupancy, 12, 11},
                                 {"buffer write pointer", StatePart::kWritePointer, 12, 11},
                                 {"buffer read pointer", StatePart::kReadPointer, 12, 11},
                                 {"buffer write slot", StatePart::kWriteSlot, 12, 10},
                                 {"buffer read slot", StatePart::kReadSlot, 12, 10},
                                 {"route", StatePart::kRoute, 12, 12},
                                 {"credits", StatePart::kCredits, 12, 11},
                                 {"taken", StatePart::kTaken, 12, 8},
                                 {"returned", StatePart::kReturned, 12, 8},
                                 {"output queue length", StatePart::kQueueLength, 3, 16},
                                 {"pause", StatePart::kPause, 3, 8},
                                 {"queue-ready", StatePart::kReady, 3, 1},
                                 {"pointer", StatePart::kPointer, 3, 11},
                                 {"t_d", StatePart::kTd, 3, 15},
                                 {"least t_d", StatePart::kLeastTd, 1, 15},
                                 {"pending", StatePart::kPending, 12, 1},
                                 {"queue", StatePart::kQueue, 3, 16},
                                 {"arrival VC", StatePart::kArrivalVc, 3, 3},
                                 {"LFSR", StatePart::kLfsr, 1, 32}};
  // Beside them control registers, decisions and two parts with FIFOs.
  CHECK(rows.size() + 4 == kStateParts);
  const StateStream zero;
  for (const Row& row : rows) {
    for (std::size_t entry = 0; entry < row.entries; ++entry) {
      for (unsigned bit = 0; bit < row.bits; ++bit) {
        CAPTURE(row.name, entry, bit);
        StateStream actual;
        const unsigned width = kStatePartKinds[static_cast<std::size_t>(row.part)].bits;
        REQUIRE(row.bits <= width);
        if (width == 1) {
          actual.write.set_bit(row.part, entry);
        } else if (width == 16) {
          actual.write.half(row.part, entry, 1U << bit);
        } else {
          actual.write.word(row.part, entry, 1U << bit);
        }
        const auto found = state_differences(layout(), zero.words, actual.words);
        REQUIRE(found.size() == 1);
        REQUIRE(found[0].name == row.name);
        REQUIRE(found[0].expected == 0);
        REQUIRE(found[0].actual == std::int64_t{1} << bit);
      }
    }
  }
}

// Checks: AS-1
TEST_CASE("control registers come first, by name") {
  StateStream expected, actual;
  expected.write.half(StatePart::kOccupancy, 0, 1);
  expected.write.control(ControlRegister::kThreshold, 5);
  expected.write.set_bit(StatePart::kConnected, 2);
  expected.write.half(StatePart::kTcrt0, 1, 20);
  actual.write.half(StatePart::kTcrt0, 1, 10);
  CHECK(differences(expected, actual) ==
        Texts{"control register THRESHOLD: expected 5, actual 0",
              "control register CONNECTED of port 2: expected 1, actual 0",
              "control register TCRT0 of port 1: expected 20, actual 10",
              "occupancy of port 0 VC0: expected 1, actual 0"});
  CHECK(state_value(layout(), expected.words, {"control register THRESHOLD"}) == 5);
}

// Checks: AS-5
TEST_CASE("a difference in any bit of a control register is told by the register's name") {
  // By address.
  const Texts names = {"ALGORITHM", "FLAGS",    "THRESHOLD", "BUFFER_DEPTH", "OQ_LIMIT",
                       "ROUTE(0)",  "ROUTE(1)", "ROUTE(2)",  "ROUTE(3)",     "CTQ_ONE_IN"};
  CHECK(names.size() == kControlRegisters);
  const StateStream zero;
  for (std::size_t address = 0; address < names.size(); ++address) {
    for (unsigned bit = 0; bit < 16; ++bit) {
      StateStream actual;
      actual.write.control(static_cast<ControlRegister>(address), 1U << bit);
      const auto found = state_differences(layout(), zero.words, actual.words);
      REQUIRE(found.size() == 1);
      REQUIRE(found[0].name == "control register " + names[address]);
      REQUIRE(found[0].actual == std::int64_t{1} << bit);
    }
  }
}

// Checks: AS-2
TEST_CASE("destinations, pending flags and pointers are compared") {
  StateStream expected, actual;
  expected.write.word(StatePart::kDestination, 0, 0x12c0c3);
  actual.write.half(StatePart::kReadSlot, 6, 1);
  actual.write.set_bit(StatePart::kPending, 5);
  actual.write.word(StatePart::kLeastTd, 0, 9);
  expected.write.set_bit(StatePart::kReady, 1);
  CHECK(differences(expected, actual) ==
        Texts{"destination of port 0: expected 0x0012c0c3, actual 0x00000000",
              "buffer read slot of port 1 VC2: expected 0, actual 1",
              "queue-ready of port 1: expected 1, actual 0", "least t_d: expected 0, actual 9",
              "pending of port 1 VC1: expected 0, actual 1"});
}

// Checks: AS-1, AS-34, AS-35
TEST_CASE("entries of FIFOs are compared one by one, and missing ones are named") {
  StateStream expected, actual;
  expected.write.timestamp(1, 100);
  expected.write.timestamp(1, 101);
  expected.write.timestamp(9, 40);
  expected.write.pending_credit(5, 7);
  actual.write.timestamp(1, 100);
  actual.write.timestamp(9, 41);
  actual.write.pending_credit(5, 7);
  actual.write.pending_credit(5, 8);
  CHECK(expected.words.size() == layout().words() + 4);
  CHECK(differences(expected, actual) ==
        Texts{"timestamp queue of port 0 VC1, entry 1: expected 101, actual no entry",
              "timestamp queue of port 2 VC1, entry 0: expected 40, actual 41",
              "pending credit's release time of port 1 VC1, entry 1: expected no entry, actual 8"});
}
