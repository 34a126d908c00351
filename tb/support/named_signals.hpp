// SPDX-License-Identifier: Apache-2.0
// Signals by the names that the waveform gives them, for modules that have nothing but signals to
// look at: they are Verilated with all of them public.
#pragma once

#include <verilated.h>
#include <verilated_sym_props.h>
#include <verilated_syms.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/support/flit.hpp"
#include "tb/support/parameter_sets.hpp"

namespace dragonfly::tb {

class NamedSignals {
 public:
  // `top`: name of the module that is the top.
  NamedSignals(VerilatedContext& context, std::string top)
      : context_(context), top_("TOP." + std::move(top)) {}

  // Value of a signal of at most 64 bits; `scope` is below the top, as in ".gen_port[2]".
  [[nodiscard]] std::uint64_t value(const std::string& scope, const std::string& name) const {
    switch (const VerilatedVar& signal = find(scope, name); signal.vltype()) {
      case VLVT_UINT8:
        return *static_cast<const CData*>(signal.datap());
      case VLVT_UINT16:
        return *static_cast<const SData*>(signal.datap());
      case VLVT_UINT32:
        return *static_cast<const IData*>(signal.datap());
      case VLVT_UINT64:
        return *static_cast<const QData*>(signal.datap());
      default:
        throw std::runtime_error(scope + "." + name + " is wider than 64 bits");
    }
  }

  // A flit; the low words of a wide one are in front.
  template <Parameters kParameters>
  [[nodiscard]] Flit flit(const std::string& scope, const std::string& name) const {
    constexpr std::size_t kWords = (kParameters.flit_w() + 31) / 32;
    VlWide<kWords> words;
    if constexpr (kWords > 2) {
      words = *static_cast<const VlWide<kWords>*>(find(scope, name).datap());
    } else {
      const std::uint64_t bits = value(scope, name);
      for (std::size_t k = 0; k < kWords; ++k) words.at(k) = static_cast<EData>(bits >> (32 * k));
    }
    return get_flit(words, kParameters, 0);
  }

 private:
  [[nodiscard]] const VerilatedVar& find(const std::string& scope, const std::string& name) const {
    const std::string path = top_ + scope;
    // Verilator 5.006 spells brackets out.
    for (const std::string& spelling : {path, without_brackets(path)}) {
      const VerilatedScope* found = context_.scopeFind(spelling.c_str());
      const VerilatedVar* variable = found == nullptr ? nullptr : found->varFind(name.c_str());
      if (variable != nullptr) return *variable;
    }
    throw std::runtime_error("no signal " + path + "." + name);
  }

  [[nodiscard]] static std::string without_brackets(const std::string& path) {
    std::string spelled;
    for (const char letter : path) {
      spelled += letter == '[' ? "__BRA__" : letter == ']' ? "__KET__" : std::string(1, letter);
    }
    return spelled;
  }

  VerilatedContext& context_;
  std::string top_;
};

}  // namespace dragonfly::tb
