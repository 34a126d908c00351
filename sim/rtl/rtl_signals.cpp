#include "sim/rtl/rtl_signals.hpp"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>

#include "models/common/atomic_file.hpp"
#include "models/common/error.hpp"
#include "sim/rtl/tool.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

/// A directory with the sources, removed with this object.
class SourceDirectory {
 public:
  explicit SourceDirectory(const std::vector<SourceFile>& sources) {
    std::string name = (fs::temp_directory_path() / "dragonfly_rtl_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
      throw InputError("cannot make a directory in " + fs::temp_directory_path().string());
    path_ = name;
    for (const SourceFile& source : sources) {
      const fs::path target = path_ / source.name;
      fs::create_directories(target.parent_path());
      write_file(target.string(), source.content);
    }
  }
  SourceDirectory(const SourceDirectory&) = delete;
  SourceDirectory& operator=(const SourceDirectory&) = delete;
  ~SourceDirectory() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// The value of an attribute in a line of XML.
std::optional<std::string> attribute(const std::string& line, const std::string& name) {
  const std::string begin = " " + name + "=\"";
  const std::size_t first = line.find(begin);
  if (first == std::string::npos) return {};
  const std::size_t value = first + begin.size();
  return line.substr(value, line.find('"', value) - value);
}

/// Reads the signals from what Verilator says about the design: an element a line, indented by its
/// depth; types, with their widths, come last.
std::vector<RtlSignal> read_signals(const fs::path& xml) {
  std::ifstream file(xml);
  std::map<std::string, int> widths;                       // by type number
  std::vector<std::pair<std::string, std::string>> found;  // signal, type number
  std::string module;
  const std::string module_begin = "    <module ", variable = "      <var ";
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(module_begin)) module = attribute(line, "name").value_or("");
    if (line.starts_with(variable) && !attribute(line, "param") && !attribute(line, "localparam"))
      found.emplace_back(module + "." + attribute(line, "name").value_or(""),
                         attribute(line, "dtype_id").value_or(""));
    if (line.find("<basicdtype ") == std::string::npos ||
        attribute(line, "name") != std::optional<std::string>("logic"))
      continue;
    widths[attribute(line, "id").value_or("")] =
        std::abs(std::atoi(attribute(line, "left").value_or("0").c_str()) -
                 std::atoi(attribute(line, "right").value_or("0").c_str())) +
        1;
  }
  std::vector<RtlSignal> signals;
  for (const auto& [name, type] : found)
    if (const auto width = widths.find(type); width != widths.end())
      signals.push_back({name, width->second});
  return signals;
}

}  // namespace

std::vector<RtlSignal> rtl_signals(const VariantParameters& parameters,
                                   const std::vector<SourceFile>& sources) {
  const SourceDirectory directory(sources);
  std::vector<std::string> command = {"verilator",  "--xml-only", "--xml-output", "signals.xml",
                                      "-Wno-fatal", "-Wno-lint",  "--top-module", "df_node"};
  for (const auto& [name, value] : parameters.defines())
    command.push_back("-D" + name + "=" + std::to_string(value));
  command.insert(command.end(), {"-Irtl", "-F", "rtl/dragonfly.f"});
  const ToolResult result = run_tool(command, directory.path());
  if (result.exit_code != 0)
    throw Error(ExitCode::kInternal,
                "Verilator cannot list the signals of the RTL:\n" + result.output);
  return read_signals(directory.path() / "signals.xml");
}

std::string generated_name(const std::string& signal) {
  const std::size_t dot = signal.find('.');
  const std::string module = signal.substr(0, dot), name = signal.substr(dot + 1);
  std::string scope = "df_node__DOT__";
  if (module != "df_node") scope += "u_core__DOT__";
  // The instance u_x of a module df_x.
  if (module != "df_node" && module != "df_router_core")
    scope += "u_" + module.substr(3) + "__DOT__";
  return scope + name;
}

}  // namespace dragonfly
