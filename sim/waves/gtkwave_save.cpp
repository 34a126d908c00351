#include "sim/waves/gtkwave_save.hpp"
namespace dragonfly { void write_gtkwave_save(const Configuration&, const WaveRequest&, const std::string&) {} }
