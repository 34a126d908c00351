// SPDX-License-Identifier: Apache-2.0
// `dragonfly cost`: what networks cost, by the models of three papers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/common/integer_range.hpp"
#include "models/common/spelling.hpp"
#include "models/common/streams.hpp"
#include "models/config/configuration.hpp"
#include "models/cost/family_parts.hpp"
#include "models/cost/parts_by_size.hpp"
#include "models/cost/readings.hpp"
#include "models/families/dragonfly/dragonfly.hpp"
#include "models/keys/toml.hpp"
#include "models/statistics/result_io.hpp"
#include "models/wiring/wiring_graph.hpp"
#include "sim/command/cost_report.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/network_options.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/plot.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

/// The one parameter that is a list, and so is not described as the others are.
constexpr const char* kOfferedRadices = "offered-radices";

IntegerRange parse_size_range(const std::string& text) {
  const auto range = parse_integer_range(text);
  if (!range || !range->within(2, kMaxTerminals)) {
    throw InputError(
        fmt::format("--terminals {}: use numbers of terminals, 2 to {}, as 1024,4096, as 64-128 "
                    "for all of these, or as 1024:65536 for each doubling of the first up to the "
                    "second",
                    text, kMaxTerminals));
  }
  return *range;
}
std::int64_t parse_size(const std::string& text) {
  const IntegerRange range = parse_size_range(text);
  if (range.first != range.last)
    throw InputError(fmt::format("--terminals {}: give one number on each side of a colon", text));
  return range.first;
}

