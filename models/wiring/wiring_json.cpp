// SPDX-License-Identifier: Apache-2.0
#include "models/wiring/wiring_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/printable.hpp"
#include "models/common/spelling.hpp"
#include "models/wiring/wiring_file.hpp"
#include "models/wiring/wiring_rows.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostNumber = std::numeric_limits<std::int32_t>::max() - 2;
constexpr std::int64_t kMostLatency = std::numeric_limits<std::uint16_t>::max();
constexpr std::uint32_t kRouterPlace = std::uint32_t{1} << 31;  // else a place is a channel

std::string place_text(std::uint32_t place) {
  return place >= kRouterPlace ? fmt::format("routers[{}]", place - kRouterPlace)
                               : fmt::format("channels[{}]", place - 1);
}

std::string shown(const Json& value) {
  return printable(shortened(value.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

/// Reads the rows one by one while the text is parsed, so that they need not be held as JSON.
class JsonReader {
 public:
  explicit JsonReader(const std::string& name) : name_(name) {}

  Wiring run(std::string_view text) {
    Json rest;
    try {
      rest = Json::parse(text.begin(), text.end(),
                         [this](int depth, Json::parse_event_t event, Json& parsed) {
                           return take(depth, event, parsed);
                         });
    } catch (const Json::parse_error& error) {
      fail_to_parse(text, error);
    } catch (const Json::exception& error) {
      // A number that no double can hold. The library does not say where it stands.
      fail(inside(), "this is no JSON: " + said(error));
    }
    for (const auto& [key, value] : rest.items()) read(key, value);
    order_classes();
    return assembled(std::move(file_), [this](std::uint32_t place) {
      return place == 0 ? name_ : fmt::format("{}: {}", name_, place_text(place));
    });
  }

 private:
  using Event = Json::parse_event_t;

  [[noreturn]] void fail(const std::string& path, const std::string& what) const {
    throw InputError(fmt::format("{}: {}{}{}", name_, path, path.empty() ? "" : ": ", what));
  }

  [[noreturn]] void fail_to_parse(std::string_view text, const Json::parse_error& error) const {
    const std::string_view before = text.substr(0, std::min(error.byte, text.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1);
    // The place that the library names, with its own number of the error, comes before a colon.
    const std::string what = said(error);
    const std::size_t words = what.find(": ");
    throw InputError(fmt::format("{}:{}:{}: this is no JSON: {}", name_, line, column,
                                 words == std::string::npos ? what : what.substr(words + 2)));
  }

  /// What the library says, without its number of the error.
  static std::string said(const Json::exception& error) {
    const std::string what = error.what();
    const std::size_t number = what.find("] ");
    return printable(shortened(number == std::string::npos ? what : what.substr(number + 2), 250));
  }

  /// Whether a value is kept.
  bool take(int depth, Event event, Json& parsed) {
    constexpr int kDeepest = 4;
    constexpr std::size_t kMostKeys = 1000;
    if (depth > kDeepest) fail(top_, "objects and lists are nested too deeply");
    if (event == Event::object_start) keys_[depth + 1].clear();
    if (event == Event::key) {
      const std::string& key = parsed.get_ref<const std::string&>();
      std::vector<std::string>& known = keys_[depth];
      if (std::find(known.begin(), known.end(), key) != known.end())
        fail(depth == 1 ? "" : inside(), fmt::format("the key {} comes twice", shown(parsed)));
      // The library looks through all of them for each, too.
      if (known.size() == kMostKeys)
        fail(inside(), fmt::format("an object has more than {} keys", kMostKeys));
      known.push_back(key);
      if (depth == 1) top_ = key;
    }
    if (event != Event::object_end || depth != 2 || top_ != "channels") return true;
    read_channel(parsed);
    return false;
  }

  [[nodiscard]] std::string inside() const {
    return top_ == "channels" ? fmt::format("channels[{}]", file_.rows.size()) : top_;
  }

  [[nodiscard]] std::int64_t number(const Json& value, const std::string& path,
                                    const std::string& what, std::int64_t least,
                                    std::int64_t most) const {
    const bool fits = value.is_number_integer() &&
                      (!value.is_number_unsigned() ||
                       value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
    if (!fits || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most)
      fail(path, fmt::format("{} is not {}; use {} to {}", shown(value), what, least, most));
    return value.get<std::int64_t>();
  }

  [[nodiscard]] std::string name(const Json& value, const std::string& path,
                                 const char* what) const {
    if (!value.is_string() || !is_name(value.get_ref<const std::string&>()))
      fail(path, fmt::format("{} is no name of {}; use up to 64 letters, digits, '-', '_' and '.'",
                             shown(value), what));
    return value.get<std::string>();
  }

  [[noreturn]] void fail_unknown(const std::string& path, const std::string& key,
                                 const std::vector<std::string>& known) const {
    fail(path, fmt::format("there is no key {}{}; keys: {}", shown(Json(key)),
                           did_you_mean(key, known), fmt::join(known, ", ")));
  }

  void read_channel(const Json& channel) {
    const std::string path = inside();
    WiringRow row;
    row.place = static_cast<std::uint32_t>(file_.rows.size()) + 1;
    if (row.place >= kRouterPlace) fail(path, "there are too many channels");
    for (const auto& [key, value] : channel.items()) {
      const auto known = std::find(kWiringColumns.begin(), kWiringColumns.end(), key);
      if (known == kWiringColumns.end())
        fail_unknown(path, key, {kWiringColumns.begin(), kWiringColumns.end()});
      read_column(static_cast<WiringColumn>(known - kWiringColumns.begin()), value,
                  fmt::format("{}.{}", path, key), row);
    }
    for (const auto& [end, key] : {std::pair{row.from, "router"}, std::pair{row.to, "peer_router"}})
      if (end.router == RowEnd::kOpen) fail(path, fmt::format("the key {} is missing", key));
    for (const auto& [end, key] : {std::pair{row.from, "port"}, std::pair{row.to, "peer_port"}}) {
      if (!end.is_terminal() && end.port >= kMostFilePorts)
        fail(path + "." + key, fmt::format("{} is not the number of a port; use 0 to {}", end.port,
                                           kMostFilePorts - 1));
    }
    file_.rows.push_back(row);
  }

  void read_column(WiringColumn column, const Json& value, const std::string& path,
                   WiringRow& row) {
    RowEnd& end =
        column == WiringColumn::kRouter || column == WiringColumn::kPort ? row.from : row.to;
    switch (column) {
      case WiringColumn::kRouter:
      case WiringColumn::kPeerRouter:
        end.router =
            value.is_string() && value.get_ref<const std::string&>() == kTerminalWord
                ? RowEnd::kTerminal
                : static_cast<std::int32_t>(number(
                      value, path, fmt::format("the number of a router or \"{}\"", kTerminalWord),
                      0, kMostNumber));
        return;
      case WiringColumn::kPort:
      case WiringColumn::kPeerPort:
        end.port = static_cast<std::int32_t>(
            number(value, path, "the number of a port or terminal", 0, kMostNumber));
        return;
      case WiringColumn::kClass:
        read_class_of(value, path, row);
        return;
      case WiringColumn::kLatency:
        row.latency =
            static_cast<std::int32_t>(number(value, path, "a latency in cycles", 1, kMostLatency));
        return;
    }
  }

  void read_class_of(const Json& value, const std::string& path, WiringRow& row) {
    row.channel_class = file_.class_number(name(value, path, "a class"));
    require_few_classes(path);
  }

  /// Up to here rows have the numbers of classes in the order in which channels name them; those
  /// of "classes", which may come behind them, stand in front.
  void order_classes() {
    const std::vector<ChannelClass> named = std::exchange(file_.classes, std::move(declared_));
    std::vector<std::int32_t> number;
    number.reserve(named.size());
    for (const ChannelClass& c : named) number.push_back(file_.class_number(c.name));
    for (WiringRow& row : file_.rows)
      if (row.channel_class != RowEnd::kOpen)
        row.channel_class = number[static_cast<std::size_t>(row.channel_class)];
  }

  void require_few_classes(const std::string& path) const {
    if (file_.classes.size() > kMostFileClasses)
      fail(path, fmt::format("at most {} classes of channels are possible", kMostFileClasses));
  }

  void read(const std::string& key, const Json& value) {
    if (key == "family")
      file_.family = name(value, key, "a family");
    else if (key == "directed")
      read_directed(value);
    else if (key == "dimensions")
      read_dimensions(value);
    else if (key == "classes")
      read_classes(value);
    else if (key == "routers")
      read_routers(value);
    else if (key == "channels")
      require(value.is_array() && value.empty(), key, "a list of objects, one for each channel");
    else if (key == "parameters")
      require(value.is_object(), key, "an object; it is for people, and not read");
    else {
      fail_unknown(
          "", key,
          {"family", "parameters", "directed", "dimensions", "classes", "routers", "channels"});
    }
  }

  void require(bool right, const std::string& path, const char* what) const {
    if (!right) fail(path, fmt::format("this must be {}", what));
  }

  void read_directed(const Json& value) {
    require(value.is_boolean(), "directed", "true or false");
    file_.directed = value.get<bool>();
  }

  void read_dimensions(const Json& value) {
    require(value.is_array(), "dimensions", "a list of sizes");
    for (std::size_t i = 0; i < value.size(); ++i)
      file_.dimensions.push_back(static_cast<int>(number(
          value[i], fmt::format("dimensions[{}]", i), "a number of routers", 1, kMostFileRouters)));
  }

  void read_classes(const Json& value) {
    require(value.is_object(), "classes", "an object of latencies by name of the class");
    for (const auto& [key, latency] : value.items()) {
      const std::string path = "classes." + printable(shortened(key));
      declared_.push_back(
          {name(Json(key), path, "a class"),
           static_cast<int>(number(latency, path, "a latency in cycles", 1, kMostLatency))});
      if (declared_.size() > kMostFileClasses) fail(path, "there are too many classes of channels");
    }
  }

  void read_routers(const Json& value) {
    require(value.is_array(), "routers", "a list of objects with first, last, ports and group");
    for (std::size_t i = 0; i < value.size(); ++i) {
      const std::string path = fmt::format("routers[{}]", i);
      require(value[i].is_object(), path, "an object with first, last, ports and group");
      RouterRun run;
      run.first = run.last = RowEnd::kOpen;
      run.place = kRouterPlace + static_cast<std::uint32_t>(i);
      for (const auto& [key, number_of] : value[i].items()) {
        std::int64_t* const field = key == "first"   ? &run.first
                                    : key == "last"  ? &run.last
                                    : key == "ports" ? &run.ports
                                    : key == "group" ? &run.group
                                                     : nullptr;
        if (field == nullptr) fail_unknown(path, key, {"first", "last", "ports", "group"});
        *field = number(number_of, fmt::format("{}.{}", path, key), "such a number", 0,
                        key == "ports" ? kMostFilePorts : kMostFileRouters - 1);
      }
      if (run.first < 0) fail(path, "the key first is missing");
      if (run.last < 0) run.last = run.first;
      file_.routers.push_back(run);
    }
  }

  const std::string& name_;
  WiringRows file_;
  std::string top_;  ///< key of the outermost object
  std::vector<std::vector<std::string>> keys_ =
      std::vector<std::vector<std::string>>(8);  ///< [depth]: keys so far of the object
  std::vector<ChannelClass> declared_;
};

/// `prefix`: of the keys.
void put_end(const RowEnd& end, std::string_view prefix, std::string& text) {
  if (end.is_terminal())
    text += fmt::format("\"{}router\":\"{}\",", prefix, kTerminalWord);
  else
    text += fmt::format("\"{}router\":{},", prefix, end.router);
  text += fmt::format("\"{}port\":{},", prefix, end.port);
}

}  // namespace

Wiring wiring_from_json(std::string_view text, const std::string& name) {
  return JsonReader(name).run(text);
}

std::string wiring_json(const Wiring& wiring, const WiringComments& comments) {
  Json head = {{"family", wiring.family()}};
  for (const auto& [name, value] : comments) head["parameters"][name] = value;
  head["directed"] = wiring.directed();
  if (!wiring.dimensions().empty()) head["dimensions"] = wiring.dimensions();
  head["classes"] = Json::object();
  for (const ChannelClass& c : wiring.classes()) head["classes"][c.name] = c.latency;
  head["routers"] = Json::array();
  for (const RouterRun& run : runs_of(wiring)) {
    Json entry = {{"first", run.first}, {"last", run.last}, {"ports", run.ports}};
    if (run.group >= 0) entry["group"] = run.group;
    head["routers"].push_back(std::move(entry));
  }
  std::string text = head.dump();
  text.pop_back();  // its brace, which comes at the end
  text += ",\n\"channels\":[";
  const char* separator = "\n";
  for_each_row(wiring, [&](const WiringRow& row) {
    text += separator;
    text += '{';
    put_end(row.from, "", text);
    put_end(row.to, "peer_", text);
    text += fmt::format("\"class\":\"{}\",\"latency\":{}}}",
                        wiring.classes()[static_cast<std::size_t>(row.channel_class)].name,
                        row.latency);
    separator = ",\n";
  });
  return text + "\n]}\n";
}

}  // namespace dragonfly
