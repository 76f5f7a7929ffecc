#pragma once

#include <vesta/base/log.hpp>
#include <vesta/catalogue/catalogue.hpp>
#include <vesta/embed/machine_use.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/segment/tag_budget.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vesta::embed {

/// Which of the settings to open, and how.
struct open_options {
    /// The ways of publishing that `instance::published` will be asked for; not empty.
    std::vector<gen_method> methods{gen_method::embedded};
    /// If not empty: open only this generator, and reserve nothing for the others.
    std::string only;
    /// Outlives the instance.
    const wall_clock* clock = &system_wall_clock();

    /// Whether `open` returns before it has the machine ID that a store lends. It is then asked for in the background;
    /// meanwhile time-based generators refuse with `not_ready`, and counting ones serve. For servers.
    bool in_background = false;
    /// How long `open` waits in all for passing obstacles: a lease that ends, a store that is down. Absent: it waits
    /// only for a lease on this instance's own machine ID, as long as that lasts.
    std::optional<std::chrono::milliseconds> patience{};
    /// Cancels the waiting of `open`, which then fails with `closed`. A store call under way is not cut short.
    std::stop_token stop{};
    /// Receives news for operators that no caller hears, such as a doubted wall clock. Must not call the instance.
    log_sink log{};
    /// With `in_background`: receives, once and from another thread, an error that no waiting cures. May be empty.
    std::function<void(const error&)> failed{};
};

/// Checks that the servers enabled in @p from, or embedded generators if there are none, can be opened: every field
/// fits, and no two generators could make the same ID. Opens nothing.
///
/// Errors: `invalid_settings`.
result<void> check_generators(const settings& from);

/// Warnings about settings that can be opened, one line each: layouts that have ended, and generators that will reach
/// the same numbers in some years. Opens nothing.
std::vector<std::string> doubts_about(const settings& from, const wall_clock& clock = system_wall_clock());

/// The generators of one settings file, with their machine IDs held and their time reserved. Neither copied nor moved.
///
/// Thread-safety: safe.
/// Lifetime: the destructor closes it.
class instance {
  public:
    /// Acquires the machine IDs and makes the first reservation. Blocks on the stores, unless it opens in the
    /// background.
    ///
    /// Errors: `invalid_settings`, `in_use`, `state_unusable`, `store_unavailable`, `exhausted`; `closed` if
    /// `open_options::stop` cancelled it; `not_found` for an unknown `only`; `invalid_argument` without a way of
    /// publishing.
    static result<std::unique_ptr<instance>> open(const settings& from, const open_options& options = {});

    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;
    ~instance();

    /// Whether it still waits for a machine ID. `close` may then block as long as the store does.
    bool starting() const;

    /// The generators as @p method publishes them.
    ///
    /// Errors: throws std::out_of_range if @p method is not one of `open_options::methods`.
    /// Lifetime: lives as long as the instance.
    catalogue& published(gen_method method);

    /// The memory that tags hold, which may be half of `limits.memory` where clients make them up.
    std::shared_ptr<const tag_budget> tags() const;

    /// The machine IDs and patterns that its time-based generators use now.
    machine_use use() const;

    /// Ends the time-based generators, whose callers get @p why from then on, and gives back their unused time.
    /// Counting generators go on. Blocks on the stores.
    void withdraw(const error& why);

    /// Ends all generators and gives back their unused time and numbers, so that the next owner starts at once. Blocks
    /// on the stores.
    ///
    /// Only the first call does anything.
    /// Errors: the first one met; the rest is given back all the same.
    result<void> close();

  private:
    class parts;
    explicit instance(std::unique_ptr<parts> made);

    std::unique_ptr<parts> parts_;
};

} // namespace vesta::embed
