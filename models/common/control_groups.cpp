// SPDX-License-Identifier: Apache-2.0
#include "models/common/control_groups.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

namespace dragonfly {
namespace {

namespace fs = std::filesystem;

/// A group ("/a/b") and those above it.
void add_with_those_above(const fs::path& root, const std::string& group,
                          std::vector<fs::path>& groups) {
  fs::path place = root;
  groups.push_back(place);
  for (const fs::path& part : fs::path(group).relative_path()) {
    place /= part;
    groups.push_back(place);
  }
}

}  // namespace

std::vector<fs::path> groups_named_in(const fs::path& root, const std::string& text,
                                      const std::string& controller) {
  std::vector<fs::path> groups;
  std::istringstream lines(text);
  // "0::/a/b" of version 2, "4:cpu,cpuacct:/a/b" of version 1.
  std::string hierarchy, controllers, group;
  while (std::getline(lines, hierarchy, ':') && std::getline(lines, controllers, ':') &&
         std::getline(lines, group)) {
    if (controllers.empty()) {
      add_with_those_above(root, group, groups);
    } else if (("," + controllers + ",").find("," + controller + ",") != std::string::npos) {
      add_with_those_above(root / controller, group, groups);
    }
  }
  return groups;
}

std::vector<fs::path> own_groups(const std::string& controller) {
  std::ifstream file("/proc/self/cgroup");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return groups_named_in("/sys/fs/cgroup", text, controller);
}

}  // namespace dragonfly
