// SPDX-License-Identifier: Apache-2.0
// A wiring as files hold it, whatever their format: rows of channels, with what may be left out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "models/wiring/wiring.hpp"

namespace dragonfly {

/// One end of a channel: a port of a router, or a terminal.
struct RowEnd {
  static constexpr std::int32_t kTerminal = -2, kOpen = -1;

  std::int32_t router = kOpen;  ///< or kTerminal
  std::int32_t port = kOpen;    ///< kOpen: left out; the number of a terminal

  [[nodiscard]] bool is_terminal() const { return router == kTerminal; }
};

/// A channel, one way if the wiring is directed.
struct WiringRow {
  RowEnd from, to;
  std::int32_t channel_class = RowEnd::kOpen;  ///< number in WiringRows::classes; kOpen: left out
  std::int32_t latency = 0;                    ///< 0: left out
  std::uint32_t place = 0;                     ///< where it stands, for messages; from 1
};

/// Routers with successive numbers that have as many ports, and are of the same group.
struct RouterRun {
  std::int64_t first = 0, last = 0;
  std::int64_t ports = RowEnd::kOpen, group = RowEnd::kOpen;  ///< kOpen: left out
  std::uint32_t place = 0;
};

/// What a file says. Names of the columns and keys are those of docs/wiring-files.md.
struct WiringRows {
  std::string family = "file";
  bool directed = false;
  std::vector<int> dimensions;
  std::vector<ChannelClass> classes;
  std::vector<RouterRun> routers;  ///< none: as many as rows name
  std::vector<WiringRow> rows;

  /// The number of a class, which is added if there is none of that name.
  [[nodiscard]] int class_number(std::string_view name);
  /// Whether a class of that name is there.
  [[nodiscard]] bool has_class(std::string_view name) const;
};

/// The word that stands for a router where a channel ends at a terminal.
inline constexpr std::string_view kTerminalWord = "terminal";
/// Classes of channels that name none.
inline constexpr std::string_view kDefaultClass = "channel", kDefaultTerminalClass = "terminal";

/// Limits of what is read: routers, the number of a port, and ports of all routers together.
inline constexpr std::int64_t kMostFileRouters = 1 << 24, kMostFilePorts = 1 << 28;
/// Classes that a file can name, so that those for channels that name none are still possible.
inline constexpr std::size_t kMostFileClasses = 250;

/// Columns of a row, and keys of a channel in JSON.
enum class WiringColumn { kRouter, kPort, kPeerRouter, kPeerPort, kClass, kLatency };
inline constexpr std::array<std::string_view, 6> kWiringColumns = {
    "router", "port", "peer_router", "peer_port", "class", "latency"};

/// Names of classes and families: 1 to 64 letters, digits, '-', '_' and '.'.
[[nodiscard]] bool is_name(std::string_view text);

/// The wiring. `where` names a place, as "net.csv:12"; place 0 is the file as a whole. Throws
/// InputError with the place where the rows are no network: a port or terminal with two channels,
/// numbers that leave gaps.
[[nodiscard]] Wiring assembled(WiringRows rows,
                               const std::function<std::string(std::uint32_t place)>& where);

/// The rows of a wiring, nothing left out, in the order of its routers and ports. `visit` gets one
/// at a time; a wiring may have many.
void for_each_row(const Wiring& wiring, const std::function<void(const WiringRow&)>& visit);
/// What is the same for successive routers of a wiring.
[[nodiscard]] std::vector<RouterRun> runs_of(const Wiring& wiring);

}  // namespace dragonfly
