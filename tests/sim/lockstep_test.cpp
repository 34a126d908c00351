// SPDX-License-Identifier: Apache-2.0
// Lockstep of Verilated routers and their models: 72 terminals, radix 7.
#include "sim/simulation/lockstep.hpp"

#include <array>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "models/config/configuration.hpp"
#include "models/run/simulate_model.hpp"
#include "sim/lockstep/lockstep_router.hpp"
#include "sim/lockstep/report.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/catch.hpp"
#include "tests/families/dragonfly/dragonfly_flits.hpp"
#include "tests/sim/ideal_run.hpp"

using namespace dragonfly;

namespace {

Configuration short_run() {
  Configuration config = small_network();
  config.measurement.warmup_min = config.measurement.warmup_max = 300;
  config.measurement.window = 500;
  config.measurement.drain_max = 2000;
  return config;
}

/// A router and model whose inputs stay idle, except for what a test does to the RTL.
class BrokenRouter : public VariantRouter {
 public:
  BrokenRouter(std::unique_ptr<RouterModel> inner, std::int64_t cycle, std::string what)
      : inner_(std::move(inner)), cycle_(cycle), what_(std::move(what)) {}

  void configure(std::span<const RegisterWrite> writes, int edges) override {
    CHECK(static_cast<int>(writes.size()) == edges - 2);  // one in each edge but two
    inner_->configure(writes, edges);
  }
  void step(const RouterInputs& inputs) override {
    inner_->state(state_);
    if (cycle_ == 0 && what_ == "state") state_[inner_->layout().first(StatePart::kCredits)] ^= 1;
    inner_->step(inputs);
    credit_ = *inner_->outputs().credit_ivc;
    if (cycle_ == 0 && what_ == "credit") credit_ |= 1U << 5;
    --cycle_;
  }
  [[nodiscard]] RouterOutputs outputs() const override {
    RouterOutputs outputs = inner_->outputs();
    outputs.credit_ivc = &credit_;
    return outputs;
  }
  void present(const RouterInputs&) override {}
  bool state(std::vector<std::uint32_t>& stream) const override {
    stream = state_;
    return true;
  }
  bool force(int, ForcedValue) override { return false; }
  [[nodiscard]] bool unforced(int) const override { return false; }
  void expect(const RouterOutputs&, std::uint32_t, std::uint32_t) override {}

 private:
  std::unique_ptr<RouterModel> inner_;
  std::int64_t cycle_;
  std::string what_;
  std::vector<std::uint32_t> state_;
  std::uint64_t credit_ = 0;
};

const RouterSizes kSizes{.design = dragonfly_design(2, 4, 2), .vcs = 3, .speedup = 4};

std::unique_ptr<RouterModel> model() {
  return make_router_model(kSizes, [] { return make_dragonfly_unit(2, 4, 2, 3); });
}

/// Steps a router that goes wrong in a cycle beside its model; what lockstep finds.
std::optional<Difference> found(const std::string& what, std::int64_t wrong_in, int state_every) {
  const DragonflyFlits layout(2, 4, 2);
  const RouterShape shape = router_shape(kSizes);
  LockstepCount count;
  std::optional<Difference> difference;
  LockstepRouter router(std::make_unique<BrokenRouter>(model(), wrong_in, what), model(), shape,
                        layout, {.number = 17, .state_every = state_every}, count,
                        [&](Difference seen) {
                          if (!difference) difference = std::move(seen);
                        });
  const std::vector<RegisterWrite> writes = {{0x0003, 16}, {0x0004, 52}, {0x0010, 0x7f}};
  router.configure(writes, 10);
  const std::vector<std::uint64_t> none(16);
  for (int cycle = 0; cycle < 20; ++cycle) router.step({none.data(), none.data(), none.data()});
  CHECK(count.router_cycles == 20);
  CHECK(count.state_compared == (state_every == 0 ? 0 : 20 / state_every));
  return difference;
}

}  // namespace

TEST_CASE("Where router and model agree, credits that are not conserved end the run") {
  const int depth = GENERATE(16, 15);  // 16 is what the register says
  const DragonflyFlits layout(2, 4, 2);
  LockstepCount count;
  const auto reference = model();
  CreditAudit audit(reference->layout(), kSizes.design, kSizes.vcs, depth);
  LockstepRouter router(std::make_unique<BrokenRouter>(model(), -1, ""), model(),
                        router_shape(kSizes), layout, {.audit = &audit}, count,
                        [](const Difference&) {});
  const std::vector<RegisterWrite> writes = {{0x0003, 16}, {0x0004, 52}, {0x0010, 0x7f}};
  router.configure(writes, 10);
  const std::vector<std::uint64_t> none(16);
  const auto step = [&] { router.step({none.data(), none.data(), none.data()}); };
  if (depth == 16) {
    for (int cycle = 0; cycle < 2 * LockstepRouter::kAuditEvery; ++cycle) CHECK_NOTHROW(step());
  } else {
    CHECK_THROWS_WITH(step(), ContainsSubstring("credits are not conserved: of 15 slots"));
  }
}

