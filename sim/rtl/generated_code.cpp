// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/generated_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace dragonfly {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;
constexpr std::array<std::string_view, 2> kSelf = {"vlSelf->", "vlSelfRef."};

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

std::string_view name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name(text[end])) ++end;
  return text.substr(at, end - at);
}

/// Behind what closes the parenthesis, bracket or brace at `at`; kNowhere if nothing does.
std::size_t behind_closing(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}')
      if (--depth == 0) return at + 1;
  }
  return kNowhere;
}

/// Where the next member is mentioned from `at` on: its name, and where that begins.
struct Mention {
  std::string_view name;
  std::size_t at;
  std::size_t self;  ///< where vlSelf begins
};
std::optional<Mention> next_mention(std::string_view text, std::size_t at) {
  constexpr std::string_view kPrefix = "vlSelf";  // of both
  for (at = text.find(kPrefix, at); at != kNowhere; at = text.find(kPrefix, at + kPrefix.size())) {
    for (const std::string_view self : kSelf)
      if (text.substr(at, self.size()) == self)
        return Mention{name_at(text, at + self.size()), at + self.size(), at};
  }
  return std::nullopt;
}

/// What stands in the brackets at `at`, and where it ends; nothing where there are none.
struct Index {
  std::string_view text;
  std::size_t end;
};
std::optional<Index> index_at(std::string_view text, std::size_t at) {
  at = skip_space(text, at);
  if (at >= text.size() || text[at] != '[') return std::nullopt;
  const std::size_t end = behind_closing(text, at);
  if (end == kNowhere) return std::nullopt;
  return Index{text.substr(at + 1, end - at - 2), end};
}

/// An assignment to a member: to all of it, to an element, or to something in it.
struct Assignment {
  std::string_view member;
  std::vector<std::string_view> indices;
  std::string_view value;
};
std::optional<Assignment> assignment(std::string_view text) {
  const auto mention = next_mention(text, 0);
  if (!mention || mention->self != 0) return std::nullopt;
  Assignment found{mention->name, {}, {}};
  std::size_t at = mention->at + mention->name.size();
  while (const auto index = index_at(text, at)) {
    found.indices.push_back(index->text);
    at = index->end;
  }
  at = skip_space(text, at);
  if (text.substr(at, 1) != "=" || text.substr(at, 2) == "==") return std::nullopt;
  found.value = text.substr(at + 1);
  return found;
}

/// A constant, as in x[3U].
std::optional<std::size_t> constant(std::string_view text) {
  text = text.substr(skip_space(text, 0));
  while (!text.empty() && (is_space(text.back()) || text.back() == 'U')) text.remove_suffix(1);
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  std::size_t value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, hexadecimal ? 16 : 10);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<GeneratedStatement>> statements(std::string_view text);

/// An if statement or loop whose parenthesis is at `at`, which then is behind it.
std::optional<GeneratedStatement> branch(std::string_view text, std::size_t& at, bool loops) {
  GeneratedStatement statement;
  statement.kind = loops ? GeneratedStatement::Kind::kLoop : GeneratedStatement::Kind::kIf;
  const std::size_t condition_end = behind_closing(text, at);
  if (condition_end == kNowhere) return std::nullopt;
  statement.text = text.substr(at, condition_end - at);
  std::size_t open = skip_space(text, condition_end);
  if (open >= text.size() || text[open] != '{') return std::nullopt;
  const auto inside = [&](std::vector<GeneratedStatement>& into) {
    const std::size_t end = behind_closing(text, open);
    if (end == kNowhere) return false;
    auto found = statements(text.substr(open + 1, end - open - 2));
    if (!found) return false;
    into = std::move(*found);
    at = end;
    return true;
  };
  if (!inside(statement.body)) return std::nullopt;
  if (loops) return statement;
  const std::size_t next = skip_space(text, at);
  if (name_at(text, next) != "else") return statement;
  open = skip_space(text, next + 4);
  if (name_at(text, open) == "if") {
    at = skip_space(text, open + 2);
    auto other = branch(text, at, false);
    if (!other) return std::nullopt;
    statement.otherwise.push_back(std::move(*other));
    return statement;
  }
  if (open >= text.size() || text[open] != '{' || !inside(statement.otherwise)) return std::nullopt;
  return statement;
}

