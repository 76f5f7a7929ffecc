#pragma once

#include <vesta/embed/machine_use.hpp>
#include <vesta/embed/settings.hpp>
#include <vesta/generate/catalogue.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::embed {

/// What to open of the settings.
struct open_options {
    /// The ways of publishing that will be asked for.
    std::vector<gen_method> methods{gen_method::embedded};
    /// Only this generator, where not empty: nothing is reserved for the others.
    std::string only;
    /// Outlives the instance.
    const wall_clock* clock = &system_wall_clock();

    /// Whether `open` returns without the machine ID that a store lends: it is asked for in the background until there
    /// is one, and the time-based generators refuse with `not_ready` until then. Those that count serve at once. What a
    /// server wants.
    bool in_background = false;
    /// How long `open` waits in all for what passes by itself: a lease that ends, a store that is away. Absent: for a
    /// lease on this instance's own machine ID it waits as long as that has left, and for nothing else.
    std::optional<std::chrono::milliseconds> patience{};
    /// Ends the waiting of `open`, which then fails with `closed`. A call to a store that is under way is not cut
    /// short.
    std::stop_token stop{};
    /// Told what an operator wants to know and no caller hears, one line at a time, from any thread: that the wall
    /// clock is not believed, for example. It must not call the instance. May be empty.
    std::function<void(std::string_view)> log{};
    /// With `in_background`: told once, from another thread, of an error that no waiting cures; may be empty.
    std::function<void(const error&)> failed{};
};

/// Whether the generators of @p from can be opened by the servers it enables, or embedded where it enables none: that
/// no two could make the same ID, and that every field fits. Opens nothing. Error: `invalid_settings`.
result<void> check_generators(const settings& from);

/// What is worth a warning about settings that can be opened, a line each: generators whose layout has ended, and two
/// that will come to the same numbers in some years. Opens nothing.
std::vector<std::string> doubts_about(const settings& from, const wall_clock& clock = system_wall_clock());

/// The generators of one settings file, with their machine IDs held and their time reserved. Neither copied nor moved;
/// safe to use from any thread. Destroying it closes it.
class instance {
  public:
    /// Takes the machine IDs and makes the first reservation; blocks on the stores, unless it is to open in the
    /// background. Errors: `invalid_settings`, `in_use`, `state_unusable`, `store_unavailable`, `exhausted`, `closed`
    /// where `open_options::stop` ended it, `not_found` for an unknown `only`.
    static result<std::unique_ptr<instance>> open(const settings& from, const open_options& options = {});

    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;
    ~instance();

    /// Whether a machine ID is still waited for: `close` may then block as long as the store does.
    bool starting() const;

    /// The generators as @p method publishes them; @p method is one of the options'. Lives as long as the instance.
    catalogue& published(gen_method method);

    /// What its time-based generators generate with now.
    machine_use use() const;

    /// Ends the time-based generators because of @p why, which their callers are told from then on, and gives back what
    /// was not used. Those that count go on. Blocks on the stores.
    void withdraw(const error& why);

    /// Ends generating and gives back what was not used, so that the next owner starts at once. Blocks on the stores.
    /// Only the first call does anything. The first error met; the rest is released all the same.
    result<void> close();

  private:
    class parts;
    explicit instance(std::unique_ptr<parts> made);

    std::unique_ptr<parts> parts_;
};

} // namespace vesta::embed
