// SPDX-License-Identifier: Apache-2.0
#include "sim/command/options.hpp"

#include <CLI/CLI.hpp>

namespace dragonfly {

Option* Option::type_name(const std::string& name) {
  option_->type_name(name);
  return this;
}

Option* Option::group(const std::string& name) {
  option_->group(name);
  return this;
}

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::expected(int least, int most) {
  option_->expected(least, most);
  return this;
}

Option* Option::description(const std::string& text) {
  option_->description(text);
  return this;
}

std::string Option::description() const { return option_->get_description(); }

std::string Option::name() const { return option_->get_name(); }

std::size_t Option::count() const { return option_->count(); }

OptionList::OptionList(CLI::App& root, const std::string& name, const std::string& help)
    : app_(root.add_subcommand(name, help)) {
  app_->allow_extras();
  // There is an option --h, for which CLI11 from version 2.4 on takes -h.
  app_->set_help_flag("--help", "print this and exit");
}

Option* OptionList::add_option(const std::string& name, std::string& value,
                               const std::string& help) {
  return keep(app_->add_option(name, value, help));
}

Option* OptionList::add_option(const std::string& name, std::vector<std::string>& values,
                               const std::string& help) {
  return keep(app_->add_option(name, values, help));
}

Option* OptionList::add_flag(const std::string& name, bool& value, const std::string& help) {
  return keep(app_->add_flag(name, value, help));
}

void OptionList::footer(const std::string& text) { app_->footer(text); }

Option* OptionList::find(const std::string& name) { return keep(app_->get_option(name)); }

std::size_t OptionList::count(const std::string& name) const { return app_->count(name); }

}  // namespace dragonfly
