#include "bearer.hpp"

#include "first_line.hpp"

#include <algorithm>

namespace vesta::kubernetes {
namespace {

constexpr std::chrono::minutes kept_for{1};

} // namespace

bool is_token(std::string_view text) noexcept {
    return !text.empty() && std::ranges::all_of(text, [](char each) { return each > ' ' && each < 127; });
}

// A token that was good a minute ago is shown until it is refused, whatever has become of its file.
result<std::string> bearer::shown() {
    if (!of_.token.empty()) return "Bearer " + of_.token;
    const std::lock_guard guard{guard_};
    const auto now = std::chrono::steady_clock::now();
    if (now < until_) return read_;
    auto token = read();
    if (!token && read_.empty()) return std::move(token).error();
    if (token) read_ = "Bearer " + *token;
    until_ = now + kept_for;
    return read_;
}

result<std::string> bearer::read() const {
    auto token = first_line_of(of_.token_file);
    if (token && is_token(*token)) return token;
    return error{errc::invalid_settings,
                 of_.name + ".password-file: " + (token ? of_.token_file + " holds no token" : token.error().message)};
}

void bearer::forget() {
    const std::lock_guard guard{guard_};
    until_ = {};
    read_.clear();
}

} // namespace vesta::kubernetes
