#pragma once

#include <vesta/id/layout.hpp>

#include <cstdint>

namespace vesta {

/// The instants between which IDs of a layout are made: those whose tick begins at or after `from` and before `until`.
/// By itself: all of the layout.
///
/// The instant at which one layout ends and the next begins is the `until` of the one and the `from` of the other, so
/// each tick of either belongs to one of them. A regular value.
struct layout_span {
    unix_ms from{};
    unix_ms until = unix_ms::max();

    /// The first tick of @p of that is in it; one past the layout's last tick if there is none.
    std::uint64_t first_tick(const layout& of) const noexcept { return of.tick_from(from); }
    /// The tick of @p of that ends it; at most one past the layout's last tick.
    std::uint64_t end_tick(const layout& of) const noexcept { return of.tick_from(until); }

    /// Whether a tick that begins at @p instant is in it.
    bool holds(unix_ms instant) const noexcept { return instant >= from && instant < until; }

    friend bool operator==(const layout_span&, const layout_span&) = default;
};

} // namespace vesta
