// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/packet_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "models/common/error.hpp"

namespace dragonfly {

PacketTrace::PacketTrace(const std::string& path, Uncommitted uncommitted)
    : file_(path, uncommitted), kept_(uncommitted == Uncommitted::kKept) {}

void PacketTrace::delivered(std::span<const Delivery> packets) {
  for (const Delivery& packet : packets) {
    if (!cycle_.empty() && cycle_.front().ejected != packet.ejected) write_cycle();
    cycle_.push_back(packet);
  }
}

void PacketTrace::hear(ByteReader& reader) { delivered(reader.take_list<std::vector<Delivery>>()); }

void PacketTraceElsewhere::tell(ByteWriter& writer, int to) {
  if (to != 0) return;
  writer.put_list(packets_);
  packets_.clear();
}

void PacketTrace::finish() {
  write_cycle();
  file_.commit();
}

void PacketTrace::write_cycle() {
  std::sort(cycle_.begin(), cycle_.end(),
            [](const Delivery& a, const Delivery& b) { return a.destination < b.destination; });
  text_.clear();
  if (written_ == 0) {
    if (kept_) file_.go_on_at(0);
    text_ = "id source destination size created injected ejected path hops\n";
  }
  for (const Delivery& packet : cycle_) {
    text_ += fmt::format("{} {} {} {} {} {} {} {} {}\n", packet.id, packet.source,
                         packet.destination, packet.size, packet.created, packet.injected,
                         packet.ejected, packet.nonminimal ? "nonminimal" : "minimal", packet.hops);
  }
  cycle_.clear();
  file_.stream() << text_;
  if (!file_.stream()) file_.commit();  // which says why it cannot be written
  checksum_.add(text_.data(), text_.size());
  written_ += static_cast<std::int64_t>(text_.size());
}

void PacketTrace::serialize(Archive& archive) {
  if (!archive.loading()) file_.secure();
  archive(cycle_, written_, checksum_);
  if (archive.loading()) find_beginning();
}

void PacketTrace::find_beginning() {
  if (has_beginning(file_.written_path())) {
    file_.go_on_at(written_);
    return;
  }
  // A process may have put the file in place, and then been killed.
  if (!has_beginning(file_.path())) {
    throw InputError(
        fmt::format("{}: this must be what the run had written of the packet trace {} when it was "
                    "saved, and it is not; without it, the run has to begin anew",
                    file_.written_path(), file_.path()));
  }
  file_.go_on_at(0);
  std::ifstream file(file_.path(), std::ios::binary);
  text_.resize(std::size_t{1} << 18);
  for (std::int64_t left = written_; left > 0; left -= file.gcount()) {
    file.read(text_.data(), std::min(left, static_cast<std::int64_t>(text_.size())));
    if (file.gcount() == 0) break;
    file_.stream().write(text_.data(), file.gcount());
  }
}

bool PacketTrace::has_beginning(const std::string& path) const {
  std::ifstream file(path, std::ios::binary);
  Checksum found;
  const auto count = add_rest(file, found, static_cast<std::uint64_t>(written_));
  return count == static_cast<std::uint64_t>(written_) && found.value() == checksum_.value();
}

}  // namespace dragonfly