/// Of a text without comments.
std::optional<std::vector<GeneratedStatement>> statements(std::string_view text) {
  std::vector<GeneratedStatement> found;
  std::size_t at = 0;
  for (;;) {
    while (at < text.size() && (is_space(text[at]) || text[at] == ';')) ++at;
    if (at >= text.size()) return found;
    const std::string_view word = name_at(text, at);
    if (word == "do" || word == "switch" || word == "goto" || word == "return" || word == "break" ||
        word == "continue")
      return std::nullopt;
    if (word == "if" || word == "while" || word == "for") {
      at = skip_space(text, at + word.size());
      auto statement = branch(text, at, word != "if");
      if (!statement) return std::nullopt;
      found.push_back(std::move(*statement));
    } else if (text[at] == '{') {
      const std::size_t end = behind_closing(text, at);
      if (end == kNowhere) return std::nullopt;
      auto inside = statements(text.substr(at + 1, end - at - 2));
      if (!inside) return std::nullopt;
      for (auto& statement : *inside) found.push_back(std::move(statement));
      at = end;
    } else {
      std::size_t end = at;
      while (end < text.size() && text[end] != ';') {
        const char c = text[end];
        if (c == ':' && end == at + word.size() && text.substr(end, 2) != "::")
          return std::nullopt;  // a label
        end = c == '(' || c == '[' || c == '{' ? behind_closing(text, end) : end + 1;
        if (end == kNowhere) return std::nullopt;
      }
      if (end >= text.size()) return std::nullopt;
      GeneratedStatement statement;
      statement.text = text.substr(at, end - at);
      found.push_back(std::move(statement));
      at = end + 1;
    }
  }
}

std::size_t bytes_of_type(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::size_t>, 4> kScalars = {
      {{"CData", 1}, {"SData", 2}, {"IData", 4}, {"QData", 8}}};
  for (const auto& [name, bytes] : kScalars)
    if (type == name) return bytes;
  return 0;
}

/// The size of a declared type, as in VlUnpacked<VlWide<3>/*95:0*/, 16>, without its comments.
bool size_of(std::string_view type, std::size_t& bytes, std::size_t& elements, bool& nested) {
  if (const std::size_t scalar = bytes_of_type(type); scalar != 0) {
    bytes = scalar;
    elements = 1;
    nested = false;
    return true;
  }
  if (!type.ends_with('>')) return false;
  const std::string_view inside = type.substr(0, type.size() - 1);
  if (inside.starts_with("VlWide<")) {
    const auto words = constant(inside.substr(7));
    if (!words) return false;
    bytes = 4 * *words;
    elements = *words;
    nested = false;
    return true;
  }
  if (!inside.starts_with("VlUnpacked<")) return false;
  const std::size_t comma = inside.rfind(',');
  if (comma == kNowhere) return false;
  const auto count = constant(inside.substr(comma + 1));
  std::size_t of_each = 0;
  if (!count || !size_of(inside.substr(11, comma - 11), bytes, of_each, nested)) return false;
  bytes *= *count;
  nested = of_each != 1;
  elements = nested ? 1 : *count;
  return true;
}

/// VL_IN64(name[16],63,0) and the like.
std::optional<GeneratedMember> port(std::string_view line) {
  const std::size_t open = line.find('(');
  if (open == kNowhere || !line.ends_with(");")) return std::nullopt;
  const std::string_view macro = line.substr(0, open);
  GeneratedMember member{{}, std::string(line), 0, 1, true};
  std::string_view inside = line.substr(open + 1, line.size() - open - 3);
  if (inside.starts_with('&')) inside.remove_prefix(1);
  member.name = name_at(inside, 0);
  const std::string_view kind = macro.substr(macro.find_first_of("NT") + 1);  // VL_IN.., VL_OUT..
  member.bytes = kind.starts_with("8")    ? 1
                 : kind.starts_with("16") ? 2
                 : kind.starts_with("64") ? 8
                                          : 4;
  if (macro == "VL_INW" || macro == "VL_OUTW") {
    const auto words = constant(inside.substr(inside.rfind(',') + 1));
    if (!words) return std::nullopt;
    member.bytes = 4 * *words;
    member.elements = *words;
  }
  if (const auto index = index_at(inside, member.name.size())) {
    const auto count = constant(index->text);
    if (!count) return std::nullopt;
    member.elements = member.elements == 1 ? *count : 1;
    member.bytes *= *count;
    member.array = true;
  }
  return member;
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  bool line_begins = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if ((line_begins && rest.starts_with('#')) || rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size()) - 1;
      continue;
    }
    if (rest.starts_with("/*")) {
      at += std::min(rest.find("*/"), rest.size() - 2) + 1;
      continue;
    }
    if (rest.starts_with('"')) {
      ++at;
      while (at < text.size() && text[at] != '"') at += text[at] == '\\' ? 2 : 1;
      result += "\"\"";
      line_begins = false;
      continue;
    }
    if (text[at] == '\n')
      line_begins = true;
    else if (!is_space(text[at]))
      line_begins = false;
    result += text[at];
  }
  return result;
}

std::optional<std::vector<GeneratedStatement>> parse_statements(std::string_view text) {
  return statements(without_comments(text));
}

