#pragma once

#include "support/layouts.hpp"

#include <vesta/generate/time_generator.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/time/bounded_clock.hpp>
#include <vesta/time/clock_guard.hpp>

#include <array>
#include <memory>
#include <set>
#include <string>

namespace vesta::testing {

/// How an owner heeds the server it is with: as it must, or with a rule taken out.
enum class faith : std::uint8_t {
    one_server, ///< All that it writes is for the server that lent the machine ID, and near that one's clock.
    any_server, ///< It writes to whichever server there is, where the row's version is the one it knows.
    following,  ///< It goes on with each server that shows its token.
    same_name,  ///< It takes a server that is back for the one that it was.
    own_clock   ///< It raises its mark as far as its own clock says.
};

/// The way to a table, which can be cut: a killed process writes nothing any more.
class breakable_table final : public lease_table {
  public:
    breakable_table(std::shared_ptr<lease_table> to, faith in) : to_{std::move(to)}, faith_{in} {}

    void cut() noexcept { cut_ = true; }

    std::string where() const override { return to_->where(); }
    result<store_moment> store_now() override {
        if (cut_) return gone();
        auto now = to_->store_now();
        if (now && faith_ == faith::following) now->server = "whoever answers";
        if (now && faith_ == faith::same_name) now->server = name_of(now->server);
        return now;
    }
    result<std::vector<lease_row>> rows() override {
        if (cut_) return gone();
        auto all = to_->rows();
        if (all && faith_ == faith::same_name)
            for (auto& each : *all)
                each.server = name_of(each.server);
        return all;
    }
    result<lease_row> row(machine_id id, std::uint32_t share) override {
        if (cut_) return gone();
        return to_->row(id, share);
    }
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override {
        if (cut_) return gone();
        lease_row sent = next;
        if (faith_ == faith::any_server || faith_ == faith::following) sent.server.clear();
        if (faith_ == faith::own_clock) sent.ahead.reset();
        if (faith_ == faith::same_name)
            if (const auto now = to_->store_now(); now && name_of(now->server) == next.server)
                sent.server = now->server;
        return to_->put(sent, lease);
    }
    result<void> repair(const lease_row& next) override {
        if (cut_) return gone();
        return to_->repair(next);
    }

  private:
    /// What a server is called in `sim_database`, whichever reign it is.
    static std::string name_of(const std::string& server) { return server.substr(0, 16); }
    static error gone() { return {errc::store_unavailable, "this process was killed"}; }

    const std::shared_ptr<lease_table> to_;
    const faith faith_;
    bool cut_ = false;
};

/// A node that borrows a machine ID from a store and makes IDs: the real provider, reservation and generator, on a
/// clock of its own. Not safe from several threads.
class borrower {
  public:
    /// @p type is one of the scheme `vesta`. With @p by_store its reservations follow a `bounded_clock`, as in
    /// production; else nothing but the store keeps a clock that is ahead from being followed.
    borrower(std::shared_ptr<lease_table> table, std::string name, std::string type, faith in, unix_ms now,
             bool by_store = true, std::uint32_t max_id = 1)
        : clock_{now}, by_store_{by_store}, table_{std::move(table)}, type_{std::move(type)}, faith_{in},
          request_{.instance = std::move(name), .max_id = max_id} {}

    bool lives() const noexcept { return generator_ != nullptr; }
    /// Of one that lives.
    machine_id machine() const noexcept { return held_->machine(); }
    manual_clock& clock() noexcept { return clock_; }

    void start() {
        way_ = std::make_shared<breakable_table>(table_, faith_);
        lease_terms terms{std::chrono::seconds{13}};
        terms.lead = reservation_policy{}.ahead;
        guard_ = std::make_unique<clock_guard>(clock_, terms.max_forward);
        bounded_ = std::make_unique<bounded_clock>(*guard_);
        terms.hear = [this](unix_ms at) {
            guard_->store_says(at);
            if (by_store_) bounded_->store_says(at);
        };
        provider_ = std::make_unique<leased_ids>(way_, terms, *guard_);
        auto lease = take();
        if (!lease) return;
        held_ = std::make_shared<reservation>(*std::move(lease), reservation_policy{}, *bounded_,
                                              [this] { return take(); });
        static_cast<void>(held_->renew(true));
        time_generator_spec spec;
        spec.family = find_scheme("vesta");
        spec.type = spec.family->type(type_).value();
        generator_ = time_generator::make(spec, {held_}, clock_, [] {}).value();
    }

    void renew() { static_cast<void>(held_->renew()); }

    /// Whether what it made was new to @p all.
    bool generate(std::set<std::uint64_t>& all) {
        std::array<id, 4> some{};
        const grant got = generator_->try_generate(some);
        bool fresh = true;
        for (std::size_t i = 0; i < got.made; ++i)
            fresh = all.insert(some[i].bits()).second && fresh;
        return fresh;
    }

    /// It ends in good order.
    void release() {
        static_cast<void>(held_->release());
        forget();
    }

    /// It is killed: the store hears nothing.
    void crash() {
        way_->cut();
        forget();
    }

  private:
    result<machine_lease> take() {
        auto leases = provider_->acquire(request_);
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }

    void forget() {
        generator_.reset();
        held_.reset();
    }

    manual_clock clock_;
    const bool by_store_;
    const std::shared_ptr<lease_table> table_;
    const std::string type_;
    const faith faith_;
    const lease_request request_;
    std::unique_ptr<clock_guard> guard_;
    std::unique_ptr<bounded_clock> bounded_;
    std::shared_ptr<breakable_table> way_;
    std::unique_ptr<leased_ids> provider_;
    std::shared_ptr<reservation> held_;
    std::unique_ptr<time_generator> generator_;
};

} // namespace vesta::testing
