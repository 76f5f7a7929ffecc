#pragma once

#include "metrics/tally.hpp"

#include <memory>
#include <vector>

namespace vesta::rest {

/// The tallies of all serving threads. Filled before they start, then read from any thread.
class scoreboard {
  public:
    tally& add(std::size_t paths, std::size_t generators) {
        return *tallies_.emplace_back(std::make_unique<tally>(paths, generators));
    }

    const std::vector<std::unique_ptr<tally>>& tallies() const noexcept { return tallies_; }

  private:
    std::vector<std::unique_ptr<tally>> tallies_;
};

} // namespace vesta::rest
