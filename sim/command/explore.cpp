// SPDX-License-Identifier: Apache-2.0
// `dragonfly explore`: the design space of dragonflies for a number of terminals.
#include "models/design/explore.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/interrupt.hpp"
#include "models/common/streams.hpp"
#include "models/cost/teh2017.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/command/explore_report.hpp"
#include "sim/command/lists.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/plot.hpp"
#include "sim/command/progress_line.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

class ExploreCommand : public Subcommand {
 public:
  explicit ExploreCommand(CLI::App& root)
      : Subcommand(root, "explore",
                   "price all dragonflies for a number of terminals, over imbalance b and density "
                   "d of their channels"),
        json_(app(), "--json", "save all designs as JSON"),
        csv_(app(), "--csv", "save all designs as CSV, a line each"),
        plot_(app(), "plot_explore.py", "draw heat maps over b and d") {
    terminals_option_ = add("--terminals", "INT", terminals_, "least number of terminals");
    routers_option_ =
        app()
            .add_option("--routers", routers_,
                        "networks of at least so many routers instead, whatever terminals they "
                        "have; of any radix unless --radices is given")
            ->type_name("INT");
    add("--step", "REAL", step_, "step of the grid: b from -1 to 1, d from 0 to 1");
    radices_option_ = add("--radices", "LIST", radices_, "ports of the routers on offer");
    add("--redundancy", "INT", redundancy_, "channels laid side by side for each global link");
    app().add_flag("--bottleneck", options_.request.bottleneck,
                   "also keep the busiest channel, not only their mean, within its bandwidth under "
                   "uniform traffic (slow)");
    add("--imbalance-exponent", "REAL", exponent_,
        "exponent of 1 + b and 1 - b in the equations of the shape; near 0.55, with "
        "--spare-terminals 0.5, they lead to the designs that the paper quotes");
    add("--spare-terminals", "REAL", spare_,
        "for p terminals a router there are as many routers as p less these would take");
    for (const Price& price : prices())
      price_texts_.push_back(fmt::format("{}", prices_.*price.value));
    for (std::size_t i = 0; i < price_texts_.size(); ++i)
      add(prices()[i].option, "REAL", price_texts_[i], prices()[i].help);
    add("--threads", "INT", threads_, "threads; 0: one for each processor");
  }

  void execute() override {
    std::vector<NamedFile> outputs = plot_.files();
    outputs.insert(outputs.end(), {json_.named(), csv_.named()});
    check_files({}, outputs);
    set_request();
    set_prices();
    json_.open();
    csv_.open();
    plot_.open();
    const DesignSpace space = search();
    if (space.cheapest.empty())
      throw InputError(fmt::format("no design: {}", space.why_none(options_.request)));
    const ExploreReport report{options_, space};
    if (!json_.to_standard_output() && !csv_.to_standard_output()) write_output(to_table(report));
    const nlohmann::ordered_json json = to_json(report);
    json_.put(dump(json));
    csv_.put(to_csv(report));
    plot_.draw(json);
  }

 private:
  struct Price {
    const char* option;
    double Teh2017::*value;
    const char* help;
  };

  static const std::vector<Price>& prices() {
    static const std::vector<Price> list = {
        {"--electrical-cost", &Teh2017::electrical_cost, "price of a link within a group ($)"},
        {"--optical-cost", &Teh2017::optical_cost, "price of a link between groups ($)"},
        {"--router-cubic", &Teh2017::router_cubic,
         "c3: a router of r ports costs c3 r^3 + c2 r^2 + c1 r ($)"},
        {"--router-quadratic", &Teh2017::router_quadratic, "c2 of the same ($)"},
        {"--router-linear", &Teh2017::router_linear, "c1 of the same ($)"},
        {"--router-cost", &Teh2017::router_cost,
         "price of every router, whatever its ports; 0: by c1, c2 and c3 ($)"}};
    return list;
  }

  Option* add(const std::string& name, const std::string& type, std::string& text,
              const std::string& help) {
    return app().add_option(name, text, help)->type_name(type + "=" + text);
  }

  void set_request() {
    DesignRequest& request = options_.request;
    request.terminals = parse_integer("--terminals", terminals_, 1, kMostDesignTerminals);
    request.redundancy = parse_count("--redundancy", redundancy_, 1, kMostRedundancy);
    request.exponent = parse_real("--imbalance-exponent", exponent_, 0.01, 100);
    request.spare_terminals = parse_real("--spare-terminals", spare_, 0, 0.99);
    options_.step = parse_real("--step", step_, kLeastDesignStep, 1);
    options_.threads = parse_count("--threads", threads_, 0, kMostDesignThreads);
    if (routers_option_->count() > 0 && terminals_option_->count() > 0)
      throw InputError("--terminals and --routers: a design space is of one of them; give one");
    if (routers_option_->count() > 0)
      request.routers = parse_integer("--routers", routers_, 1, kMostDesignRouters);
    request.radices.clear();
    if (request.routers > 0 && radices_option_->count() == 0) return;  // any
    for (const std::int64_t radix : parse_integers("--radices", radices_, 1, kMostDesignRadix))
      request.radices.push_back(static_cast<int>(radix));
    std::sort(request.radices.begin(), request.radices.end());
    const auto end = std::unique(request.radices.begin(), request.radices.end());
    request.radices.erase(end, request.radices.end());
  }

  void set_prices() {
    for (std::size_t i = 0; i < price_texts_.size(); ++i) {
      const std::string option = prices()[i].option;
      const auto& parameter = find_parameter(teh2017_parameters(), option.substr(2));
      prices_.*prices()[i].value =
          parse_real(option, price_texts_[i], parameter.minimum, parameter.maximum);
    }
    options_.prices.electrical = prices_.electrical_cost;
    options_.prices.optical = prices_.optical_cost;
    prices_.offered_radices.clear();
    options_.prices.router = [this](int radix) { return router_price(prices_, radix); };
  }

  [[nodiscard]] DesignSpace search() {
    using Clock = std::chrono::steady_clock;
    ProgressLine line;
    const Clock::time_point start = Clock::now();
    line.show("the largest networks come first");
    options_.progress = [&](std::int64_t done, std::int64_t all) {
      const std::chrono::duration<double> elapsed = Clock::now() - start;
      const double left =
          elapsed.count() * static_cast<double>(all - done) / static_cast<double>(done);
      line.show(fmt::format("{} of {} points, about {} left", done, all, duration(left)));
    };
    return explore(options_);
  }

  OutputOption json_, csv_;
  PlotOption plot_;
  ExploreOptions options_;
  Teh2017 prices_;
  Option *terminals_option_ = nullptr, *routers_option_ = nullptr, *radices_option_ = nullptr;
  std::string routers_;
  std::string terminals_ = fmt::format("{}", options_.request.terminals);
  std::string step_ = fmt::format("{}", options_.step);
  std::string radices_ = fmt::format("{}", fmt::join(options_.request.radices, ","));
  std::string redundancy_ = fmt::format("{}", options_.request.redundancy), threads_ = "0",
              exponent_ = "1", spare_ = "0";
  std::deque<std::string> price_texts_;  ///< [price]; a deque, as CLI11 keeps references
};

}  // namespace

std::unique_ptr<Subcommand> make_explore(CLI::App& root) {
  return std::make_unique<ExploreCommand>(root);
}

}  // namespace dragonfly