TEST_CASE("RTL, model and lockstep give the same packet trace") {
  Configuration config = short_run();
  const auto [algorithm, sink_rate] =
      GENERATE(std::pair{"min", 1.0}, std::pair{"ugal-g", 1.0}, std::pair{"ugal-l-cr", 1.0},
               std::pair{"ugal-l-cr", 0.4});
  config.routing.algorithm = algorithm;
  config.traffic.sink_rate = sink_rate;
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.packet_size = 4;
  config.traffic.load = 0.3;
  const ScratchDirectory scratch;
  const auto trace = [&](const std::string& name, auto&& simulate) {
    RunOptions options;
    options.packet_trace_path = scratch / name;
    const auto child = in_child([&] { return simulate(options); });
    INFO(child.text);
    REQUIRE(child.exit_code == 0);
    return content_of(options.packet_trace_path);
  };
  const std::string rtl =
      trace("rtl", [&](const RunOptions& options) { return simulate_rtl(config, options).engine; });
  CHECK(rtl.size() > 1000);
  CHECK(rtl == trace("model", [&](const RunOptions& options) {
          return simulate_model(config, options).engine;
        }));
  CHECK(rtl == trace("lockstep", [&](const RunOptions& options) {
          const LockstepOutcome outcome = simulate_lockstep(config, options, {});
          if (outcome.count.state_compared != outcome.count.router_cycles ||
              outcome.count.router_cycles != 36 * outcome.result.cycles)
            throw std::runtime_error("not everything was compared");
          return outcome.result.engine;
        }));
}

TEST_CASE("One router of a network of models is compared") {
  const Configuration config = short_run();
  LockstepOptions lockstep;
  lockstep.routers = {3, 17};
  lockstep.state_every = 5;
  const auto child = in_child([&] {
    const LockstepOutcome outcome = simulate_lockstep(config, {}, lockstep);
    return std::to_string(outcome.count.router_cycles == 2 * outcome.result.cycles) +
           std::to_string((outcome.count.router_cycles - outcome.count.state_compared * 5) <= 0);
  });
  INFO(child.text);
  CHECK(child.text == "11");
}

TEST_CASE("What is recorded of a router's ports makes a model do the same once more") {
  Configuration config = short_run();
  config.traffic.pattern = Pattern::kWorstCase;
  config.traffic.load = 0.3;
  config.routing.algorithm = "ugal-l";
  const auto child = in_child([&] {
    std::ostringstream recording;
    LockstepOptions lockstep;
    lockstep.routers = {3, 17};
    lockstep.recorded_router = 17;
    lockstep.recording = &recording;
    const LockstepOutcome outcome = simulate_lockstep(config, {}, lockstep);
    return std::to_string(outcome.result.cycles) + "\n" + recording.str();
  });
  INFO(child.text.substr(0, 300));
  REQUIRE(child.exit_code == 0);
  std::istringstream text(child.text);
  std::int64_t cycles = 0;
  int ports = 0, stride = 0, flit_bits = 0, lanes = 0, occupancies = 0, earlier = 0;
  text >> cycles >> ports >> stride >> flit_bits >> lanes >> occupancies >> earlier;
  CHECK(std::tuple(ports, stride, flit_bits) == std::tuple(7, 4, 64));

  const RouterShape shape = router_shape(kSizes);
  const std::unique_ptr<RouterModel> again = model();
  std::vector<RegisterWrite> writes;
  int edges = 0, flits = 0;
  std::int64_t steps = 0;
  for (std::string rst, we, address, data; text >> rst >> we >> address >> data;) {
    std::array<std::string, 4> in, out;
    for (std::string& word : in) text >> word;
    for (std::string& word : out) text >> word;
    const auto number = [](const std::string& digits) { return std::stoull(digits, nullptr, 16); };
    if (earlier > 0) {
      if (rst == "0") ++edges;
      if (we == "1" && rst == "0")
        writes.push_back({static_cast<std::uint16_t>(number(address)),
                          static_cast<std::uint32_t>(number(data))});
      if (--earlier == 0) again->configure(writes, edges);
      continue;
    }
    std::vector<std::uint64_t> flit_ip;
    for (int port = ports - 1; port >= 0; --port)
      flit_ip.push_back(number(in[3].substr(static_cast<std::size_t>(port) * 16, 16)));
    const std::uint64_t valid_ivc = number(in[0]), credit_ovc = number(in[1]);
    again->step({&valid_ivc, &credit_ovc, flit_ip.data(), nullptr});
    const RouterOutputs leaves = again->outputs();
    INFO("step " << steps);
    REQUIRE(*leaves.valid_ovc == number(out[0]));
    REQUIRE(*leaves.credit_ivc == number(out[1]));
    for (int port = 0; port < ports; ++port) {
      if ((*leaves.valid_ovc >> (port * stride) & 0xF) == 0) continue;
      std::uint64_t flit = 0;
      std::memcpy(&flit, leaves.flit_op + port * std::ptrdiff_t{8}, 8);
      REQUIRE(flit == number(out[3].substr(static_cast<std::size_t>(ports - 1 - port) * 16, 16)));
      ++flits;
    }
    ++steps;
  }
  CHECK(steps == cycles);
  CHECK(flits > 500);
  CHECK(shape.ports == ports);
}

