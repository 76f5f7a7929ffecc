#pragma once

#include <vesta/base/background.hpp>
#include <vesta/embed/vesta.h>
#include <vesta/embed/vesta.hpp>

#include <memory>
#include <string_view>

struct vesta_ids {
    /// Shared with the handles, which so refuse in an orderly way after vesta_close.
    std::shared_ptr<vesta::embed::service> service;
};

/// What the functions of the C ABI have in common.
namespace vesta::embed::c_abi {

/// Notes the error for vesta_last_error; returns its code.
int fail(error reason) noexcept;

/// Runs @p work, which returns a result<void>. No exception may cross into C.
template <class Work>
int guarded(Work work) noexcept {
    result<void> done = attempt(work);
    return done ? VESTA_OK : fail(std::move(done).error());
}

/// Error: `invalid_argument` with @p what unless @p holds.
result<void> require(bool holds, const char* what);

/// Empty for NULL.
inline std::string_view text(const char* given) noexcept {
    return given == nullptr ? std::string_view{} : given;
}

result<void> generate(generator& from, int64_t* out, size_t count);
result<void> generate(generator& from, vesta_uuid* out, size_t count);
result<void> reserve(generator& from, uint64_t count, vesta_range& out);

} // namespace vesta::embed::c_abi
