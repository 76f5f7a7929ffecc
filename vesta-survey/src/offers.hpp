#pragma once

#include "hypothesis.hpp"

#include <array>
#include <chrono>
#include <vector>

namespace vesta::survey {

/// What is known of the IDs when a generator is to be offered.
struct evidence_so_far {
    const fleet& of;
    const std::vector<hypothesis>& hypotheses;
    const std::vector<shape>& shapes;
    unix_ms until; ///< When the newest was made, within a day.
    std::uint64_t ids;
};

/// A preset that is offered beside a fleet that may use any machine ID.
struct candidate {
    const char* family;
    const char* type;
    std::uint64_t version;

    /// Whether @p value could be one of its IDs, whatever its time, sequence and machine ID.
    bool could_make(id value) const;
};

/// The most wanted first. Version 1 makes negative numbers.
inline constexpr std::array candidates{candidate{"vesta", "min-granularity", 0}, candidate{"vesta", "max-peak", 0},
                                       candidate{"vesta", "min-granularity", 1}, candidate{"vesta", "max-peak", 1}};

/// How far from what is said of them times in IDs may be.
inline constexpr std::chrono::days fresh{1};

/// Which candidates could have made an ID that is there.
using taken_candidates = std::array<bool, candidates.size()>;

/// A preset whose numbers the fleet cannot make within some years, with any machine ID. @p found may be null: then the
/// layout is Snowflake's except for the epoch.
///
/// Errors: `invalid_argument` if there is none.
result<offered_generator> offer_beside(const evidence_so_far& all, const hypothesis* found,
                                       const taken_candidates& taken);

/// The fleet's layout, with a machine ID that is not among `fleet::machines`.
///
/// Errors: `invalid_argument` if none is left.
result<offered_generator> offer_among(const evidence_so_far& all, const hypothesis& found);

/// The fleet's layout, above the last tick of a fleet that has stopped.
///
/// Errors: `invalid_argument` if the layout has ended.
result<offered_generator> offer_after(const evidence_so_far& all, const hypothesis& found);

} // namespace vesta::survey
