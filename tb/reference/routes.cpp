// SPDX-License-Identifier: Apache-2.0
#include "tb/reference/routes.hpp"

#include <cstddef>
#include <numeric>

namespace dragonfly::tb {
namespace {

Way way_towards(const Control& control, int group, int s) {
  const WayRange range = control.ways_to.at(static_cast<std::size_t>(group));
  return control.way.at(static_cast<std::size_t>(range.first + ((s * range.count) >> 8)));
}

// LOCAL_PORT(router), for a packet with this `salt` and as many hops behind it.
int local_port_to(const Control& control, int router, int salt, int hops) {
  const int entry = control.local_port.at(static_cast<std::size_t>(router));
  const int count = entry >> 8 == 0 ? 1 : entry >> 8;
  int t = salt;
  for (int n = 0; n < (3 * hops + 3) % 8; ++n) t = (t << 1 | t >> 7) & 0xFF;
  return (entry & 0xFF) + ((t * count) >> 8);
}

int output_of(const Parameters& p, const Control& control, Way way, int salt, int hops) {
  if (way.router == control.my_router) return p.first_global() + way.global_port;
  return local_port_to(control, way.router, salt, hops);
}

// For a destination in this group; `vc` is that of packets that go on to another router.
Route route_in_own_group(const Parameters& p, const Control& control, const Flit& flit, int salt,
                         int vc) {
  if (flit.dst_router == control.my_router) {
    const int exit_vc = (salt * p.vcs) >> 8;
    return {flit.dst_term, exit_vc};  // terminal ports come first
  }
  return {local_port_to(control, flit.dst_router, salt, flit.hops), vc};
}

int reversed_bits(int byte) {
  int reversed = 0;
  for (int k = 0; k < 8; ++k) {
    if ((byte >> k & 1) != 0) reversed |= 1 << (7 - k);
  }
  return reversed;
}

// "if and only if q_m x H_m <= q_n x H_n + T"
bool ugal_is_minimal(const Parameters& p, const Control& control, const Paths& paths,
                     const QueueEstimates& estimates) {
  const auto queue_of = [&](const Route& route, std::optional<int> channel) {
    const int whole = estimates.of(route.port);
    const int alone = estimates.vc_queue.at(static_cast<std::size_t>(route.port))
                          .at(static_cast<std::size_t>(route.vc));
    switch (control.algorithm) {
      case kUgalL:
        return whole;
      case kUgalLVc:
        return alone;
      case kUgalG:
        return estimates.oracle.at(static_cast<std::size_t>(channel.value()));
      default:  // UGAL-L_VCH, UGAL-L_CR
        return paths.minimal.port == paths.nonminimal.port ? alone : whole;
    }
  };
  int minimal_hops = 1;
  int nonminimal_hops = 2;
  if (control.all_hops) {
    minimal_hops = 2 + (p.is_local(paths.minimal.port) ? 1 : 0);
    nonminimal_hops = 4 + (p.is_local(paths.nonminimal.port) ? 1 : 0);
  }
  const std::int64_t minimal = queue_of(paths.minimal, paths.minimal_channel);
  const std::int64_t nonminimal = queue_of(paths.nonminimal, paths.nonminimal_channel);
  return minimal * minimal_hops <= nonminimal * nonminimal_hops + control.threshold;
}

}  // namespace

Route route_function(const Parameters& p, const Control& control, const Flit& flit, int input_port,
                     int input_vc) {
  const int vc = p.is_global(input_port) ? input_vc + 1 : input_vc;
  const bool to_mid = flit.nonmin && input_vc == 0 && p.is_local(input_port);
  const int target = to_mid ? flit.mid_group : flit.dst_group;
  if (target == control.my_group) return route_in_own_group(p, control, flit, flit.salt, vc);
  const bool second_choice = flit.nonmin && target == flit.dst_group;
  const int s = second_choice ? reversed_bits(flit.salt) : flit.salt;
  return {output_of(p, control, way_towards(control, target, s), flit.salt, flit.hops), vc};
}

std::uint32_t xorshift(std::uint32_t x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

Paths paths_of(const Parameters& p, const Control& control, const Flit& flit, std::uint32_t x) {
  const int salt = static_cast<int>(x & 0xFFU);
  Paths paths;
  if (flit.dst_group == control.my_group) {
    paths.minimal = route_in_own_group(p, control, flit, salt, control.min_start_vc);
    return paths;
  }
  const Way minimal = way_towards(control, flit.dst_group, salt);
  paths.minimal = {output_of(p, control, minimal, salt, flit.hops), control.min_start_vc};
  paths.minimal_channel = minimal.router * p.globals + minimal.global_port;

  const std::uint64_t upper = x >> 16;
  const int m = static_cast<int>((upper * static_cast<std::uint64_t>(control.groups)) >> 16);
  if (m == control.my_group || m == flit.dst_group || control.algorithm == kMin) return paths;
  paths.has_choice = true;
  paths.mid_group = m;
  const Way nonminimal = way_towards(control, m, salt);
  paths.nonminimal = {output_of(p, control, nonminimal, salt, flit.hops), 0};
  paths.nonminimal_channel = nonminimal.router * p.globals + nonminimal.global_port;
  return paths;
}

int QueueEstimates::of(int port) const {
  const std::vector<int>& queues = vc_queue.at(static_cast<std::size_t>(port));
  return std::accumulate(queues.begin(), queues.end(), 0);
}

std::vector<std::optional<Decision>> decide(const Parameters& p, const Control& control,
                                            const std::vector<std::optional<Paths>>& paths,
                                            const std::vector<std::uint32_t>& x,
                                            QueueEstimates estimates) {
  std::vector<std::optional<Decision>> decisions(paths.size());
  for (std::size_t t = 0; t < paths.size(); ++t) {
    if (!paths[t]) continue;
    Decision decision;
    decision.salt = static_cast<int>(x[t] & 0xFFU);
    if (paths[t]->has_choice) {
      decision.nonmin =
          control.algorithm == kVal || !ugal_is_minimal(p, control, *paths[t], estimates);
    }
    decision.route = decision.nonmin ? paths[t]->nonminimal : paths[t]->minimal;
    decision.mid_group = decision.nonmin ? paths[t]->mid_group : 0;
    if (control.sequential) {
      ++estimates.vc_queue.at(static_cast<std::size_t>(decision.route.port))
            .at(static_cast<std::size_t>(decision.route.vc));
      const std::optional<int> channel =
          decision.nonmin ? paths[t]->nonminimal_channel : paths[t]->minimal_channel;
      if (control.algorithm == kUgalG && channel) {
        ++estimates.oracle.at(static_cast<std::size_t>(*channel));
      }
    }
    decisions[t] = decision;
  }
  return decisions;
}

}  // namespace dragonfly::tb
