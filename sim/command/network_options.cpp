#include "sim/command/network_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/common/error.hpp"
#include "models/families/dragonfly/greedy_wiring.hpp"
#include "sim/command/lists.hpp"

namespace dragonfly {
namespace {

constexpr std::int64_t kUsualRadix = 64;  // of the papers' comparisons

const std::vector<std::string>& dragonfly_keys() {
  static const std::vector<std::string> names = {"p", "a", "h", "g"};
  return names;
}

bool is_dragonfly_key(const std::string& name) {
  const auto& names = dragonfly_keys();
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The only value of an option that takes one.
std::int64_t one_of(const std::string& name, const std::vector<std::int64_t>& values) {
  if (values.size() != 1)
    throw InputError(fmt::format("--{} {}: give one number here", name, fmt::join(values, ",")));
  return values.front();
}

/// What was given to a family that is not the dragonfly.
void check_names(const Family& family, const FamilyParameters& values) {
  const std::vector<std::string> names = parameter_names(family);
  for (const auto& [name, list] : values)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw InputError(fmt::format("--{}: there is no such parameter of {}; its parameters: --{}",
                                   name, family.name, fmt::join(names, ", --")));
  for (const FamilyParameter& parameter : family.parameters)
    if (parameter.required && !values.contains(parameter.name))
      throw InputError(
          fmt::format("--topology {} needs --{} ({}), or --terminals for the smallest network",
                      family.name, parameter.name, parameter.meaning));
}

std::string list_text(const std::vector<std::int64_t>& list) {
  return fmt::format("{}", fmt::join(list, ","));
}

std::vector<int> as_ints(const FamilyParameters& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) return {};
  std::vector<int> list;
  for (const std::int64_t value : found->second) {
    if (value < 1 || value > kMaxGlobalPorts)
      throw InputError(
          fmt::format("--{} {}: use numbers from 1 to {}", name, value, kMaxGlobalPorts));
    list.push_back(static_cast<int>(value));
  }
  return list;
}

DragonflyWiring wiring_of(const NamedNetwork& network) {
  const TopologyConfig& t = network.config.topology;
  if (network.is_plain_dragonfly()) return wiring_of(Dragonfly(t), network.group_network);
  if (t.p < 1) throw InputError(fmt::format("topology.p = {}: use 1 or more", t.p));
  return {t.p, t.a, t.h, t.g, greedy_links(t.a, t.h, t.g), network.group_network};
}

}  // namespace

NamedNetwork smallest_named(const std::string& family, std::int64_t terminals, std::int64_t radix) {
  if (radix > kMaxGlobalPorts)
    throw InputError(fmt::format("--radix {}: use {} or less", radix, kMaxGlobalPorts));
  NamedNetwork network;
  network.family = dragonfly::family(family).name;
  const FamilyParameters values =
      smallest_network(network.family, terminals, static_cast<int>(radix));
  if (!network.is_dragonfly()) {
    network.parameters = values;
    return network;
  }
  TopologyConfig& t = network.config.topology;
  t.p = static_cast<int>(values.at("p").front());
  t.a = static_cast<int>(values.at("a").front());
  t.h = static_cast<int>(values.at("h").front());
  t.g = static_cast<int>(values.at("g").front());
  return network;
}

bool NamedNetwork::is_plain_dragonfly() const {
  if (!is_dragonfly()) return false;
  const TopologyConfig& t = config.topology;
  return t.arrangement != Arrangement::kGreedy || t.g <= std::int64_t{t.a} * t.h + 1;
}

BuiltNetwork build(const NamedNetwork& network) {
  BuiltNetwork built;
  if (network.is_dragonfly()) {
    built.wiring = wiring_of(network);
    built.graph = dragonfly_graph(*built.wiring);
  } else {
    built.graph = build_network(network.family, network.parameters);
  }
  return built;
}

GraphParameters parameters_of(const NamedNetwork& network) {
  GraphParameters list;
  if (!network.is_dragonfly()) {
    for (const auto& [name, values] : network.parameters)
      list.emplace_back(name, list_text(values));
    return list;
  }
  const TopologyConfig& t = network.config.topology;
  const std::int64_t g = t.g == 0 ? std::int64_t{t.a} * t.h + 1 : t.g;
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, std::int64_t>>{
           {"p", t.p}, {"a", t.a}, {"h", t.h}, {"g", g}})
    list.emplace_back(name, fmt::format("{}", value));
  list.emplace_back("arrangement", name_of(t.arrangement));
  if (!network.group_network.sizes.empty())
    list.emplace_back("group-sizes",
                      fmt::format("{}", fmt::join(network.group_network.sizes, ",")));
  if (!network.group_network.parallel.empty())
    list.emplace_back("group-parallel",
                      fmt::format("{}", fmt::join(network.group_network.parallel, ",")));
  return list;
}

