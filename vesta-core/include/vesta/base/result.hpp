#pragma once

#include <vesta/base/error.hpp>

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace vesta {

/// The exception form of `error`; `result::value()` throws it.
class failure : public std::runtime_error {
  public:
    explicit failure(vesta::error why) : std::runtime_error{why.message}, error_{std::move(why)} {}

    /// The code, and when to try again.
    const vesta::error& error() const noexcept { return error_; }

  private:
    vesta::error error_;
};

/// A value, or the `error` that explains why there is none.
///
/// The part of C++23's `std::expected` used here, under the same names.
///
/// Errors: the unchecked accessors (`*`, `->`, `error()`) have undefined behaviour if the result holds the other one.
/// Thread-safety: as T.
template <class T>
class [[nodiscard]] result {
    using stored = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

  public:
    using value_type = T;

    result()
        requires std::is_void_v<T>
    = default;

    template <class U = stored>
        requires(!std::is_void_v<T> && std::is_constructible_v<stored, U &&> &&
                 !std::is_same_v<std::remove_cvref_t<U>, result> &&
                 !std::is_same_v<std::remove_cvref_t<U>, vesta::error>)
    result(U&& value) : content_{std::in_place_index<0>, std::forward<U>(value)} {}

    result(vesta::error why) : content_{std::in_place_index<1>, std::move(why)} {}

    bool has_value() const noexcept { return content_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    /// The value. A temporary returns it by value, so a loop over `f().value()` reads no dead result.
    ///
    /// Errors: throws `failure` if there is no value.
    decltype(auto) value() & { return checked(*this); }
    decltype(auto) value() const& { return checked(*this); }
    T value() && { return checked(std::move(*this)); }

    /// The value, unchecked: test `has_value()` first.
    decltype(auto) operator*() & noexcept { return *std::get_if<0>(&content_); }
    decltype(auto) operator*() const& noexcept { return *std::get_if<0>(&content_); }
    stored operator*() && noexcept { return std::move(*std::get_if<0>(&content_)); }
    stored* operator->() noexcept { return std::get_if<0>(&content_); }
    const stored* operator->() const noexcept { return std::get_if<0>(&content_); }

    /// The error, unchecked: test `has_value()` first.
    vesta::error& error() & noexcept { return *std::get_if<1>(&content_); }
    const vesta::error& error() const& noexcept { return *std::get_if<1>(&content_); }
    vesta::error error() && noexcept { return std::move(*std::get_if<1>(&content_)); }

    /// Passes the value on to @p next and returns its `result`; returns the error if there is no value. For
    /// `result<void>`, @p next takes no argument.
    template <class F>
    auto and_then(F&& next) && {
        using made = std::remove_cvref_t<decltype(called(std::forward<F>(next), std::move(*this)))>;
        return has_value() ? called(std::forward<F>(next), std::move(*this)) : made{std::move(*this).error()};
    }

    /// Returns a `result` that holds what @p change returns for the value, or the error if there is no value. For
    /// `result<void>`, @p change takes no argument.
    template <class F>
    auto transform(F&& change) && {
        using made = result<std::remove_cvref_t<decltype(called(std::forward<F>(change), std::move(*this)))>>;
        if (!has_value()) return made{std::move(*this).error()};
        if constexpr (std::is_void_v<typename made::value_type>) {
            called(std::forward<F>(change), std::move(*this));
            return made{};
        } else {
            return made{called(std::forward<F>(change), std::move(*this))};
        }
    }

    /// Drops the value; keeps the error.
    result<void> without_value() && {
        if (!has_value()) return std::move(*this).error();
        return {};
    }

  private:
    template <class F, class Self>
    static decltype(auto) called(F&& function, Self&& self) {
        if constexpr (std::is_void_v<T>) {
            return std::forward<F>(function)();
        } else {
            return std::forward<F>(function)(*std::forward<Self>(self));
        }
    }

    template <class Self>
    static decltype(auto) checked(Self&& self) {
        if (!self.has_value()) throw failure{std::forward<Self>(self).error()};
        if constexpr (!std::is_void_v<T>) return *std::forward<Self>(self);
    }

    std::variant<stored, vesta::error> content_{};
};

} // namespace vesta
