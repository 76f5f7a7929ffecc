#pragma once

#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>

#include <optional>
#include <vector>

namespace vesta::detail {

class known_marks;

/// The result of one reading of a table.
struct table_sight {
    store_moment at;
    std::vector<lease_row> rows;
    /// The furthest that any owner, or the asking process, keeps a mark ahead of its clock.
    std::chrono::milliseconds longest_lead{0};

    /// The row of @p id; an absent one if there is none.
    lease_row row(machine_id id) const;
    /// Whether any row of @p id, under any share, is held.
    bool is_held(machine_id id) const;
};

/// Reads the whole table, and passes the store's time to `lease_terms::hear`.
///
/// Errors: those of the table.
result<table_sight> look(lease_table& table, const lease_terms& terms);

/// Whether @p row has no owner any more. An owner by its own settings serves on while it cannot reach the store: it
/// holds its row until it gives it back.
inline bool is_free(const lease_row& row) {
    return row.version == lease_row::absent || row.token.empty() ||
           (!row.given && row.left <= std::chrono::milliseconds{0});
}

/// Whether the store may have forgotten an owner of @p row: it has none, or another server wrote it last, and what that
/// server had not copied was lost in the fail-over.
bool may_be_forgotten(const lease_row& row, const store_moment& at);

/// When such a row may be used: every reservation of a forgotten owner has ended by then.
unix_ms end_of_quarantine(const table_sight& in);

/// Why no such row may be used now: the store's clock is so far ahead of the plausible time @p now that one of them is
/// wrong, and a mark from it would stop its owner until then. Nothing if they agree.
std::optional<error> clocks_differ(const table_sight& in, const lease_terms& terms, unix_ms now);

/// Why @p row must not be used: its own `unusable`, or a mark that no clock near the store's can have made. Empty if it
/// may be used.
std::string why_unusable(const lease_row& row, const table_sight& in, const lease_terms& terms);

/// The first instant that @p request may use on @p row; @p now is the plausible time. Not below the marks that @p known
/// holds for it, whatever the row says.
///
/// Errors: `state_unusable`, saying what is wrong with the row or the mark, or which IDs of a former layout are in the
/// way; that of `clocks_differ`.
result<unix_ms> start_of(const lease_row& row, const table_sight& in, const known_marks& known,
                         const lease_terms& terms, const lease_request& request, unix_ms now);

} // namespace vesta::detail
