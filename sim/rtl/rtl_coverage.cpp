// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/rtl_coverage.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <string_view>
#include <vector>

#include "models/common/error.hpp"
#include "models/common/input_file.hpp"

namespace dragonfly {
namespace {

// A line of the file is "C 'point' count", and a point is a list of pairs: \1 KEY \2 VALUE.
constexpr char kKey = '\1', kValue = '\2';
constexpr std::string_view kHeader = "# SystemC::Coverage-3";

/// The value of a key of a point; empty if it has none.
std::string value_of(const std::string& point, std::string_view key) {
  const std::string mark = fmt::format("{}{}{}", kKey, key, kValue);
  const std::size_t begin = point.find(mark);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + mark.size();
  return point.substr(from, point.find(kKey, from) - from);
}

std::string without(const std::string& point, std::string_view key) {
  const std::size_t begin = point.find(fmt::format("{}{}{}", kKey, key, kValue));
  if (begin == std::string::npos) return point;
  const std::size_t end = point.find(kKey, begin + 1);
  return point.substr(0, begin) + (end == std::string::npos ? "" : point.substr(end));
}

template <typename Number>
bool parse(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

/// Calls visit(line) for a list like "69-70,74".
template <typename Visit>
void for_each_line(const std::string& list, Visit&& visit) {
  std::istringstream ranges(list);
  for (std::string range; std::getline(ranges, range, ',');) {
    const std::size_t dash = range.find('-');
    int first = 0;
    int last = 0;
    if (!parse(range.substr(0, dash), first)) continue;
    if (dash == std::string::npos || !parse(range.substr(dash + 1), last)) last = first;
    for (int line = first; line <= last; ++line) visit(line);
  }
}

/// Of a line: how often it was executed, and what became of its branches.
struct Line {
  bool counted = false;
  std::uint64_t count = 0;
  /// By column and name.
  std::map<std::pair<int, std::string>, std::uint64_t> branches, cover_points;
  std::map<std::string, std::uint64_t> bits;  ///< of signals that are declared there: toggles
};

struct Share {
  int reached = 0, all = 0;
  void add(std::uint64_t count) {
    ++all;
    if (count > 0) ++reached;
  }
  void add(const Share& other) {
    reached += other.reached;
    all += other.all;
  }
  [[nodiscard]] std::string text() const {
    return all == 0 ? "-" : fmt::format("{:.1f}% ({}/{})", 100.0 * reached / all, reached, all);
  }
};

struct File {
  std::map<int, Line> lines;
  Share of_lines, of_branches, of_cover_points, of_bits;

  void count() {
    for (const auto& [number, line] : lines) {
      if (line.counted) of_lines.add(line.count);
      for (const auto& branch : line.branches) of_branches.add(branch.second);
      for (const auto& point : line.cover_points) of_cover_points.add(point.second);
      for (const auto& bit : line.bits) of_bits.add(bit.second);
    }
  }
  void add(const File& other) {
    of_lines.add(other.of_lines);
    of_branches.add(other.of_branches);
    of_cover_points.add(other.of_cover_points);
    of_bits.add(other.of_bits);
  }
};

std::string row(const std::string& name, const File& file) {
  return fmt::format("{:<46} {:>18} {:>18} {:>18} {:>22}\n", name, file.of_lines.text(),
                     file.of_branches.text(), file.of_cover_points.text(), file.of_bits.text());
}

std::string annotated(const File& file, const std::string& text) {
  std::string out;
  std::istringstream source(text);
  int number = 0;
  for (std::string words; std::getline(source, words);) {
    const auto found = file.lines.find(++number);
    std::string count;
    std::string more;
    if (found != file.lines.end()) {
      const Line& line = found->second;
      if (line.counted) count = fmt::format("{}", line.count);
      bool missed = line.counted && line.count == 0;
      for (const auto* list : {&line.branches, &line.cover_points}) {
        for (const auto& [place, times] : *list) {
          more += fmt::format(" {} {}", place.second, times);
          missed = missed || times == 0;
        }
      }
      std::string still;
      for (const auto& [bit, times] : line.bits)
        if (times == 0) still += ' ' + bit;
      if (!still.empty()) more += " no toggle:" + still;
      missed = missed || !still.empty();
      if (!more.empty()) more.insert(0, "  //");
      if (missed) count.insert(0, "! ");
    }
    out += fmt::format("{:>12} {:>5} | {}{}\n", count, number, words, more);
  }
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The change of depth by the parentheses of a line, without those in strings.
int parentheses(const std::string& line, std::size_t from) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = from; i < line.size(); ++i) {
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) in_string = !in_string;
    if (!in_string) depth += (line[i] == '(' ? 1 : 0) - (line[i] == ')' ? 1 : 0);
  }
  return depth;
}

/// The numbers of the lines that claims take: they are there not to fail.
std::set<int> claims_of(const std::vector<std::string>& lines) {
  std::set<int> claims;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t begin = lines[i].find_first_not_of(' ');
    if (begin == std::string::npos || (lines[i].compare(begin, 10, "`DF_ASSERT") != 0 &&
                                       lines[i].compare(begin, 9, "`DF_CLAIM") != 0))
      continue;
    int depth = parentheses(lines[i], begin);
    claims.insert(static_cast<int>(i) + 1);
    for (; depth > 0 && i + 1 < lines.size(); depth += parentheses(lines[i], 0))
      claims.insert(static_cast<int>(++i) + 1);
  }
  return claims;
}

