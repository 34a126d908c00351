// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/wiring_csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/printable.hpp"
#include "models/common/spelling.hpp"
#include "models/wiring/graph_size.hpp"
#include "models/wiring/wiring_file.hpp"
#include "models/wiring/wiring_rows.hpp"

namespace dragonfly {
namespace {

constexpr std::string_view kSetting = "#:";
constexpr std::int64_t kMostNumber = std::numeric_limits<std::int32_t>::max() - 2;
constexpr std::int64_t kMostLatency = std::numeric_limits<std::uint16_t>::max();

/// A word or field with its column, from 1.
struct Field {
  std::string_view text;
  std::size_t column = 1;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Wiring run() {
    while (!text_.empty()) {
      ++line_;
      if (line_ == std::numeric_limits<std::uint32_t>::max())
        fail({}, "the file has too many lines");
      const std::size_t end = text_.find('\n');
      std::string_view line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      read_line(line);
    }
    if (!has_header_) {
      throw InputError(name_ +
                       ": there is no line with the names of the columns, "
                       "router,port,peer_router,peer_port,class,latency");
    }
    return assembled(std::move(file_), [this](std::uint32_t place) {
      return place == 0 ? name_ : fmt::format("{}:{}", name_, place);
    });
  }

 private:
  [[noreturn]] void fail(const Field& field, const std::string& what) const {
    throw InputError(fmt::format("{}:{}:{}: {}", name_, line_, field.column, what));
  }

  void read_line(std::string_view line) {
    if (trimmed(line).empty()) return;
    if (line.starts_with(kSetting)) return read_setting(line);
    if (line.starts_with('#')) return;
    split(line);
    if (has_header_)
      read_row();
    else
      read_header();
  }

  /// The fields of a line. None of them can hold a comma, so quotation marks only stand around.
  void split(std::string_view line) {
    fields_.clear();
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      std::string_view text = trimmed(line.substr(begin, end - begin));
      if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = trimmed(text.substr(1, text.size() - 2));
      const auto column =
          text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data());
      fields_.push_back({text, column + 1});
      begin = end + 1;
    }
  }

