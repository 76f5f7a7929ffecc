#include "remote_error.hpp"

#include <vesta/base/number.hpp>

#include <array>
#include <string>
#include <utility>

namespace vesta::rpc::detail {
namespace {

constexpr std::array words_of_errors{
    std::pair{std::string_view{"CLOCK"}, errc::clock_behind},
    std::pair{std::string_view{"NOTREADY"}, errc::not_ready},
    std::pair{std::string_view{"UNKNOWN"}, errc::store_unavailable}, // and no other word
    std::pair{std::string_view{"NOSUCHTAG"}, errc::not_found},
    std::pair{std::string_view{"RANGE"}, errc::invalid_argument},
    std::pair{std::string_view{"EXHAUSTED"}, errc::exhausted},
    std::pair{std::string_view{"NOAUTH"}, errc::invalid_settings},
    std::pair{std::string_view{"NOPERM"}, errc::not_permitted},
    std::pair{std::string_view{"QUOTA"}, errc::over_quota},
    std::pair{std::string_view{"WRONGPASS"}, errc::invalid_settings},
    std::pair{std::string_view{"NOPROTO"}, errc::invalid_settings},
    std::pair{std::string_view{"ERR"}, errc::invalid_argument},
};

/// Takes "; retry-after-ms=N" off the end of @p text.
std::optional<std::chrono::milliseconds> take_retry(std::string_view& text) noexcept {
    constexpr std::string_view mark = "; retry-after-ms=";
    const auto at = text.rfind(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const auto value = read_number<std::int64_t>(text.substr(at + mark.size()));
    if (!value || *value < 0) return std::nullopt;
    text = text.substr(0, at);
    return std::chrono::milliseconds{*value};
}

} // namespace

error remote_error(std::string_view reply) {
    const auto space = reply.find(' ');
    const auto word = reply.substr(0, space);
    for (const auto& [known, code] : words_of_errors) {
        if (word != known) continue;
        auto text = space == std::string_view::npos ? word : reply.substr(space + 1);
        const auto retry = take_retry(text);
        return {code, std::string{text}, retry};
    }
    return {errc::internal, std::string{reply}};
}

error greeting_refusal(std::string_view reply) {
    if (reply.starts_with("NOAUTH"))
        return {errc::invalid_settings, "wants a password, and none was given: set client_options::password, or "
                                        "$VESTA_RPC_PASSWORD for the program"};
    if (reply.starts_with("WRONGPASS"))
        return {errc::invalid_settings, "refused the password: it is not this server's"};
    if (reply.starts_with("ERR AUTH ")) // the only such complaint about a well-formed HELLO
        return {errc::invalid_settings, "has no password, and one was given: leave client_options::password empty, and "
                                        "$VESTA_RPC_PASSWORD unset for the program"};
    return remote_error(reply);
}

bool may_differ_elsewhere(errc code) noexcept {
    switch (code) {
    case errc::clock_behind:
    case errc::not_ready:
    case errc::exhausted:
    case errc::invalid_settings: // the password
    case errc::internal:
    case errc::state_unusable:
    case errc::in_use:
    case errc::lease_lost:
    case errc::store_unavailable:
    case errc::closed:
    case errc::forked:
        return true;
    case errc::invalid_argument:
    case errc::not_found:
    case errc::not_authenticated:
    case errc::not_permitted:
    case errc::over_quota:
        return false;
    }
    return false;
}

} // namespace vesta::rpc::detail