/// Of the files that are ours and no part of a router, only cover points count.
bool is_ours(const std::string& name) { return name.starts_with("sim/rtl/"); }

}  // namespace

void RtlCoverage::add_file(const std::string& path) {
  const auto file = open_input(path);
  std::string line;
  if (!std::getline(*file, line) || line != kHeader)
    throw InputError(fmt::format(
        "{} does not begin with \"{}\", as Verilator's files of coverage do", path, kHeader));
  while (std::getline(*file, line)) {
    const std::size_t begin = line.find('\''), end = line.rfind('\'');
    std::uint64_t count = 0;
    if (line.empty() || line.front() != 'C' || begin == end || end + 2 > line.size() ||
        !parse(std::string_view(line).substr(end + 2), count))
      throw InputError(fmt::format("{}: cannot read the line: {}", path, line));
    counts_[without(line.substr(begin + 1, end - begin - 1), "h")] += count;
  }
}

std::size_t RtlCoverage::add(const RtlCoverage& other) {
  std::size_t reached = 0;
  for (const auto& [point, count] : other.counts_) {
    std::uint64_t& sum = counts_[point];
    if (sum == 0 && count > 0) ++reached;
    sum += count;
  }
  return reached;
}

std::string RtlCoverage::data() const {
  std::string text = fmt::format("{}\n", kHeader);
  for (const auto& [point, count] : counts_) text += fmt::format("C '{}' {}\n", point, count);
  return text;
}

std::string RtlCoverage::report(const std::string& what, const ReadSource& read_source) const {
  std::map<std::string, File> files;
  std::map<std::string, std::string> texts;
  std::map<std::string, std::set<int>> claims;
  for (const auto& [point, times] : counts_) {
    const std::uint64_t count = times;  // Clang 14 has no bindings in lambdas
    const std::string name = value_of(point, "f"), kind = value_of(point, "page"),
                      comment = value_of(point, "o");
    int number = 0;
    int column = 0;
    if (!parse(value_of(point, "l"), number) || !parse(value_of(point, "n"), column)) continue;
    if (is_ours(name) && !kind.starts_with("v_user")) continue;
    if (texts.find(name) == texts.end())
      claims[name] = claims_of(lines_of(texts[name] = read_source(name)));
    const std::set<int>& left_out = claims[name];
    if (left_out.count(number) != 0) continue;
    File& file = files[name];
    if (kind.starts_with("v_user")) {
      file.lines[number].cover_points[{column, comment}] += count;
      continue;
    }
    if (kind.starts_with("v_toggle")) {
      file.lines[number].bits[comment] += count;
      continue;
    }
    if (kind.starts_with("v_branch")) file.lines[number].branches[{column, comment}] += count;
    for_each_line(value_of(point, "S"), [&](int n) {
      if (left_out.count(n) != 0) return;
      Line& line = file.lines[n];
      line.counted = true;
      line.count = std::max(line.count, count);
    });
  }
  File all;
  std::string table;
  for (auto& [name, file] : files) {
    file.count();
    all.add(file);
    table += row(name, file);
  }
  std::string text =
      fmt::format("What {} reached of the RTL\n\n{:<46} {:>18} {:>18} {:>18} {:>22}\n", what,
                  "file", "lines", "branches", "cover points", "bits that toggle");
  text += table + row("all", all);
  text +=
      "\nHow often lines, branches and cover points were reached; ! marks a line of which "
      "something was not. Claims are not "
      "counted.\n";
  for (const auto& [name, file] : files)
    text += fmt::format("\n==== {}\n{}", name, annotated(file, texts[name]));
  return text;
}

}  // namespace dragonfly
