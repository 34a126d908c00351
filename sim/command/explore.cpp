// `dragonfly explore`: the design space of dragonflies for a number of terminals.
#include "models/design/explore.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "models/common/error.hpp"
#include "models/cost/teh2017.hpp"
#include "models/statistics/result_io.hpp"
#include "sim/command/explore_report.hpp"
#include "sim/command/interrupt.hpp"
#include "sim/command/output_option.hpp"
#include "sim/command/plot.hpp"
#include "sim/command/progress_line.hpp"
#include "sim/command/subcommand.hpp"

namespace dragonfly {
namespace {

class Explore : public Subcommand {
 public:
  explicit Explore(CLI::App& root)
      : Subcommand(root, "explore",
                   "price all dragonflies for a number of terminals, over imbalance and density"),
        json_(app(), "--json", "save it as JSON"),
        csv_(app(), "--csv", "save it as CSV: a line for each design") {
    const auto number = [&](const std::string& name, auto& value, const std::string& help) {
      app()
          .add_option(name, value, help)
          ->type_name(fmt::format(
              "{}={}", std::is_floating_point_v<std::decay_t<decltype(value)>> ? "REAL" : "INT",
              value));
    };
    number("--terminals", options_.request.terminals, "terminals to be connected, at least");
    routers_option_ =
        app()
            .add_option("--routers", options_.request.routers,
                        "networks of at least so many routers instead, of any radix unless "
                        "--radices is given")
            ->type_name("INT");
    number("--step", options_.step, "step of the grid in b and d");
    number("--redundancy", options_.request.redundancy,
           "channels laid for each global link (k of h_eff = k h)");
    number("--electrical-cost", options_.prices.electrical, "price of a link in a group ($)");
    number("--optical-cost", options_.prices.optical, "price of a link between groups ($)");
    number("--threads", options_.threads, "threads; 0: one for each processor");
    radices_option_ =
        app()
            .add_option("--radices", radices_, "numbers of ports that routers are offered with")
            ->type_name("LIST=" + radices_);
    for (const auto& [name, value] : {std::pair{"--router-cubic", &prices_.router_cubic},
                                      std::pair{"--router-quadratic", &prices_.router_quadratic},
                                      std::pair{"--router-linear", &prices_.router_linear}})
      number(name, *value, "price of a router: coefficient in its number of ports");
    app().add_flag("--bottleneck", options_.request.bottleneck,
                   "also keep the busiest channel within its bandwidth under uniform traffic");
    app()
        .add_option("--plot", plot_, "draw heat maps over b and d as STEM.png and STEM.svg")
        ->type_name("STEM");
  }

  void execute() override {
    OutputOption::check_different(json_, csv_);
    json_.open();
    csv_.open();
    std::optional<Plotter> plotter;
    if (!plot_.empty()) plotter.emplace("plot_explore.py");
    set_prices();
    const DesignSpace space = search();
    if (space.cheapest.empty())
      throw InputError(fmt::format("no design: {}", space.why_none(options_.request)));
    const ExploreReport report{options_, space};
    if (!json_.to_standard_output() && !csv_.to_standard_output())
      fmt::print("{}", to_table(report));
    const nlohmann::ordered_json json = to_json(report);
    json_.put(dump(json));
    csv_.put(to_csv(report));
    if (plotter) plotter->draw(json, plot_);
  }

 private:
  void set_prices() {
    for (const auto& [name, value] : {std::pair{"router-cubic", prices_.router_cubic},
                                      std::pair{"router-quadratic", prices_.router_quadratic},
                                      std::pair{"router-linear", prices_.router_linear},
                                      std::pair{"electrical-cost", options_.prices.electrical},
                                      std::pair{"optical-cost", options_.prices.optical}})
      set_parameter(prices_, teh2017_parameters(), name, value);
    options_.request.radices.clear();
    if (routers_option_->count() > 0 && options_.request.routers < 1)
      throw InputError(fmt::format("--routers {}: use 1 or more", options_.request.routers));
    if (options_.request.routers > 0 && radices_option_->count() == 0) radices_.clear();
    for (const std::int64_t radix : parse_radices(radices_)) {
      constexpr std::int64_t kMostPorts = 1'000'000;
      if (radix > kMostPorts)
        throw InputError(fmt::format("--radices {}: use {} or less", radix, kMostPorts));
      options_.request.radices.push_back(static_cast<int>(radix));
    }
    prices_.offered_radices.clear();
    options_.prices.router = [this](int radix) { return router_price(prices_, radix); };
  }

  [[nodiscard]] DesignSpace search() {
    using Clock = std::chrono::steady_clock;
    ProgressLine line;
    const Clock::time_point start = Clock::now();
    catch_interrupts();
    options_.cancelled = [] { return interrupted(); };
    options_.progress = [&](std::int64_t done, std::int64_t all) {
      const std::chrono::duration<double> elapsed = Clock::now() - start;
      const double left =
          elapsed.count() * static_cast<double>(all - done) / static_cast<double>(done);
      line.show(fmt::format("{} of {} points, about {} left", done, all, duration(left)));
    };
    return explore(options_);
  }

  OutputOption json_, csv_;
  ExploreOptions options_;
  Teh2017 prices_;
  CLI::Option *routers_option_ = nullptr, *radices_option_ = nullptr;
  std::string radices_ = "36,48,60,72", plot_;
};

}  // namespace

std::unique_ptr<Subcommand> make_explore(CLI::App& root) { return std::make_unique<Explore>(root); }

}  // namespace dragonfly
