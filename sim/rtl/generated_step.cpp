// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/generated_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "models/common/atomic_file.hpp"
#include "models/common/input_file.hpp"
#include "sim/rtl/generated_code.hpp"

namespace dragonfly {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kRoot = "Vdf_router___024root";

/// Ports whose values pass between routers: set before a step, or by its first part.
constexpr std::array<std::string_view, 4> kInputs = {"valid_ivc_i", "credit_ovc_i", "flit_ip_i",
                                                     "oracle_i"};
constexpr std::array<std::string_view, 3> kOutputs = {"valid_ovc_o", "credit_ivc_o", "occupancy_o"};
/// Of this one the words of ports that send nothing mean nothing.
constexpr std::string_view kFlits = "flit_op_o";
/// Does not change while a router is stepped: nobody writes control registers then. So it does not
/// matter on which side of their edge the input registers look at it.
constexpr std::string_view kControl = "u_control_registers__DOT__control_q";

template <typename Names>
bool is_one_of(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// An expression without what the versions of Verilator write differently around its names.
std::string bare(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n' || c == '(' || c == ')'; });
  for (const std::string_view word : {"IData", "QData", "vlSelf->", "vlSelfRef."})
    for (std::size_t at; (at = text.find(word)) != std::string::npos;) text.erase(at, word.size());
  return text;
}

/// A top-level part of the function that evaluates edges, and the clocks that it waits for.
struct EdgePart {
  std::string body;
  bool on_registers = false;  ///< clk_i
  bool on_inputs = false;     ///< clk_in_i
};

/// Everything that Verilator has written, as far as it matters.
struct EdgeCode {
  std::map<std::string, std::string> functions;  ///< bodies, by name
  std::map<std::string, fs::path> files;         ///< that define them
  fs::path file_of_edge;                         ///< the one that defines eval_nba
  std::string header;
  std::vector<GeneratedMember> members;
  std::string prologue;  ///< of eval_nba, up to its body
  std::vector<EdgePart> parts;
};

/// What stands before the body of a function that takes nothing but the object.
std::string head_of(std::string_view name) {
  return fmt::format("{}({}* vlSelf) {{\n", name, kRoot);
}

/// Such functions of a file.
void find_functions(const fs::path& file, const std::string& text, EdgeCode& code) {
  const std::string head = head_of("");
  for (std::size_t at = text.find(head); at != std::string::npos; at = text.find(head, at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1;
    const std::size_t name = text.rfind(' ', at) + 1;
    const std::size_t end = text.find("\n}\n", at);
    if (end == std::string::npos || text.compare(name, kRoot.size(), kRoot) != 0) continue;
    if (text.substr(line, name - line).find("void ") == std::string::npos) continue;
    const std::string named = text.substr(name, at - name);
    code.functions[named] = text.substr(at + head.size(), end + 1 - at - head.size());
    code.files[named] = file;
  }
}

/// The triggers that a condition names: of "(1ULL & vlSelfRef.__VnbaTriggered.word(0U))" and the
/// like, or of "(vlSelf->__VnbaTriggered.at(0U) | vlSelf->__VnbaTriggered.at(1U))". Empty if it is
/// anything else.
std::set<int> triggers_of(const std::string& text) {
  const std::string condition = bare(text);
  const std::string name = "__VnbaTriggered";
  std::set<int> found;
  const auto of_mask = [&](std::string_view tail) {
    if (!condition.ends_with("ULL&" + name + std::string(tail))) return false;
    const std::string mask = condition.substr(0, condition.find("ULL&"));
    if (mask.empty() || mask.find_first_not_of("123") != std::string::npos || mask.size() > 1)
      return false;
    for (int bit = 0; bit < 2; ++bit)
      if (((mask.front() - '0') >> bit & 1) != 0) found.insert(bit);
    return true;
  };
  if (of_mask("[0U]") || of_mask(".word0U")) return found;
  for (int bit = 0; bit < 2; ++bit)
    if (condition == fmt::format("{}.at{}U", name, bit)) return {bit};
  if (condition == name + ".at0U|" + name + ".at1U") return {0, 1};
  return {};
}

/// Whether the triggers are the rising edges of the two clocks and nothing else, and which of the
/// two numbers is that of clk_in_i; -1 if not.
int trigger_of_inputs(const EdgeCode& code) {
  for (const auto& [name, body] : code.functions) {
    if (name != std::string(kRoot) + "___eval_triggers__act" &&
        name != std::string(kRoot) + "___eval_triggers_vec__act")
      continue;
    std::string text = without_comments(body);
    text.resize(std::min(text.size(), text.find("dump_triggers")));
    const auto named = members_in(text);
    if (!std::all_of(named.begin(), named.end(), [](const std::string& member) {
          return member == "clk_i" || member == "clk_in_i" || member.starts_with("__Vtrig") ||
                 member == "vlSymsp" || member == "__VactTriggered";
        }))
      return -1;
    text = bare(std::move(text));
    const auto has = [&](const std::string& part) { return text.find(part) != std::string::npos; };
    const std::array<std::string, 2> edges = {"clk_i&~__Vtrig", "clk_in_i&~__Vtrig"};
    if (!has(edges[0]) || !has(edges[1])) return -1;
    for (int inputs = 0; inputs < 2; ++inputs) {
      const std::string one = fmt::format("{}U", inputs), other = fmt::format("{}U", 1 - inputs);
      const auto sets = [&](const std::string& number, const std::string& edge) {
        return has(fmt::format("__VactTriggered.at{}={}", number, edge)) ||
               has(fmt::format("__VactTriggered.set{},{}", number, edge));
      };
      if (sets(one, edges[1]) && sets(other, edges[0])) return inputs;
    }
    // In one word: the one that is shifted is the upper.
    for (int inputs = 0; inputs < 2; ++inputs) {
      const std::string upper = "__VactTriggered[0U]=" + edges[inputs == 1 ? 1 : 0];
      const std::string lower = "<<1U|" + edges[inputs == 1 ? 0 : 1];
      const std::size_t at = text.find(upper);
      if (at != std::string::npos && text.find("<<1U|", at) == text.find(lower, at) && has(lower))
        return inputs;
    }
    return -1;
  }
  return -1;
}

/// Takes eval_nba apart. False if it is not a row of ifs on triggers.
bool find_parts(EdgeCode& code) {
  const auto edge = code.functions.find(std::string(kRoot) + "___eval_nba");
  if (edge == code.functions.end()) return false;
  const int inputs = trigger_of_inputs(code);
  if (inputs < 0) return false;
  const std::string& text = edge->second;
  const std::string mark = "    // Body\n";
  std::size_t at = text.find(mark);
  if (at == std::string::npos) return false;
  at += mark.size();
  code.prologue = text.substr(0, at);
  while (at < text.size()) {
    const std::string open = "    if (", close = "\n    }\n";
    if (text.compare(at, open.size(), open) != 0) return false;
    const std::size_t brace = text.find(") {\n", at), end = text.find(close, at);
    if (brace == std::string::npos || end == std::string::npos || end < brace) return false;
    const auto triggers = triggers_of(text.substr(at + open.size(), brace - at - open.size()));
    if (triggers.empty()) return false;
    code.parts.push_back({text.substr(brace + 4, end + 1 - brace - 4),
                          triggers.contains(1 - inputs), triggers.contains(inputs)});
    at = end + close.size();
  }
  return !code.parts.empty();
}

std::string header_of(const fs::path& directory) {
  return (directory / (std::string(kRoot) + ".h")).string();
}

std::optional<EdgeCode> read_code(const fs::path& directory) {
  EdgeCode code;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kRoot) || !name.ends_with(".cpp")) continue;
    const std::string text = read_text_file(entry.path().string());
    find_functions(entry.path(), text, code);
    if (text.find("void " + head_of(std::string(kRoot) + "___eval_nba")) != std::string::npos)
      code.file_of_edge = entry.path();
  }
  code.header = read_text_file(header_of(directory));
  if (code.file_of_edge.empty() || !find_parts(code)) return std::nullopt;
  return code;
}