// Checks: AS-1
TEST_CASE("A wrong output and wrong state are found in their cycle") {
  const auto output = found("credit", 7, 1);
  REQUIRE(output);
  CHECK(output->router == 17);
  CHECK(output->cycle == 7);
  REQUIRE(output->values.size() == 1);
  CHECK(to_string(output->values[0]) == "output credit of port 1 VC1: expected 0, actual 1");

  const auto state = found("state", 12, 1);
  REQUIRE(state);
  CHECK(state->cycle == 12);
  CHECK(to_string(state->values.at(0)) == "state credits of port 0 VC0: expected 16, actual 17");
}

TEST_CASE("State is compared as often as asked for") {
  CHECK(found("state", 12, 4));
  CHECK_FALSE(found("state", 13, 4));
  CHECK_FALSE(found("state", 12, 0));
  CHECK(found("credit", 13, 0));
}

TEST_CASE("A difference survives its file") {
  Difference difference{17, 523, {}};
  difference.values.push_back({DifferingValue::Kind::kState, "credits", 5, 1, -1, 3, 4});
  difference.values.push_back({DifferingValue::Kind::kOutput, "flit: salt", 2, 0, -1, 9, 8});
  const Difference again = difference_from_json(to_json(difference), "file");
  CHECK(again.router == 17);
  CHECK(again.cycle == 523);
  REQUIRE(again.values.size() == 2);
  CHECK(to_string(again.values[0]) == "state credits of port 5 VC1: expected 3, actual 4");
  CHECK(to_string(again.values[1]) == "output flit: salt of port 2 VC0: expected 9, actual 8");
  CHECK_THROWS_AS(difference_from_json({{"router", 1}}, "file"), InputError);
}

TEST_CASE("A fault is read") {
  const Fault fault = parse_fault("17:df_switch_allocator.held_q[5]@500=flip", 36);
  CHECK(fault.router == 17);
  CHECK(fault.signal == "df_switch_allocator.held_q");
  CHECK(fault.bit == 5);
  CHECK(fault.cycle == 500);
  CHECK(fault.value == ForcedValue::kInverted);
  CHECK(parse_fault("0:a.b@0=stuck0", 36).value == ForcedValue::kZero);
  CHECK(parse_fault("0:a.b@0=stuck1", 36).value == ForcedValue::kOne);
  CHECK_FALSE(parse_fault("0:a.b@0=stuck1", 36).bit);
}

TEST_CASE("A fault that makes no sense is refused") {
  for (const char* text :
       {"", "a.b@1=flip", "36:a.b@1=flip", "x:a.b@1=flip", "1:a.b[x]@1=flip", "1:a.b[2@1=flip",
        "1:a.b@x=flip", "1:a.b@-1=flip", "1:a.b@1=melt", "1:a.b@1", "@1:a.b=flip"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_fault(text, 36), InputError);
  }
}

TEST_CASE("A fault in a signal that does not exist lists names that are near") {
  const std::vector<RtlSignal> signals = {
      {"df_node.valid_ivc_q", 32}, {"df_datapath.some_q", 7}, {"df_node.oracle_used", 1}};
  Fault fault;
  fault.signal = "df_datapath.sone_q";
  CHECK_THROWS_WITH(check_fault(fault, signals), ContainsSubstring("df_datapath.some_q"));
  fault.signal = "df_datapath.some_q";
  CHECK_THROWS_WITH(check_fault(fault, signals),
                    ContainsSubstring("7 bits; say which one, df_datapath.some_q[0] to "
                                      "df_datapath.some_q[6]"));
  fault.bit = 6;
  CHECK_NOTHROW(check_fault(fault, signals));
  fault.bit = 7;
  CHECK_THROWS_WITH(check_fault(fault, signals), ContainsSubstring("7 bits, 0 to 6"));
  fault.signal = "df_node.oracle_used";
  CHECK_THROWS_WITH(check_fault(fault, signals), ContainsSubstring("1 bit, 0 to 0"));
  fault.bit.reset();
  CHECK_NOTHROW(check_fault(fault, signals));
}

