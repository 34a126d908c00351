// SPDX-License-Identifier: Apache-2.0
#include "sim/command/fuzz_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "models/config/configuration.hpp"
#include "models/keys/json.hpp"
#include "sim/command/key_options.hpp"
#include "sim/command/lockstep_command.hpp"
#include "sim/command/progress_line.hpp"

namespace dragonfly {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(FuzzVerdict::Kind ending) {
  switch (ending) {
    case FuzzVerdict::Kind::kBuilt:
      break;
    case FuzzVerdict::Kind::kDelivered:
      return "no difference";
    case FuzzVerdict::Kind::kSaturated:
      return "no difference, saturated";
    case FuzzVerdict::Kind::kNoProgress:
      return "stopped moving in both engines";
    case FuzzVerdict::Kind::kFailed:
      return "FAILED";
  }
  return "not run";
}
const char* ending_of(const FuzzOutcome& outcome, int number) {
  const auto found = outcome.endings.find(number);
  return name_of(found == outcome.endings.end() ? FuzzVerdict::Kind::kBuilt : found->second);
}

std::string totals(const FuzzOutcome& outcome) {
  const int differences = outcome.differences(), refused = outcome.refused();
  const int others = static_cast<int>(outcome.failures.size()) - differences - refused;
  return fmt::format(
      "{} configurations on {} variants in {}: {} without a difference, {} of them saturated; {} "
      "with a difference; {} failed otherwise; {} refused; {} stopped moving, in both engines, "
      "without a difference up to there\n"
      "{} router-cycles compared without a difference, the state in {}\n",
      outcome.configurations(), outcome.variants, duration(outcome.seconds), outcome.compared(),
      outcome.saturated(), differences, others, refused, outcome.no_progress(),
      outcome.router_cycles, outcome.state_compared);
}

}  // namespace

std::string repeating_command(const FuzzRun& run, const std::string& stem,
                              const std::vector<std::string>& options) {
  std::vector<std::string> words = option_arguments(written_configuration(stem, run));
  const std::vector<std::string> more = run_options(run, options);
  words.insert(words.end(), more.begin(), more.end());
  return lockstep_command(words);
}

std::string fuzz_table(const FuzzOutcome& outcome) {
  return outcome.coverage.table() + outcome.coverage.pairs_line() + totals(outcome);
}

std::string battery_table(const FuzzOutcome& outcome, const Battery& battery) {
  std::string text;
  for (int number = 0; number < battery.size(); ++number)
    text += fmt::format("{:<60} {}\n", battery.stress(number), ending_of(outcome, number));
  text += outcome.coverage.table();
  if (battery.left_out() > 0)
    text += fmt::format("{} configurations do not go with the keys that are given\n",
                        battery.left_out());
  return text + totals(outcome);
}

std::string finding_text(const FuzzFinding& finding) {
  const FuzzVerdict& verdict = finding.minimum.failure.verdict;
  return fmt::format(
      "configuration {} (exit code {}), shrunk in {} tries:\n{}again:  {}\nbefore: {}\n",
      verdict.number, verdict.exit_code, finding.minimum.tries, verdict.message, finding.command,
      finding.original);
}

Json fuzz_json(std::uint64_t seed, const FuzzOutcome& outcome,
               const std::vector<FuzzFinding>& findings, const Battery* battery) {
  Json failures = Json::array();
  for (const FuzzFailure& failure : outcome.failures) {
    failures.push_back({{"configuration", failure.verdict.number},
                        {"exit_code", failure.verdict.exit_code},
                        {"message", failure.verdict.message},
                        {"config", to_json(failure.run.config)}});
  }
  Json shrunk = Json::array();
  for (const FuzzFinding& finding : findings) {
    shrunk.push_back({{"configuration", finding.minimum.failure.verdict.number},
                      {"exit_code", finding.minimum.failure.verdict.exit_code},
                      {"message", finding.minimum.failure.verdict.message},
                      {"tries", finding.minimum.tries},
                      {"steps", finding.minimum.steps},
                      {"config", to_json(finding.minimum.failure.run.config)},
                      {"command", finding.command}});
  }
  Json report = {{"seed", seed},
                 {"configurations", outcome.configurations()},
                 {"variants", outcome.variants},
                 {"seconds", outcome.seconds},
                 {"interrupted", outcome.interrupted},
                 {"no_difference", outcome.compared()},
                 {"saturated", outcome.saturated()},
                 {"no_progress", outcome.no_progress()},
                 {"differences", outcome.differences()},
                 {"refused", outcome.refused()},
                 {"router_cycles", outcome.router_cycles},
                 {"state_compared", outcome.state_compared},
                 {"coverage", outcome.coverage.json()},
                 {"failures", failures},
                 {"shrunk", shrunk}};
  if (battery == nullptr) return report;
  report["left_out"] = battery->left_out();
  Json& chosen = report["battery"] = Json::array();
  for (int number = 0; number < battery->size(); ++number) {
    chosen.push_back({{"configuration", number},
                      {"stress", battery->stress(number)},
                      {"ending", ending_of(outcome, number)}});
  }
  return report;
}

}  // namespace dragonfly