constexpr std::string_view kBegin = "    // DESIGN SPECIFIC STATE\n";
constexpr std::string_view kEnd = "    // INTERNAL VARIABLES\n";

/// What is proved of a step.
struct StepProof {
  std::string why = {};               ///< why it cannot be divided; empty if it can
  std::set<std::string> shared = {};  ///< members that no step reads before it has set them
  std::set<std::string> unset = {};   ///< of these, arrays that are read where nothing is set
  std::set<std::string> used = {};    ///< members that a step mentions
};

/// How often a text calls each function; what these call counts as well.
void count_calls(const EdgeCode& code, const std::string& text, std::map<std::string, int>& calls) {
  for (const auto& [name, body] : code.functions) {
    const std::string call = name + "(vlSelf)";
    int here = 0;
    for (std::size_t at = 0; (at = text.find(call, at)) != std::string::npos; at += call.size())
      ++here;
    if (here == 0) continue;
    int& all = calls[name];
    if (all == 0) count_calls(code, body, calls);
    all += here;
  }
}

/// A part, with the functions that it calls.
std::string with_called(const EdgeCode& code, const EdgePart& part) {
  std::string text = part.body;
  std::map<std::string, int> calls;
  count_calls(code, part.body, calls);
  for (const auto& [name, count] : calls) text += code.functions.at(name);
  return without_comments(text);
}

