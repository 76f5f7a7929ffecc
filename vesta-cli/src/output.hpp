#pragma once

#include "ending/stop_signal.hpp"

#include <vesta/id/text_form.hpp>

#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::cli {

/// How IDs are printed.
struct id_style {
    std::optional<text_form> as; ///< None: the usual one of the IDs.
    std::string prefix;
    bool json = false; ///< {"id":"1"} instead of the bare text.
};

/// IDs on standard output, one a line; on long runs, the progress on standard error if that is a terminal.
class id_output {
  public:
    /// The form of @p style suits the IDs.
    id_output(std::uint64_t total, const id_style& style, const stop_signal& stop);
    ~id_output();
    id_output(const id_output&) = delete;
    id_output& operator=(const id_output&) = delete;

    /// Writes all of @p ids, of either size. False once no more are wanted: the reader has gone, or a signal came.
    ///
    /// Errors: throws std::system_error.
    template <class Id>
    bool write(std::span<const Id> ids) {
        text_.clear();
        std::array<char, text_room> text;
        for (const Id& each : ids)
            append_line({text.data(), write_text(text.data(), each, as_)});
        return send(ids.size());
    }

    /// As above, of what is text already.
    bool write(const std::vector<std::string>& texts) {
        text_.clear();
        for (const std::string& each : texts)
            append_line(each);
        return send(texts.size());
    }

  private:
    void append_line(std::string_view text) { text_.append(before_).append(text).append(after_); }
    bool send(std::size_t count);
    void show_progress();

    const std::uint64_t total_;
    const stop_signal& stop_;
    const text_form as_;
    const std::string before_; // each text
    const std::string after_;
    const bool with_progress_;
    const std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point shown_ = started_;
    std::uint64_t written_ = 0;
    bool line_open_ = false;
    std::string text_;
};

} // namespace vesta::cli
