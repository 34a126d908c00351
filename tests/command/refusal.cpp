// SPDX-License-Identifier: Apache-2.0
#include "tests/command/refusal.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/command/processes.hpp"

namespace dragonfly {

void check_refused(const std::vector<std::string>& arguments,
                   const std::vector<std::string>& parts) {
  const Outcome outcome = run(arguments);
  std::string line = "dragonfly";
  for (const std::string& argument : arguments) line += " " + argument;
  INFO(line << "\n" << outcome.errors);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output.empty());
  CHECK(outcome.errors.starts_with("dragonfly: "));
  CHECK(std::count(outcome.errors.begin(), outcome.errors.end(), '\n') == 1);
  for (const std::string& part : parts) CHECK_THAT(outcome.errors, ContainsSubstring(part));
}

}  // namespace dragonfly
