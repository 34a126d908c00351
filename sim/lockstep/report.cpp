// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "models/common/error.hpp"
#include "models/families/fabric.hpp"
#include "models/keys/json.hpp"
#include "models/keys/json_object.hpp"
#include "models/router/flit_format.hpp"
#include "models/router/routes.hpp"
#include "models/wiring/wiring.hpp"

namespace dragonfly {

namespace {

using Json = nlohmann::ordered_json;

/// A run is shorter, and a few cycles more are a number still.
constexpr std::int64_t kMostCycles = std::numeric_limits<std::int64_t>::max() / 4;
using Kind = FlightEvent::Kind;

const char* name_of(DifferingValue::Kind kind) {
  return kind == DifferingValue::Kind::kState ? "state" : "output";
}

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::kArrives:
      return "arrives";
    case Kind::kLeaves:
      return "leaves";
    case Kind::kCreditReturned:
      return "credit returned";
    case Kind::kCreditArrives:
      break;
  }
  return "credit arrives";
}

bool is_flit(const FlightEvent& event) {
  return event.kind == Kind::kArrives || event.kind == Kind::kLeaves;
}

std::string described(const RtlOrigin& rtl) {
  const std::string what = rtl.top.empty() ? rtl.place : rtl.top + " of " + rtl.place;
  return fmt::format("{} (content {})", what, rtl.content);
}

class Report {
 public:
  Report(const Configuration& config, const Difference& difference, const Replay& replay)
      : fabric_(make_fabric(config)),
        wiring_(fabric_.wiring),
        format_(fabric_.routes->design().header),
        difference_(difference),
        replay_(replay) {
    const DifferingValue& first = difference.values.front();
    for (const FlightEvent& event : replay.events)
      if (event.router == difference.router && (first.port < 0 || event.port == first.port))
        of_port_.push_back(&event);
    if (of_port_.size() > kEventsShown)
      of_port_.erase(of_port_.begin(), of_port_.end() - static_cast<std::ptrdiff_t>(kEventsShown));
    find_packet();
  }

  [[nodiscard]] std::string text() const {
    std::string text = fmt::format("Router {} and its model differ in cycle {}.\n\n",
                                   router_name(wiring_, difference_.router), difference_.cycle);
    text += values();
    for (const std::string& hint : hints(difference_)) text += hint + "\n";
    text += followed();
    text += "\n" + port_title() + "\n";
    for (const FlightEvent* event : of_port_)
      text += line(*event, event->cycle == difference_.cycle);
    if (of_port_.empty()) text += "  none in the cycles before\n";
    text += "\n" + packet_title() + "\n";
    for (const FlightEvent* event : of_packet_)
      text +=
          line(*event, event->router == difference_.router && event->cycle == difference_.cycle);
    return text;
  }

  [[nodiscard]] Json json() const {
    Json json = to_json(difference_);
    if (wiring_.groups() > 0) {
      json["group"] = wiring_.group(difference_.router);
      json["router_of_group"] = wiring_.index_in_group(difference_.router);
    }
    json["first_cycle_of_wave"] = replay_.first_cycle;
    const auto list = [&](const std::vector<const FlightEvent*>& events) {
      Json array = Json::array();
      for (const FlightEvent* event : events) array.push_back(event_json(*event));
      return array;
    };
    json["port_events"] = list(of_port_);
    json["packet"] = packet_ ? Json(*packet_) : Json();
    json["packet_events"] = list(of_packet_);
    return json;
  }

 private:
  static constexpr std::size_t kEventsShown = 30;

  /// The packet concerned: as the value tells, or else of the last flit that passed there.
  [[nodiscard]] std::optional<std::uint32_t> packet_of(const DifferingValue& value) const {
    if (value.handle >= 0) return static_cast<std::uint32_t>(value.handle);
    const bool of_input = is_of_input_vc(value);
    int behind = 0;  // flits that arrived after it, counted back from this cycle
    for (auto event = replay_.events.rbegin(); event != replay_.events.rend(); ++event) {
      if (event->router != difference_.router || (value.port >= 0 && event->port != value.port) ||
          (value.vc >= 0 && event->vc != value.vc))
        continue;
      if (of_input ? event->kind != Kind::kArrives
                   : !is_flit(*event) || (value.port >= 0 && event->kind != Kind::kLeaves))
        continue;
      if (of_input && value.arrivals_back >= 0) {
        const bool now = event->cycle == difference_.cycle;
        if (now ? value.arrivals_back > 0 : ++behind < value.arrivals_back) continue;
      }
      return handle(*event);
    }
    return {};
  }

