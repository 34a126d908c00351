// SPDX-License-Identifier: Apache-2.0
#include "sim/waves/gtkwave_save.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "models/common/atomic_file.hpp"
#include "models/config/configuration.hpp"
#include "models/families/fabric.hpp"
#include "models/families/family_registry.hpp"
#include "sim/waves/wave_scope.hpp"

namespace dragonfly {
namespace {

/// Flags of a trace, as GTKWave writes them in front of it.
enum class Format { kBinary, kDecimal, kHex };

/// Colours of GTKWave: what comes in, what goes out, what the router holds; what is wrong, and what
/// the model expects.
enum class Colour {
  kMismatch = 1,
  kOutput = 2,
  kExpected = 3,
  kInput = 4,
  kCredit = 5,
  kState = 6
};

/// Bits that hold 0 .. count-1, as in df_pkg.
int width(int count) {
  int bits = 1;
  while ((1 << bits) < count) ++bits;
  return bits;
}

class SaveFile {
 public:
  void line(const std::string& text) { text_ += text + '\n'; }

  void signal(const std::string& name, int bits, Format format, Colour colour,
              const std::string& alias, const std::string& translation = {}) {
    const char* const flags = format == Format::kBinary ? "28"
                              : format == Format::kHex  ? "22"
                              : !translation.empty()    ? "2024"
                                                        : "24";
    line(fmt::format("@{}", flags));
    if (!translation.empty()) line("^1 " + translation);
    line(fmt::format("[color] {}", static_cast<int>(colour)));
    line(fmt::format("+{{{}}} {}{}", alias, name,
                     bits > 1 ? fmt::format("[{}:0]", bits - 1) : std::string()));
  }

