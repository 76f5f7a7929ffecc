#pragma once

#include <vesta/base/error.hpp>

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace vesta {

/// The exception form of `error`, for callers who prefer one: see `result::value()`.
class failure : public std::runtime_error {
  public:
    explicit failure(error reason) : std::runtime_error{reason.message}, reason_{std::move(reason)} {}

    /// The code, and when to try again.
    const error& reason() const noexcept { return reason_; }

  private:
    error reason_;
};

/// A value, or the `error` that stands in its place. The part of C++23's `std::expected` that we need.
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
                 !std::is_same_v<std::remove_cvref_t<U>, result> && !std::is_same_v<std::remove_cvref_t<U>, error>)
    result(U&& value) : content_{std::in_place_index<0>, std::forward<U>(value)} {}

    result(error reason) : content_{std::in_place_index<1>, std::move(reason)} {}

    bool has_value() const noexcept { return content_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    /// The value; throws `failure` where there is an error instead. Of a temporary it is a value of its own, so that a
    /// loop over `f().value()` reads no result that is gone.
    decltype(auto) value() & { return checked(*this); }
    decltype(auto) value() const& { return checked(*this); }
    T value() && { return checked(std::move(*this)); }

    /// The value, unchecked: the caller has tested for it.
    decltype(auto) operator*() & noexcept { return *std::get_if<0>(&content_); }
    decltype(auto) operator*() const& noexcept { return *std::get_if<0>(&content_); }
    stored operator*() && noexcept { return std::move(*std::get_if<0>(&content_)); }
    stored* operator->() noexcept { return std::get_if<0>(&content_); }
    const stored* operator->() const noexcept { return std::get_if<0>(&content_); }

    /// The error, unchecked: the caller has tested for it.
    vesta::error& reason() & noexcept { return *std::get_if<1>(&content_); }
    const vesta::error& reason() const& noexcept { return *std::get_if<1>(&content_); }
    vesta::error reason() && noexcept { return std::move(*std::get_if<1>(&content_)); }

  private:
    template <class Self>
    static decltype(auto) checked(Self&& self) {
        if (!self.has_value()) throw failure{std::forward<Self>(self).reason()};
        if constexpr (!std::is_void_v<T>) return *std::forward<Self>(self);
    }

    std::variant<stored, vesta::error> content_{};
};

} // namespace vesta
