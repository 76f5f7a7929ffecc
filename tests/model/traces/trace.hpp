#pragma once

#include <vesta/machine/lease_table.hpp>

#include <iosfwd>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vesta::testing {

/// What nodes and a store were seen to do with one machine ID, in order. Instants, versions and tokens are numbered by
/// their order, as the model counts them.
class trace {
  public:
    /// What `send` says: a write of @p next left @p node.
    void send(int node, const lease_row& next);
    /// What became of it, as the node was told: `d`one, `r`efused or `u`nknown.
    void answer(int node, char what);
    /// The row is now @p row.
    void store(const lease_row& row);
    /// @p node gave out a number of the tick that begins at @p at.
    void serve(int node, unix_ms at);

    /// As tests/model/traces/replay.pml reads it: one step a line.
    void write(std::ostream& to) const;

  private:
    struct step {
        char kind;
        int node;
        std::int64_t version;
        unix_ms mark;
        std::string token;
    };

    std::vector<step> steps_;
};

} // namespace vesta::testing
