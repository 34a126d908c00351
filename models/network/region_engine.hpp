// SPDX-License-Identifier: Apache-2.0
// The network engine: regions, each simulated by a thread of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/common/bytes.hpp"
#include "models/common/error.hpp"
#include "models/common/team.hpp"
#include "models/common/transport.hpp"
#include "models/network/blocked_inputs.hpp"
#include "models/network/engine_parts.hpp"
#include "models/network/letters.hpp"
#include "models/network/network_engine.hpp"
#include "models/network/regions.hpp"

namespace dragonfly {

/// What both engines have in common. Results do not depend on how many regions there are, and in
/// which processes: each has equally many that follow each other. A Region is routers
/// firsts[number] to firsts[number + 1]-1 of the network, with their terminals:
///
///     static void prepare(EngineNetwork&);
///         Before any is made.
///     static EngineMemory memory(const EngineNetwork&, std::size_t routers);
///         What one of so many routers takes.
///     Region(EngineNetwork&, Terminals&, Letters<Letter>&, firsts, number, lane);
///         Its terminals are that lane.
///     bool cycle(std::int64_t now);
///         A cycle of its terminals and routers. Whether a flit leaves one of these.
///     bool at_rest() const;
///         As that of the engine, letters apart.
///     const auto& port(int router, int port) const;
///         For sent_flits().
///     void serialize(Archive&);
///         All that cycle() changes and needs again.
///     void add_blocked(BlockedInputs&) const;
///         The input VCs that hold flits, and what these wait for.
///     void pack(const std::vector<Letter>&, ByteWriter&);
///     void unpack(ByteReader&, post);
///         Letters of this cycle to a region of another process, and from one, for post(letter).
template <class Region>
class RegionEngine final : public NetworkEngine {
 public:
  RegionEngine(const Configuration& config, const Fabric& fabric, std::unique_ptr<RouteUnit> unit,
               Terminals& terminals, const Workers& workers)
      : network_(config, fabric, std::move(unit)),
        terminals_(terminals),
        transport_(workers.transport),
        regions_(
            static_cast<std::size_t>(regions_of_rank(fabric.wiring, ranks(), workers.threads))),
        first_(regions_.size() * static_cast<std::size_t>(rank())),
        firsts_(divide_into_regions(fabric.wiring, ranks() * static_cast<int>(regions_.size()))),
        letters_(firsts_.size() - 1),
        moves_(regions_.size()),
        parcels_(static_cast<std::size_t>(ranks())) {
    Region::prepare(network_);
    if (workers.before_memory) workers.before_memory(memory());
    std::vector<int> first_terminals;
    for (std::size_t number = first_; number <= first_ + regions_.size(); ++number)
      first_terminals.push_back(fabric.wiring.first_terminal(firsts_[number]));
    if (regions_.size() > 1) team_.emplace(static_cast<int>(regions_.size()));
    // Each lies in the memory that is near the thread that made it.
    terminals.divide(first_terminals, [&](const auto& visit) { each_region(visit); });
    each_region([&](std::size_t lane) {
      regions_[lane] =
          std::make_unique<Region>(network_, terminals, letters_, firsts_,
                                   static_cast<unsigned>(first_ + lane), static_cast<int>(lane));
    });
  }

  void cycle(std::int64_t now) override {
    const auto step = [&](std::size_t lane) { moves_[lane] = regions_[lane]->cycle(now) ? 1 : 0; };
    bool moves = false;
    if (transport_ == nullptr) {
      each_region(step);
    } else {
      std::optional<Error> failure;
      try {
        each_region(step);
      } catch (const Error& error) {
        failure = error;
      }
      moves = meet_others(failure);
    }
    letters_.exchange();
    now_ = now;
    if (moves || std::find(moves_.begin(), moves_.end(), 1) != moves_.end()) ++moved_;
  }

  /// Ranks do not ask each other.
  [[nodiscard]] bool at_rest() const override {
    return transport_ == nullptr && letters_.empty() && network_.occupancies.all_zero() &&
           std::all_of(regions_.begin(), regions_.end(),
                       [](const auto& region) { return region->at_rest(); });
  }

  [[nodiscard]] int threads() const override { return static_cast<int>(regions_.size()); }
  [[nodiscard]] const Wiring& wiring() const override { return network_.wiring; }
  [[nodiscard]] std::uint64_t moved() const override { return moved_; }

  void serialize(Archive& archive) override {
    archive(network_.occupancies, letters_, moved_, now_);
    for (const auto& region : regions_) archive(*region);
  }

  [[nodiscard]] std::vector<std::int64_t> flits_sent() override {
    std::vector<std::int64_t> mine = sent_flits(
        network_.wiring, firsts_[first_], firsts_[first_ + regions_.size()],
        now_, [&](int router, int port) -> const auto& {
          return regions_[region_of(firsts_, router) - first_]->port(router, port);
        });
    if (transport_ == nullptr) return mine;
    // Ranks have successive routers.
    std::vector<std::int64_t> all;
    gather([&](ByteWriter& writer) { writer.put_list(mine); },
           [&](ByteReader& reader, int) {
             const auto some = reader.take_list<std::vector<std::int64_t>>();
             all.insert(all.end(), some.begin(), some.end());
           });
    return all;
  }

