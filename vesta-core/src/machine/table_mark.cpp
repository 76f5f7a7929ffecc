#include "table_mark.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/base/random_bits.hpp>
#include <vesta/time/bounded_clock.hpp>
#include <vesta/time/told_time.hpp>

#include <algorithm>
#include <vector>

namespace vesta::detail {
namespace {

constexpr int most_writes = 4;
constexpr std::size_t longest_instance = 200;
constexpr std::size_t most_retired = 10'000;

/// A row of the table, written only while it is ours.
class table_mark final : public high_water_mark {
  public:
    table_mark(take_over_order order, lease_row row)
        : table_{std::move(order.table)}, row_{std::move(row)}, terms_{order.terms}, known_{std::move(order.known)},
          found_{std::move(order.seen.history)}, patterns_{order.request.patterns}, spans_{order.request.spans},
          start_{row_.mark}, clock_{order.clock}, store_time_{order.at.at, clock_.steady()} {}
    table_mark(const table_mark&) = delete;
    table_mark& operator=(const table_mark&) = delete;

    /// Leaves the mark and ends the lease, or lets it run out if the store cannot be reached.
    ~table_mark() override {
        if (!held_) return;
        lease_row last = row_;
        last.token.clear();
        const auto written = table_->put(last, std::chrono::milliseconds{0});
        // Not written: an earlier write, whose answer was lost, has changed the version, and left the token.
        if (!written || !*written) known_->retire(row_.token);
    }

    unix_ms value() const noexcept override { return row_.mark; }

    result<void> advance(unix_ms to) override { return write(to, row_.token, terms_.lasts); }

    result<void> release(unix_ms used) override {
        auto released = write(used, "", std::chrono::milliseconds{0});
        held_ = held_ && !released;
        return released;
    }

  private:
    result<void> write(unix_ms mark, const std::string& token, std::chrono::milliseconds lease) {
        lease_row next = row_;
        next.mark = mark;
        next.token = token;
        if (!token.empty() && terms_.max_forward != std::chrono::milliseconds{0})
            next.ahead = terms_.lead + bounded_clock::ahead;
        if (auto done = put(next, lease); !done) return done;
        if (row_.mark >= mark || token.empty()) return {};
        return error{errc::store_unavailable,
                     "the clock of " + table_->where() +
                         " is behind this host's, and time is reserved by that one: up "
                         "to " +
                         to_rfc3339(row_.mark) + " instead of " + to_rfc3339(mark) + "; set the clocks right",
                     std::chrono::milliseconds{1000}};
    }

    /// A write whose answer was lost may have changed the version; the token tells whether the row is still ours. That
    /// holds only on the server that lent it: another may have forgotten the owner after us and still show our token.
    /// With a mark that no such write had, only a copy of this process can have written our token.
    result<void> put(lease_row next, std::chrono::milliseconds lease) {
        if (lost_) return *lost_;
        for (int attempt = 0; attempt < most_writes; ++attempt) {
            auto history = record_use(found_, patterns_, row_.id, start_, next.mark, spans_);
            if (!history) return std::move(history).error();
            next.history = *std::move(history);
            auto written = table_->put(next, lease);
            if (!written) {
                note_unanswered(next.mark);
                return std::move(written).error();
            }
            if (*written) {
                keep(std::move(next), **written);
                return {};
            }
            auto at = table_->store_now();
            if (!at) return std::move(at).error();
            if (at->server != row_.server)
                return lose("another server of the store has taken over, and may have forgotten who had it since");
            auto found = table_->row(next.id, next.share);
            if (!found) return std::move(found).error();
            if (found->token != row_.token) return lose(whose(*found));
            if (is_written_by_a_copy(next, *found))
                return lose("a copy of this process writes it, as after a snapshot of it was started twice");
            next.version = row_.version = found->version;
            bind(next, found->mark, at->at);
        }
        return error{errc::store_unavailable, shown() + " was written by others at every attempt, or is read from a "
                                                        "server that lags behind"};
    }

    /// Lowers the mark of @p next to the highest that may be written over @p stored on a server whose time is @p now. A
    /// server whose clock was set back is held to its former time.
    void bind(lease_row& next, unix_ms stored, unix_ms now) {
        store_time_.hear(now, clock_.steady());
        if (!next.ahead) return;
        const unix_ms time =
            std::max(now, std::chrono::floor<std::chrono::milliseconds>(store_time_.at(clock_.steady())));
        next.mark = std::min(next.mark, std::max(stored, time + *next.ahead));
        if (next.mark > now + *next.ahead) next.ahead.reset();
    }