TEST_CASE("A flipped bit is found in its cycle and router") {
  Configuration config = short_run();
  config.traffic.load = 0.4;
  const auto child = in_child([&] {
    LockstepOptions lockstep;
    lockstep.fault = parse_fault("5:df_switch_allocator.batch_q[0]@200=flip", 36);
    try {
      static_cast<void>(simulate_lockstep(config, {}, lockstep));
    } catch (const DifferenceFound& found) {
      const Difference& difference = found.difference();
      return std::to_string(difference.router) + " " + std::to_string(difference.cycle) + " " +
             difference.values.at(0).name;
    }
    return std::string("nothing was found");
  });
  CHECK(child.text == "5 200 batch");
}

TEST_CASE("A bit that is stuck at the value that it has changes nothing") {
  Configuration config = short_run();
  config.traffic.load = 0;
  const auto changed = [&](const std::string& fault) {
    return in_child([&] {
             LockstepOptions lockstep;
             lockstep.routers = {5};
             lockstep.state_every = 0;
             lockstep.fault = parse_fault("5:" + fault, 36);
             const bool is = simulate_lockstep(config, {}, lockstep).count.fault_changed;
             return std::string(is ? "yes" : "no");
           })
        .text;
  };
  CHECK(changed("df_switch_allocator.batch_q[0]@10=stuck0") == "no");
  // The outputs do not depend on the cycle counter, so there is no difference.
  CHECK(changed("df_control_registers.now_o[3]@10=stuck0") == "yes");
}

TEST_CASE("A fault after the end of the run was never injected") {
  Configuration config = short_run();
  config.traffic.load = 0;
  const auto run = [&](const std::string& cycle) {
    return in_child([&] {
      LockstepOptions lockstep;
      lockstep.routers = {5};
      // Of a bit that is 0, so that there is no difference.
      if (!cycle.empty())
        lockstep.fault = parse_fault("5:df_switch_allocator.batch_q[0]@" + cycle + "=stuck0", 36);
      return std::to_string(simulate_lockstep(config, {}, lockstep).result.cycles);
    });
  };
  const std::int64_t cycles = std::stoll(run("").text);
  CHECK(run(std::to_string(cycles - 1)).exit_code == 0);
  const auto late = run(std::to_string(cycles));
  CHECK(late.exit_code == 2);
  CHECK_THAT(late.text, ContainsSubstring("the fault was never injected: the run ended in cycle " +
                                          std::to_string(cycles - 1)));
}

TEST_CASE("A grant is told with its output") {
  using Kind = DifferingValue::Kind;
  Difference difference{17, 523, {}, true};
  difference.values.push_back({Kind::kOutput, "credit", 1, 0, -1, 0, 1});
  CHECK(hints(difference) ==
        std::vector<std::string>{
            "The front of input port 1 VC0 was granted and should not have been."});
  // What leaves at once tells the output, if nothing else does.
  difference.values.push_back({Kind::kOutput, "valid", 6, 2, -1, 0, 1});
  CHECK_THAT(hints(difference).at(0), ContainsSubstring("was granted to output port 6 VC2 and"));
  // The credit that it has taken does.
  difference.next.push_back({Kind::kState, "credits", 4, 1, -1, 3, 2});
  CHECK_THAT(hints(difference).at(0), ContainsSubstring("was granted to output port 4 VC1 and"));
  // And before all the route that it had.
  difference.values.at(0).route = "port 5 VC1";
  CHECK_THAT(hints(difference).at(0), ContainsSubstring("was granted to output port 5 VC1 and"));
  std::swap(difference.values.at(0).expected, difference.values.at(0).actual);
  CHECK(hints(difference).at(0) ==
        "The front of input port 1 VC0 should have been granted to output port 5 VC1 and was not.");
  CHECK(hints(difference).size() == 1);
}

