// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an error with its place. Nothing in this folder throws on bad input.
#pragma once

#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace e11::dxbc {

/// What is wrong with the input, in words, and where.
struct Error {
  enum class Unit {
    Byte,   ///< offset counts bytes of the container
    Token,  ///< offset counts 32-bit words from the program's version token
  };

  std::string message;
  size_t offset = 0;
  Unit unit = Unit::Byte;

  /// One line: the message and its place.
  std::string text() const {
    return message + (unit == Unit::Byte ? " (byte " : " (token ") + std::to_string(offset) + ")";
  }
};

/// Holds either a T or an Error. Check before use: `if (!result) return result.error();`
template <typename T>
class Result {
 public:
  Result(T value) : value_(std::move(value)) {}
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return value_.has_value(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& value() {
    assert(value_.has_value());
    return *value_;  // NOLINT(bugprone-unchecked-optional-access): asserted above
  }
  const T& value() const {
    assert(value_.has_value());
    return *value_;  // NOLINT(bugprone-unchecked-optional-access): asserted above
  }
  const Error& error() const {
    assert(!value_.has_value());
    return error_;
  }

 private:
  std::optional<T> value_;
  Error error_;
};

}  // namespace e11::dxbc
