#include <vesta/base/error.hpp>

namespace vesta {

std::string_view name(errc code) noexcept {
    switch (code) {
    case errc::invalid_argument:
        return "invalid-argument";
    case errc::invalid_settings:
        return "invalid-settings";
    case errc::not_found:
        return "not-found";
    case errc::clock_behind:
        return "clock-behind";
    case errc::not_ready:
        return "not-ready";
    case errc::exhausted:
        return "exhausted";
    case errc::state_unusable:
        return "state-unusable";
    case errc::in_use:
        return "in-use";
    case errc::lease_lost:
        return "lease-lost";
    case errc::store_unavailable:
        return "store-unavailable";
    case errc::closed:
        return "closed";
    case errc::forked:
        return "forked";
    case errc::not_authenticated:
        return "not-authenticated";
    case errc::not_permitted:
        return "not-permitted";
    case errc::over_quota:
        return "over-quota";
    case errc::internal:
        return "internal";
    }
    return "internal";
}

} // namespace vesta
