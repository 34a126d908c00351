// SPDX-License-Identifier: Apache-2.0
#include "models/statistics/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "models/common/csv.hpp"
#include "models/common/error.hpp"
#include "models/common/input_file.hpp"
#include "models/config/topology_config.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {

namespace {

using Json = nlohmann::ordered_json;

/// Columns of a packet trace.
constexpr std::array<const char*, 9> kColumns = {
    "id", "source", "destination", "size", "created", "injected", "ejected", "path", "hops"};
/// The line that names them; older traces have a # before it.
constexpr std::string_view kHeaderStart = "id ";
constexpr std::size_t kId = 0, kSource = 1, kDestination = 2, kEjected = 6;

/// A packet trace, read line by line.
class TraceReader {
 public:
  explicit TraceReader(const std::string& path) : path_(path), file_(open_input(path)) {}

  /// The next packet's columns; empty at the end.
  std::vector<std::string> next() {
    std::string line;
    do {
      if (!std::getline(*file_, line)) return {};
      ++number_;
    } while (line.empty() || line.front() == '#' || line.starts_with(kHeaderStart));
    std::vector<std::string> columns;
    std::istringstream words(line);
    for (std::string word; words >> word;) columns.push_back(word);
    if (columns.size() != kColumns.size())
      throw InputError(fmt::format("{}:{}: {} columns; a packet trace has {}", path_, number_,
                                   columns.size(), kColumns.size()));
    return columns;
  }
  [[nodiscard]] std::int64_t line() const { return number_; }

  /// The packet with an id, among those that follow; empty if there is none. Reads to it.
  std::vector<std::string> find(const std::string& id) {
    for (auto columns = next(); !columns.empty(); columns = next())
      if (columns[kId] == id) return columns;
    return {};
  }

 private:
  std::string path_;
  std::unique_ptr<std::istream> file_;
  std::int64_t number_ = 0;
};

std::string packet_name(const std::vector<std::string>& packet) {
  return fmt::format("packet {} (terminal {} to terminal {})", packet[kId], packet[kSource],
                     packet[kDestination]);
}

/// How one packet differs in two traces; `b` may be empty.
std::string packet_difference(const std::vector<std::string>& a, const std::vector<std::string>& b,
                              const std::string& in_a, const std::string& in_b) {
  std::string text = packet_name(a) + ":\n";
  if (b.empty())
    return text + fmt::format("  delivered in cycle {} in {}, and not any more in {}\n",
                              a[kEjected], in_a, in_b);
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    if (a[column] != b[column])
      text += fmt::format("  {}: {} in {}, {} in {}\n", kColumns[column], a[column], in_a,
                          b[column], in_b);
  }
  return text;
}

std::optional<std::string> compare_traces(const std::string& path_a, const std::string& path_b) {
  TraceReader a(path_a), b(path_b);
  while (true) {
    const auto packet_a = a.next(), packet_b = b.next();
    if (packet_a == packet_b) {
      if (packet_a.empty()) return {};
      continue;
    }
    std::string text = fmt::format("the traces differ from line {} of {} and line {} of {} on\n",
                                   a.line(), path_a, b.line(), path_b);
    if (packet_a.empty() || packet_b.empty()) {
      const auto& more = packet_a.empty() ? packet_b : packet_a;
      const std::string& ends = packet_a.empty() ? path_a : path_b;
      return text +
             fmt::format("{} ends, and the other goes on with {}\n", ends, packet_name(more));
    }
    if (packet_a[kId] == packet_b[kId])
      return text + packet_difference(packet_a, packet_b, path_a, path_b);
    text += packet_difference(packet_a, b.find(packet_a[kId]), path_a, path_b);
    return text + packet_difference(packet_b, a.find(packet_b[kId]), path_b, path_a);
  }
}

bool counts(const std::string& key) {
  constexpr std::array<const char*, 5> kIgnored = {"wall_seconds", "cycles_per_second", "engine",
                                                   "rtl", "version"};
  return std::find(kIgnored.begin(), kIgnored.end(), key) == kIgnored.end();
}

/// The content of a file, with the family of the network in each configuration: older results were
/// of dragonflies only, and name none.
Json with_families(Json json) {
  if (json.is_object() && json.contains("config") && json["config"].is_object()) {
    Json& config = json["config"];
    if (config.contains("topology") && config["topology"].is_object() &&
        !config["topology"].contains("family"))
      config["topology"]["family"] = TopologyConfig().family;
  }
  if (json.is_structured())
    for (Json& part : json) part = with_families(std::move(part));
  return json;
}

/// Older results have no standard errors.
bool may_be_missing(const std::string& key) { return key.starts_with("standard_error"); }

class JsonComparison {
 public:
  JsonComparison(const std::string& in_a, const std::string& in_b) : in_a_(in_a), in_b_(in_b) {}

