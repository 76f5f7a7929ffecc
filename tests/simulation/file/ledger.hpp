#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vesta::testing {

/// For which ticks each owner was covered.
class ledger {
  public:
    /// A new owner, covered for nothing yet.
    std::size_t enter(std::int64_t from) {
        spans_.push_back({from, from});
        return spans_.size() - 1;
    }
    void cover(std::size_t owner, std::int64_t until) { spans_[owner].until = until; }

    std::size_t owners() const noexcept { return spans_.size(); }

    /// A tick that two owners were covered for, in words; empty where there is none.
    std::string twice() const {
        auto all = spans_;
        std::erase_if(all, [](const span& each) { return each.until <= each.from; });
        std::ranges::sort(all, {}, &span::from);
        for (std::size_t i = 1; i < all.size(); ++i)
            if (all[i].from < all[i - 1].until)
                return "tick " + std::to_string(all[i].from) + " is covered by two owners: one from " +
                       std::to_string(all[i - 1].from) + " to " + std::to_string(all[i - 1].until) + ", the other to " +
                       std::to_string(all[i].until);
        return {};
    }

  private:
    struct span {
        std::int64_t from;
        std::int64_t until;
    };
    std::vector<span> spans_;
};

} // namespace vesta::testing
