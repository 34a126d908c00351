// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/wiring_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "models/common/error.hpp"
#include "models/wiring/graph_size.hpp"

namespace dragonfly {
namespace {

using Where = std::function<std::string(std::uint32_t place)>;

std::size_t at(std::int64_t number) { return static_cast<std::size_t>(number); }

/// The ports of all routers, at one end of the channels: which row has which.
class Ports {
 public:
  /// `sizes`: the most ports that each router can have.
  explicit Ports(const std::vector<std::int64_t>& sizes) : first_(sizes.size() + 1, 0) {
    for (std::size_t i = 0; i < sizes.size(); ++i) first_[i + 1] = first_[i] + sizes[i];
    owner_.assign(at(first_.back()), 0);
    cursor_.assign(sizes.size(), 0);
  }

  /// The row that has the port already, and else takes it: number + 1; 0 if none had it.
  std::uint32_t take(RowEnd end, std::size_t row) {
    std::uint32_t& owner = owner_[at(first_[at(end.router)] + end.port)];
    return owner != 0 ? owner : (owner = static_cast<std::uint32_t>(row) + 1, 0);
  }

  /// The lowest port that is free, for a row.
  std::int32_t take_free(std::int32_t router, std::size_t row) {
    std::int32_t& port = cursor_[at(router)];
    while (owner_[at(first_[at(router)] + port)] != 0) ++port;
    owner_[at(first_[at(router)] + port)] = static_cast<std::uint32_t>(row) + 1;
    return port;
  }

  /// Up to the highest that is taken.
  [[nodiscard]] int used(std::size_t router) const {
    std::int64_t count = first_[router + 1] - first_[router];
    while (count > 0 && owner_[at(first_[router] + count - 1)] == 0) --count;
    return static_cast<int>(count);
  }

 private:
  std::vector<std::int64_t> first_;   ///< [router]; the last element counts all
  std::vector<std::uint32_t> owner_;  ///< [port]: number of the row + 1; 0: none
  std::vector<std::int32_t> cursor_;  ///< [router]
};

class Assembler {
 public:
  Assembler(WiringRows& file, const Where& where) : file_(file), where_(where) {}

  Wiring run() {
    for (const WiringRow& row : file_.rows) check_ends(row);
    count_routers();
    fill_classes();
    place_ports();
    number_terminals();
    check_terminals();
    check_dimensions();
    try {
      return built();
    } catch (const InputError& error) {
      fail(error.what());
    }
  }

 private:
  [[noreturn]] void fail(std::uint32_t place, const std::string& what) const {
    throw InputError(where_(place) + ": " + what);
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(where_(0) + ": " + what);
  }

  void count_routers() {
    for (const RouterRun& run : file_.routers) check_run(run);
    std::int64_t named = 0;
    std::uint32_t place = 0;
    for (const WiringRow& row : file_.rows)
      for (const RowEnd end : {row.from, row.to})
        if (end.router >= named) named = end.router + std::int64_t{1}, place = row.place;
    if (file_.routers.empty()) routers_ = named;
    if (named > routers_)
      fail(place, fmt::format("there is no router {}: the lines of routers describe 0 to {}",
                              named - 1, routers_ - 1));
    if (routers_ == 0) fail("the network has no routers");
    if (routers_ > kMostFileRouters)
      fail(place, fmt::format("router {}: at most {} routers are possible, numbered from 0",
                              routers_ - 1, kMostFileRouters));
  }

  void check_run(const RouterRun& run) {
    if (run.first != routers_ || run.last < run.first) {
      fail(run.place, fmt::format("routers {} to {}: routers are described in ascending order, and "
                                  "the next one is {}",
                                  run.first, run.last, routers_));
    }
    if (run.last >= kMostFileRouters)
      fail(run.place, fmt::format("router {}: at most {} routers are possible, numbered from 0",
                                  run.last, kMostFileRouters));
    if ((run.group >= 0) != (file_.routers.front().group >= 0))
      fail(run.place, "either all routers have a group or none");
    routers_ = run.last + 1;
  }

  void check_ends(const WiringRow& row) const {
    if (row.from.is_terminal() && row.to.is_terminal())
      fail(row.place, "a terminal is joined with a terminal; one of the two must be a router");
    if (row.from.router == row.to.router)
      fail(row.place, fmt::format("router {} is joined with itself", row.from.router));
  }

  void fill_classes() {
    for (WiringRow& row : file_.rows) {
      if (row.channel_class == RowEnd::kOpen)
        row.channel_class =
            file_.class_number(is_terminal(row) ? kDefaultTerminalClass : kDefaultClass);
    }
  }