  [[nodiscard]] std::string describe_blocked() override {
    BlockedInputs blocked(network_.wiring, network_.at.vc_bits);
    for (const auto& region : regions_) region->add_blocked(blocked);
    if (transport_ != nullptr) {
      gather(
          [&](ByteWriter& writer) {
            blocked.tell(writer);
            terminals_.tell_inside(writer);
          },
          [&](ByteReader& reader, int from) {
            if (from == rank()) return;
            blocked.hear(reader);
            terminals_.hear_inside(reader);
          });
    }
    return blocked.describe();
  }

 private:
  [[nodiscard]] EngineMemory memory() const {
    EngineMemory sum;
    for (std::size_t region = first_; region < first_ + regions_.size(); ++region) {
      const auto routers = static_cast<std::size_t>(firsts_[region + 1] - firsts_[region]);
      const EngineMemory some = Region::memory(network_, routers);
      sum.always += some.always;
      sum.full += some.full;
    }
    return sum;
  }
  [[nodiscard]] int rank() const { return transport_ == nullptr ? 0 : transport_->rank(); }
  [[nodiscard]] int ranks() const { return transport_ == nullptr ? 1 : transport_->ranks(); }

  /// Calls visit(lane) for all regions of this process, each in its thread.
  template <class Visit>
  void each_region(const Visit& visit) {
    if (team_)
      team_->run([&](int lane) { visit(static_cast<std::size_t>(lane)); });
    else
      visit(0);
  }

  /// Writes for all ranks, and reads what each has written.
  template <class Write, class Read>
  void gather(const Write& write, const Read& read) {
    Bytes mine;
    ByteWriter writer(mine);
    write(writer);
    const std::vector<Bytes>& all = transport_->gather(mine);
    for (int from = 0; from < ranks(); ++from) {
      ByteReader reader(all[static_cast<std::size_t>(from)]);
      read(reader, from);
    }
  }

  /// The end of a cycle in all ranks: letters go to their regions, terminals hear of each other.
  /// Whether a flit has moved elsewhere. Throws the failure of the first rank that has one.
  bool meet_others(std::optional<Error> failure) {
    const bool mine = std::find(moves_.begin(), moves_.end(), 1) != moves_.end();
    if (!failure) terminals_.begin_telling();
    for (int to = 0; to < ranks(); ++to) {
      if (to == rank()) continue;
      Bytes& parcel = parcels_[static_cast<std::size_t>(to)];
      parcel.clear();
      ByteWriter writer(parcel);
      writer.put(failure.has_value());
      if (failure) {
        writer.put(failure->code());
        writer.put_list(std::string(failure->what()));
        continue;
      }
      writer.put(mine);
      terminals_.tell(writer, to);
      each_pair(rank(), to, [&](std::size_t from_region, std::size_t to_region) {
        letters_.take(from_region, to_region, [&](const auto& letters) {
          regions_[from_region - first_]->pack(letters, writer);
        });
      });
    }
    const std::vector<Bytes>& received = transport_->exchange(parcels_);
    bool moves = false;
    terminals_.begin_hearing();
    for (int from = 0; from < ranks(); ++from) {
      if (from == rank()) {
        if (failure) throw Error(*failure);
        continue;
      }
      ByteReader reader(received[static_cast<std::size_t>(from)]);
      if (reader.take<bool>()) {
        const auto code = reader.take<ExitCode>();
        throw Error(code, reader.take_list<std::string>());
      }
      moves = reader.take<bool>() || moves;
      terminals_.hear(reader);
      each_pair(from, rank(), [&](std::size_t from_region, std::size_t to_region) {
        regions_[to_region - first_]->unpack(
            reader, [&](const auto& letter) { letters_.post(from_region, to_region, letter); });
      });
    }
    return moves;
  }
  /// Calls visit(region, region) for all pairs of regions of two ranks.
  template <class Visit>
  void each_pair(int from, int to, const Visit& visit) const {
    const std::size_t count = regions_.size();
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < count; ++k)
        visit(static_cast<std::size_t>(from) * count + i, static_cast<std::size_t>(to) * count + k);
  }

  EngineNetwork network_;
  Terminals& terminals_;
  Transport* transport_;                          ///< null: this is the only process
  std::vector<std::unique_ptr<Region>> regions_;  ///< of this process
  std::size_t first_;                             ///< number of the first of them
  std::vector<int> firsts_;                       ///< of all regions
  Letters<typename Region::Letter> letters_;
  std::vector<char> moves_;  ///< [lane]: whether a flit left a router of its region in this cycle
  std::optional<Team> team_;
  std::vector<Bytes> parcels_;  ///< [rank]
  std::uint64_t moved_ = 0;
  std::int64_t now_ = -1;
};

}  // namespace dragonfly
