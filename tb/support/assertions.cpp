// Verilated code prints the message of a failed assertion, then calls vl_stop, which would end the
// program. Here the message is kept and vl_stop throws.
#include "tb/support/assertions.hpp"

#include <verilated.h>

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <string>

#include "tb/support/verilated_printf.hpp"

namespace dragonfly::tb {
namespace {

std::string& last_message() {
  static std::string message;
  return message;
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
}  // namespace dragonfly::tb

int dragonfly_verilated_printf(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  char text[1000];
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  dragonfly::tb::last_message() = text;
  return length;
}

void vl_stop(const char* /*filename*/, int /*line*/, const char* /*hierarchy*/) {
  const std::string message = dragonfly::tb::last_message();
  throw dragonfly::tb::AssertionFailed(message, dragonfly::tb::name_in(message));
}