/// Why the parts of an edge may not be evaluated as inputs and logic first, then registers; empty
/// if they may. Verilator has registers, inputs, and the logic in the end. What comes between two
/// edges belongs to either, so the order changes only where inputs stand before registers: then
/// neither may touch what the other sets.
std::string why_not_divided(const EdgeCode& code) {
  std::vector<const EdgePart*> inputs;
  bool logic = false;
  for (const EdgePart& part : code.parts) {
    if (part.on_registers && part.on_inputs) {
      logic = true;
      continue;
    }
    if (logic) return "registers come after the logic in an edge";
    if (part.on_inputs) {
      inputs.push_back(&part);
      continue;
    }
    for (const EdgePart* input : inputs) {
      MemberFlow one(code.members, code.functions), other(code.members, code.functions);
      if (!one.follow(input->body) || !other.follow(part.body))
        return "its registers have unusual statements";
      const auto touched = members_in(with_called(code, part));
      for (const std::string& member : members_in(with_called(code, *input))) {
        if (touched.contains(member) && (one.is_written(member) || other.is_written(member)) &&
            member.find(kControl) == std::string::npos)
          return "its input registers and its other registers depend on each other: " + member;
      }
    }
  }
  return "";
}

/// Members that functions outside of edges mention, those whose names have `kind`.
std::set<std::string> mentioned_in(const EdgeCode& code, std::string_view kind) {
  std::set<std::string> found;
  for (const auto& [name, body] : code.functions)
    if (name.find(kind) != std::string::npos) found.merge(members_in(without_comments(body)));
  return found;
}

StepProof prove_step(const EdgeCode& code) {
  StepProof proof;
  proof.why = why_not_divided(code);
  if (!proof.why.empty()) return proof;
  const auto refuse = [&](std::string why) {
    proof.why = std::move(why);
    return proof;
  };
  // The first half, then all of it; and the second alone.
  MemberFlow flow(code.members, code.functions), second(code.members, code.functions);
  std::set<std::string> in_registers;
  for (const EdgePart& part : code.parts)
    if (part.on_inputs && !flow.follow(part.body))
      return refuse("its logic has unusual statements");
  std::set<std::string, std::less<>> ready;  // outputs, which are taken between the halves
  for (const std::string_view output : kOutputs)
    if (flow.is_set(std::string(output))) ready.emplace(output);
  for (const EdgePart& part : code.parts) {
    const auto named = members_in(with_called(code, part));
    proof.used.insert(named.begin(), named.end());
    if (part.on_inputs) continue;
    in_registers.insert(named.begin(), named.end());
    if (!flow.follow(part.body) || !second.follow(part.body))
      return refuse("its registers have unusual statements");
  }
  if (second.is_written(std::string(kFlits)) ||
      std::any_of(kOutputs.begin(), kOutputs.end(),
                  [&](std::string_view output) { return second.is_written(std::string(output)); }))
    return refuse("an output is a register");
  const auto behind_inputs = mentioned_in(code, "___ico_");
  for (const std::string_view input : kInputs) {
    if (behind_inputs.contains(std::string(input)))
      return refuse(fmt::format("logic follows the input {}", input));
    if (in_registers.contains(std::string(input)))
      return refuse("a register follows an input directly");
  }
  const auto in_active = mentioned_in(code, "___act_");
  for (const GeneratedMember& member : code.members) {
    const std::string& name = member.name;
    // An array of registers whose word 0 is always 0 looks as if it were begun.
    const bool kept = flow.is_read_unset(name) && second.is_written(name);
    const bool dead = flow.is_written(name) && !flow.is_read_early(name) && !kept &&
                      !behind_inputs.contains(name) && !in_active.contains(name);
    if (member.port ? is_one_of(kInputs, name) || name == kFlits || ready.contains(name) : dead)
      proof.shared.insert(name);
    if (flow.is_read_unset(name)) proof.unset.insert(name);
  }
  return proof;
}

/// The members anew: those that are shared, then a router's own, what a step uses first and small
/// ones together.
std::string member_declarations(const EdgeCode& code, const StepProof& proof) {
  std::string text(kBegin);
  std::vector<const GeneratedMember*> hot, large, cold;
  constexpr std::size_t kSmall = 8, kLarge = 1024;
  for (const GeneratedMember& member : code.members) {
    if (proof.shared.contains(member.name)) {
      text += "    static inline " + member.declaration + "\n";
      continue;
    }
    auto& list = !proof.used.contains(member.name) ? cold : member.bytes < kLarge ? hot : large;
    list.push_back(&member);
  }
  const auto wide = [](const GeneratedMember* member) { return member->bytes > kSmall; };
  std::stable_sort(hot.begin(), hot.end(), [&](const auto* one, const auto* other) {
    if (wide(one) != wide(other)) return wide(other);
    return wide(one) ? one->bytes < other->bytes : one->bytes > other->bytes;
  });
  std::stable_sort(large.begin(), large.end(),
                   [](const auto* one, const auto* other) { return one->bytes < other->bytes; });
  // So that they begin with a line of the processor's cache.
  text += "    alignas(64) char dragonfly_first;\n";
  for (const auto* list : {&hot, &large, &cold})
    for (const GeneratedMember* member : *list) text += "    " + member->declaration + "\n";
  // For tests: what is proved to be dead after a step may hold anything before the next.
  text += "    static void dragonfly_poison() {\n";
  for (const GeneratedMember& member : code.members) {
    if (proof.shared.contains(member.name) && !member.port) {
      text += fmt::format("        std::memset(static_cast<void*>(&{0}), 0xa5, sizeof {0});\n",
                          member.name);
    }
  }
  return text + "    }\n\n";
}

