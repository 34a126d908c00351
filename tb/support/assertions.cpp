// SPDX-License-Identifier: Apache-2.0
// Verilated code prints the message of a failed assertion, then calls vl_stop, which would end the
// program. Here the message is kept, and the bench throws it when the evaluation is over.
#include "tb/support/assertions.hpp"

#include <verilated.h>

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "tb/support/verilated_printf.hpp"

namespace dragonfly::tb {
namespace {

struct Failures {
  std::string last_message;
  std::string messages;
  std::set<std::string> names;
};

Failures& failures() {
  static Failures failures;
  return failures;
}

// "[5] %Error: file:line: Assertion failed in TOP.module.NAME: NAME: text" -> NAME
std::string name_in(const std::string& message) {
  static const std::string intro = "Assertion failed in ";
  const std::size_t start = message.find(intro);
  if (start == std::string::npos) return "unknown";
  const std::size_t end = message.find(':', start);
  const std::size_t dot = message.rfind('.', end);
  return message.substr(dot + 1, end - dot - 1);
}

}  // namespace

void throw_failed_assertions() {
  const Failures failed = std::exchange(failures(), {});
  if (failed.names.empty()) return;
  std::string names;
  for (const std::string& name : failed.names) names += (names.empty() ? "" : ", ") + name;
  throw AssertionFailed(failed.messages, names);
}

}  // namespace dragonfly::tb

int dragonfly_verilated_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  char text[1000];
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  dragonfly::tb::failures().last_message = text;
  return length;
}

void vl_stop(const char* /*filename*/, int /*line*/, const char* /*hierarchy*/) {
  dragonfly::tb::Failures& failures = dragonfly::tb::failures();
  failures.messages += failures.last_message;
  failures.names.insert(dragonfly::tb::name_in(failures.last_message));
}