  static bool is_terminal(const WiringRow& row) {
    return row.from.is_terminal() || row.to.is_terminal();
  }

  /// Gives the ports that were left out their numbers.
  void place_ports() {
    std::vector<std::int64_t> described(at(routers_), -1), sizes = described;
    for (const RouterRun& run : file_.routers)
      std::fill_n(described.begin() + run.first, run.last - run.first + 1, run.ports);
    sizes = described;
    std::vector<std::int64_t> open(at(routers_), 0);
    for (const WiringRow& row : file_.rows) {
      for (const RowEnd end : {row.from, row.to}) {
        if (end.is_terminal()) continue;
        const std::int64_t most = described[at(end.router)];
        if (most >= 0 && end.port >= most) {
          fail(row.place, fmt::format("there is no port {} of router {}: it has {} ports, numbered "
                                      "from 0",
                                      end.port, end.router, most));
        }
        sizes[at(end.router)] = std::max<std::int64_t>(sizes[at(end.router)], end.port + 1);
        if (end.port == RowEnd::kOpen) ++open[at(end.router)];
      }
    }
    std::int64_t all = 0;
    for (std::size_t router = 0; router < sizes.size(); ++router) {
      sizes[router] = std::max<std::int64_t>(sizes[router], 0) + open[router];
      all += sizes[router];
      if (all > kMostFilePorts)
        fail(fmt::format("router {} has {} ports, and all up to it {}; at most {} are possible",
                         router, sizes[router], all, kMostFilePorts));
    }
    Ports outputs(sizes), inputs(file_.directed ? sizes : std::vector<std::int64_t>{});
    take_given(outputs, file_.directed ? inputs : outputs);
    take_open(outputs, file_.directed ? inputs : outputs);
    ports_.resize(sizes.size());
    for (std::size_t router = 0; router < sizes.size(); ++router) {
      const int used = std::max(outputs.used(router), file_.directed ? inputs.used(router) : 0);
      if (described[router] >= 0 && used > described[router])
        fail(fmt::format("router {} has {} ports, and channels at {}", router, described[router],
                         used));
      ports_[router] = std::max(used, static_cast<int>(described[router]));
    }
  }

  void take_given(Ports& outputs, Ports& inputs) {
    for (std::size_t i = 0; i < file_.rows.size(); ++i) {
      const WiringRow& row = file_.rows[i];
      const auto take = [&](RowEnd end, Ports& ports) {
        if (end.is_terminal() || end.port == RowEnd::kOpen) return;
        const std::uint32_t other = ports.take(end, i);
        if (other == 0) return;
        fail(row.place, fmt::format("port {} of router {} has a channel already{}, at {}", end.port,
                                    end.router, file_.directed ? " that way" : "",
                                    where_(file_.rows[other - 1].place)));
      };
      take(row.from, outputs);
      take(row.to, inputs);
    }
  }

  void take_open(Ports& outputs, Ports& inputs) {
    for (std::size_t i = 0; i < file_.rows.size(); ++i) {
      const auto take = [&](RowEnd& end, Ports& ports) {
        if (!end.is_terminal() && end.port == RowEnd::kOpen)
          end.port = ports.take_free(end.router, i);
      };
      take(file_.rows[i].from, outputs);
      take(file_.rows[i].to, inputs);
    }
  }

  /// Where terminals inject and eject: numbers of rows by number of terminal.
  void number_terminals() {
    std::vector<std::size_t> in, out;
    for (std::size_t i = 0; i < file_.rows.size(); ++i) {
      WiringRow& row = file_.rows[i];
      if (!is_terminal(row)) continue;
      if (!file_.directed && row.from.is_terminal()) std::swap(row.from, row.to);
      (row.from.is_terminal() ? in : out).push_back(i);
    }
    if (!file_.directed) {
      if (!out.empty() && terminal_of(file_.rows[out.front()]) == RowEnd::kOpen)
        number_by_router(out);
      ejection_ = sorted(out, "has two channels");
      return;
    }
    injection_ = sorted(in, "injects twice");
    ejection_ = sorted(out, "ejects twice");
    if (in.size() != out.size()) {
      fail(
          fmt::format("{} terminals inject and {} eject; in a network of one-way channels each one "
                      "has a line for either",
                      in.size(), out.size()));
    }
  }

  static std::int32_t terminal_of(const WiringRow& row) {
    return row.from.is_terminal() ? row.from.port : row.to.port;
  }

