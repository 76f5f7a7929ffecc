#include "registration.hpp"

#include <vesta/base/background.hpp>
#include <vesta/base/fork.hpp>
#include <vesta/machine/registered_ids.hpp>

#include <algorithm>
#include <condition_variable>
#include <thread>
#include <utility>

namespace vesta {

using detail::registration;

/// Renews the entries from a thread of its own, so that a slow store does not delay the marks.
class registered_ids::registrar {
  public:
    registrar(std::shared_ptr<lease_table> table, lease_terms terms, registration_options how)
        : born_in_{fork_count()}, table_{std::move(table)}, terms_{std::move(terms)}, how_{std::move(how)} {}
    registrar(const registrar&) = delete;
    registrar& operator=(const registrar&) = delete;
    ~registrar() {
        // A forked child has no such thread.
        if (fork_count() != born_in_) static_cast<void>(thread_.release());
    }

    std::shared_ptr<registration> make(machine_id id, const lease_request& request) const {
        return std::make_shared<registration>(table_, terms_, how_.place, id, request.instance, request.patterns);
    }

    /// Visits @p entry now, and logs a change.
    ///
    /// Errors: `in_use`.
    result<void> visit(registration& entry) {
        const std::lock_guard guard{visiting_};
        const auto visited = entry.visit();
        if (auto lost = entry.lost()) return *std::move(lost);
        note(visited);
        return {};
    }

    void keep(std::shared_ptr<registration> entry) {
        const std::lock_guard guard{guard_};
        entries_.push_back(std::move(entry));
        const signals_blocked here;
        if (!thread_) thread_ = std::make_unique<std::jthread>([this](const std::stop_token& end) { run(end); });
    }

    void drop(const std::shared_ptr<registration>& entry, unix_ms used) {
        {
            const std::lock_guard guard{guard_};
            std::erase(entries_, entry);
        }
        const std::lock_guard guard{visiting_};
        entry->give_back(used);
    }

    /// Why a held machine ID is lost.
    std::optional<error> trouble() const {
        const std::lock_guard guard{guard_};
        for (const auto& each : entries_)
            if (auto lost = each->lost()) return lost;
        return {};
    }

  private:
    void tell(severity how_bad, const std::string& line) const {
        if (how_.log) how_.log(how_bad, line);
    }

    void note(const result<void>& visited) {
        if (!visited && !away_)
            tell(severity::warning, "machine IDs cannot be entered in " + table_->where() +
                                        ", and a second owner would go unnoticed: " + visited.error().message);
        if (visited && away_) tell(severity::info, "machine IDs are entered in " + table_->where() + " again");
        away_ = !visited;
    }

    void run(const std::stop_token& end) {
        std::unique_lock guard{guard_};
        while (!end.stop_requested()) {
            changed_.wait_for(guard, end, away_ ? std::chrono::milliseconds{1000} : terms_.lasts / 4,
                              [] { return false; });
            const auto entries = entries_;
            guard.unlock();
            for (const auto& each : entries)
                if (!end.stop_requested()) static_cast<void>(attempt([&] { return visit(*each); }));
            guard.lock();
        }
    }

    const std::uint32_t born_in_;
    const std::shared_ptr<lease_table> table_;
    const lease_terms terms_;
    const registration_options how_;

    std::mutex visiting_; // held while the store is busy
    std::atomic<bool> away_{false};

    mutable std::mutex guard_;
    std::condition_variable_any changed_;
    std::vector<std::shared_ptr<registration>> entries_;
    std::unique_ptr<std::jthread> thread_; // last: it uses the members above
};

namespace {

/// A mark that fails once a second owner is found.
template <class Registrar>
class registered_mark final : public high_water_mark {
  public:
    registered_mark(std::unique_ptr<high_water_mark> local, std::shared_ptr<Registrar> with,
                    std::shared_ptr<registration> entry)
        : local_{std::move(local)}, with_{std::move(with)}, entry_{std::move(entry)} {}
    registered_mark(const registered_mark&) = delete;
    registered_mark& operator=(const registered_mark&) = delete;
    ~registered_mark() override { with_->drop(entry_, local_->value()); }

    unix_ms value() const noexcept override { return local_->value(); }

    result<void> advance(unix_ms to) override {
        if (auto lost = entry_->lost()) return error{errc::lease_lost, std::move(lost->message)};
        auto moved = local_->advance(to);
        if (moved) entry_->note_mark(to);
        return moved;
    }

    result<void> release(unix_ms used) override {
        auto released = local_->release(used);
        with_->drop(entry_, used);
        return released;
    }

  private:
    const std::unique_ptr<high_water_mark> local_;
    const std::shared_ptr<Registrar> with_;
    const std::shared_ptr<registration> entry_;
};

} // namespace

registered_ids::registered_ids(std::unique_ptr<machine_id_provider> from, std::shared_ptr<lease_table> table,
                               lease_terms terms, registration_options how)
    : from_{std::move(from)},
      registrar_{std::make_shared<registrar>(std::move(table), std::move(terms), std::move(how))} {}

registered_ids::~registered_ids() = default;

result<std::vector<machine_lease>> registered_ids::acquire(const lease_request& request) {
    if (auto named = detail::check_instance(request.instance); !named) return named.error();
    // The other provider would only say that this process has it already.
    if (auto trouble = registrar_->trouble()) return *std::move(trouble);
    auto leases = from_->acquire(request);
    if (!leases) return leases;
    std::vector<machine_lease> entered;
    for (auto& each : *leases) {
        auto entry = registrar_->make(each.id, request);
        entry->note_mark(each.mark->value());
        if (auto alone = registrar_->visit(*entry); !alone) return std::move(alone).error();
        registrar_->keep(entry);
        entered.push_back(
            {each.id, std::make_unique<registered_mark<registrar>>(std::move(each.mark), registrar_, entry)});
        high_water_mark& mark = *entered.back().mark;
        if (entry->found() > mark.value())
            if (auto lifted = mark.advance(entry->found()); !lifted) return std::move(lifted).error();
    }
    return entered;
}

} // namespace vesta
