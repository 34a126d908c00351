// SPDX-License-Identifier: Apache-2.0
#include "sim/command/paper_files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "models/common/atomic_file.hpp"
#include "models/common/version.hpp"
#include "models/statistics/result_io.hpp"

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// A file of nothing is not written, and one of an earlier time goes.
void write_or_remove(const std::string& path, const std::string& content) {
  std::error_code ignored;
  if (content.empty())
    fs::remove(path, ignored);
  else
    write_file(path, content);
}

/// A header and a line for each run; those of other families have a header of their own.
std::string runs_to_csv(const std::vector<const RunResult*>& runs) {
  std::string text, header;
  for (const RunResult* run : runs) {
    if (const std::string columns = csv_header(*run); columns != header) text += header = columns;
    text += to_csv_row(*run);
  }
  return text;
}

}  // namespace

PaperFiles::PaperFiles(std::string directory, std::string engine, std::optional<Plotter> plotter)
    : directory_(std::move(directory)), engine_(std::move(engine)), plotter_(std::move(plotter)) {}

std::string PaperFiles::stem(const Paper& paper, const PaperItem& item) const {
  return (fs::path(directory_) / paper.name / item.name).string();
}

std::string PaperFiles::status(const Paper& paper, const PaperItem& item) const {
  const std::string path = stem(paper, item) + ".json";
  if (!fs::exists(path)) return "not yet";
  try {
    return read_json_file(path).at("quick").get<bool>() ? "quick" : "all points";
  } catch (const std::exception&) {
    return "damaged";
  }
}

void PaperFiles::write(const Paper& paper, const PaperItem& item, const Figure& figure,
                       Extent extent, const std::vector<const RunResult*>& runs) const {
  const std::string stem = this->stem(paper, item);
  make_directory(fs::path(stem).parent_path().string());
  nlohmann::ordered_json json = {
      {"version", kVersion},
      {"paper", paper.name},
      {"item", item.name},
      {"printed", item.printed},
      {"shows", item.shows},
      {"quick", extent == Extent::kQuick},
      {"engine", runs.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(engine_)}};
  json.update(to_json(figure));
  write_or_remove(stem + ".csv", curves_to_csv(figure));
  write_or_remove(stem + ".table.csv", tables_to_csv(figure));
  write_or_remove(stem + ".network.csv", edges_to_csv(figure));
  write_or_remove(stem + ".statements.csv", statements_to_csv(figure));
  write_or_remove(stem + ".runs.csv", runs_to_csv(runs));
  write_file(stem + ".md", report(paper, item, figure));
  write_file(stem + ".json", dump(json));
  if (plotter_) plotter_->draw(stem + ".json", stem);
}

std::string report(const Paper& paper, const PaperItem& item, const Figure& figure) {
  return fmt::format("## {}, {}: {}\n\n{}", paper.name, item.printed, item.shows,
                     to_markdown(figure));
}

}  // namespace dragonfly