std::set<std::string> members_in(std::string_view text) {
  std::set<std::string> found;
  std::size_t at = 0;
  while (const auto mention = next_mention(text, at)) {
    found.emplace(mention->name);
    at = mention->at + mention->name.size();
  }
  return found;
}

std::string without_self(std::string_view text, const std::set<std::string, std::less<>>& names) {
  std::string result;
  std::size_t at = 0;
  for (auto mention = next_mention(text, 0); mention; mention = next_mention(text, mention->at)) {
    if (!names.contains(mention->name)) continue;
    result += text.substr(at, mention->self - at);
    at = mention->at;
  }
  return result += text.substr(at);
}

std::optional<std::vector<GeneratedMember>> parse_members(std::string_view section) {
  std::vector<GeneratedMember> members;
  while (!section.empty()) {
    const std::size_t end = std::min(section.find('\n'), section.size());
    std::string_view line = section.substr(0, end);
    section.remove_prefix(std::min(end + 1, section.size()));
    line.remove_prefix(skip_space(line, 0));
    // Anonymous structures, which later versions put their members into, mean nothing.
    if (line.empty() || line.starts_with("//") || line == "struct {" || line == "};") continue;
    if (line.starts_with("VL_IN") || line.starts_with("VL_OUT")) {
      auto member = port(line);
      if (!member) return std::nullopt;
      members.push_back(std::move(*member));
      continue;
    }
    const std::string plain = without_comments(line);
    const std::size_t space = plain.rfind(' ');
    if (space == kNowhere || !plain.ends_with(';')) return std::nullopt;
    GeneratedMember member{plain.substr(space + 1, plain.size() - space - 2), std::string(line), 0,
                           1, false};
    std::string_view type = std::string_view(plain).substr(0, space);
    bool nested = false;
    if (type.starts_with("VlTriggerVec<"))
      member.bytes = sizeof(std::uint64_t);
    else if (!size_of(type, member.bytes, member.elements, nested))
      return std::nullopt;
    member.array = type.starts_with("VlUnpacked<");
    members.push_back(std::move(member));
  }
  return members;
}

MemberFlow::MemberFlow(const std::vector<GeneratedMember>& members,
                       const std::map<std::string, std::string>& functions)
    : functions_(functions) {
  std::size_t elements = 0;
  for (const GeneratedMember& member : members) elements += member.elements;
  std::size_t next = 0, begun = elements;
  for (const GeneratedMember& member : members) {
    places_.emplace(member.name, Place{next, member.elements, begun++, member.array});
    next += member.elements;
  }
  set_ = Set(begun);
}

const MemberFlow::Place* MemberFlow::place_of(std::string_view member) const {
  const auto found = places_.find(member);
  return found == places_.end() ? nullptr : &found->second;
}

bool MemberFlow::all_set(const Place& place, const Set& set) const {
  for (std::size_t element = 0; element < place.elements; ++element)
    if (!set[place.first + element]) return false;
  return true;
}

bool MemberFlow::is_set(const std::string& member) const {
  const Place* const place = place_of(member);
  return place != nullptr && all_set(*place, set_);
}

bool MemberFlow::is_read_early(const std::string& member) const { return early_.contains(member); }

void MemberFlow::set_all(std::string_view member, Set& set) {
  written_.emplace(member);
  if (const Place* const place = place_of(member))
    for (std::size_t element = 0; element < place->elements; ++element)
      set.insert(place->first + element);
}

/// Whatever is not understood as a write counts as this.
void MemberFlow::read(std::string_view text, const Set& set) {
  std::size_t at = 0;
  while (const auto mention = next_mention(text, at)) {
    at = mention->at + mention->name.size();
    const Place* const place = place_of(mention->name);
    if (place == nullptr || all_set(*place, set)) continue;
    const auto index = index_at(text, at);
    const auto element = index ? constant(index->text) : std::nullopt;
    if (element && *element < place->elements && set[place->first + *element]) continue;
    (set[place->begun] ? unset_ : early_).emplace(mention->name);
  }
}

bool MemberFlow::follow(std::string_view body) {
  const auto parsed = parse_statements(body);
  return parsed && follow(*parsed, set_, 0);
}

/// For i = K; while (i <= N) { member[i] = ...; i = i + 1; }: elements K to N are set.
void MemberFlow::set_by_loop(const GeneratedStatement& before, const GeneratedStatement& loop,
                             Set& set) {
  const std::string_view counter = name_at(before.text, 0);
  const std::size_t equals = skip_space(before.text, counter.size());
  if (counter.empty() || before.text.compare(equals, 1, "=") != 0 || loop.body.size() != 2) return;
  const auto first = constant(std::string_view(before.text).substr(equals + 1));
  const std::string head = fmt::format("(({} <= ", counter);
  if (!first || !loop.text.starts_with(head) || !loop.text.ends_with("))")) return;
  const auto last =
      constant(std::string_view(loop.text).substr(head.size(), loop.text.size() - head.size() - 2));
  if (!last || loop.body[1].text != fmt::format("{0} = ((IData)(1U) + {0})", counter)) return;
  const auto assigned = assignment(loop.body[0].text);
  if (!assigned || assigned->indices.size() != 1 || assigned->indices.front() != counter) return;
  const Place* const place = place_of(assigned->member);
  if (place == nullptr || *last >= place->elements) return;
  for (std::size_t element = *first; element <= *last; ++element)
    set.insert(place->first + element);
}