TEST_CASE("A credit that the routing may hold back is no sign of a grant") {
  using Kind = DifferingValue::Kind;
  Difference difference{17, 523, {}, true};
  difference.values.push_back({Kind::kOutput, "credit", 4, 0, -1, 1, 0});
  difference.values.at(0).route = "port 5 VC1";
  difference.values.at(0).held_by = "t_d of output port 5 is 9, the least t_d 3 cycles";
  // Nothing is known of what the router did.
  CHECK(hints(difference) ==
        std::vector<std::string>{
            "Either the front of input port 4 VC0 should have been granted and was not, or its "
            "credit should not have been held back (t_d of output port 5 is 9, the least t_d 3 "
            "cycles)."});
  // Its flit left the buffer on both sides.
  difference.next_known = true;
  difference.next.push_back({Kind::kState, "pending", 4, 0, -1, 0, 1});
  CHECK(hints(difference).at(0) ==
        "The grants of input port 4 VC0 agree, but its credit should have gone back and did not "
        "(t_d of output port 5 is 9, the least t_d 3 cycles).");
  std::swap(difference.values.at(0).expected, difference.values.at(0).actual);
  CHECK_THAT(hints(difference).at(0),
             ContainsSubstring("its credit went back and should not have (t_d"));
  // It left on one side only, whatever the credit does; another VC's buffer says nothing.
  difference.next.push_back({Kind::kState, "occupancy", 4, 1, -1, 0, 1});
  CHECK_THAT(hints(difference).at(0), ContainsSubstring("The grants of input port 4 VC0 agree"));
  difference.next.push_back({Kind::kState, "occupancy", 4, 0, -1, 2, 1});
  CHECK(hints(difference).at(0) ==
        "The front of input port 4 VC0 was granted to output port 5 VC1 and should not have been.");
  // The credits held differed when the cycle began.
  difference.state_equal_in = 522;
  difference.values.insert(difference.values.begin(), {Kind::kState, "pending", 4, 0, -1, 0, 1});
  CHECK(hints(difference) ==
        std::vector<std::string>{
            "The state went wrong at the clock edge that ends cycle 522.",
            "The credit of input port 4 VC0 differs because its held credits do."});
}

TEST_CASE("A difference of the state says since when, and of a register where to look") {
  using Kind = DifferingValue::Kind;
  Difference difference{17, 1, {}, true};
  difference.values.push_back({Kind::kOutput, "valid", 6, 2, -1, 0, 1});
  CHECK(hints(difference).empty());  // an early difference of outputs says nothing of registers
  difference.values.insert(difference.values.begin(), {Kind::kState, "batch", 4, 0, -1, 0, 1});
  const auto hint = [&](std::int64_t cycle, std::int64_t equal_in) {
    difference.cycle = cycle;
    difference.state_equal_in = equal_in;
    return hints(difference).at(0);
  };
  CHECK(hint(0, -1) == "The state after reset is wrong.");
  CHECK_THAT(hint(6, -1), ContainsSubstring("in this cycle or before"));
  CHECK_THAT(hint(6, 5), ContainsSubstring("at the clock edge that ends cycle 5"));
  CHECK_THAT(hint(6, 2), ContainsSubstring("after cycle 2, when it was last compared"));
  difference.values.at(0).name = "control register THRESHOLD";
  CHECK_THAT(hint(6, 5), ContainsSubstring("look at reset and at the writes"));
}

TEST_CASE("Routes, tags and bits of body flits are told as people read them") {
  const StateLayout layout(7, 2, {0, 4});
  std::vector<std::uint32_t> expected, actual;
  StateWriter(layout, expected).half(StatePart::kRoute, 9, 22);
  StateWriter(layout, actual).half(StatePart::kRoute, 9, 0);
  const auto state = differing_state(layout, DragonflyFlits(2, 4, 2), expected, actual);
  REQUIRE(state.size() == 1);
  CHECK(to_string(state[0]) == "state route of port 2 VC1: expected port 5 VC1, actual none");

  // A body flit: neither head nor tail, and a bit that no field of it has.
  const RouterShape shape = router_shape(kSizes);
  const std::uint64_t valid = 1U << 9, credit = 0;
  std::vector<std::uint64_t> one(7, 0x123), other = one;
  other[2] |= std::uint64_t{1} << 50;
  const std::vector<std::uint16_t> occupancy(2);
  const auto outputs = [&](const std::vector<std::uint64_t>& flits) {
    return RouterOutputs{&valid, &credit, reinterpret_cast<const std::byte*>(flits.data()),
                         occupancy.data()};
  };
  const auto values =
      output_differences(shape, DragonflyFlits(2, 4, 2), outputs(one), outputs(other));
  REQUIRE(values.size() == 1);
  CHECK(to_string(values[0]) ==
        "output flit: low word of port 2 VC1: expected 0x123, actual 0x4000000000123");
}