  void read_header() {
    has_header_ = true;
    column_.fill(kAbsent);
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const Field& field = fields_[i];
      std::size_t known = 0;
      while (known < kWiringColumns.size() && kWiringColumns[known] != field.text) ++known;
      if (known == kWiringColumns.size()) {
        const std::vector<std::string> names(kWiringColumns.begin(), kWiringColumns.end());
        fail(field, fmt::format("there is no column {}{}; columns: {}", quoted(field.text),
                                did_you_mean(field.text, names), fmt::join(names, ", ")));
      }
      if (column_[known] != kAbsent) fail(field, fmt::format("column {} comes twice", field.text));
      column_[known] = i;
    }
    for (const WiringColumn needed : {WiringColumn::kRouter, WiringColumn::kPeerRouter}) {
      if (column_[static_cast<std::size_t>(needed)] == kAbsent) {
        fail(fields_.front(), fmt::format("column {} is missing; a header with all columns: {}",
                                          kWiringColumns[static_cast<std::size_t>(needed)],
                                          fmt::join(kWiringColumns, ",")));
      }
    }
    columns_ = fields_.size();
  }

  [[nodiscard]] Field field(WiringColumn column) const {
    const std::size_t i = column_[static_cast<std::size_t>(column)];
    return i == kAbsent ? Field{} : fields_[i];
  }

  void read_row() {
    if (fields_.size() != columns_)
      fail(fields_.front(), fmt::format("the line has {} fields, and the header names {} columns",
                                        fields_.size(), columns_));
    WiringRow row;
    row.from = end(WiringColumn::kRouter, WiringColumn::kPort);
    row.to = end(WiringColumn::kPeerRouter, WiringColumn::kPeerPort);
    const Field name = field(WiringColumn::kClass), latency = field(WiringColumn::kLatency);
    if (!name.text.empty()) row.channel_class = class_number(name);
    if (!latency.text.empty())
      row.latency =
          static_cast<std::int32_t>(number(latency, "a latency in cycles", 1, kMostLatency));
    row.place = line_;
    file_.rows.push_back(row);
  }

  RowEnd end(WiringColumn router_column, WiringColumn port_column) const {
    const Field router = field(router_column), port = field(port_column);
    RowEnd end;
    if (router.text == kTerminalWord)
      end.router = RowEnd::kTerminal;
    else {
      end.router = static_cast<std::int32_t>(
          number(router, fmt::format("the number of a router or the word {}", kTerminalWord), 0,
                 kMostNumber));
    }
    if (!port.text.empty()) {
      end.port = static_cast<std::int32_t>(
          number(port, end.is_terminal() ? "the number of a terminal" : "the number of a port", 0,
                 end.is_terminal() ? kMostNumber : kMostFilePorts - 1));
    }
    return end;
  }

  std::int32_t class_number(const Field& name) {
    if (last_class_ < file_.classes.size() && file_.classes[last_class_].name == name.text)
      return static_cast<std::int32_t>(last_class_);
    check_name(name, "a class");
    last_class_ = static_cast<std::size_t>(file_.class_number(name.text));
    require_few_classes(name);
    return static_cast<std::int32_t>(last_class_);
  }

  void require_few_classes(const Field& name) const {
    if (file_.classes.size() > kMostFileClasses)
      fail(name, fmt::format("at most {} classes of channels are possible", kMostFileClasses));
  }

  void check_name(const Field& name, const char* what) const {
    if (!is_name(name.text))
      fail(name, fmt::format("{} is no name of {}; use up to 64 letters, digits, '-', '_' and '.'",
                             quoted(name.text), what));
  }

  [[nodiscard]] std::int64_t number(const Field& field, const std::string& what, std::int64_t least,
                                    std::int64_t most) const {
    const auto value = integer(field.text);
    if (!value || *value < least || *value > most)
      fail(field, fmt::format("{} is not {}; use {} to {}", quoted(field.text), what, least, most));
    return *value;
  }

  // Settings: lines that begin with "#:".

  void read_setting(std::string_view line) {
    std::vector<Field> words;
    for (std::size_t begin = kSetting.size(); begin < line.size();) {
      const std::size_t first = line.find_first_not_of(" \t", begin);
      if (first == std::string_view::npos) break;
      const std::size_t end = std::min(line.find_first_of(" \t", first), line.size());
      // Programs for tables add the commas of empty fields.
      std::string_view word = line.substr(first, end - first);
      while (word.ends_with(',')) word.remove_suffix(1);
      if (!word.empty()) words.push_back({word, first + 1});
      begin = end;
    }
    if (words.empty()) fail({}, "there is nothing behind #:; " + settings());
    if (has_header_) fail(words[0], "lines with #: stand before the names of the columns");
    const std::string_view setting = words[0].text;
    if (setting == "family")
      read_family(words);
    else if (setting == "directed")
      read_directed(words);
    else if (setting == "dimensions")
      read_dimensions(words);
    else if (setting == "class")
      read_class(words);
    else if (setting == "routers")
      read_routers(words);
    else
      fail(words[0], fmt::format("#: {}: there is no such setting{}; {}", quoted(setting),
                                 did_you_mean(setting, kSettings), settings()));
  }

  static std::string settings() { return fmt::format("settings: {}", fmt::join(kSettings, ", ")); }

  void require_words(const std::vector<Field>& words, std::size_t count, const char* usage) const {
    if (words.size() != count) fail(words[0], fmt::format("write it as: #: {}", usage));
  }

  void read_family(const std::vector<Field>& words) {
    require_words(words, 2, "family NAME");
    check_name(words[1], "a family");
    file_.family = words[1].text;
  }

  void read_directed(const std::vector<Field>& words) {
    require_words(words, 2, "directed yes");
    if (words[1].text != "yes" && words[1].text != "no")
      fail(words[1], fmt::format("directed {}: use yes or no", quoted(words[1].text)));
    file_.directed = words[1].text == "yes";
  }

  void read_dimensions(const std::vector<Field>& words) {
    require_words(words, 2, "dimensions 4,4,2");
    file_.dimensions.clear();
    const std::string_view list = words[1].text;
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      const Field size{list.substr(begin, end - begin), words[1].column + begin};
      file_.dimensions.push_back(
          static_cast<int>(number(size, "a number of routers", 1, kMostFileRouters)));
      begin = end + 1;
    }
  }

  void read_class(const std::vector<Field>& words) {
    if (words.size() != 2) require_words(words, 3, "class NAME LATENCY");
    check_name(words[1], "a class");
    if (file_.has_class(words[1].text))
      fail(words[1], fmt::format("class {} comes twice", words[1].text));
    static_cast<void>(file_.class_number(words[1].text));
    require_few_classes(words[1]);
    if (words.size() == 3)
      file_.classes.back().latency =
          static_cast<int>(number(words[2], "a latency in cycles", 1, kMostLatency));
  }

  void read_routers(const std::vector<Field>& words) {
    constexpr const char* kUsage = "routers FIRST-LAST ports COUNT group NUMBER";
    if (words.size() % 2 != 0) require_words(words, 6, kUsage);
    RouterRun run;
    const std::string_view range = words[1].text;
    const std::size_t dash = std::min(range.find('-'), range.size());
    const Field first{range.substr(0, dash), words[1].column};
    run.first = run.last = number(first, "the number of a router", 0, kMostFileRouters - 1);
    if (dash < range.size())
      run.last = number({range.substr(dash + 1), words[1].column + dash + 1},
                        "the number of a router", 0, kMostFileRouters - 1);
    for (std::size_t i = 2; i < words.size(); i += 2) {
      if (words[i].text != "ports" && words[i].text != "group")
        fail(words[i], fmt::format("{}{}; write it as: #: {}", quoted(words[i].text),
                                   did_you_mean(words[i].text, {"ports", "group"}), kUsage));
      const bool ports = words[i].text == "ports";
      (ports ? run.ports : run.group) =
          number(words[i + 1], ports ? "a number of ports" : "the number of a group", 0,
                 ports ? kMostFilePorts : kMostFileRouters - 1);
    }
    run.place = line_;
    file_.routers.push_back(run);
  }

  static std::string quoted(std::string_view text) {
    constexpr std::size_t kMost = 80;
    return fmt::format("\"{}\"", printable(shortened(text, kMost)));
  }

  static constexpr std::size_t kAbsent = static_cast<std::size_t>(-1);
  static inline const std::vector<std::string> kSettings = {"family", "directed", "dimensions",
                                                            "class", "routers"};

  std::string_view text_;  ///< not read yet
  const std::string& name_;
  WiringRows file_;
  std::vector<Field> fields_;  ///< of the line
  std::uint32_t line_ = 0;
  bool has_header_ = false;
  std::array<std::size_t, kWiringColumns.size()> column_{};  ///< field of each column
  std::size_t columns_ = 0;
  std::size_t last_class_ = 0;
};

