#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>

#include <optional>
#include <vector>

namespace vesta::detail {

class known_marks;

/// What one reading of a table showed.
struct table_sight {
    store_moment at;
    std::vector<lease_row> rows;
    /// The furthest that any owner, or who asks, keeps a mark ahead of its clock.
    std::chrono::milliseconds longest_lead{0};

    /// The row of @p id, and where there is none an absent one.
    lease_row row(machine_id id) const;
    /// Whether somebody holds a row of @p id, under whichever share.
    bool is_held(machine_id id) const;
};

/// Reads the whole table; tells the terms' `hear` the store's time. Errors: those of the table.
result<table_sight> look(lease_table& table, const lease_terms& terms);

/// Whether nobody holds @p row any more. An owner by its own settings serves on while it cannot reach the store: it
/// holds its row until it gives it back.
inline bool is_free(const lease_row& row) {
    return row.version == lease_row::absent || row.token.empty() ||
           (!row.given && row.left <= std::chrono::milliseconds{0});
}

/// Whether the store may have forgotten an owner of @p row: it was never seen, or its last writer is another server,
/// which lost what was not copied when this one took over.
bool may_be_forgotten(const lease_row& row, const store_moment& at);

/// From when on such a row may be used: every reservation that a forgotten owner may hold has ended by then.
unix_ms end_of_quarantine(const table_sight& in);

/// Why no such row may be used now: the store's clock is so far ahead of the believed clock's @p now that one of them
/// is wrong, and a mark from it would stop its owner until then. Nothing where they agree.
std::optional<error> clocks_differ(const table_sight& in, const lease_terms& terms, unix_ms now);

/// Why nobody may use @p row; empty where it may be used: what the row says itself, or a mark that no clock near the
/// store's can have made.
std::string why_unusable(const lease_row& row, const table_sight& in, const lease_terms& terms);

/// The first instant that @p request may use on @p row; @p now is the believed wall clock's. It is not below what is
/// @p known of its marks here, whatever the row says. Errors: `state_unusable`, saying what is wrong with the row or
/// that mark, or which IDs of a former layout are in the way; that of `clocks_differ`.
result<unix_ms> start_of(const lease_row& row, const table_sight& in, const known_marks& known,
                         const lease_terms& terms, const lease_request& request, unix_ms now);

} // namespace vesta::detail
