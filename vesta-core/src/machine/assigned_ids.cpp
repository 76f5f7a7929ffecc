#include "table_mark.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/machine/assigned_ids.hpp>

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
        if (auto moved = ours_->advance(to); !moved) return moved;
        // Before anything is served up to it: the other program must not start below.
        if (auto kept = theirs_->record(id_, instance_, to); !kept) return kept;
        value_ = to;
        return {};
    }

    result<void> release(unix_ms used) override {
        // Theirs first: once ours is given back, it is another's to write. And only while ours is held: the next owner
        // has written there what must not be lowered.
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

} // namespace

assigned_ids::assigned_ids(std::shared_ptr<id_assignment> assignment, std::shared_ptr<lease_table> table,
                           std::chrono::milliseconds lease, const wall_clock& clock)
    : assignment_{std::move(assignment)}, table_{std::move(table)}, lease_{lease}, clock_{clock} {}

result<lease_row> assigned_ids::free_row(machine_id id, const std::string& instance) {
    auto row = table_->row(id);
    if (!row || detail::is_free(*row)) return row;
    if (row->instance == instance) {
        clock_.rest(row->left + std::chrono::milliseconds{1});
        row = table_->row(id);
        if (!row || detail::is_free(*row)) return row;
    }
    return error{errc::in_use,
                 "machine ID " + std::to_string(id.value) + " of " + table_->where() + " is in use by " +
                     in_quotes(row->instance) + ", which is alive; give each process a name of its own (instance)",
                 row->left};
}

result<std::vector<machine_lease>> assigned_ids::acquire(const lease_request& request) {
    if (auto named = detail::check_instance(request.instance); !named) return named.reason();
    auto place = assignment_->find(request.instance);
    if (!place) return std::move(place).reason();
    if (place->id.value > request.max_id)
        return error{errc::invalid_settings,
                     "machine ID " + std::to_string(place->id.value) + ", assigned to " + in_quotes(request.instance) +
                         ", does not fit the layouts: they take 0 to " + std::to_string(request.max_id)};
    auto row = free_row(place->id, request.instance);
    if (!row) return std::move(row).reason();
    const unix_ms least = place->least > row->mark ? place->least + place->unseen : row->mark;
    auto taken = detail::take_over(table_, *std::move(row), request.instance, lease_, least);
    if (!taken) return std::move(taken).reason();
    if (!*taken)
        return error{errc::in_use, "machine ID " + std::to_string(place->id.value) + " of " + table_->where() +
                                       " was taken by another process of this name just now"};
    std::vector<machine_lease> leases;
    leases.push_back(
        {place->id, std::make_unique<recorded_mark>(*std::move(taken), assignment_, place->id, request.instance)});
    return leases;
}

} // namespace vesta
