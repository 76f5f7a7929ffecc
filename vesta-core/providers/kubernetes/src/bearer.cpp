#include "bearer.hpp"

#include <algorithm>
#include <fstream>

namespace vesta::kubernetes {
namespace {

constexpr std::chrono::minutes kept_for{1};

/// What may stand in a header: no space, no end of a line.
bool is_token(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char each) { return each > ' ' && each < 127; });
}

} // namespace

result<std::string> bearer::shown() {
    if (!of_.token.empty()) return "Bearer " + of_.token;
    const std::lock_guard guard{guard_};
    const auto now = std::chrono::steady_clock::now();
    if (now < until_) return read_;
    std::ifstream in{of_.token_file};
    std::string token;
    std::getline(in, token);
    if (!is_token(token))
        return error{errc::invalid_settings,
                     of_.name + ".password-file: " + of_.token_file + " cannot be read, or holds no token"};
    until_ = now + kept_for;
    return read_ = "Bearer " + token;
}

void bearer::forget() {
    const std::lock_guard guard{guard_};
    until_ = {};
}

} // namespace vesta::kubernetes