/// Members that become a function's own variables, by its name: those that a step shares and that
/// no other function of a step mentions, where a step calls it once. None that is read where
/// nothing is set, which in a variable is undefined.
std::map<std::string, std::vector<const GeneratedMember*>> own_variables(const EdgeCode& code,
                                                                         const StepProof& proof) {
  std::map<std::string, int> calls;
  std::string parts;
  for (const EdgePart& part : code.parts) {
    parts += part.body;
    count_calls(code, part.body, calls);
  }
  std::map<std::string, std::set<std::string>> users;  // of a member
  for (const std::string& member : members_in(without_comments(parts))) users[member].insert("");
  for (const auto& [name, count] : calls)
    for (const std::string& member : members_in(without_comments(code.functions.at(name))))
      users[member].insert(name);
  std::map<std::string, std::vector<const GeneratedMember*>> own;
  for (const GeneratedMember& member : code.members) {
    const auto& mine = users[member.name];
    if (!proof.shared.contains(member.name) || member.port || proof.unset.contains(member.name) ||
        mine.size() != 1)
      continue;
    const std::string& name = *mine.begin();
    if (!name.empty() && calls.at(name) == 1) own[name].push_back(&member);
  }
  return own;
}

/// Rewrites the functions that get variables of their own.
void write_own_variables(const EdgeCode& code, const StepProof& proof) {
  std::map<fs::path, std::string> texts;
  for (const auto& [name, variables] : own_variables(code, proof)) {
    const fs::path& file = code.files.at(name);
    std::string& text = texts.try_emplace(file, read_text_file(file.string())).first->second;
    const std::string& body = code.functions.at(name);
    std::string changed;
    std::set<std::string, std::less<>> names;
    for (const GeneratedMember* variable : variables) {
      changed += "    " + variable->declaration + "\n";
      names.insert(variable->name);
    }
    text.replace(text.find(body, text.find(head_of(name))), body.size(),
                 changed + without_self(body, names));
  }
  for (const auto& [file, text] : texts) write_file(file.string(), text);
}

/// A function of the parts that wait for the inputs' clock, of those that do not, or of all, in
/// their order.
std::string function_of_parts(const EdgeCode& code, std::string_view name, bool inputs,
                              bool registers, std::string_view first = "") {
  std::string text =
      fmt::format("\nvoid {}({}* vlSelf) {{\n{}{}", name, kRoot, first, code.prologue);
  for (const EdgePart& part : code.parts)
    if (part.on_inputs ? inputs : registers) text += "    {\n" + part.body + "    }\n";
  return text + "}\n";
}

}  // namespace

GeneratedStep write_generated_step(const fs::path& directory, bool share) {
  std::optional<EdgeCode> code = read_code(directory);
  if (!code) return {.why = "its code has another form than that of the versions that are known"};
  GeneratedStep step{.edge = true};
  std::string functions = function_of_parts(*code, "dragonfly_edge", true, true);
  const std::size_t begin = code->header.find(kBegin), end = code->header.find(kEnd);
  std::optional<std::vector<GeneratedMember>> members;
  if (share && begin != std::string::npos && end != std::string::npos && begin < end)
    members = parse_members(
        std::string_view(code->header).substr(begin + kBegin.size(), end - begin - kBegin.size()));
  if (share && !members) step.why = "its members are declared in an unknown form";
  if (members) {
    code->members = std::move(*members);
    const StepProof proof = prove_step(*code);
    step.why = proof.why;
    if (step.why.empty()) {
      step.shared = true;
      write_file(header_of(directory), code->header.substr(0, begin) +
                                           member_declarations(*code, proof) +
                                           code->header.substr(end));
      write_own_variables(*code, proof);
      functions += function_of_parts(*code, "dragonfly_inputs", true, false,
                                     "#if DF_POISON\n    vlSelf->dragonfly_poison();\n#endif\n");
      functions += function_of_parts(*code, "dragonfly_registers", false, true);
    }
  }
  const std::string edge = code->file_of_edge.string();
  write_file(edge, read_text_file(edge) + functions);
  return step;
}

}  // namespace dragonfly