/// "1024,4096", "64-128", or "1024:65536" for doublings, or all of them mixed.
std::vector<std::int64_t> parse_sizes(const std::string& text) {
  std::vector<std::int64_t> sizes;
  for (const std::string& part : split_list("--terminals", text)) {
    const std::size_t colon = part.find(':');
    if (colon == std::string::npos) {
      append_range(parse_size_range(part), sizes, "--terminals");
      continue;
    }
    const std::int64_t first = parse_size(part.substr(0, colon));
    const std::int64_t last = parse_size(part.substr(colon + 1));
    if (first > last)
      throw InputError(fmt::format("--terminals {}: the first size is above the last; use {}:{}",
                                   part, last, first));
    for (std::int64_t size = first; size <= last; size *= 2) sizes.push_back(size);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

class CostCommand : public Subcommand {
 public:
  explicit CostCommand(CLI::App& root)
      : Subcommand(root, "cost", "tell what networks cost, and what power they take"),
        json_(app(), "--json", "save the results as JSON"),
        csv_(app(), "--csv", "save the results as CSV: a line for each class of parts"),
        network_options_(app(), "topology"),
        plot_(app(), "plot_cost.py", "draw the cost per terminal") {
    app()
        .add_option("--model", model_,
                    fmt::format("cost model; one of {}", fmt::join(cost_model_names(), ", ")))
        ->type_name("NAME=" + model_);
    app()
        .add_option("--reading", reading_,
                    fmt::format("what the paper of the model is taken to say where its text leaves "
                                "it open; of kim2007: {}; of kim2008: {}",
                                fmt::join(reading_names("kim2007"), ", "),
                                fmt::join(reading_names("kim2008"), ", ")))
        ->type_name("NAME");
    app().add_flag("--floor-plan", floor_plan_,
                   "place the cabinets of a network given by its parameters on a floor, and take "
                   "the lengths of its cables from there");
    app().add_flag("--clos-full", clos_full_,
                   "with --sizing papers: a folded Clos gets another level only when the one below "
                   "is full");
    sizing_option_ =
        app()
            .add_option("--sizing", sizing_,
                        "with --terminals: smallest, the network that `dragonfly topology` takes "
                        "for so many terminals; papers, the ones that the papers compare")
            ->type_name("NAME=" + sizing_);
    blocks_option_ = app()
                         .add_option("--blocks-per-row", blocks_per_row_,
                                     "with --floor-plan: groups of cabinets side by side; as many "
                                     "as make the floor nearest to a square unless given")
                         ->type_name("INT");
    routers_option_ = app()
                          .add_option("--routers-per-cabinet", routers_per_cabinet_,
                                      "with --floor-plan: routers in a cabinet without terminals, "
                                      "as of the upper levels of a folded Clos")
                          ->type_name(fmt::format("INT={}", FloorParameters{}.routers_per_cabinet));
    app()
        .add_option("--parameters", parameters_path_,
                    "TOML file with parameters of the model, name = value; options win over it")
        ->type_name("FILE");
    app().add_flag(
        "--list-parameters", list_,
        "instead of costs, list the parameters of the model: values, units, sources, meanings");
    for (const std::string& name : cost_model_names())
      for (const ParameterInfo& parameter : describe_parameters(make_cost_model(name)))
        add_parameter(name, parameter.name, parameter.meaning, parameter.default_value);
    add_parameter("teh2017", kOfferedRadices,
                  "ports of the routers on offer, as 36,48,60,72; none: of any number", {});
    network_options_.describe("topology",
                              "family of the network; for --terminals several are compared, as "
                              "dragonfly,folded-clos, or all");
    network_options_.describe("radix",
                              "ports of a whole router, 64 unless given: of the networks of "
                              "--terminals, and of the models kim2007 and kim2008; of a folded "
                              "Clos given by its parameters");
    network_options_.describe("terminals",
                              "networks of at least so many terminals: a list, or 1024:65536 for "
                              "doublings");
  }

  void execute() override {
    std::vector<NamedFile> outputs = plot_.files();
    outputs.insert(outputs.end(), {json_.named(), csv_.named()});
    check_files(network_options_.inputs(), outputs);
    if (list_ && plot_.given())
      throw InputError("--list-parameters and --plot: there is no drawing of parameters");
    json_.open();
    csv_.open();
    const CostModel model = changed_model();
    check_options();
    if (list_) {
      list_parameters(model);
      return;
    }
    plot_.open();
    std::string table;
    Json json;
    std::vector<CostResult> costs;
    if (by_size()) {
      costs = costs_by_size(model);
      json = to_json(costs, model);
    } else {
      const Configuration config = network_options_.configuration("radix");
      const TopologyConfig& network = config.topology;
      NetworkParts parts =
          with_ports(parts_of(network.family, network.parameters, packaging_of(model)));
      const NetworkParts assumed = parts;
      std::optional<FloorPlan> plan;
      if (floor_plan_) {
        FloorParameters floor = floor_parameters(model);
        if (blocks_option_->count() > 0)
          floor.blocks_per_row = parse_integer("--blocks-per-row", blocks_per_row_, 1, 1'000'000);
        if (routers_option_->count() > 0) {
          floor.routers_per_cabinet =
              parse_integer("--routers-per-cabinet", routers_per_cabinet_, 1, 1'000'000);
        }
        plan = plan_floor(graph_of(build_network(network.family, network.parameters)), floor);
        table = to_table(*plan, parts);
        parts = with_real_lengths(parts, *plan);
      }
      costs.push_back(evaluate(model, parts));
      json = to_json(costs, model);
      if (plan) json["floor_plan"] = to_json(*plan, assumed);
    }
    table = (costs.size() == 1 ? to_table(costs.front()) : to_table(costs)) + table;
    if (!json_.to_standard_output() && !csv_.to_standard_output()) write_output(table);
    json_.put(dump(json));
    csv_.put(to_csv(costs));
    plot_.draw(json);
  }

 private:
  struct ModelOption {
    std::string name, text;
    Option* option = nullptr;
  };

  void check_options() const {
    if (sizing_ != "smallest" && sizing_ != "papers")
      throw InputError(fmt::format("--sizing {}: use smallest or papers", sizing_));
    if (sizing_option_->count() > 0 && !by_size())
      throw InputError("--sizing is how a network is chosen for --terminals; add --terminals");
    if (clos_full_ && (!by_size() || sizing_ != "papers"))
      throw InputError(
          "--clos-full is about the folded Clos of --terminals with --sizing papers; add both");
    for (const auto& [name, option] : {std::pair{"--blocks-per-row", blocks_option_},
                                       {"--routers-per-cabinet", routers_option_}}) {
      if (option->count() == 0 || floor_plan_) continue;
      throw InputError(
          fmt::format("{} is about the cabinets of --floor-plan; add --floor-plan", name));
    }
  }

  /// Refuses networks of larger routers than were asked for.
  [[nodiscard]] NetworkParts with_ports(NetworkParts parts) const {
    const std::string text = network_options_.text("radix");
    if (text.empty()) return parts;
    const std::int64_t radix = parse_integer("--radix", text, 1, kMaxGlobalPorts);
    if (parts.radix() > radix) {
      throw InputError(fmt::format(
          "--radix {}: the routers of {} {} have {} ports; use {} or more, or another network",
          radix, parts.topology, parts.parameters, parts.radix(), parts.radix()));
    }
    return parts;
  }

  /// Models share names; an option is for all that have the parameter.
  void add_parameter(const std::string& model, const std::string& name, const std::string& meaning,
                     std::optional<double> value) {
    if (name == "radix") return;  // that of the routers on offer, an option of the network
    const std::string help =
        fmt::format("{}: {}{}", model, meaning, value ? fmt::format(" ({:g})", *value) : "");
    for (ModelOption& known : model_options_) {
      if (known.name != name) continue;
      known.option->description(known.option->description() + "; " + help);
      return;
    }
    ModelOption& added = model_options_.emplace_back();
    added.name = name;
    added.option = app()
                       .add_option("--" + name, added.text, help)
                       ->type_name(name == kOfferedRadices ? "LIST" : "REAL")
                       ->group("Parameters of the models");
  }

  void list_parameters(const CostModel& model) {
    const std::vector<ParameterInfo> parameters = describe_parameters(model);
    if (!json_.to_standard_output() && !csv_.to_standard_output())
      write_output(to_table(parameters));
    json_.put(dump(to_json(parameters)));
    csv_.put(to_csv(parameters));
  }

  [[nodiscard]] static bool has_parameter(const CostModel& model, const std::string& name) {
    if (name == kOfferedRadices) return std::holds_alternative<Teh2017>(model);  // a list
    const std::vector<ParameterInfo> all = describe_parameters(model);
    return std::any_of(all.begin(), all.end(),
                       [&](const ParameterInfo& parameter) { return parameter.name == name; });
  }

  /// Throws InputError for an option that is a parameter of other models only.
  void require_parameter(const CostModel& model, const std::string& name) const {
    if (has_parameter(model, name)) return;
    std::vector<std::string> others;
    for (const std::string& other : cost_model_names())
      if (has_parameter(make_cost_model(other), name)) others.push_back(other);
    throw InputError(
        fmt::format("--{} is no parameter of the model {}, but of {}; `dragonfly cost --model {} "
                    "--list-parameters` lists what it has",
                    name, model_, fmt::join(others, " and "), model_));
  }

  [[nodiscard]] CostModel changed_model() const {
    CostModel model = make_cost_model(model_);
    if (!reading_.empty()) model = read_as(model_, reading_);
    const std::string radix = network_options_.text("radix");
    if (!radix.empty() && has_parameter(model, "radix")) set_parameter(model, "radix", radix);
    if (!parameters_path_.empty()) apply_file(model);
    for (const ModelOption& option : model_options_) {
      if (option.option->count() == 0) continue;
      require_parameter(model, option.name);
      set_parameter(model, option.name, option.text);
    }
    return model;
  }

  void apply_file(CostModel& model) const {
    for (const TomlValue& value : flat_toml(read_text_file(parameters_path_), parameters_path_)) {
      try {
        set_parameter(model, value.name, value.text);
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", value.place, error.what()));
      }
    }
  }

  [[nodiscard]] bool by_size() const {
    const std::vector<std::string> given = network_options_.given_parameters();
    const std::string family = network_options_.family_name();
    if (!network_options_.gives("terminals")) {
      if (family == "all" || family.find(',') != std::string::npos) {
        throw InputError(
            fmt::format("--topology {}: several networks are compared for a number of terminals; "
                        "add --terminals",
                        family));
      }
      return false;
    }
    // A folded Clos that is given by its parameters has this one, too.
    if (folded(family) == "folded-clos" && !given.empty()) return false;
    if (!given.empty()) {
      throw InputError(fmt::format(
          "--terminals asks for networks of a size, and --{} describes one; give one of the two",
          given.front()));
    }
    if (floor_plan_)
      throw InputError("--floor-plan needs a network given by its parameters, not --terminals");
    return true;
  }

  /// Each name once.
  [[nodiscard]] std::vector<std::string> topologies() const {
    std::vector<std::string> names;
    for (const std::string& name : split_list("--topology", network_options_.family_name())) {
      if (folded(name) == "all") return cost_topologies();
      if (std::find(names.begin(), names.end(), folded(name)) == names.end())
        names.push_back(folded(name));
    }
    return names;
  }

  [[nodiscard]] std::vector<CostResult> costs_by_size(const CostModel& model) const {
    Sizing sizing;
    sizing.clos_full = clos_full_;
    const std::string radix = network_options_.text("radix");
    if (!radix.empty()) sizing.radix = parse_count("--radix", radix, 1, kMaxGlobalPorts);
    std::vector<CostResult> costs;
    const Packaging packaging = packaging_of(model);
    std::string left_out;
    for (const std::string& topology : topologies()) {
      for (const std::int64_t size : parse_sizes(network_options_.text("terminals"))) {
        try {
          const NetworkParts parts = with_ports(
              sizing_ == "papers" ? parts_for_terminals(topology, size, sizing, packaging)
                                  : smallest_parts(topology, size, sizing.radix, packaging));
          costs.push_back(evaluate(model, parts));
        } catch (const InputError& error) {
          if (!takes_all()) throw;
          left_out +=
              fmt::format("{} with {} terminals is left out: {}\n", topology, size, error.what());
        }
      }
    }
    if (costs.empty()) throw InputError("no network is left:\n" + left_out);
    write_message(left_out);
    return costs;
  }

  /// Whether families are taken as they are there, not by their names.
  [[nodiscard]] bool takes_all() const {
    const std::vector<std::string> named = split_list("--topology", network_options_.family_name());
    return std::any_of(named.begin(), named.end(),
                       [](const std::string& name) { return folded(name) == "all"; });
  }

  [[nodiscard]] static NetworkParts smallest_parts(const std::string& topology, std::int64_t size,
                                                   std::int64_t radix, const Packaging& packaging) {
    const TopologyConfig network = smallest_named(topology, size, radix);
    return parts_of(network.family, network.parameters, packaging);
  }

  [[nodiscard]] static FloorParameters floor_parameters(const CostModel& model) {
    const Packaging packaging = packaging_of(model);
    FloorParameters parameters;
    parameters.nodes_per_cabinet = static_cast<std::int64_t>(packaging.nodes_per_cabinet);
    parameters.cable_overhead = packaging.cable_overhead;
    return parameters;
  }

  OutputOption json_, csv_;
  NetworkOptions network_options_;
  PlotOption plot_;
  std::string model_ = "kim2008", reading_, parameters_path_, sizing_ = "smallest", blocks_per_row_,
              routers_per_cabinet_;
  Option *sizing_option_ = nullptr, *blocks_option_ = nullptr, *routers_option_ = nullptr;
  bool floor_plan_ = false, clos_full_ = false, list_ = false;
  std::deque<ModelOption> model_options_;  ///< a deque, as CLI11 keeps references
};

}  // namespace

std::unique_ptr<Subcommand> make_cost(CLI::App& root) {
  return std::make_unique<CostCommand>(root);
}

}  // namespace dragonfly
