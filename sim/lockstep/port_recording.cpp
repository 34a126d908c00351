// SPDX-License-Identifier: Apache-2.0
#include "sim/lockstep/port_recording.hpp"

#include <fmt/format.h>

#include <cstring>
#include <vector>

namespace dragonfly {

PortRecording::PortRecording(std::ostream& out, const RouterShape& shape)
    : out_(out), shape_(shape) {}

void PortRecording::configure(std::span<const RegisterWrite> writes, int edges) {
  const std::vector<std::uint64_t> none(static_cast<std::size_t>(shape_.mask_words()));
  const std::vector<std::uint16_t> empty(static_cast<std::size_t>(shape_.occupancy_lanes));
  const RouterInputs inputs{none.data(), none.data(), nullptr, nullptr};
  const RouterOutputs outputs{none.data(), none.data(), nullptr, empty.data()};
  const auto edge = [&](bool reset, const RegisterWrite* write) {
    put_inputs(reset, write, inputs);
    leaves(outputs);
  };
  constexpr int kResetEdges = 2;
  out_ << fmt::format("{} {} {} {} {} {}\n", shape_.ports, shape_.stride(), shape_.flit_words * 64,
                      shape_.oracle_lanes, shape_.occupancy_lanes, kResetEdges + edges);
  // A write that is to be lost.
  const RegisterWrite lost{0, ~std::uint32_t{0}};
  for (int n = 0; n < kResetEdges; ++n) edge(true, &lost);
  for (int n = 0; n < edges; ++n) {
    const auto number = static_cast<std::size_t>(n);
    edge(false, number < writes.size() ? &writes[number] : nullptr);
  }
}

void PortRecording::arrives(const RouterInputs& inputs) { put_inputs(false, nullptr, inputs); }

void PortRecording::leaves(const RouterOutputs& outputs) {
  put_bits(outputs.valid_ovc, shape_.vector_bits());
  put_bits(outputs.credit_ivc, shape_.vector_bits());
  put_occupancies(outputs.occupancy, shape_.occupancy_lanes);
  put_flits(outputs.valid_ovc, outputs.flit_op);
  out_ << '\n';
}

void PortRecording::end(std::ostream& out) { out << "stop\n"; }

void PortRecording::put_inputs(bool reset, const RegisterWrite* write, const RouterInputs& inputs) {
  const RegisterWrite shown = write != nullptr ? *write : RegisterWrite{};
  out_ << fmt::format("{:d} {:d} {:04x} {:08x}", reset, write != nullptr, shown.address,
                      shown.data);
  put_bits(inputs.valid_ivc, shape_.vector_bits());
  put_bits(inputs.credit_ovc, shape_.vector_bits());
  put_occupancies(inputs.oracle, shape_.oracle_lanes);
  put_flits(inputs.valid_ivc, reinterpret_cast<const std::byte*>(inputs.flit_ip));
}

void PortRecording::put_bits(const std::uint64_t* words, int bits) {
  const int top = (bits - 1) / 64;
  const int digits = (bits - 1) % 64 / 4 + 1;
  out_ << fmt::format(" {:0{}x}", words[top], digits);
  for (int word = top - 1; word >= 0; --word) out_ << fmt::format("{:016x}", words[word]);
}

void PortRecording::put_occupancies(const std::uint16_t* occupancies, int lanes) {
  out_ << ' ';
  for (int lane = lanes - 1; lane >= 0; --lane)
    out_ << fmt::format("{:04x}", occupancies != nullptr ? occupancies[lane] : 0);
}

void PortRecording::put_flits(const std::uint64_t* valid, const std::byte* flits) {
  const auto is_valid = [&](int port) {
    for (int vc = port << shape_.vc_bits; vc < (port + 1) << shape_.vc_bits; ++vc)
      if ((valid[vc / 64] >> vc % 64 & 1) != 0) return true;
    return false;
  };
  out_ << ' ';
  for (int port = shape_.ports - 1; port >= 0; --port) {
    const bool here = is_valid(port);
    for (int word = shape_.flit_words - 1; word >= 0; --word) {
      std::uint64_t bits = 0;
      if (here)
        std::memcpy(&bits, flits + (std::ptrdiff_t{port} * shape_.flit_words + word) * 8, 8);
      out_ << fmt::format("{:016x}", bits);
    }
  }
}

}  // namespace dragonfly
