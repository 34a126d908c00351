#include "models/statistics/packet_trace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace dragonfly {

PacketTrace::PacketTrace(const std::string& path) : file_(path) {
  file_.stream() << "# id source destination size created injected ejected path hops\n";
}

void PacketTrace::delivered(std::span<const Delivery> packets) {
  for (const Delivery& packet : packets) {
    if (!cycle_.empty() && cycle_.front().ejected != packet.ejected) write_cycle();
    cycle_.push_back(packet);
  }
}

void PacketTrace::finish() {
  write_cycle();
  file_.commit();
}

void PacketTrace::write_cycle() {
  std::sort(cycle_.begin(), cycle_.end(),
            [](const Delivery& a, const Delivery& b) { return a.destination < b.destination; });
  text_.clear();
  for (const Delivery& packet : cycle_) {
    text_ += fmt::format("{} {} {} {} {} {} {} {} {}\n", packet.id, packet.source,
                         packet.destination, packet.size, packet.created, packet.injected,
                         packet.ejected, packet.nonminimal ? "nonminimal" : "minimal", packet.hops);
  }
  file_.stream() << text_;
  if (!file_.stream()) file_.commit();  // which says why it cannot be written
  cycle_.clear();
}

}  // namespace dragonfly
