#pragma once

#include <vesta/base/log.hpp>
#include <vesta/embed/settings.hpp>

#include <spdlog/formatter.h>
#include <spdlog/logger.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace vesta::cli {

/// What a line says: a message for people, and the same facts as members of a JSON object for programs.
class log_line {
  public:
    /// @p message is not empty.
    explicit log_line(std::string message) : text_{std::move(message)}, message_size_{text_.size()} {}

    /// Adds a member, unless @p value is empty.
    log_line&& with(std::string_view name, std::string_view value) &&;
    log_line&& with(std::string_view name, std::uint64_t value) &&;

    /// Hands it to @p to.
    void write(spdlog::logger& to, severity how_bad) const;

  private:
    std::string text_; // the message, and behind it the members, each with a comma in front
    std::size_t message_size_;
};

/// Formats lines: `TIME LEVEL MESSAGE`, or an object with `time`, `level`, `message` and the line's members. TIME is in
/// RFC 3339, with milliseconds. Lines that are no `log_line` have no members.
class line_format final : public spdlog::formatter {
  public:
    explicit line_format(embed::log_format how) : how_{how} {}

    void format(const spdlog::details::log_msg& from, spdlog::memory_buf_t& to) override;
    std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<line_format>(how_); }

  private:
    const embed::log_format how_;
};

} // namespace vesta::cli
