// SPDX-License-Identifier: Apache-2.0
// Wraps the Verilated router of one variant. Compiled with that variant's generated code, by
// whichever version of Verilator there is, into its shared object.
#include <verilated.h>

#include "Vdf_router.h"
#include "Vdf_router___024root.h"
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif
#if VM_COVERAGE
#include <verilated_cov.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "models/common/random.hpp"
#include "models/router/unused_address.hpp"
#include "sim/rtl/variant_abi.hpp"
#include "sim/rtl/verilated_ports.hpp"
#if DF_STATE
#include "sim/rtl/verilated_state.hpp"
#endif

/// What is written behind the code that Verilator generates (generated_step.hpp). Weak, as it is
/// there only where that code has a known form.
__attribute__((weak)) void dragonfly_edge(Vdf_router___024root* root);
__attribute__((weak)) void dragonfly_inputs(Vdf_router___024root* root);
__attribute__((weak)) void dragonfly_registers(Vdf_router___024root* root);

namespace {

/// Where text goes that Verilated code prints in this thread: the router's that is evaluated, so
/// that what is told of a failure does not depend on what other routers print, or on threads.
thread_local std::string* printing_to = nullptr;

/// Text that the Verilated code has printed since the last failure.
std::string& captured() {
  static thread_local std::string outside_of_routers;
  return printing_to != nullptr ? *printing_to : outside_of_routers;
}

/// While there is one, text goes to its router.
class Printing {
 public:
  explicit Printing(std::string& text) { printing_to = &text; }
  Printing(const Printing&) = delete;
  Printing& operator=(const Printing&) = delete;
  ~Printing() { printing_to = nullptr; }
};

[[noreturn]] void fail(const std::string& last_words) {
  std::string message = captured() + last_words;
  captured().clear();
  while (!message.empty() && message.back() == '\n') message.pop_back();
  // Verilated code knows no time here; whoever catches this knows the cycle.
  constexpr std::string_view kPrefix = "[0] %Error: ";
  if (message.starts_with(kPrefix)) message.erase(0, kPrefix.size());
  throw dragonfly::RouterFailure(message);
}

std::string at(const char* file, int line) {
  return file != nullptr && *file != '\0' ? std::string(file) + ":" + std::to_string(line) + ": "
                                          : std::string();
}

}  // namespace

extern "C" int dragonfly_capture(const char* format, ...) {
  // An assertion's message is short; more would be a flood of $display, of which the end matters.
  constexpr std::size_t kKept = 1 << 16;
  std::array<char, 4096> buffer;
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(buffer.data(), buffer.size(), format, arguments);
  va_end(arguments);
  captured() += buffer.data();
  if (captured().size() > kKept) captured().erase(0, captured().size() - kKept / 2);
  return length;
}

// Verilator's hooks: instead of ending the process, throw.
void vl_stop(const char* file, int line, const char*) {
  fail(captured().empty() ? at(file, line) + "$stop" : std::string());
}
void vl_finish(const char* file, int line, const char*) { fail(at(file, line) + "$finish"); }
void vl_fatal(const char* file, int line, const char*, const char* message) {
  fail(at(file, line) + message);
}

