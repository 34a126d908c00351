// SPDX-License-Identifier: Apache-2.0
#include "models/paths/path_list.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "models/common/error.hpp"
#include "models/paths/short_paths.hpp"

namespace dragonfly {
namespace {

/// Walks all paths of one type from a router, hop by hop, and keeps those that end at `to`.
class Walk {
 public:
  Walk(const Dragonfly& network, std::string type, int to)
      : network_(network), type_(std::move(type)), to_(to) {}

  [[nodiscard]] std::vector<ListedPath> from(int router) {
    extend(router);
    return std::move(found_);
  }

 private:
  void extend(int router) {
    const std::size_t position = hops_.size();
    if (position == type_.size()) {
      if (router == to_) found_.push_back({type_, hops_});
      return;
    }
    // A last local hop must start in the destination's group, and there is one that ends right.
    if (type_[position] == 'l' && position + 1 == type_.size()) {
      if (network_.group_of_router(router) == network_.group_of_router(to_) && router != to_) {
        hop(network_.local_port(network_.local_index(router), network_.local_index(to_)), router);
      }
      return;
    }
    const bool local = type_[position] == 'l';
    const int first = local ? network_.p() : network_.global_port(0);
    const int count = local ? network_.a() - 1 : network_.h();
    for (int port = first; port < first + count; ++port) hop(port, router);
  }

  void hop(int port, int router) {
    const Link link = network_.link(router, port);
    if (!link.connected) return;
    hops_.push_back({type_[hops_.size()], port, link.router});
    extend(link.router);
    hops_.pop_back();
  }

  const Dragonfly& network_;
  std::string type_;
  int to_;
  std::vector<PathHop> hops_;
  std::vector<ListedPath> found_;
};

std::vector<ListedPath> paths_of_type(const Dragonfly& network, const std::string& type, int from,
                                      int to) {
  return Walk(network, type, to).from(from);
}

std::string router_name(const Dragonfly& network, int router) {
  return fmt::format("{}.{}", network.group_of_router(router), network.local_index(router));
}

void check_routers(const Dragonfly& network, int from, int to) {
  for (const int router : {from, to}) {
    if (router >= 0 && router < network.routers()) continue;
    throw InputError(fmt::format("paths from router {} to {}: there is no router {}; use 0 to {}",
                                 from, to, router, network.routers() - 1));
  }
  if (from == to) {
    throw InputError(fmt::format(
        "paths from router {} to {}: a router needs no path to itself; name two routers{}", from,
        to,
        network.routers() > 1 ? fmt::format(", for example {} and {}", from,
                                            from + 1 < network.routers() ? from + 1 : from - 1)
                              : "; this network has only one"));
  }
}

/// HM paths of the fewest hops.
std::vector<ListedPath> minimal_paths(const Dragonfly& network, int from, int to) {
  if (network.group_of_router(from) == network.group_of_router(to)) {
    return paths_of_type(network, "l", from, to);
  }
  for (const std::vector<std::string>& types :
       {std::vector<std::string>{"g"}, {"gl", "lg"}, {"lgl"}}) {
    std::vector<ListedPath> paths;
    for (const std::string& type : types) {
      const std::vector<ListedPath> more = paths_of_type(network, type, from, to);
      paths.insert(paths.end(), more.begin(), more.end());
    }
    if (!paths.empty()) return paths;
  }
  throw InputError(
      fmt::format("paths from router {} to {}: groups {} and {} have no channel, so there is no "
                  "hierarchically minimal path; use a wiring with channels between all groups",
                  from, to, network.group_of_router(from), network.group_of_router(to)));
}

std::string describe_all(const Dragonfly& network, int from, const std::string& heading,
                         const std::vector<ListedPath>& paths) {
  std::string text = fmt::format("{}:{}\n", heading, paths.empty() ? " none" : "");
  for (const ListedPath& path : paths) {
    text += fmt::format("  {:<4} {}\n", path.type, describe(network, from, path));
  }
  return text;
}

}  // namespace

PathList list_short_paths(const Dragonfly& network, int from, int to) {
  check_routers(network, from, to);
  PathList list{from, to, minimal_paths(network, from, to), {}, {}};
  if (network.group_of_router(from) == network.group_of_router(to)) return list;
  const std::size_t minimal_hops = list.minimal.front().hops.size();
  for (const ShortPathType type : kShortPathTypes) {
    const std::string hops = to_string(type);
    if (hops.size() > minimal_hops) continue;
    std::vector<ListedPath>& kind = hops.size() < minimal_hops ? list.shorter : list.equal;
    const std::vector<ListedPath> more = paths_of_type(network, hops, from, to);
    kind.insert(kind.end(), more.begin(), more.end());
  }
  return list;
}

std::string describe(const Dragonfly& network, int from, const ListedPath& path) {
  std::string text = router_name(network, from);
  for (const PathHop& hop : path.hops) {
    text += fmt::format(" -{}-> {}", hop.type, router_name(network, hop.router));
  }
  return text;
}

std::string describe(const Dragonfly& network, const PathList& list) {
  return fmt::format("paths from router {} to {}\n", router_name(network, list.from),
                     router_name(network, list.to)) +
         describe_all(network, list.from, "hierarchically minimal", list.minimal) +
         describe_all(network, list.from, "shorter", list.shorter) +
         describe_all(network, list.from, "of equal length", list.equal);
}

}  // namespace dragonfly
