#include "sim/rtl/variant.hpp"

#include <dlfcn.h>

#include <string>

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

}  // namespace dragonfly
