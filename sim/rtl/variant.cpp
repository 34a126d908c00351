// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/variant.hpp"

#include <dlfcn.h>

#include "models/common/error.hpp"

namespace dragonfly {

Variant::Variant(const std::filesystem::path& object)
    : library_(::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  const auto remedy = "\nRemove the folder " + object.parent_path().string() +
                      " to have the router variant built again.";
  if (library_ == nullptr)
    throw Error(ExitCode::kInternal,
                std::string("cannot load a router variant: ") + ::dlerror() + remedy);
  const auto entry = reinterpret_cast<VariantEntry>(::dlsym(library_, kVariantEntry));
  if (entry != nullptr) session_.reset(entry(kVariantAbi));
  if (session_ == nullptr) {
    ::dlclose(library_);
    throw Error(ExitCode::kInternal,
                object.string() + " is not a router variant of this version" + remedy);
  }
}

Variant::~Variant() {
  session_.reset();
  ::dlclose(library_);
}

std::string note_of_variant(const std::filesystem::path& object) {
  // What a process has loaded it may keep until its end, whatever it closes. A copy is no concern
  // of those who use, replace or remove the object meanwhile.
  const std::filesystem::path copy = object.string() + ".look";
  std::error_code error;
  std::filesystem::copy_file(object, copy, error);
  void* const library = ::dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  std::filesystem::remove(copy, error);
  if (library == nullptr) return "";  // whoever loads the object will say why
  const auto note = reinterpret_cast<VariantNote>(::dlsym(library, kVariantNote));
  std::string text = note == nullptr ? "" : note();
  ::dlclose(library);
  return text;
}

}  // namespace dragonfly
