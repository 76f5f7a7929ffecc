#pragma once

#include <string>
#include <string_view>

namespace vesta::rest {

/// The console: one page, put together from console/ when the program is built.
struct console_page {
    std::string_view html;
    std::string_view style; ///< The styles in it, for other pages.
    /// For Content-Security-Policy: its own styles and script by their digests, and requests to this server.
    std::string policy;
    std::string etag;
};

const console_page& console();

/// The text of the page, from the build.
std::string_view console_html() noexcept;

} // namespace vesta::rest
