// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/variant.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "models/common/error.hpp"

namespace dragonfly {

namespace {

/// Loads another copy of an object: one file is loaded once, whoever asks. Null, with dlerror(), if
/// it cannot be.
void* load_copy(const std::filesystem::path& object) {
  const int file = ::open(object.c_str(), O_RDONLY | O_CLOEXEC);
  const int copy = ::memfd_create("dragonfly-variant", MFD_CLOEXEC);
  struct stat status {};
  off_t size = 0;
  if (file >= 0 && copy >= 0 && ::fstat(file, &status) == 0) size = status.st_size;
  for (off_t done = 0; done < size;)
    if (::sendfile(copy, file, &done, static_cast<std::size_t>(size - done)) <= 0) break;
  if (file >= 0) ::close(file);
  // What is not complete is not loaded. It stays open: its number is the name by which the loader
  // would take another copy for this one.
  return ::dlopen(("/proc/self/fd/" + std::to_string(copy)).c_str(), RTLD_NOW | RTLD_LOCAL);
}

bool shares(void* library) {
  const auto ask = reinterpret_cast<VariantShares>(::dlsym(library, kVariantShares));
  return ask != nullptr && ask();
}

/// Objects whose routers share what they compute, as often as they are loaded. They stay: the
/// loader may keep what a process has loaded until its end, whoever closes it.
class Copies {
 public:
  void* take(const std::filesystem::path& object) {
    const std::lock_guard lock(mutex_);
    std::vector<void*>& free = free_[object];
    if (free.empty()) return nullptr;
    void* const library = free.back();
    free.pop_back();
    return library;
  }
  /// Once for each object.
  bool take_original(const std::filesystem::path& object) {
    const std::lock_guard lock(mutex_);
    return taken_.insert(object).second;
  }
  void give_back(const std::filesystem::path& object, void* library) {
    const std::lock_guard lock(mutex_);
    free_[object].push_back(library);
  }

 private:
  std::mutex mutex_;
  std::map<std::filesystem::path, std::vector<void*>> free_;
  std::set<std::filesystem::path> taken_;
};
Copies& copies() {
  static Copies all;
  return all;
}

}  // namespace

Variant::Variant(const std::filesystem::path& object)
    : object_(object), library_(copies().take(object)), shares_(library_ != nullptr) {
  if (library_ == nullptr) {
    library_ = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
    shares_ = library_ != nullptr && shares(library_);
    // The first one has the object itself.
    if (shares_ && !copies().take_original(object)) {
      ::dlclose(library_);
      library_ = load_copy(object);
    }
  }
  const auto remedy = "\nRemove the folder " + object.parent_path().string() +
                      " to have the router variant built again.";
  if (library_ == nullptr)
    throw Error(ExitCode::kInternal,
                std::string("cannot load a router variant: ") + ::dlerror() + remedy);
  const auto entry = reinterpret_cast<VariantEntry>(::dlsym(library_, kVariantEntry));
  if (entry != nullptr) session_.reset(entry(kVariantAbi));
  if (session_ == nullptr) {
    release();
    throw Error(ExitCode::kInternal,
                object.string() + " is not a router variant of this version" + remedy);
  }
}

Variant::~Variant() {
  session_.reset();
  release();
}

void Variant::release() {
  if (shares_)
    copies().give_back(object_, library_);
  else
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
