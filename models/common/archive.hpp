// SPDX-License-Identifier: Apache-2.0
// The state of a computation, saved and loaded by the same lines.
#pragma once

#include <cstddef>
#include <type_traits>

namespace dragonfly {

/// Where state goes to, or comes from. A class names its state once, in a function that saves and
/// loads it:
///
///     void serialize(Archive& archive) { archive(now_, queues_); }
///
/// What follows from the configuration is no state: it is there before the rest is loaded.
class Archive {
 public:
  Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  virtual ~Archive() = default;

  [[nodiscard]] virtual bool loading() const = 0;
  /// Bytes as they lie in memory: saved, or written over.
  virtual void block(void* bytes, std::size_t count) = 0;

  /// Values one after the other: of classes with serialize(), lists, arrays, and plain ones without
  /// pointers.
  template <class... Values>
  void operator()(Values&... values) {
    (put(values), ...);
  }

 private:
  template <class Value>
  void put(Value& value) {
    if constexpr (requires { value.serialize(*this); }) {
      value.serialize(*this);
    } else if constexpr (requires { value.resize(value.size()); }) {
      put_list(value);
    } else if constexpr (std::is_trivially_copyable_v<Value>) {
      static_assert(!std::is_pointer_v<Value>);
      block(&value, sizeof value);
    } else {
      for (auto& element : value) put(element);
    }
  }
  template <class List>
  void put_list(List& list) {
    std::size_t size = list.size();
    put(size);
    list.resize(size);
    using Element = typename List::value_type;
    if constexpr (std::is_trivially_copyable_v<Element> && requires { list.data(); }) {
      block(list.data(), size * sizeof(Element));
    } else {
      for (Element& element : list) put(element);
    }
  }
};

}  // namespace dragonfly
