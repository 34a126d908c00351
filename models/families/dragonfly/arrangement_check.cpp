// SPDX-License-Identifier: Apache-2.0
#include "models/families/dragonfly/arrangement_check.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

#include "models/families/dragonfly/dragonfly_links.hpp"

namespace dragonfly {
namespace {

std::string name_of(const GlobalEnd& end) {
  return fmt::format("global port {} of router {}.{}", end.port, end.group, end.router);
}

class Check {
 public:
  Check(const std::vector<GlobalEnd>& links, int a, int h, int g)
      : links_(links), a_(a), h_(h), g_(g) {}

  [[nodiscard]] std::string size_fault() const {
    const std::size_t expected = static_cast<std::size_t>(g_) * a_ * h_;
    if (links_.size() == expected) return "";
    return fmt::format("{} far ends for {} groups of {} routers with {} global ports: {} expected",
                       links_.size(), g_, a_, h_, expected);
  }

  [[nodiscard]] std::string channel_fault(const GlobalEnd& near) const {
    const GlobalEnd& far = far_end(near);
    if (far == kUnconnected) return "";
    if (far.group < 0 || far.group >= g_ || far.router < 0 || far.router >= a_ || far.port < 0 ||
        far.port >= h_) {
      return fmt::format("{} leads to {}, which does not exist", name_of(near), name_of(far));
    }
    if (far.group == near.group) {
      return fmt::format("{} leads to its own group, to {}", name_of(near), name_of(far));
    }
    const GlobalEnd& back = far_end(far);
    if (back == near) return "";
    return fmt::format("{} leads to {}, but that port {}", name_of(near), name_of(far),
                       back == kUnconnected ? "is unconnected" : "leads to " + name_of(back));
  }

  /// First channel fault; counts unconnected ports on the way.
  [[nodiscard]] std::string channels_fault(std::int64_t& unconnected) const {
    for (int group = 0; group < g_; ++group) {
      for (int router = 0; router < a_; ++router) {
        for (int port = 0; port < h_; ++port) {
          const GlobalEnd near{group, router, port};
          std::string fault = channel_fault(near);
          if (!fault.empty()) return fault;
          if (far_end(near) == kUnconnected) ++unconnected;
        }
      }
    }
    return "";
  }

  [[nodiscard]] std::string share_fault(const ChannelShare& share) const {
    std::vector<int> channels(g_);
    for (int group = 0; group < g_; ++group) {
      channels.assign(g_, 0);
      for (int router = 0; router < a_; ++router) {
        for (int port = 0; port < h_; ++port) {
          const GlobalEnd& far = far_end({group, router, port});
          if (!(far == kUnconnected)) ++channels[far.group];
        }
      }
      for (int other = 0; other < g_; ++other) {
        if (other == group) continue;
        if (channels[other] >= share.least && channels[other] <= share.most) continue;
        return fmt::format(
            "groups {} and {} have {} channels; {} expected", group, other, channels[other],
            share.least == share.most ? fmt::format("{}", share.least)
                                      : fmt::format("{} to {}", share.least, share.most));
      }
    }
    return "";
  }

 private:
  [[nodiscard]] const GlobalEnd& far_end(const GlobalEnd& end) const {
    return links_[(static_cast<std::size_t>(end.group) * a_ + end.router) * h_ + end.port];
  }

  const std::vector<GlobalEnd>& links_;
  int a_, h_, g_;
};

}  // namespace

WiringRules rules_of_even_wiring(int a, int h, int g) {
  if (g == 1) return {std::nullopt, a * h};
  const bool odd = a % 2 == 1 && h % 2 == 1 && g % 2 == 1;
  return {even_share(a * h, g), odd ? 1 : 0};
}

std::string check_legal(const std::vector<GlobalEnd>& links, int a, int h, int g,
                        const WiringRules& rules) {
  const Check check(links, a, h, g);
  std::string fault = check.size_fault();
  if (!fault.empty()) return fault;
  std::int64_t unconnected = 0;
  fault = check.channels_fault(unconnected);
  if (!fault.empty()) return fault;
  if (rules.share) fault = check.share_fault(*rules.share);
  if (!fault.empty()) return fault;
  if (rules.unconnected && unconnected > *rules.unconnected) {
    return fmt::format("{} ports lead nowhere; at most {} may", unconnected, *rules.unconnected);
  }
  return "";
}

std::string check_legal(const Dragonfly& network) {
  return check_legal(links_of(network).ends, network.a(), network.h(), network.g(),
                     rules_of_even_wiring(network.a(), network.h(), network.g()));
}

}  // namespace dragonfly
