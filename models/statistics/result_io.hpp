// SPDX-License-Identifier: Apache-2.0
// Results of runs for other programs and for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "models/statistics/run_result.hpp"

namespace dragonfly {

/// All of a result, with the version of this program. Latencies are in cycles, loads in flits per
/// terminal and cycle. docs/results.md explains the keys.
[[nodiscard]] nlohmann::ordered_json to_json(const RunResult& result);

/// The reverse of to_json. `name` is that of the file, for messages. Throws InputError if something
/// is missing or has the wrong type.
[[nodiscard]] RunResult result_from_json(const nlohmann::ordered_json& json,
                                         const std::string& name);

/// JSON laid out for reading: elements of long lists on a line each.
[[nodiscard]] std::string dump(const nlohmann::ordered_json& json);

/// The JSON in a text; `name` is that of the file, for messages. Throws InputError for anything
/// else, for numbers that no double can hold, and for objects and lists nested more deeply than
/// results are.
[[nodiscard]] nlohmann::ordered_json json_from_text(std::string_view text, const std::string& name);

/// The JSON in a file. Throws InputError as json_from_text() does, and if the file cannot be read.
[[nodiscard]] nlohmann::ordered_json read_json_file(const std::string& path);

/// The columns of to_csv_row: the figures, then every key that the configuration has a value for,
/// as section.key. They are the same for all results of one network. Lines end with a newline;
/// fields are quoted where they must be (RFC 4180).
[[nodiscard]] std::string csv_header(const RunResult& result);
[[nodiscard]] std::string to_csv_row(const RunResult& result);

/// A table for the terminal.
[[nodiscard]] std::string to_table(const RunResult& result);

}  // namespace dragonfly
