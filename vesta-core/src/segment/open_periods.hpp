#pragma once

#include <vesta/base/fork.hpp>
#include <vesta/segment/segment_generator.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vesta::detail {

/// The generators of the periods in use, each with the numbers of one.
///
/// Of each length of period it keeps those used last: three days are there at once over all time zones, and a call that
/// began at a day's end may last. A thread closes those before, which give back what they hold.
/// Thread-safety: safe.
class open_periods {
  public:
    static constexpr std::size_t most = 4;
    using maker = std::function<std::shared_ptr<segment_generator>(const std::string& period)>;

    explicit open_periods(maker make) : make_{std::move(make)} {}
    open_periods(const open_periods&) = delete;
    open_periods& operator=(const open_periods&) = delete;
    ~open_periods();

    /// That of @p period, made if there is none.
    ///
    /// Errors: `closed`, `forked`.
    result<std::shared_ptr<segment_generator>> open(const std::string& period);
    /// That of @p period; null if there is none.
    std::shared_ptr<segment_generator> find(const std::string& period) const;

    void add_to(segment_status& sum) const;
    void close();

  private:
    struct entry {
        std::string period;
        std::shared_ptr<segment_generator> numbers;
    };
    using entries = std::vector<entry>;

    void let_go(entry of);
    void close_leaving();

    const maker make_;
    const std::uint32_t born_in_{fork_count()};
    mutable std::mutex guard_; // of what follows
    entries open_;             // the one used last is the last
    entries leaving_;          // to be closed
    segment_counts ended_;     // of those that were closed
    bool closes_ = false;      // the thread has not ended
    bool is_closed_ = false;
    std::thread closer_;
};

} // namespace vesta::detail
