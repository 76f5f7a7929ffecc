#pragma once

#include <array>
#include <ctime>
#include <string_view>

namespace vesta::rest::http {

/// The value of the Date field, made once a second.
///
/// Thread-safety: none.
class date_field {
  public:
    static constexpr std::size_t length = 29;

    /// Reads the clock. Call it once per batch of answers.
    void refresh() noexcept;

    /// "Sun, 06 Nov 1994 08:49:37 GMT" as of the last `refresh()`.
    std::string_view value() const noexcept { return {text_.data(), length}; }

    /// The value at @p second since 1970. Years 1970 to 9999.
    void set(std::time_t second) noexcept;

  private:
    std::time_t second_ = -1;
    std::array<char, length> text_{};
};

} // namespace vesta::rest::http
