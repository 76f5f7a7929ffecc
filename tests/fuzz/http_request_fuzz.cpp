// Whatever a client sends: the session answers in well-formed answers, wants more or closes; and in which pieces the
// bytes arrive does not change what is answered before an error of form.
#include "unit/rest/talk.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>

namespace {

using vesta::testing::heard;
using vesta::testing::talk;

vesta::testing::rest_world& world() {
    static vesta::testing::rest_world shared;
    return shared;
}

void settle(talk& with) {
    while (with.then() == talk::next::wait)
        with.resume();
}

/// The statuses of what was answered, without what depends on the pieces: 100, and a refusal that closes.
std::vector<std::string> statuses(const talk& with) {
    std::vector<std::string> all;
    std::string_view rest = with.output();
    constexpr std::string_view version = "HTTP/1.1 ";
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    // HEAD makes lengths that nothing follows, so that only the beginnings of answers are looked for.
    for (auto at = rest.find(version); at != std::string_view::npos; at = rest.find(version, at + 1)) {
        const std::string_view status = rest.substr(at + version.size(), 3);
        if (std::ranges::all_of(status, is_digit) && status != "100") all.emplace_back(status);
    }
    if (with.is_closed() && !all.empty() && all.back() >= "400") all.pop_back();
    return all;
}

void require(bool holds, const char* claim, const talk& with) {
    if (holds) return;
    std::cerr << claim << "\n" << with.output() << "\n";
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t step = 1 + data[0] % 64U;
    const std::string_view bytes{reinterpret_cast<const char*>(data) + 1, size - 1};

    talk whole{world()};
    whole.say(bytes);
    settle(whole);
    require(whole.output().empty() || whole.output().starts_with("HTTP/1.1 "), "an answer begins with its status",
            whole);

    talk pieces{world()};
    for (std::size_t at = 0; at < bytes.size() && !pieces.is_closed(); at += step) {
        pieces.say(bytes.substr(at, step));
        settle(pieces);
    }
    const auto of_whole = statuses(whole);
    const auto of_pieces = statuses(pieces);
    const std::size_t both = std::min(of_whole.size(), of_pieces.size());
    require(std::equal(of_whole.begin(), of_whole.begin() + static_cast<std::ptrdiff_t>(both), of_pieces.begin()),
            "the pieces do not matter", pieces);

    if (!whole.is_closed()) whole.end_input();
    require(whole.is_closed(), "the end of input ends it", whole);
    return 0;
}