  void find_packet() {
    packet_ = packet_of(difference_.values.front());
    if (!packet_) return;
    // Handles are used again: what the present packet did begins with its last creation. Its head
    // has visited no router when it enters the first one.
    for (const FlightEvent& event : replay_.events) {
      if (!is_flit(event) || handle(event) != *packet_) continue;
      const bool begins = event.kind == Kind::kLeaves && format_.head(event.flit.data()) &&
                          FlitFormat::hops(format_.header(event.flit.data())) <= 1;
      if (begins) of_packet_.clear();
      of_packet_.push_back(&event);
    }
  }

  [[nodiscard]] std::uint32_t handle(const FlightEvent& event) const {
    return format_.handle(event.flit.data());
  }

  [[nodiscard]] std::string values() const {
    return fmt::format("  {:<44} {:>16} {:>16}\n", "what", "expected", "actual") +
           rows(difference_.values, 20, true);
  }

  /// The first of them is the culprit if `marked`.
  [[nodiscard]] static std::string rows(const std::vector<DifferingValue>& values, std::size_t most,
                                        bool marked) {
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < most; ++i) {
      const DifferingValue& value = values[i];
      std::string name = fmt::format("{} {}", name_of(value.kind), value.name);
      if (value.port >= 0) name += fmt::format(", port {}", value.port);
      if (value.vc >= 0) name += fmt::format(" VC{}", value.vc);
      if (value.entry >= 0) name += fmt::format(" entry {}", value.entry);
      text += fmt::format("{} {:<44} {:>16} {:>16}\n", marked && i == 0 ? '>' : ' ', name,
                          expected_text(value), actual_text(value));
    }
    if (values.size() > most) text += fmt::format("  and {} more\n", values.size() - most);
    return text;
  }

  /// What the outputs of the cycle did to the state; what differed in the state itself goes on.
  [[nodiscard]] std::string followed() const {
    if (difference_.values.front().kind == DifferingValue::Kind::kState || difference_.next.empty())
      return {};
    return "\nWhat follows in the state of the next cycle:\n" + rows(difference_.next, 10, false);
  }

  [[nodiscard]] std::string port_title() const {
    const int port = difference_.values.front().port;
    if (port < 0) return "The last events of the router:";
    return fmt::format("The last events of port {} ({}), > in the cycle of the difference:", port,
                       port_target(wiring_, difference_.router, port));
  }

  [[nodiscard]] std::string packet_title() const {
    if (!packet_) return "No packet passed this place in the cycles before.";
    return fmt::format("The way of the packet concerned (handle {:#x}), > where it differs:",
                       *packet_);
  }

  [[nodiscard]] std::string line(const FlightEvent& event, bool culprit) const {
    std::string text =
        fmt::format("{} cycle {:<8} router {:<6} {:<15} port {:>3} VC{}", culprit ? '>' : ' ',
                    event.cycle, event.router, name_of(event.kind), event.port, event.vc);
    if (is_flit(event)) text += "  " + describe(event);
    return text + "\n";
  }

  [[nodiscard]] std::string describe(const FlightEvent& event) const {
    const std::uint64_t* const flit = event.flit.data();
    std::string text =
        fmt::format("packet {:#x} flit {}", format_.handle(flit), format_.sequence(flit));
    if (!format_.head(flit))
      return text + (format_.tail(flit) ? " (tail) " : " (body) ") + hexadecimal(event);
    const std::uint64_t header = format_.header(flit);
    const int length = FlitFormat::length(header), hops = FlitFormat::hops(header);
    text += " to " + format_.destination_text(format_.destination(header));
    text += fmt::format(", {} flit{}, {} hop{}, salt {}", length, length == 1 ? "" : "s", hops,
                        hops == 1 ? "" : "s", FlitFormat::salt(header));
    if (format_.nonmin(flit))
      text += fmt::format(", through {} {}", format_.fields()[0].label,
                          format_.fields()[0].text(format_.field(header, 0)));
    return text;
  }

  /// All bits of a flit: of one that is no head, fields above the handle mean nothing.
  [[nodiscard]] std::string hexadecimal(const FlightEvent& event) const {
    return format_.flit_words() == 1
               ? fmt::format("0x{:016x}", event.flit[0])
               : fmt::format("0x{:016x}{:016x}", event.flit[1], event.flit[0]);
  }

  [[nodiscard]] Json event_json(const FlightEvent& event) const {
    Json json = {{"cycle", event.cycle},
                 {"router", event.router},
                 {"event", name_of(event.kind)},
                 {"port", event.port},
                 {"vc", event.vc}};
    if (!is_flit(event)) return json;
    const std::uint64_t* const flit = event.flit.data();
    json["packet"] = format_.handle(flit);
    json["flit"] = format_.sequence(flit);
    json["head"] = format_.head(flit);
    json["tail"] = format_.tail(flit);
    if (format_.head(flit)) {
      const std::uint64_t header = format_.header(flit);
      json["nonmin"] = format_.nonmin(flit);
      json["len"] = FlitFormat::length(header) - 1;
      json["hops"] = FlitFormat::hops(header);
      json["salt"] = FlitFormat::salt(header);
      for (std::size_t number = 0; number < format_.fields().size(); ++number)
        json[format_.fields()[number].name] = format_.field(header, number);
    }
    return json;
  }

  Fabric fabric_;
  const Wiring& wiring_;
  FlitFormat format_;
  const Difference& difference_;
  const Replay& replay_;
  std::vector<const FlightEvent*> of_port_, of_packet_;
  std::optional<std::uint32_t> packet_;
};