namespace dragonfly {
namespace {

constexpr int kVectorBits = DF_PORTS << DF_VC_BITS;
constexpr int kMaskWords = (kVectorBits + 63) / 64;
constexpr int kFlitBytes = DF_FLIT_WORDS * 8;

#ifdef DF_FORCED
#define DF_JOIN(A, B) A##B
#define DF_JOINED(A, B) DF_JOIN(A, B)
#endif
/// Whether eval() does all that it does. A wave needs the clock to fall as well, a forced signal is
/// an event, and what is checked must not depend on there being no logic behind the inputs.
#ifdef DF_FORCED
constexpr bool kWholeEvaluation = true;
#else
constexpr bool kWholeEvaluation = VM_TRACE || DF_STATE || DF_USER_ROUTER;
#endif
/// Whether its outputs are compared with those of a model.
constexpr bool kCompared = DF_STATE || DF_USER_ROUTER;

/// Whether a rising edge is evaluated without all that eval() does around it to find out that there
/// is one. That would take a tenth of the time of a router at low load.
bool has_edge() { return !kWholeEvaluation && &dragonfly_edge != nullptr; }

/// Whether a step is evaluated in two parts, the logic behind the inputs first, and what that
/// computes is shared by all routers.
bool shares() { return !kWholeEvaluation && &dragonfly_inputs != nullptr; }

/// RTL that is older than the second clock has one.
template <typename Model>
void set_clocks(Model& model, bool to) {
  model.clk_i = to;
  if constexpr (requires { model.clk_in_i; }) model.clk_in_i = to;
}

class VerilatedRouter final : public VariantRouter {
 public:
  /// `key`: of the random numbers that it draws for itself.
  VerilatedRouter(VerilatedContext& context, const std::string& scope, int key)
      : model_(&context, scope.c_str()), key_(static_cast<std::uint64_t>(key)) {
    static_assert(sizeof model_.flit_ip_i >= DF_PORTS * kFlitBytes);
    static_assert(sizeof model_.valid_ivc_i <= kMaskWords * 8);
    static_assert(sizeof model_.occupancy_o <= sizeof occupancy_);
    // A user's router finds random values in what nobody writes, but no network has them at inputs.
    clear(model_.clk_i, model_.rst_i, model_.cfg_we_i, model_.cfg_addr_i, model_.cfg_data_i,
          model_.valid_ivc_i, model_.flit_ip_i, model_.credit_ovc_i, model_.oracle_i);
#if DF_USER_ROUTER
    clear(model_.expected_valid_ovc_i, model_.expected_flit_op_i, model_.expected_credit_ivc_i,
          model_.expected_item_i, model_.actual_item_i);
#endif
  }
  ~VerilatedRouter() override { model_.final(); }

  void configure(std::span<const RegisterWrite> writes, int edges) override {
    const Printing printing(printed_);
    constexpr int kResetEdges = 2;
    model_.rst_i = 1;
    // Its neighbours are reset as well.
    clear(model_.valid_ivc_i, model_.credit_ovc_i);
    // A write in reset is lost, so this one does no harm.
    model_.cfg_we_i = 1;
    if (!writes.empty()) {
      model_.cfg_addr_i = writes.front().address;
      model_.cfg_data_i = ~writes.front().data;
    }
    for (int edge = 0; edge < kResetEdges; ++edge) tick();
    spoke_early_ = false;
    listen();
    model_.rst_i = 0;
    for (int edge = 0; edge < edges; ++edge) {
      const bool write = static_cast<std::size_t>(edge) < writes.size();
      model_.cfg_we_i = write;
      if (write) {
        model_.cfg_addr_i = writes[static_cast<std::size_t>(edge)].address;
        model_.cfg_data_i = writes[static_cast<std::size_t>(edge)].data;
      }
      tick();
      listen();
      // Where there is no write, something else stands there for the register written last.
      if (static_cast<std::size_t>(edge) + 1 == writes.size())
        model_.cfg_data_i = ~model_.cfg_data_i;
    }
    model_.cfg_we_i = 0;
    // A step begins with what its inputs bring, so the one before ends with all other registers.
    if (shares()) dragonfly_registers(model_.rootp);
  }

  void step(const RouterInputs& inputs) override {
    const Printing printing(printed_);
    // Inputs change together with the rising clock, so that logic behind them settles once.
    take(inputs);
    with_occupancy_ = kCompared || inputs.oracle != nullptr;
    if (shares()) {
      dragonfly_inputs(model_.rootp);
      show_outputs();
      dragonfly_registers(model_.rootp);
      return;
    }
    if (kCompared) write_nothing();
    if (has_edge())
      dragonfly_edge(model_.rootp);
    else
      tick();
    if (kCompared) tell_of_early_words();
    show_outputs();
  }

  bool force([[maybe_unused]] int bit, [[maybe_unused]] ForcedValue value) override {
#ifdef DF_FORCED
    const Printing printing(printed_);
    const auto set = [bit](auto& signal, bool to) {
      std::byte& byte = port_bytes(signal)[bit / 8];
      const auto mask = std::byte{1} << bit % 8;
      byte = to ? byte | mask : byte & ~mask;
    };
    auto& root = *model_.rootp;
    const bool is = unforced(bit);
    set(root.DF_JOINED(DF_FORCED, __VforceVal),
        value == ForcedValue::kOne || (value == ForcedValue::kInverted && !is));
    set(root.DF_JOINED(DF_FORCED, __VforceEn), value != ForcedValue::kReleased);
    model_.eval();
    show_outputs();
    return true;
#else
    return false;
#endif
  }

