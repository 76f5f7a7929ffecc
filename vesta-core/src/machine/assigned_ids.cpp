#include "table_mark.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/machine/assigned_ids.hpp>

#include <algorithm>
#include <utility>

namespace vesta {
namespace {

/// Our mark, and a copy of it in the other program's format.
class recorded_mark final : public high_water_mark {
  public:
    recorded_mark(std::unique_ptr<high_water_mark> ours, std::shared_ptr<id_assignment> theirs, machine_id id,
                  std::string instance)
        : ours_{std::move(ours)}, theirs_{std::move(theirs)}, id_{id}, instance_{std::move(instance)} {}

    unix_ms value() const noexcept override { return value_; }

    result<void> advance(unix_ms to) override {
        const unix_ms before = ours_->value();
        auto moved = ours_->advance(to);
        const unix_ms now = moved ? to : ours_->value(); // the mark may have come part of the way
        if (!moved && now <= before) return moved;
        // Before any ID up to it is served: the other program must not start below.
        if (auto kept = theirs_->record(id_, instance_, now); !kept) return kept;
        value_ = now;
        return moved;
    }

    result<void> release(unix_ms used) override {
        // Theirs first, and only while ours is held: after we give ours back, the next owner writes there, and its mark
        // must not be lowered.
        if (auto held = ours_->advance(ours_->value()); !held) return held;
        auto kept = theirs_->record(id_, instance_, used);
        auto released = ours_->release(used);
        return released ? std::move(kept) : std::move(released);
    }

  private:
    const std::unique_ptr<high_water_mark> ours_;
    const std::shared_ptr<id_assignment> theirs_;
    const machine_id id_;
    const std::string instance_;
    unix_ms value_ = ours_->value();
};

error cannot_be_used(const std::string& which, error why) {
    why.message = which + " cannot be used: " + why.message;
    if (why.code == errc::state_unusable) why.message += "; `vesta machines` shows it, and repairs it";
    return why;
}

} // namespace

result<std::vector<id_assignment::entry>> id_assignment::list() {
    return error{errc::invalid_argument, "this format of machine IDs cannot be listed"};
}

assigned_ids::assigned_ids(std::shared_ptr<id_assignment> assignment, std::shared_ptr<lease_table> table,
                           lease_terms terms, const wall_clock& clock)
    : assignment_{std::move(assignment)}, table_{std::move(table)}, terms_{std::move(terms)}, clock_{clock},
      known_{std::make_shared<detail::known_marks>(terms_.memory)} {}

assigned_ids::~assigned_ids() = default;

result<void> assigned_ids::check_free(const detail::table_sight& in, machine_id id, const std::string& instance) const {
    if (!in.is_held(id)) return {};
    const lease_row row = in.row(id);
    const std::string which = "machine ID " + std::to_string(id.value) + " of " + table_->where();
    const auto left = std::max(row.left, std::chrono::milliseconds{0}) + std::chrono::milliseconds{1};
    if (row.instance == instance && !row.given)
        return error{errc::in_use,
                     which + " is lent to " + in_quotes(instance) +
                         ": to this instance before it was killed, until that lease ends, or to another process of "
                         "this name, which renews it; give each process a name of its own (instance)",
                     left};
    return error{errc::in_use,
                 which + " is in use by " + in_quotes(row.instance) +
                     ", which is alive; give each process a name of its own (instance)",
                 left};
}

result<std::vector<machine_lease>> assigned_ids::acquire(const lease_request& request) {
    if (auto named = detail::check_instance(request.instance); !named) return named.error();
    // First, since a format may spend a machine ID for each time it is asked.
    auto seen = detail::look(*table_, terms_);
    if (!seen) return std::move(seen).error();
    known_->free_retired(seen->rows);
    auto place = assignment_->assign(request);
    if (!place) return std::move(place).error();
    const std::string shown = "machine ID " + std::to_string(place->id.value);
    if (place->id.value > request.max_id)
        return error{errc::invalid_settings, shown + ", assigned to " + in_quotes(request.instance) +
                                                 ", does not fit the layouts: they take 0 to " +
                                                 std::to_string(request.max_id)};
    if (auto free = check_free(*seen, place->id, request.instance); !free) return std::move(free).error();
    const lease_row row = seen->row(place->id);
    known_->recall();
    auto start = detail::start_of(row, *seen, *known_, terms_, request,
                                  std::chrono::floor<std::chrono::milliseconds>(clock_.now()));
    if (!start) return cannot_be_used(shown + " of " + table_->where(), std::move(start).error());
    if (auto absurd = detail::why_unusable({.id = place->id, .mark = place->least}, *seen, terms_); !absurd.empty())
        return error{errc::state_unusable,
                     "what the other program recorded for " + shown + " cannot be used: " + absurd + "; correct it"};
    if (place->unmarked) start = std::max(*start, request.fresh_from);
    if (place->least > row.mark) start = std::max(*start, place->least + place->unseen);
    auto taken = detail::take_over({table_, row, seen->at, *start, request, terms_, known_, clock_});
    if (!taken) return std::move(taken).error();
    if (!*taken)
        return error{errc::in_use,
                     shown + " of " + table_->where() + " was taken by another process of this name just now",
                     std::chrono::milliseconds{1000}};
    std::vector<machine_lease> leases;
    leases.push_back(
        {place->id, std::make_unique<recorded_mark>(*std::move(taken), assignment_, place->id, request.instance)});
    return leases;
}

} // namespace vesta
