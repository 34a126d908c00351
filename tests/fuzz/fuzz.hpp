// SPDX-License-Identifier: Apache-2.0
// What the fuzz targets share. A target is one source that defines look_at(); fuzz_entry.cpp hands
// it the inputs of libFuzzer, and replay.cpp those of a corpus where the compiler has no libFuzzer.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/common/error.hpp"

namespace dragonfly::fuzz {

/// Reads the input as the target does, and checks what must hold. Ends the program if that does
/// not.
void look_at(std::string_view input);

/// Ends the program with `what`, and the text concerned, unless it holds.
void require(bool holds, const char* what, std::string_view text = {});

/// What a message must name.
enum class Place {
  kName,      ///< NAME
  kFile,      ///< "NAME: "
  kLine,      ///< "NAME:3: "
  kColumn,    ///< "NAME:3:7: "
  kInFolder,  ///< "NAME/file:3: "
};

/// Ends the program unless the message begins with the name and the place in it.
void require_place(std::string_view message, std::string_view name, Place place);

/// What `read` returns; nothing if it throws InputError, whose message must begin with the place.
/// Whatever else it throws ends the program.
template <class Read>
auto accepted(Read&& read, std::string_view name, Place place) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const InputError& error) {
    require_place(error.what(), name, place);
    return std::nullopt;
  }
}

/// The parts of an input that stands for several files: lines "%%" separate them. At least `count`,
/// the last ones empty.
std::vector<std::string> files_of(std::string_view input, std::size_t count);

/// Whether a decimal number in the text has 5 to 9 digits. Networks and lists of such a size are
/// taken, and need memory and time in proportion: a fuzzer is to look at small ones. Longer numbers
/// are above every limit, and refused.
bool names_large_sizes(std::string_view text);

}  // namespace dragonfly::fuzz
