// SPDX-License-Identifier: Apache-2.0
#include "models/run/memory_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/common/bytes.hpp"
#include "models/common/error.hpp"
#include "models/common/host_name.hpp"
#include "models/common/memory.hpp"
#include "models/common/transport.hpp"

namespace dragonfly {
namespace {

/// Of all processes on a host.
struct HostMemory {
  std::uint64_t in_use = 0, always = 0, full = 0, left = ~std::uint64_t{0};
};

void check_addresses(const ProcessMemory& process) {
  const std::uint64_t needed = process.engine.always + process.engine.full;
  if (needed <= process.addresses) return;
  throw InputError(fmt::format(
      "the network takes addresses for {} of memory, buffers that are never used among them, and "
      "the limits of the process leave {} (ulimit -v, ulimit -d); use a smaller network, fewer VCs "
      "or shorter buffers, or no such limit",
      memory_text(needed), memory_text(process.addresses)));
}

std::map<std::string, HostMemory> by_host(const std::vector<ProcessMemory>& processes) {
  std::map<std::string, HostMemory> hosts;
  for (const ProcessMemory& process : processes) {
    HostMemory& host = hosts[process.host];
    host.in_use += process.in_use;
    host.always += process.engine.always;
    host.full += process.engine.full;
    // Each sees the same memory, but may have a limit of its own.
    host.left = std::min(host.left, process.left);
  }
  return hosts;
}

std::vector<ProcessMemory> gathered(const ProcessMemory& mine, Transport* transport) {
  if (transport == nullptr) return {mine};
  Bytes message;
  ByteWriter writer(message);
  writer.put_list(mine.host);
  for (const std::uint64_t bytes :
       {mine.in_use, mine.engine.always, mine.engine.full, mine.left, mine.addresses})
    writer.put(bytes);
  std::vector<ProcessMemory> all;
  for (const Bytes& each : transport->gather(message)) {
    ByteReader reader(each);
    ProcessMemory process;
    process.host = reader.take_list<std::string>();
    for (std::uint64_t* bytes : {&process.in_use, &process.engine.always, &process.engine.full,
                                 &process.left, &process.addresses})
      *bytes = reader.take<std::uint64_t>();
    all.push_back(std::move(process));
  }
  return all;
}

}  // namespace

std::string memory_remark(const std::vector<ProcessMemory>& processes, int terminals) {
  constexpr std::uint64_t kWorthTelling = std::uint64_t{1} << 30;
  std::uint64_t least = 0, most = 0;
  std::string tight;
  for (const ProcessMemory& process : processes) check_addresses(process);
  const auto hosts = by_host(processes);
  for (const auto& [name, host] : hosts) {
    if (host.always > host.left) {
      throw InputError(fmt::format(
          "the network takes about {} of memory{} besides the {} in use, and {} are left; use a "
          "smaller network or fewer VCs, or divide it among several hosts (docs/mpirun.md)",
          memory_text(host.always), hosts.size() > 1 ? " on host " + name : "",
          memory_text(host.in_use), memory_text(host.left)));
    }
    least += host.in_use + host.always;
    most += host.in_use + host.always + host.full;
    if (host.always + host.full > host.left) {
      tight = fmt::format("; {} are left{}: it may not be enough when much waits in buffers",
                          memory_text(host.left), hosts.size() > 1 ? " on host " + name : "");
    }
  }
  if (least < kWorthTelling && tight.empty()) return {};
  return fmt::format(
      "the run takes about {} of memory, {:.1f} KiB a terminal, and {} if all "
      "buffers are full{}",
      memory_text(least), static_cast<double>(least) / 1024 / terminals, memory_text(most), tight);
}

void check_memory(const EngineMemory& engine, int terminals, const RunOptions& options) {
  const ProcessMemory mine{host_name(), memory_in_use(), engine, memory_left(), addresses_left()};
  const std::string remark = memory_remark(gathered(mine, options.transport), terminals);
  if (!remark.empty() && options.on_message) options.on_message(remark);
}

}  // namespace dragonfly