  /// Numbers terminals router by router, in the order of the rows.
  void number_by_router(std::vector<std::size_t> rows) {
    std::stable_sort(rows.begin(), rows.end(), [&](std::size_t one, std::size_t other) {
      return file_.rows[one].from.router < file_.rows[other].from.router;
    });
    std::int32_t next = 0;
    for (const std::size_t i : rows) {
      WiringRow& row = file_.rows[i];
      if (row.to.port != RowEnd::kOpen) {
        fail(row.place, fmt::format("terminal {} has a number, and others have none; give all "
                                    "terminals numbers, or none",
                                    row.to.port));
      }
      row.to.port = next++;
    }
  }

  [[nodiscard]] std::vector<std::size_t> sorted(const std::vector<std::size_t>& rows,
                                                const char* twice) const {
    std::vector<std::size_t> result(rows.size(), file_.rows.size());
    for (const std::size_t i : rows) {
      const WiringRow& row = file_.rows[i];
      const std::int32_t terminal = terminal_of(row);
      if (terminal == RowEnd::kOpen) {
        fail(row.place,
             "the terminal has no number; give all terminals numbers, or, where "
             "channels lead both ways, none");
      }
      if (at(terminal) >= rows.size())
        fail(row.place, fmt::format("there are {} terminals, so their numbers are 0 to {}, not {}",
                                    rows.size(), rows.size() - 1, terminal));
      std::size_t& place = result[at(terminal)];
      if (place != file_.rows.size())
        fail(row.place, fmt::format("terminal {} {}, here and at {}", terminal, twice,
                                    where_(file_.rows[place].place)));
      place = i;
    }
    return result;
  }

  [[nodiscard]] const WiringRow& injection(std::size_t terminal) const {
    return file_.rows[(file_.directed ? injection_ : ejection_)[terminal]];
  }

  void check_terminals() const {
    std::int32_t last = 0;
    for (std::size_t terminal = 0; terminal < ejection_.size(); ++terminal) {
      const WiringRow &in = injection(terminal), &out = file_.rows[ejection_[terminal]];
      const std::int32_t router = (file_.directed ? in.to : in.from).router;
      if (router < last) {
        fail(in.place, fmt::format("terminal {} is at router {}, and the one before it at router "
                                   "{}: terminals are numbered router by router",
                                   terminal, router, last));
      }
      last = router;
      if (in.channel_class != out.channel_class || latency_of(in) != latency_of(out)) {
        fail(in.place,
             fmt::format("terminal {} injects and ejects over channels of different class "
                         "or latency",
                         terminal));
      }
    }
  }

  [[nodiscard]] Wiring built() const {
    WiringBuilder builder(file_.family, ports_);
    if (file_.directed) builder.set_directed();
    for (const ChannelClass& c : file_.classes) builder.add_class(c.name, c.latency);
    for (const WiringRow& row : file_.rows) {
      if (is_terminal(row)) continue;
      const auto join = file_.directed ? &WiringBuilder::connect_one_way : &WiringBuilder::connect;
      (builder.*join)({row.from.router, row.from.port}, {row.to.router, row.to.port},
                      row.channel_class, row.latency);
    }
    for (std::size_t terminal = 0; terminal < ejection_.size(); ++terminal) {
      const WiringRow &in = injection(terminal), &out = file_.rows[ejection_[terminal]];
      const RowEnd injects = file_.directed ? in.to : in.from;
      builder.attach({injects.router, injects.port}, {out.from.router, out.from.port},
                     out.channel_class, out.latency);
    }
    if (!file_.routers.empty() && file_.routers.front().group >= 0) builder.set_groups(groups());
    builder.set_dimensions(file_.dimensions);
    return builder.build();
  }

  [[nodiscard]] int latency_of(const WiringRow& row) const {
    return row.latency > 0 ? row.latency : file_.classes[at(row.channel_class)].latency;
  }

  [[nodiscard]] std::vector<int> groups() const {
    std::vector<int> list;
    for (const RouterRun& run : file_.routers)
      list.insert(list.end(), at(run.last - run.first + 1), static_cast<int>(run.group));
    return list;
  }

  /// The dimension of each class: they come in the same order, but for classes of terminals.
  [[nodiscard]] std::vector<std::size_t> dimension_of_classes() const {
    std::vector<bool> of_terminals(file_.classes.size(), false), of_routers = of_terminals;
    for (const WiringRow& row : file_.rows)
      (is_terminal(row) ? of_terminals : of_routers)[at(row.channel_class)] = true;
    std::vector<std::size_t> dimension;
    std::size_t next = 0;
    for (std::size_t i = 0; i < file_.classes.size(); ++i)
      dimension.push_back(of_terminals[i] && !of_routers[i] ? file_.dimensions.size() : next++);
    return dimension;
  }