std::string in_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

void put_end(const RowEnd& end, std::string& text) {
  if (end.is_terminal())
    text += fmt::format("{},{}", kTerminalWord, end.port);
  else
    text += fmt::format("{},{}", end.router, end.port);
}

}  // namespace

Wiring wiring_from_csv(std::string_view text, const std::string& name) {
  return CsvReader(text, name).run();
}

std::string wiring_csv(const Wiring& wiring, const WiringComments& comments) {
  std::string text;
  for (const auto& [name, value] : comments)
    text += fmt::format("# {} = {}\n", name, in_one_line(value));
  text += fmt::format("#: family {}\n", wiring.family());
  if (wiring.directed()) text += "#: directed yes\n";
  if (!wiring.dimensions().empty())
    text += fmt::format("#: dimensions {}\n", listed(wiring.dimensions(), ","));
  for (const ChannelClass& c : wiring.classes())
    text += fmt::format("#: class {} {}\n", c.name, c.latency);
  for (const RouterRun& run : runs_of(wiring)) {
    text += fmt::format("#: routers {}-{} ports {}", run.first, run.last, run.ports);
    if (run.group >= 0) text += fmt::format(" group {}", run.group);
    text += '\n';
  }
  text += fmt::format("{}\n", fmt::join(kWiringColumns, ","));
  for_each_row(wiring, [&](const WiringRow& row) {
    put_end(row.from, text);
    text += ',';
    put_end(row.to, text);
    text +=
        fmt::format(",{},{}\n", wiring.classes()[static_cast<std::size_t>(row.channel_class)].name,
                    row.latency);
  });
  return text;
}

}  // namespace dragonfly