  [[nodiscard]] bool unforced([[maybe_unused]] int bit) const override {
#ifdef DF_FORCED
    return (port_bytes(model_.rootp->DF_FORCED)[bit / 8] >> bit % 8 & std::byte{1}) != std::byte{0};
#else
    return false;
#endif
  }

  void present(const RouterInputs& inputs) override {
    const Printing printing(printed_);
    take(inputs);
    set_clocks(model_, false);
    model_.eval();
  }

  bool state([[maybe_unused]] std::vector<std::uint32_t>& stream) const override {
#if DF_STATE
    write_state(model_, stream);
    return true;
#else
    return false;
#endif
  }

  void expect([[maybe_unused]] const RouterOutputs& expected,
              [[maybe_unused]] std::uint32_t expected_item,
              [[maybe_unused]] std::uint32_t actual_item) override {
#if (DF_STATE && VM_TRACE) || DF_USER_ROUTER
    const Printing printing(printed_);
    load_port(model_.expected_valid_ovc_i, expected.valid_ovc);
    load_port(model_.expected_credit_ivc_i, expected.credit_ivc);
    std::memcpy(port_bytes(model_.expected_flit_op_i), expected.flit_op, DF_PORTS * kFlitBytes);
    model_.expected_item_i = expected_item;
    model_.actual_item_i = actual_item;
    model_.eval();
#endif
  }

  RouterOutputs outputs() const override {
    return {valid_.data(), credit_.data(), port_bytes(model_.rootp->flit_op_o), occupancy_.data()};
  }

  Vdf_router& model() { return model_; }

 private:
  template <typename... Ports>
  static void clear(Ports&... ports) {
    (std::memset(static_cast<void*>(&ports), 0, sizeof ports), ...);
  }

  void show_outputs() {
    store_port(model_.rootp->valid_ovc_o, valid_.data());
    store_port(model_.rootp->credit_ivc_o, credit_.data());
    if (with_occupancy_) store_port(model_.rootp->occupancy_o, occupancy_.data());
  }

  [[nodiscard]] bool silent() const {
    const auto all_zero = [](const auto& port) {
      std::array<std::uint64_t, kMaskWords> mask{};
      store_port(port, mask.data());
      return std::all_of(mask.begin(), mask.end(), [](std::uint64_t word) { return word == 0; });
    };
    return all_zero(model_.valid_ovc_o) && all_zero(model_.credit_ivc_o);
  }
  /// Nothing has arrived since reset, and no network listens yet.
  void listen() {
    if (kCompared && !silent()) spoke_early_ = true;
  }
  /// In the first cycle: what still leaves the router is a difference there, with a report. What
  /// does not would never be seen.
  void tell_of_early_words() {
    if (!std::exchange(spoke_early_, false) || !silent()) return;
    fail("flits or credits have left it since reset, before a flit arrived");
  }

  /// A write to an address without a register, in one cycle of four: it must not make a difference
  /// (docs/microarchitecture.md, CR-3).
  void write_nothing() {
    const std::uint64_t drawn = draw(key_, steps_++);
    model_.cfg_we_i = drawn >> 62 == 0;
    model_.cfg_addr_i = unused_address(drawn, DF_PORTS);
    model_.cfg_data_i = static_cast<std::uint32_t>(drawn);
  }

  void tick() {
    set_clocks(model_, false);
    model_.eval();
    set_clocks(model_, true);
    model_.eval();
  }

  void take(const RouterInputs& inputs) {
    load_port(model_.rootp->valid_ivc_i, inputs.valid_ivc);
    load_port(model_.rootp->credit_ovc_i, inputs.credit_ovc);
    const auto* source = reinterpret_cast<const std::byte*>(inputs.flit_ip);
    std::byte* const target = port_bytes(model_.rootp->flit_ip_i);
    // All of them, also those that mean nothing: that is quicker than to ask which do.
    std::memcpy(target, source, DF_PORTS * kFlitBytes);
    if (inputs.oracle != nullptr) load_port(model_.rootp->oracle_i, inputs.oracle);
  }