Json values_json(const std::vector<DifferingValue>& list) {
  Json values = Json::array();
  for (const DifferingValue& value : list) {
    values.push_back({{"kind", name_of(value.kind)},
                      {"name", value.name},
                      {"port", value.port},
                      {"vc", value.vc},
                      {"entry", value.entry},
                      {"expected", value.expected},
                      {"actual", value.actual},
                      {"expected_text", expected_text(value)},
                      {"actual_text", actual_text(value)},
                      {"route", value.route},
                      {"held_by", value.held_by},
                      {"handle", value.handle},
                      {"arrivals_back", value.arrivals_back}});
  }
  return values;
}

std::vector<DifferingValue> values_from(const JsonObject& difference, const char* key,
                                        const std::string& name) {
  std::vector<DifferingValue> list;
  for (const Json& element : difference.list(key)) {
    const std::string place = fmt::format("{}: {}[{}]", name, key, list.size());
    const JsonObject value(element, place);
    list.push_back({value.text("kind") == "state" ? DifferingValue::Kind::kState
                                                  : DifferingValue::Kind::kOutput,
                    value.text("name"), value.small_integer("port"), value.small_integer("vc"),
                    value.small_integer("entry"), value.integer("expected"),
                    value.integer("actual"), value.text("expected_text"), value.text("actual_text"),
                    value.text("route"), value.text("held_by"), value.integer("handle"),
                    value.small_integer("arrivals_back")});
  }
  return list;
}

}  // namespace

Json to_json(const Difference& difference) {
  return {{"router", difference.router},
          {"cycle", difference.cycle},
          {"values", values_json(difference.values)},
          {"state_known", difference.state_known},
          {"state_equal_in", difference.state_equal_in},
          {"next", values_json(difference.next)},
          {"next_known", difference.next_known}};
}

Difference difference_from_json(const Json& object, const std::string& name) {
  const JsonObject json(object, name);
  Difference difference;
  difference.router = json.small_integer("router");
  difference.cycle = json.integer("cycle", 0, kMostCycles);
  difference.values = values_from(json, "values", name);
  difference.state_known = json.truth("state_known");
  difference.state_equal_in = json.integer("state_equal_in", -1, kMostCycles);
  difference.next = values_from(json, "next", name);
  difference.next_known = json.truth("next_known");
  if (difference.values.empty()) throw InputError(name + ": values: no difference is named");
  return difference;
}

std::string report_text(const Configuration& config, const Difference& difference,
                        const Replay& replay, const std::string& command) {
  return fmt::format("{}\nRTL: {}\nagain:  {}\n", Report(config, difference, replay).text(),
                     described(replay.rtl), command);
}

Json report_json(const Configuration& config, const Difference& difference, const Replay& replay,
                 const std::string& command) {
  Json json = Report(config, difference, replay).json();
  json["rtl"] = {{"place", replay.rtl.place},
                 {"top", replay.rtl.top.empty() ? Json() : Json(replay.rtl.top)},
                 {"content", replay.rtl.content}};
  json["command"] = command;
  json["config"] = to_json(config);
  return json;
}

}  // namespace dragonfly
