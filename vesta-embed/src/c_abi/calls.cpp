#include "calls.hpp"

#include <utility>

namespace vesta::embed::c_abi {
namespace {

thread_local error last_failure{errc::internal, "no call has failed in this thread"};

int code_of(errc code) noexcept {
    switch (code) {
    case errc::invalid_argument:
        return VESTA_INVALID_ARGUMENT;
    case errc::invalid_settings:
        return VESTA_INVALID_SETTINGS;
    case errc::not_found:
        return VESTA_NOT_FOUND;
    case errc::clock_behind:
        return VESTA_CLOCK_BEHIND;
    case errc::not_ready:
        return VESTA_NOT_READY;
    case errc::exhausted:
        return VESTA_EXHAUSTED;
    case errc::state_unusable:
        return VESTA_STATE_UNUSABLE;
    case errc::in_use:
        return VESTA_IN_USE;
    case errc::lease_lost:
        return VESTA_LEASE_LOST;
    case errc::store_unavailable:
        return VESTA_STORE_UNAVAILABLE;
    case errc::closed:
        return VESTA_CLOSED;
    case errc::forked:
        return VESTA_FORKED;
    case errc::not_authenticated: // only servers say these
    case errc::not_permitted:
    case errc::over_quota:
    case errc::internal:
        return VESTA_INTERNAL;
    }
    return VESTA_INTERNAL;
}

} // namespace

int fail(error reason) noexcept {
    last_failure = std::move(reason);
    return vesta_last_error_code();
}

result<void> require(bool holds, const char* what) {
    if (holds) return {};
    return error{errc::invalid_argument, what};
}

result<void> generate(generator& from, int64_t* out, size_t count) {
    // An id is exactly its 64-bit value, so the caller's array is an array of IDs.
    static_assert(sizeof(id) == sizeof(int64_t) && std::is_standard_layout_v<id>);
    return from.generate({reinterpret_cast<id*>(out), count});
}

result<void> reserve(generator& from, uint64_t count, vesta_range& out) {
    auto made = from.range(count);
    if (!made) return std::move(made).error();
    out = {made->first.value, made->count, made->stride};
    return {};
}

} // namespace vesta::embed::c_abi

extern "C" {

const char* vesta_last_error(void) {
    return vesta::embed::c_abi::last_failure.message.c_str();
}

int vesta_last_error_code(void) {
    return vesta::embed::c_abi::code_of(vesta::embed::c_abi::last_failure.code);
}

int64_t vesta_retry_after_ms(void) {
    const auto& wait = vesta::embed::c_abi::last_failure.retry_after;
    return wait ? wait->count() : -1;
}

const char* vesta_version(void) {
    return VESTA_VERSION;
}

} // extern "C"
