#pragma once

#include "conditions.hpp"

#include <vesta/catalogue/catalogue.hpp>

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace vesta::cli {

/// Looks at the generators and limits every second, and tells what has changed. If a look is costly, as with very many
/// tags, it looks less often.
class state_watch {
  public:
    /// Lifetime: what it looks at outlives it. Both functions are called from its own thread.
    state_watch(const catalogue& of, std::function<limit_counts()> counts, change_log::listener tell);
    state_watch(const state_watch&) = delete;
    state_watch& operator=(const state_watch&) = delete;
    ~state_watch();

  private:
    void watch();
    void look();

    const catalogue& of_;
    const std::function<limit_counts()> counts_;
    const change_log::listener tell_;
    change_log changes_;
    limit_watch limits_;
    std::mutex guard_;
    std::condition_variable ended_;
    bool ending_ = false;
    std::thread thread_;
};

} // namespace vesta::cli
