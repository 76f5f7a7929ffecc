#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace vesta::testing {

/// Numbers [first, end) by their first.
class number_set {
  public:
    /// False where one of them is in it already.
    bool add(std::int64_t first, std::int64_t end);
    /// Adds them, whether some are in it or not.
    void cover(std::int64_t first, std::int64_t end);
    /// The first number of [from, to) that is in none of @p sets; @p to where there is none.
    static std::int64_t first_gap(std::int64_t from, std::int64_t to, const std::vector<const number_set*>& sets);
    std::int64_t count() const noexcept;

  private:
    std::int64_t end_at(std::int64_t number) const; ///< The end of the range that holds it; itself where none does.
    std::map<std::int64_t, std::int64_t> ranges_;
};

} // namespace vesta::testing
