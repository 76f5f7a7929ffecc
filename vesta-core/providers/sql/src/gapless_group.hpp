#pragma once

#include "gapless_rows.hpp"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace vesta::sql {

/// What is kept of keys, and for how long.
struct key_bounds {
    std::chrono::milliseconds keys{};
    std::size_t most_keys = 0;
};

/// A group of wishes in one transaction: what was read for it, and what it changes.
class gapless_group {
  public:
    using known_keys = std::map<std::string, keyed_number, std::less<>>;

    gapless_group(gapless_head head, known_keys known, series_ends ends, key_bounds bounds)
        : head_{std::move(head)}, known_{std::move(known)}, before_{std::move(ends)}, ends_{before_}, bounds_{bounds} {}

    /// The next number of the wish's series, or that of its key; or why there is none.
    number_outcome answer(const number_wish& wish);

    /// Writes what the answers changed, before the transaction commits.
    result<void> write(gapless_rows& in, unix_ms at);

  private:
    result<void> check(const number_wish& wish) const;
    result<void> check_room() const;

    gapless_head head_;
    known_keys known_;
    const series_ends before_;
    series_ends ends_;
    const key_bounds bounds_;
    std::vector<new_key> added_;
};

} // namespace vesta::sql