  Vdf_router model_;
  std::string printed_;
  bool with_occupancy_ = false;
  std::uint64_t key_;
  std::uint64_t steps_ = 0;   ///< numbers drawn for write_nothing()
  bool spoke_early_ = false;  ///< something has left it between reset and its first cycle
  std::array<std::uint64_t, kMaskWords> valid_{};
  std::array<std::uint64_t, kMaskWords> credit_{};
  alignas(8) std::array<std::uint16_t, (DF_OCCUPANCIES + 3) / 4 * 4> occupancy_{};
};

/// A number that is not 0, which would stand for the time of day.
int seed_of(const std::string& scope, std::uint64_t run) {
  std::uint64_t seed = run + 1;
  for (const char character : scope) seed = seed * 31 + static_cast<unsigned char>(character);
  return static_cast<int>(seed % 0x7ffffffe) + 1;
}

class Session final : public VariantSession {
 public:
  Session() {
    context_.threads(1);
#if VM_TRACE_FST
    context_.traceEverOn(true);
#if DF_STATE
    // It repeats a run up to a difference that came before any assertion failed, and shows what
    // happens behind it, where one may.
    context_.assertOn(false);
#endif
#endif
#if DF_STATE || DF_USER_ROUTER
    // Where routers are compared a register that is not reset is to be found. Elsewhere ours begin
    // with 0, with which they are 2 to 4% faster.
    constexpr int kRandomValues = 2;
    context_.randReset(kRandomValues);
#endif
  }
  ~Session() override { Session::close_wave(); }

  std::unique_ptr<VariantRouter> make_router(const std::string& scope,
                                             std::uint64_t seed) override {
    // A router has the same random values whichever others there are.
    const int drawn_by = seed_of(scope, seed);
    context_.randSeed(drawn_by);
    auto router = std::make_unique<VerilatedRouter>(context_, scope, drawn_by);
#if DF_COUNTS_BITS
    // That it gets random values is no change of bits. What others have done is forgotten, too:
    // only the cycles of a network count, and these come when all have been made.
    router->model().eval();
    context_.coveragep()->zero();
#endif
#if VM_TRACE_FST
    constexpr int kAllLevels = 99;
    router->model().trace(&wave_, kAllLevels);
#endif
    return router;
  }

#if VM_TRACE_FST
  bool open_wave(const std::string& path) override {
    // It has taken them from another context when it was made.
    wave_.set_time_unit(context_.timeunitString());
    wave_.set_time_resolution(context_.timeprecisionString());
    wave_.open(path.c_str());
    return wave_.isOpen();
  }
  void dump(std::uint64_t picoseconds) override { wave_.dump(picoseconds); }
  void close_wave() override {
    if (wave_.isOpen()) wave_.close();
  }
#else
  bool open_wave(const std::string&) override { return false; }
  void dump(std::uint64_t) override {}
  void close_wave() override {}
#endif

#if VM_COVERAGE
  bool write_coverage(const std::string& path) override {
    context_.coveragep()->write(path.c_str());
    return true;
  }
#else
  bool write_coverage(const std::string&) override { return false; }
#endif

 private:
  VerilatedContext context_;
#if VM_TRACE_FST
  VerilatedFstC wave_;
#endif
};

}  // namespace
}  // namespace dragonfly

extern "C" __attribute__((visibility("default"))) dragonfly::VariantSession* dragonfly_variant(
    int abi) {
  return abi == dragonfly::kVariantAbi ? new dragonfly::Session : nullptr;
}

extern "C" __attribute__((visibility("default"))) const char* dragonfly_variant_note() {
  return dragonfly::kWholeEvaluation || dragonfly::has_edge()
             ? ""
             : "it is evaluated by eval(), which is slower than the direct way that other versions "
               "of Verilator allow for RTL with one clock edge (docs/performance.md)";
}

extern "C" __attribute__((visibility("default"))) bool dragonfly_variant_shares() {
  return dragonfly::shares();
}
