#include "gapless_group.hpp"
#include "gapless_rows.hpp"
#include "known_groups.hpp"

#include <vesta/gapless/refusals.hpp>
#include <vesta/sql/durability.hpp>
#include <vesta/sql/gapless_tables.hpp>

#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

namespace vesta::sql {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds between_sweeps{1};

/// How long the generator has existed: at most so long as it truly has, so that no key ends early.
///
/// What is read from the row was true when it was written. Since then at least the time has passed that this process
/// measured. So processes may be any number, clocks may be set, and time in which no process runs does not count.
class generator_age {
  public:
    milliseconds read(milliseconds in_row, boot_clock::time_point now) {
        milliseconds age = in_row;
        if (known_) age = std::max(age, known_->age + std::chrono::floor<milliseconds>(now - known_->at));
        known_ = {age, now};
        return age;
    }

  private:
    struct moment {
        milliseconds age;
        boot_clock::time_point at;
    };
    std::optional<moment> known_;
};

error without_number(const error& why) {
    return {why.code, "this call gave no number: " + why.message, why.retry_after};
}

error not_known(const error& why) {
    return {why.code,
            "a number may have been given or not, since the database did not say: " + why.message +
                "; ask again with the same key",
            why.retry_after};
}

class tables final : public gapless_store {
  public:
    tables(std::shared_ptr<connections> on, number_options options, std::shared_ptr<group_memory> memory)
        : on_{std::move(on)}, options_{std::move(options)}, groups_{std::move(memory)} {}

    result<void> open();

    void give(std::span<const number_wish> wishes, std::span<number_outcome> into) override;
    result<void> make_void(const voiding& what) override;
    result<std::vector<number_entry>> list(std::string_view tag, std::int64_t from, std::size_t count) override;
    result<std::vector<number_series>> series() override;
    void tidy() override;

  private:
    result<void> begin();
    result<void> move_here();
    result<gapless_head> lock(gapless_rows& in);
    result<void> give_all(gapless_rows& in, std::span<const number_wish> wishes, std::span<number_outcome> into);
    result<gapless_group> read(gapless_rows& in, std::span<const number_wish> wishes);
    result<void> sweep(gapless_rows& in, gapless_head& head);
    result<void> make_void(gapless_rows& in, const voiding& what);
    void warn_of_risks();
    gapless_rows to_read(connection& in) const { return {in, options_.name, gapless_rows::use::to_read}; }
    unix_ms now() const { return std::chrono::floor<milliseconds>(options_.clock->now()); }