bool MemberFlow::follow(const std::vector<GeneratedStatement>& statements, Set& set, int depth) {
  const GeneratedStatement* before = nullptr;
  for (const GeneratedStatement& statement : statements) {
    switch (statement.kind) {
      case GeneratedStatement::Kind::kSimple:
        if (!follow_simple(statement.text, set, depth)) return false;
        break;
      case GeneratedStatement::Kind::kIf: {
        // The guard against warnings, which never holds.
        if (statement.text == "(false && vlSelf)") break;
        read(statement.text, set);
        Set other = set;
        if (!follow(statement.body, set, depth) || !follow(statement.otherwise, other, depth))
          return false;
        set.keep_common(other);
        break;
      }
      case GeneratedStatement::Kind::kLoop: {
        read(statement.text, set);
        Set inside = set;  // it may not go round at all
        if (!follow(statement.body, inside, depth)) return false;
        if (before != nullptr) set_by_loop(*before, statement, set);
        break;
      }
    }
    before = &statement;
  }
  return true;
}

bool MemberFlow::follow_simple(const std::string& text, Set& set, int depth) {
  constexpr int kDeepest = 8;
  // What every function begins with.
  if (text.starts_with("VL_DEBUG_IF(") || text == "(void)vlSelf" ||
      text.starts_with("auto& vlSelfRef = ") || text.find("vlSymsp VL_ATTR_UNUSED") != kNowhere)
    return true;
  if (text.ends_with("(vlSelf)") && name_at(text, 0).size() == text.size() - 8) {
    const auto function = functions_.find(text.substr(0, text.size() - 8));
    if (function == functions_.end() || depth == kDeepest) return false;
    const auto parsed = parse_statements(function->second);
    return parsed && follow(*parsed, set, depth + 1);
  }
  // The whole object handed on, or an address kept, could hide anything.
  for (std::size_t at = text.find("vlSelf"); at != kNowhere; at = text.find("vlSelf", at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at);
    if (at > 0 && is_name(text[at - 1])) continue;
    if (std::none_of(kSelf.begin(), kSelf.end(),
                     [&](std::string_view self) { return rest.starts_with(self); }))
      return false;
    if (at > 0 && text[at - 1] == '&') return false;
  }
  if (text.find("vlSymsp") != kNowhere) return false;

  if (const auto assigned = assignment(text)) {
    read(assigned->value, set);
    for (const std::string_view index : assigned->indices) read(index, set);
    written_.emplace(assigned->member);
    if (assigned->indices.empty()) {
      set_all(assigned->member, set);
    } else if (const Place* const place = place_of(assigned->member);
               place && assigned->indices.size() == 1) {
      const auto element = constant(assigned->indices.front());
      if (element && *element < place->elements && place->elements > 1)
        set.insert(place->first + *element);
      if (element == 0 && place->array &&
          assigned->value.substr(skip_space(assigned->value, 0)).starts_with("0U"))
        set.insert(place->begun);
    }
    return true;
  }
  // The same of wide words: VL_ZERO_W(64, member), VL_ASSIGN_W(64, member, ...).
  const auto mention = next_mention(text, 0);
  const std::string_view macro = name_at(text, 0);
  if (macro == "VL_ZERO_W" || macro == "VL_ASSIGN_W") {
    const std::size_t comma = text.find(',');
    if (comma != kNowhere && mention && text.find_first_not_of(' ', comma + 1) < mention->at &&
        constant(std::string_view(text).substr(macro.size() + 1, comma - macro.size() - 1))) {
      const std::size_t end = mention->at + mention->name.size();
      const char next = end < text.size() ? text[end] : '\0';
      const std::string_view between =
          std::string_view(text).substr(comma + 1, mention->at - comma - 1);
      const std::size_t self = skip_space(between, 0);
      if ((next == ',' || next == ')') &&
          std::find(kSelf.begin(), kSelf.end(), between.substr(self)) != kSelf.end()) {
        read(std::string_view(text).substr(end), set);
        set_all(mention->name, set);
        return true;
      }
    }
  }
  // Anything else that changes a member in a function's argument counts as reading it.
  read(text, set);
  for (const std::string& member : members_in(text)) written_.insert(member);
  return true;
}

}  // namespace dragonfly