    void keep(lease_row next, const lease_write& done) {
        const bool given_back = next.token.empty();
        next.version = done.version;
        next.token = row_.token; // ours, even if it was just given back
        next.ahead.reset();
        row_ = std::move(next);
        unanswered_.clear();
        known_->note(row_.id, row_.mark, given_back);
        if (!done.at) return;
        store_time_.hear(*done.at, clock_.steady());
        if (terms_.hear) terms_.hear(*done.at);
    }

    /// Final: this mark writes no more, so that this process may take the row again.
    error lose(const std::string& why) {
        held_ = false;
        lost_ = error{errc::lease_lost, shown() + " is lost: " + why};
        known_->retire(row_.token);
        return *lost_;
    }

    std::string shown() const { return "machine ID " + std::to_string(row_.id.value) + " of " + table_->where(); }

    void note_unanswered(unix_ms mark) {
        constexpr std::size_t most = 1024; // an outage is long by then; an older one would be taken for a copy's
        if (unanswered_.size() == most) unanswered_.erase(unanswered_.begin());
        unanswered_.push_back(mark);
    }

    /// Whether the mark of our row was moved, not by us. A statement that a proxy repeats finds the mark that it wrote.
    bool is_written_by_a_copy(const lease_row& tried, const lease_row& found) const {
        return found.version > tried.version && found.mark > row_.mark && found.mark != tried.mark &&
               std::ranges::find(unanswered_, found.mark) == unanswered_.end();
    }

    static std::string whose(const lease_row& found) {
        if (found.version == lease_row::absent) return "its row was removed";
        return found.token.empty() ? "it was given back" : "it belongs to " + in_quotes(found.instance) + " now";
    }

    const std::shared_ptr<lease_table> table_;
    lease_row row_;
    const lease_terms terms_;
    const std::shared_ptr<known_marks> known_;
    const mark_history found_;
    const std::vector<id_pattern> patterns_;
    const std::vector<pattern_use> spans_;
    const unix_ms start_;
    const wall_clock& clock_;
    told_time store_time_;
    bool held_ = true;
    std::vector<unix_ms> unanswered_; // marks of writes that may have been done, or may be yet
    std::optional<error> lost_;
};

} // namespace

std::string new_token() {
    return random_hex(32);
}

result<void> check_instance(const std::string& instance) {
    const auto printable = [](char each) { return each >= ' ' && each <= '~'; };
    if (!instance.empty() && instance.size() <= longest_instance && std::ranges::all_of(instance, printable)) return {};
    return error{errc::invalid_settings, "instance is " + in_quotes(instance) + "; it must be 1 to " +
                                             std::to_string(longest_instance) + " printable ASCII characters"};
}

void known_marks::recall() {
    if (!memory_) return;
    auto found = memory_->load();
    const std::lock_guard guard{guard_};
    recalled_ = std::move(found);
}

unix_ms known_marks::of(machine_id id) const {
    const std::lock_guard guard{guard_};
    const auto mine = marks_.find(id);
    const auto of_host = recalled_.find(id);
    return std::max(mine == marks_.end() ? unix_ms{} : mine->second,
                    of_host == recalled_.end() ? unix_ms{} : of_host->second);
}

void known_marks::note(machine_id id, unix_ms mark, bool last) {
    if (memory_) memory_->keep(id, mark, last);
    const std::lock_guard guard{guard_};
    marks_[id] = mark;
}

void known_marks::retire(const std::string& token) {
    const std::lock_guard guard{guard_};
    if (retired_.size() >= most_retired) retired_.clear(); // then their leases are waited for
    retired_.insert(token);
}

void known_marks::free_retired(std::vector<lease_row>& rows) const {
    const std::lock_guard guard{guard_};
    for (auto& each : rows)
        if (retired_.contains(each.token)) each.token.clear();
}

result<std::unique_ptr<high_water_mark>> take_over(take_over_order order) {
    lease_row next = order.seen;
    next.instance = order.request.instance;
    next.token = new_token();
    next.mark = std::max(next.mark, order.start);
    next.lead = order.terms.lead;
    next.given = false;
    next.server = order.at.server;
    auto history =
        record_use(order.seen.history, order.request.patterns, next.id, next.mark, next.mark, order.request.spans);
    if (!history) return std::move(history).error();
    next.history = *std::move(history);
    auto written = order.table->put(next, order.terms.lasts);
    if (!written) {
        order.known->retire(next.token); // it may be there now, or come later: nobody will use it
        return std::move(written).error();
    }
    if (!*written) return std::unique_ptr<high_water_mark>{};
    next.version = (*written)->version;
    return std::make_unique<table_mark>(std::move(order), std::move(next));
}

} // namespace vesta::detail
