#pragma once

#include <vesta/id/layout.hpp>

#include <optional>

namespace vesta {

/// The least and the greatest of some IDs, both included, as signed numbers: for queries on columns of IDs.
struct id_bounds {
    id least;
    id greatest;
};

/// The bounds of the IDs of @p of that were made from @p from on and before @p until, with @p version and @p method.
///
/// A tick that an instant splits is included whole. Without @p machine, of all machine IDs.
/// Errors: `invalid_argument` if the range is empty, before the epoch or beyond the layout's end; if a part does not
/// fit; or if IDs of other times lie between the bounds, since the machine ID (which then must be given) or the
/// sequence is above the time.
result<id_bounds> bounds_between(const layout& of, std::uint64_t version, gen_method method,
                                 std::optional<machine_id> machine, unix_ms from, unix_ms until);

} // namespace vesta