NetworkOptions::NetworkOptions(CLI::App& app, const std::string& section)
    : key_options_(app, section) {
  const std::string group = "Families of networks";
  family_option_ = app.add_option("--topology", family_,
                                  fmt::format("family of the network; one of {}",
                                              fmt::join(family_names(), ", ")))
                       ->type_name("NAME=dragonfly")
                       ->group(group);
  const auto add = [&](const std::string& name, bool list, const std::string& help) {
    Parameter& parameter = parameters_.emplace_back();
    parameter.name = name;
    parameter.option = app.add_option("--" + name, parameter.text, help)
                           ->type_name(list ? "LIST" : "INT")
                           ->group(group);
  };
  add("terminals", false,
      "take the smallest network of the family with at least so many terminals");
  add("radix", false,
      fmt::format("ports of a router; for --terminals {} unless given", kUsualRadix));
  for (const Family& family : families())
    for (const FamilyParameter& parameter : family.parameters) {
      if (is_dragonfly_key(parameter.name)) continue;
      const auto same = std::find_if(parameters_.begin(), parameters_.end(),
                                     [&](const Parameter& p) { return p.name == parameter.name; });
      if (same == parameters_.end())
        add(parameter.name, parameter.list, fmt::format("{}: {}", family.name, parameter.meaning));
      else if (same->name != "terminals" && same->name != "radix")
        same->option->description(fmt::format("{}; {}: {}", same->option->get_description(),
                                              family.name, parameter.meaning));
    }
}

std::string NetworkOptions::text(const std::string& name) const {
  for (const Parameter& parameter : parameters_)
    if (parameter.name == name) return parameter.text;
  return {};
}

bool NetworkOptions::gives(const std::string& name) const {
  return std::any_of(parameters_.begin(), parameters_.end(), [&](const Parameter& parameter) {
    return parameter.name == name && parameter.option->count() > 0;
  });
}

void NetworkOptions::describe(const std::string& name, const std::string& text) {
  if (name == "topology") family_option_->description(text);
  for (const Parameter& parameter : parameters_)
    if (parameter.name == name) parameter.option->description(text);
}

std::vector<std::string> NetworkOptions::given_parameters() const {
  std::vector<std::string> names;
  for (const Key* key : key_options_.given())
    if (is_dragonfly_key(key->name)) names.push_back(key->name);
  for (const Parameter& parameter : parameters_)
    if (parameter.option->count() > 0 && parameter.name != "terminals" && parameter.name != "radix")
      names.push_back(parameter.name);
  return names;
}

FamilyParameters NetworkOptions::given() const {
  // No terminals mean all that a folded Clos of given parameters can have.
  const auto least = [&](const std::string& name) {
    return name == "terminals" && looks_for_smallest(family(family_)) ? 1 : 0;
  };
  FamilyParameters values;
  for (const Parameter& parameter : parameters_) {
    if (parameter.option->count() == 0) continue;
    const std::string option = "--" + parameter.name;
    std::vector<std::int64_t>& list = values[parameter.name];
    list = parse_integers(option, parameter.text, least(parameter.name), INT64_MAX);
  }
  return values;
}

bool NetworkOptions::looks_for_smallest(const Family& family) const {
  if (!gives("terminals")) return false;
  const std::vector<std::string> names = given_parameters();
  // A folded Clos has a parameter of this name itself, beside others.
  const bool own_parameter =
      std::any_of(family.parameters.begin(), family.parameters.end(),
                  [](const FamilyParameter& parameter) { return parameter.name == "terminals"; });
  if (names.empty() || own_parameter) return names.empty();
  throw InputError(
      fmt::format("--terminals looks for a network, and --{} describes one; give one of the two",
                  names.front()));
}

NamedNetwork NetworkOptions::network(const std::string& elsewhere) const {
  const Family& chosen = family(family_);
  NamedNetwork network;
  network.family = chosen.name;
  network.config = key_options_.configuration();
  FamilyParameters values = given();
  if (looks_for_smallest(chosen)) {
    const auto radix = values.find("radix");
    const std::int64_t ports = radix == values.end() ? kUsualRadix : one_of("radix", radix->second);
    NamedNetwork smallest =
        smallest_named(chosen.name, one_of("terminals", values.at("terminals")), ports);
    if (network.is_dragonfly()) {
      smallest.config.topology.arrangement = network.config.topology.arrangement;
      const TopologyConfig topology = smallest.config.topology;
      network.config.topology = topology;
      return network;
    }
    values = smallest.parameters;
  }
  const std::vector<std::string> names = parameter_names(chosen);
  if (std::find(names.begin(), names.end(), elsewhere) == names.end()) values.erase(elsewhere);
  if (!network.is_dragonfly()) {
    for (const Key* key : key_options_.given())
      if (key->section == "topology")
        throw InputError(fmt::format("--{} belongs to the dragonfly; {} has: {}", key->name,
                                     chosen.name, fmt::join(names, ", ")));
    check_names(chosen, values);
    network.parameters = values;
    return network;
  }
  network.group_network = {as_ints(values, "group-sizes"), as_ints(values, "group-parallel")};
  for (const auto& [name, list] : values)
    if (name != "group-sizes" && name != "group-parallel")
      throw InputError(
          fmt::format("--{} belongs to another family; name it with --topology, or use p, a, h "
                      "and g for the dragonfly",
                      name));
  return network;
}

}  // namespace dragonfly