  void compare(const std::string& place, const Json& a, const Json& b) {
    if (a == b) return;
    if (a.is_object() && b.is_object()) {
      for (const auto& [key, value] : a.items()) {
        if (!counts(key)) continue;
        if (b.contains(key))
          compare(below(place, key), value, b.at(key));
        else if (!may_be_missing(key))
          add(below(place, key), value.dump(), "nothing");
      }
      for (const auto& [key, value] : b.items())
        if (counts(key) && !a.contains(key) && !may_be_missing(key))
          add(below(place, key), "nothing", value.dump());
    } else if (a.is_array() && b.is_array() && a.size() == b.size()) {
      for (std::size_t i = 0; i < a.size(); ++i)
        compare(fmt::format("{}[{}]", place, i), a[i], b[i]);
    } else if (a.is_structured() && b.is_structured()) {
      add(place, fmt::format("{} entries", a.size()), fmt::format("{} entries", b.size()));
    } else {
      add(place, a.dump(), b.dump());
    }
  }

  [[nodiscard]] std::optional<std::string> text() const {
    if (count_ == 0) return {};
    std::string text = text_;
    if (count_ > kShown) text += fmt::format("and {} more\n", count_ - kShown);
    return text;
  }

 private:
  static constexpr int kShown = 20;

  static std::string below(const std::string& place, const std::string& key) {
    return place.empty() ? key : place + "." + key;
  }
  void add(const std::string& place, const std::string& a, const std::string& b) {
    if (++count_ <= kShown)
      text_ += fmt::format("{}: {} in {}, {} in {}\n", place, a, in_a_, b, in_b_);
  }

  std::string in_a_, in_b_, text_;
  int count_ = 0;
};

enum class Kind { kTrace, kJson, kCsv };

Kind kind_of(const std::string& path) {
  const auto file = open_input(path);
  std::string line;
  while (std::getline(*file, line) && line.find_first_not_of(" \t\r") == std::string::npos) {
  }
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos || line[first] == '#') return Kind::kTrace;
  if (line[first] == '{' || line[first] == '[') return Kind::kJson;
  return line.find(',') == std::string::npos ? Kind::kTrace : Kind::kCsv;
}

std::string name_of(Kind kind) {
  return kind == Kind::kTrace ? "packet trace" : kind == Kind::kJson ? "result" : "result in CSV";
}

/// A field as JSON: a number if it is one.
Json value_of(const std::string& field) {
  Json value = Json::parse(field, nullptr, false);
  return value.is_number() ? value : Json(field);
}

/// A list of the lines, each an object with the names of the first line.
Json lines_of(const std::string& text, const std::string& name) {
  const std::vector<std::vector<std::string>> lines = csv_lines(text);
  Json list = Json::array();
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].size() != lines.front().size())
      throw InputError(fmt::format("{}: line {} has {} fields, and the first, which names them, {}",
                                   name, i + 1, lines[i].size(), lines.front().size()));
    Json& line = list.emplace_back(Json::object());
    for (std::size_t field = 0; field < lines[i].size(); ++field)
      line[lines.front()[field]] = value_of(lines[i][field]);
  }
  return list;
}

/// The results of a file in the form of lines_of().
Json results_of(const std::string& path, Kind kind) {
  if (kind == Kind::kCsv) {
    const auto file = open_input(path);
    Json lines = lines_of(std::string(std::istreambuf_iterator<char>(*file), {}), path);
    // Of a sweep: the name of the curve, which a result does not have.
    for (Json& line : lines) line.erase("curve");
    return lines;
  }
  const Json json = read_json_file(path);
  Json lines = Json::array();
  const auto add = [&](const Json& point) {
    const RunResult result = result_from_json(point, path);
    lines.push_back(lines_of(csv_header(result) + to_csv_row(result), path).front());
  };
  if (json.is_object() && json.contains("points") && json["points"].is_array())
    for (const Json& point : json["points"]) add(point);
  else
    add(json);
  return lines;
}

/// The content of a file: a result alone, or a list.
Json content_of(const std::string& path, Kind kind, bool as_lines) {
  if (!as_lines) return with_families(read_json_file(path));
  Json lines = results_of(path, kind);
  return lines.size() == 1 ? lines.front() : lines;
}

}  // namespace

std::optional<std::string> compare_files(const std::string& a, const std::string& b) {
  const Kind kind_a = kind_of(a), kind_b = kind_of(b);
  if ((kind_a == Kind::kTrace) != (kind_b == Kind::kTrace)) {
    throw InputError(
        fmt::format("{} is a {} and {} a {}: compare two packet traces, or two results", a,
                    name_of(kind_a), b, name_of(kind_b)));
  }
  if (kind_a == Kind::kTrace) return compare_traces(a, b);
  const bool as_lines = kind_a == Kind::kCsv || kind_b == Kind::kCsv;
  JsonComparison comparison(a, b);
  comparison.compare("", content_of(a, kind_a, as_lines), content_of(b, kind_b, as_lines));
  return comparison.text();
}

}  // namespace dragonfly