    const std::shared_ptr<connections> on_;
    const number_options options_;
    generator_age age_;
    known_groups groups_;
    std::optional<boot_clock::time_point> swept_;
    bool asked_for_risks_ = false;
};

result<void> tables::begin() {
    return on_->with([this](connection& in) -> result<void> {
        if (auto made = make_gapless_tables(in); !made) return made;
        const auto is_new = gapless_rows{in, options_.name}.begin();
        if (!is_new) return is_new.error();
        if (*is_new) return {};
        return error{errc::invalid_argument, "there are numbers of generator " + options_.name + " already"};
    });
}

result<void> tables::move_here() {
    return on_->with([this](connection& in) {
        return transact(in, [this](connection& with) -> result<void> {
            gapless_rows rows{with, options_.name};
            if (auto head = rows.head(); !head) return std::move(head).error();
            return rows.move_here();
        });
    });
}

result<void> tables::open() {
    if (options_.start == book_start::anew) return begin();
    if (options_.start == book_start::moved) return move_here();
    if (options_.start == book_start::existing) groups_.recall();
    auto seen = on_->with([this](connection& in) {
        return transact(in, [this](connection& with) {
            if (options_.start == book_start::to_read) return to_read(with).head().without_value();
            gapless_rows rows{with, options_.name};
            return lock(rows).without_value();
        });
    });
    if (!seen && seen.error().code == errc::store_unavailable) return {};
    if (seen) warn_of_risks();
    return seen;
}

void tables::warn_of_risks() {
    if (asked_for_risks_ || !options_.log || options_.start != book_start::existing) return;
    asked_for_risks_ = true; // also where it is not told: callers wait for the next group
    const auto risks = durability_risks(*on_);
    if (!risks) return;
    for (const auto& each : *risks)
        options_.log(severity::warning, each);
}

void tables::tidy() try {
    if (groups_.is_any_known()) warn_of_risks();
    groups_.remember(options_.clock->steady());
} catch (const std::exception&) { // no memory: it has no warning
    return;
}

/// The row, if numbers may be given by it.
result<gapless_head> tables::lock(gapless_rows& in) {
    auto head = in.head();
    if (!head) return head;
    if (head->server != head->answers)
        return error{errc::state_unusable, "another server answers than the one that gave the numbers of generator " +
                                               options_.name +
                                               ", and may lack the last of them; once it is known to have all, say so: "
                                               "vesta gapless moved --generator " +
                                               options_.name};
    if (auto whole = groups_.see(head->groups); !whole)
        return error{whole.error().code, "the database has lost numbers of generator " + options_.name + ": " +
                                             whole.error().message +
                                             "; they could be given again. Once it is known to have all, say so: "
                                             "vesta gapless moved --generator " +
                                             options_.name};
    return head;
}

void tables::give(std::span<const number_wish> wishes, std::span<number_outcome> into) {
    bool asked_to_commit = false;
    std::optional<error> failed;
    try {
        auto done = on_->with([&](connection& in) {
            return transact(in, [&](connection& with) -> result<void> {
                gapless_rows rows{with, options_.name};
                auto given = give_all(rows, wishes, into);
                asked_to_commit = given.has_value();
                return given;
            });
        });
        if (!done) failed = std::move(done).error();
    } catch (const std::exception& thrown) {
        failed = error{errc::state_unusable, thrown.what()};
    }
    if (!failed) {
        groups_.add();
        return;
    }
    for (number_outcome& each : into)
        if (!asked_to_commit)
            each = {.why = without_number(*failed)};
        else if (each.number != 0)
            each = {.unknown = true, .why = not_known(*failed)};
}

result<void> tables::give_all(gapless_rows& in, std::span<const number_wish> wishes, std::span<number_outcome> into) {
    auto group = read(in, wishes);
    if (!group) return std::move(group).error();
    for (std::size_t i = 0; i < wishes.size(); ++i)
        into[i] = group->answer(wishes[i]);
    return group->write(in, now());
}

result<gapless_group> tables::read(gapless_rows& in, std::span<const number_wish> wishes) {
    auto head = lock(in);
    if (!head) return std::move(head).error();
    head->age = age_.read(head->age, options_.clock->steady());
    if (auto swept = sweep(in, *head); !swept) return std::move(swept).error();
    std::vector<std::string> keys;
    for (const auto& each : wishes)
        if (check_key(each.key)) keys.push_back(each.key);
    auto known = keys.empty() ? result<gapless_group::known_keys>{gapless_group::known_keys{}} : in.find(keys);
    if (!known) return std::move(known).error();
    auto ends = in.ends();
    if (!ends) return std::move(ends).error();
    return gapless_group{*std::move(head), *std::move(known), *std::move(ends), {options_.keys, options_.most_keys}};
}

/// Forgets keys whose time is over, at most once a second, and where they leave no room.
result<void> tables::sweep(gapless_rows& in, gapless_head& head) {
    const auto at = options_.clock->steady();
    const bool is_full = head.keys >= static_cast<std::int64_t>(options_.most_keys);
    if (swept_ && at - *swept_ < between_sweeps && !is_full) return {};
    const auto gone = in.forget(head.age - options_.keys);
    if (!gone) return gone.error();
    head.keys -= static_cast<std::int64_t>(*gone);
    swept_ = at;
    return {};
}

result<void> tables::make_void(const voiding& what) {
    if (auto good = check_voiding(what); !good) return good;
    return on_->with([&](connection& in) {
        return transact(in, [&](connection& with) {
            gapless_rows rows{with, options_.name};
            return make_void(rows, what);
        });
    });
}

result<void> tables::make_void(gapless_rows& in, const voiding& what) {
    auto head = lock(in);
    if (!head) return std::move(head).error();
    const auto ends = in.ends();
    if (!ends) return ends.error();
    if (auto given = check_given(what, end_of(*ends, what.tag)); !given) return given;
    const auto before = in.voided(what.tag, what.number, what.number);
    if (!before) return before.error();
    // Also where it is void already, the commit is what makes that durable.
    if (auto done = before->empty() ? in.add_void(what, now()) : void_again(what, before->front()); !done) return done;
    head->age = age_.read(head->age, options_.clock->steady());
    ++head->groups;
    return in.keep(*head);
}

result<std::vector<number_entry>> tables::list(std::string_view tag, std::int64_t from, std::size_t count) {
    return on_->with([&](connection& in) {
        return transact(in, [&](connection& with) -> result<std::vector<number_entry>> {
            gapless_rows rows = to_read(with);
            const auto ends = rows.ends();
            if (!ends) return ends.error();
            std::vector<number_entry> all;
            const std::int64_t last = end_of(*ends, tag);
            for (auto at = std::max<std::int64_t>(from, 1); at <= last && all.size() < std::min(count, longest_list);
                 ++at)
                all.push_back({.number = at});
            if (all.empty()) return all;
            if (auto told = rows.tell_keys(tag, all); !told) return std::move(told).error();
            const auto voided = rows.voided(tag, all.front().number, all.back().number);
            if (!voided) return voided.error();
            for (const number_entry& each : *voided) {
                number_entry& entry = all[static_cast<std::size_t>(each.number - all.front().number)];
                entry.void_since = each.void_since;
                entry.who = each.who;
                entry.why = each.why;
            }
            return all;
        });
    });
}

result<std::vector<number_series>> tables::series() {
    return on_->with([this](connection& in) { return to_read(in).series(); });
}

} // namespace

result<std::unique_ptr<gapless_store>> open_numbers(std::shared_ptr<connections> on, number_options options,
                                                    std::shared_ptr<group_memory> memory) {
    auto made = std::make_unique<tables>(std::move(on), std::move(options), std::move(memory));
    if (auto opened = made->open(); !opened) return std::move(opened).error();
    return std::unique_ptr<gapless_store>{std::move(made)};
}

} // namespace vesta::sql