  void check_dimensions() const {
    if (file_.dimensions.empty()) return;
    const std::string sizes = listed(file_.dimensions, ",");
    std::int64_t all = 1;
    for (const int size : file_.dimensions) all = product(all, size);
    if (all != routers_)
      fail(fmt::format("dimensions {}: they make {} routers, and there are {}", sizes, all,
                       routers_));
    const std::vector<std::size_t> dimension = dimension_of_classes();
    if (std::count_if(dimension.begin(), dimension.end(), [&](std::size_t d) {
          return d < file_.dimensions.size();
        }) < static_cast<std::ptrdiff_t>(file_.dimensions.size()))
      fail(fmt::format("dimensions {}: each needs a class of channels, in the same order", sizes));
    for (const WiringRow& row : file_.rows) {
      const std::size_t d = dimension[at(row.channel_class)];
      if (is_terminal(row) || d >= file_.dimensions.size()) continue;
      std::int64_t stride = 1;
      for (std::size_t i = 0; i < d; ++i) stride *= file_.dimensions[i];
      const std::int64_t row_size = stride * file_.dimensions[d];
      if (row.from.router % stride != row.to.router % stride ||
          row.from.router / row_size != row.to.router / row_size) {
        fail(row.place,
             fmt::format("routers {} and {} differ in another dimension than {}, to which channels "
                         "of class {} belong (dimensions {}, the first one counting ones)",
                         row.from.router, row.to.router, d + 1,
                         file_.classes[at(row.channel_class)].name, sizes));
      }
    }
  }

  WiringRows& file_;
  const Where& where_;
  std::int64_t routers_ = 0;
  std::vector<int> ports_;                         ///< [router]
  std::vector<std::size_t> injection_, ejection_;  ///< [terminal]: row
};

}  // namespace

int WiringRows::class_number(std::string_view name) {
  for (std::size_t i = 0; i < classes.size(); ++i)
    if (classes[i].name == name) return static_cast<int>(i);
  classes.push_back({std::string(name), 1});
  return static_cast<int>(classes.size()) - 1;
}

bool WiringRows::has_class(std::string_view name) const {
  return std::any_of(classes.begin(), classes.end(),
                     [&](const ChannelClass& c) { return c.name == name; });
}

bool is_name(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return !text.empty() && text.size() <= kLongest &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '-' || c == '_' || c == '.';
         });
}

Wiring assembled(WiringRows rows, const Where& where) { return Assembler(rows, where).run(); }

void for_each_row(const Wiring& wiring, const std::function<void(const WiringRow&)>& visit) {
  const auto cycles = [](int latency) { return static_cast<std::int32_t>(latency); };
  if (wiring.directed()) {
    for (int terminal = 0; terminal < wiring.terminals(); ++terminal) {
      const PortPlace to = wiring.injection(terminal);
      visit({{RowEnd::kTerminal, terminal},
             {to.router, to.port},
             wiring.input_class(to.router, to.port),
             cycles(wiring.input_latency(to.router, to.port))});
    }
  }
  for (int router = 0; router < wiring.routers(); ++router) {
    for (int port = 0; port < wiring.ports(router); ++port) {
      const Peer peer = wiring.output(router, port);
      if (!peer.connected()) continue;
      WiringRow row{{router, port},
                    {RowEnd::kTerminal, peer.terminal},
                    wiring.output_class(router, port),
                    cycles(wiring.output_latency(router, port))};
      if (peer.kind == PeerKind::kRouter) {
        row.to = {peer.router, peer.port};
        if (!wiring.directed() && wiring.index(peer.router, peer.port) < wiring.index(router, port))
          continue;
      }
      visit(row);
    }
  }
}

std::vector<RouterRun> runs_of(const Wiring& wiring) {
  std::vector<RouterRun> runs;
  for (int router = 0; router < wiring.routers(); ++router) {
    const std::int64_t ports = wiring.ports(router);
    const std::int64_t group = wiring.groups() > 0 ? wiring.group(router) : RowEnd::kOpen;
    if (!runs.empty() && runs.back().ports == ports && runs.back().group == group)
      runs.back().last = router;
    else
      runs.push_back({router, router, ports, group});
  }
  return runs;
}

}  // namespace dragonfly
