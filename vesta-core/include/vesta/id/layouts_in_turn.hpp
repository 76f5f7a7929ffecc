#pragma once

#include <vesta/id/layout_span.hpp>
#include <vesta/id/scheme.hpp>

#include <optional>

namespace vesta {

/// A layout, the scheme it is of, and the version of all its IDs.
///
/// Lifetime: the scheme outlives it.
struct versioned_layout {
    const scheme* family = nullptr;
    const layout* type = nullptr; ///< One of the family's.
    std::uint64_t version = 0;
};

/// The layouts of a generator that makes IDs of one until an instant, and of another from then on.
///
/// A value. Thread-safety: as any value.
struct layouts_in_turn {
    versioned_layout first;
    versioned_layout second;
    unix_ms at; ///< The instant.

    /// A number that both could make.
    struct repetition {
        id number;
        unix_ms first_at, second_at; ///< When the tick of each begins.
    };
    /// The smallest number, as unsigned, that both could make: the first to the end of its layout, since a node that
    /// knows no successor goes on with it, and the second from the instant on; with any machine ID and genMethod.
    std::optional<repetition> find_repetition() const;

    /// Takes @p value apart. Where the two may not meet (`find_repetition`), an ID of either is read by its own layout,
    /// one of the first from after the instant too: a node that knows no successor made it. IDs of other types of the
    /// two schemes are read by the one that their time says.
    ///
    /// Errors: `invalid_argument` if neither could have made it, naming both, or if both could.
    result<explanation> explain(id value) const;

    /// Whether every number that the second makes is larger than every number of the first, as signed, as databases
    /// compare them.
    bool second_is_larger() const;
};

} // namespace vesta