  void begin(const std::string& name, bool open) {
    line(open ? "@800200" : "@c00200");
    line("-" + name);
  }
  void end(const std::string& name, bool open) {
    line(open ? "@1000200" : "@1401200");
    line("-" + name);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Where a port leads, for people.
std::string port_title(const Wiring& wiring, int router, int port) {
  const Peer peer = wiring.output(router, port);
  std::string title = fmt::format("port {}: {}", port, port_target(wiring, router, port));
  // Channels that come from elsewhere are named last.
  if (peer.kind == PeerKind::kRouter && wiring.input(router, port) == peer)
    title += fmt::format(" port {}", peer.port);
  return title;
}

class View {
 public:
  /// Of our RTL, or of a user's router (df_user_node).
  View(const Configuration& config, BuiltDepth depth, bool user_router,
       const std::string& algorithm_names)
      : fabric_(make_fabric(config)),
        wiring_(fabric_.wiring),
        parameters_(variant_parameters(config, *fabric_.routes, depth)),
        user_router_(user_router),
        algorithm_names_(algorithm_names) {}

  void router(SaveFile& save, int router, bool open) const {
    const std::string title = "router " + router_name(wiring_, router);
    const std::string scope = wave_scope(wiring_, router) + ".df_node";
    save.begin(title, open);
    clock_and_routing(save, scope);
    for (int port = 0; port < wiring_.ports(router); ++port) {
      if (wiring_.output(router, port).connected() || wiring_.input(router, port).connected())
        this->port(save, port_scope(scope, port), port_title(wiring_, router, port),
                   open && port == 0);
    }
    save.end(title, open);
  }

  /// What differs, at the top: the value of the report, then what bears on it of the port, then the
  /// rest of the port, and the outputs that grants went to.
  void difference(SaveFile& save, const Difference& difference) const {
    const DifferingValue& value = difference.values.front();
    const std::string scope = wave_scope(wiring_, difference.router) + ".df_node";
    const std::string view = scope + ".u_lockstep_view";
    clock_and_routing(save, scope);
    save.signal(view + ".mismatch", 1, Format::kBinary, Colour::kMismatch, "MISMATCH");
    std::string name = value.name;
    if (value.port >= 0) name += fmt::format(", port {}", value.port);
    if (value.vc >= 0) name += fmt::format(" VC{}", value.vc);
    save.signal(view + ".expected_item_i", 32, Format::kDecimal, Colour::kExpected,
                name + ": expected");
    save.signal(view + ".actual_item_i", 32, Format::kDecimal, Colour::kOutput, name + ": actual");
    if (value.port >= 0) port_of_difference(save, scope, difference);
    other_ports(save, scope, difference);
  }

 private:
  /// Ports beside the first that a view shows open: what more differ is seen in the report.
  static constexpr std::size_t kMostPorts = 4;

  /// The port of the first value: what differs, then what bears on that, then the rest of the port.
  void port_of_difference(SaveFile& save, const std::string& scope,
                          const Difference& difference) const {
    const DifferingValue& value = difference.values.front();
    const std::string view = scope + ".u_lockstep_view";
    const std::string both = fmt::format("{}.gen_port[{}]", view, value.port);
    save.signal(both + ".differs", 1, Format::kBinary, Colour::kMismatch,
                fmt::format("port {} differs", value.port));
    const auto pair = [&](const std::string& signal, const std::string& alias) {
      save.signal(both + ".expected_" + signal, stride(), Format::kBinary, Colour::kExpected,
                  alias + ": expected");
      save.signal(both + ".actual_" + signal, stride(), Format::kBinary, Colour::kOutput,
                  alias + ": actual");
    };
    const bool of_credits = bears_on_credits(value);
    const auto flits = [&] {
      const char* const title = "the flit, expected and actual";
      pair("out_valid_vc", "out VC (one-hot)");
      save.begin(title, !of_credits);
      flit(save, both + ".expected_out_flit", "expected", Colour::kExpected);
      flit(save, both + ".actual_out_flit", "actual", Colour::kOutput);
      save.end(title, !of_credits);
    };
    const auto credits = [&] { pair("in_credit_vc", "credits given back, by VC"); };
    const std::string title = port_title(wiring_, difference.router, value.port);
    const std::string of_port = port_scope(scope, value.port);
    if (!of_credits) {
      flits();
      credits();
      port(save, of_port, title, true);
    } else {
      credits();
      credits_of_port(save, of_port, title);
    }
    if (!of_credits) return;
    flits();
    flits_of_port(save, of_port, title);
  }

  /// Other ports that differ, and outputs that grants went to on one side only.
  void other_ports(SaveFile& save, const std::string& scope, const Difference& difference) const {
    const int first = difference.values.front().port;
    std::vector<int> ports;
    const auto add = [&](int port) {
      if (port >= 0 && port != first && ports.size() < kMostPorts &&
          std::find(ports.begin(), ports.end(), port) == ports.end())
        ports.push_back(port);
    };
    for (const DifferingValue& value : difference.values) {
      add(value.port);
      if (value.port >= 0 || value.name != state_name(StatePart::kLeastTd)) continue;
      // It is the least of all.
      for (int port = 0; port < wiring_.ports(difference.router); ++port)
        if (wiring_.output(difference.router, port).connected()) add(port);
    }
    for (const DifferingValue& value : difference.next)
      if (value.name == state_name(StatePart::kCredits)) add(value.port);
    for (const int port : ports) {
      const std::string title = port_title(wiring_, difference.router, port);
      const std::string both = fmt::format("{}.u_lockstep_view.gen_port[{}]", scope, port);
      save.begin(title, true);
      save.signal(both + ".differs", 1, Format::kBinary, Colour::kMismatch,
                  fmt::format("port {} differs", port));
      save.signal(both + ".expected_in_credit_vc", stride(), Format::kBinary, Colour::kExpected,
                  "credits given back, by VC: expected");
      save.signal(both + ".expected_out_valid_vc", stride(), Format::kBinary, Colour::kExpected,
                  "out VC (one-hot): expected");
      contents_of_port(save, port_scope(scope, port));
      save.end(title, true);
    }
  }

  /// Of what a wave shows of a port, in the scope of a router.
  [[nodiscard]] std::string port_scope(const std::string& router, int port) const {
    return fmt::format("{}{}.gen_port[{}]", router, user_router_ ? "" : ".u_view", port);
  }

  /// Whether flits say little about a value.
  static bool bears_on_credits(const DifferingValue& value) {
    using enum StatePart;
    constexpr StatePart kParts[] = {kCredits, kTaken,           kReturned,     kTd,
                                    kPending, kTimestampLength, kPendingLength};
    return value.name == "credit" ||
           std::any_of(std::begin(kParts), std::end(kParts),
                       [&](StatePart part) { return value.name == state_name(part); });
  }

  void clock_and_routing(SaveFile& save, const std::string& scope) const {
    save.signal(scope + ".clk_i", 1, Format::kBinary, Colour::kState, "clock");
    if (user_router_) return;
    constexpr ControlRegisterKind kAlgorithm =
        kControlRegisterKinds[static_cast<std::size_t>(ControlRegister::kAlgorithm)];
    save.signal(scope + ".u_view.algorithm", static_cast<int>(kAlgorithm.bits), Format::kDecimal,
                Colour::kState, "routing", algorithm_names_);
    save.signal(scope + ".u_view.least_td", 15, Format::kDecimal, Colour::kState,
                "least t_d, cycles");
  }

  void port(SaveFile& save, const std::string& scope, const std::string& title, bool open) const {
    save.begin(title, open);
    contents_of_port(save, scope);
    save.end(title, open);
  }
  void contents_of_port(SaveFile& save, const std::string& scope) const {
    in_flit(save, scope);
    in_credit(save, scope);
    out_flit(save, scope);
    out_credit(save, scope);
    if (!user_router_) state_of_port(save, scope);
  }

  /// What there is of a port, in two groups.
  void credits_of_port(SaveFile& save, const std::string& scope, const std::string& title) const {
    save.begin(title, true);
    in_credit(save, scope);
    out_credit(save, scope);
    if (!user_router_) state_of_port(save, scope);
    save.end(title, true);
  }
  void flits_of_port(SaveFile& save, const std::string& scope, const std::string& title) const {
    save.begin("flits of " + title, false);
    in_flit(save, scope);
    out_flit(save, scope);
    save.end("flits of " + title, false);
  }

  void in_flit(SaveFile& save, const std::string& scope) const {
    save.signal(scope + ".in_valid", 1, Format::kBinary, Colour::kInput, "in valid");
    save.signal(scope + ".in_valid_vc", stride(), Format::kBinary, Colour::kInput,
                "in VC (one-hot)");
    flit(save, scope + ".in_flit", "in", Colour::kInput);
  }
  void out_flit(SaveFile& save, const std::string& scope) const {
    save.signal(scope + ".out_valid", 1, Format::kBinary, Colour::kOutput, "out valid");
    save.signal(scope + ".out_valid_vc", stride(), Format::kBinary, Colour::kOutput,
                "out VC (one-hot)");
    flit(save, scope + ".out_flit", "out", Colour::kOutput);
  }
  void in_credit(SaveFile& save, const std::string& scope) const {
    save.signal(scope + ".in_credit_vc", stride(), Format::kBinary, Colour::kCredit,
                "credits given back, by VC");
  }
  void out_credit(SaveFile& save, const std::string& scope) const {
    save.signal(scope + ".out_credit_vc", stride(), Format::kBinary, Colour::kCredit,
                "credits that come back, by VC");
  }

  void state_of_port(SaveFile& save, const std::string& scope) const {
    const int queue_bits = bits_for(parameters_.oq_depth) + 1;
    save.signal(scope + ".queue_length", queue_bits, Format::kDecimal, Colour::kState,
                "output queue, flits");
    save.signal(scope + ".t_d", 15, Format::kDecimal, Colour::kState, "t_d, cycles");
    save.signal(scope + ".connected", 1, Format::kBinary, Colour::kState, "output is connected");
    for (int vc = 0; vc < parameters_.vcs; ++vc) {
      const std::string at = fmt::format("{}.gen_vc[{}]", scope, vc);
      const std::string name = fmt::format("VC{} ", vc);
      const int pointer_bits = bits_for(parameters_.depth) + 1;
      save.signal(at + ".buffered", pointer_bits, Format::kDecimal, Colour::kState,
                  name + "flits buffered");
      save.signal(at + ".front", 1, Format::kBinary, Colour::kState, name + "has a front");
      save.signal(at + ".route_port", width(parameters_.shape().ports), Format::kDecimal,
                  Colour::kState, name + "route: output port");
      save.signal(at + ".route_vc", std::max(1, width_of_vcs()), Format::kDecimal, Colour::kState,
                  name + "route: VC");
      save.signal(at + ".grant", 1, Format::kBinary, Colour::kState, name + "granted");
      save.signal(at + ".pending", 1, Format::kBinary, Colour::kCredit, name + "credits held back");
      save.signal(at + ".credits", width(parameters_.depth + 1), Format::kDecimal, Colour::kCredit,
                  name + "credits");
    }
  }

  void flit(SaveFile& save, const std::string& scope, const std::string& side,
            Colour colour) const {
    const auto field = [&](const std::string& name, int bits, const std::string& alias,
                           Format format) {
      save.signal(scope + "." + name, bits, format, colour, side + " " + alias);
    };
    field("tag", parameters_.tag_bits, "tag", Format::kHex);
    field("head", 1, "head", Format::kBinary);
    field("tail", 1, "tail", Format::kBinary);
    field("nonmin", 1, "non-minimal", Format::kBinary);
    // The parts of the node are one number in the RTL, which knows no family.
    const HeaderFields& header = fabric_.routes->design().header;
    std::string node_label = "destination";
    for (const HeaderField& part : header.node) node_label += " " + part.label;
    field("mid", header.mid.width, "intermediate " + header.mid.label, Format::kDecimal);
    field("dst", header.node_width(), node_label,
          header.node.size() == 1 ? Format::kDecimal : Format::kBinary);
    field("dst_term", header.terminal.width, "destination " + header.terminal.label,
          Format::kDecimal);
    field("len", flit_fields::kLen.bits, "flits of the packet - 1", Format::kDecimal);
    field("hops", flit_fields::kHops.bits, "routers visited", Format::kDecimal);
  }

  /// log2 of a power of two.
  static int bits_for(int power) {
    int bits = 0;
    while ((1 << bits) < power) ++bits;
    return bits;
  }
  [[nodiscard]] int stride() const { return 1 << width_of_vcs(); }
  [[nodiscard]] int width_of_vcs() const { return parameters_.shape().vc_bits; }

  Fabric fabric_;
  const Wiring& wiring_;
  VariantParameters parameters_;
  bool user_router_;
  std::string algorithm_names_;
};

/// The values of the control register ALGORITHM by name, as a GTKWave filter file.
std::string algorithm_translation(const Configuration& config) {
  const FamilyRouting& chosen = routing_of(config);
  std::map<int, std::string> names = {{chosen.code, chosen.name}};
  for (const FamilyRouting& routing : routings(family(config.topology.family)))
    if (routing.router == chosen.router) names.emplace(routing.code, routing.name);
  std::string text;
  for (const auto& [code, name] : names) text += fmt::format("{} {}\n", code, name);
  return text;
}

}  // namespace

namespace {

/// GTKWave's zoom, a negative power of two: so many picoseconds a pixel.
constexpr int kOverview = -13, kDetail = -12;

/// A save file whose marker is on edge `marker`; `signals` adds the signals. GTKWave begins at
/// `start` only if from there the wave is as long as the window is wide; else it begins at the
/// start of the wave. In this window `kDetail` shows 18 cycles.
template <typename Signals>
void write_save(const Configuration& config, BuiltDepth depth, bool user_router,
                const WaveRequest& wave, std::int64_t start, std::int64_t marker, int zoom,
                const std::string& gtkw_path, Signals&& signals) {
  namespace fs = std::filesystem;
  // GTKWave looks for them beside the save file, so that the folder can be moved.
  constexpr const char* kNames = "algorithms.filter";
  const fs::path folder = fs::absolute(gtkw_path).parent_path();
  write_file((folder / kNames).string(), algorithm_translation(config));

  SaveFile save;
  save.line(
      "[*] dragonfly: in = green, out = orange, credits = blue, state of the router = indigo, "
      "expected = yellow, mismatch = red");
  save.line(fmt::format("[dumpfile] \"{}\"",
                        fs::absolute(wave.fst_path).lexically_relative(folder).string()));
  save.line(fmt::format("[savefile] \"{}\"", fs::path(gtkw_path).filename().string()));
  // The recorder has edge n at n ns, in steps of picoseconds.
  constexpr std::int64_t kPicosecondsACycle = 1000;
  save.line(fmt::format("[timestart] {}", start * kPicosecondsACycle));
  save.line("[size] 1600 1000");
  save.line(
      fmt::format("*{}.000000 {} -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 "
                  "-1 -1 -1 -1 -1 -1",
                  zoom, marker * kPicosecondsACycle));
  save.line("[sst_width] 260");
  save.line("[signals_width] 420");
  save.line("[sst_expanded] 1");
  signals(View(config, depth, user_router, kNames), save);
  save.line("[pattern_trace] 1");
  save.line("[pattern_trace] 0");
  write_file(gtkw_path, save.text());
}

}  // namespace

void write_gtkwave_save(const Configuration& config, const WaveRequest& wave,
                        const std::string& gtkw_path) {
  write_save(config, BuiltDepth::kShared, false, wave, wave.first_cycle, wave.first_cycle,
             kOverview, gtkw_path, [&](const View& view, SaveFile& save) {
               bool first = true;
               for (const int router : wave.routers) {
                 view.router(save, router, first);
                 first = false;
               }
             });
}

void write_difference_save(const Configuration& config, const WaveRequest& wave,
                           const Difference& difference, BuiltDepth depth, bool user_router,
                           const std::string& gtkw_path) {
  // Cycles that are seen before the marker; the wave goes on for a few behind it.
  constexpr std::int64_t kBefore = 11;
  write_save(config, depth, user_router, wave,
             std::max(wave.first_cycle, difference.cycle - kBefore), difference.cycle, kDetail,
             gtkw_path, [&](const View& view, SaveFile& save) {
               view.difference(save, difference);
               view.router(save, difference.router, false);
             });
}

}  // namespace dragonfly
