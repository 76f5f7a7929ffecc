#include "table_mark.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>
#include <random>

namespace vesta::detail {
namespace {

constexpr int attempts = 4;
constexpr std::size_t longest_instance = 200;

/// A row of the table, written only while it is still ours.
class table_mark final : public high_water_mark {
  public:
    table_mark(std::shared_ptr<lease_table> table, lease_row row, std::chrono::milliseconds lease)
        : table_{std::move(table)}, row_{std::move(row)}, lease_{lease} {}
    table_mark(const table_mark&) = delete;
    table_mark& operator=(const table_mark&) = delete;

    /// Leaves the mark and ends the lease, where the store can be told; else it ends by itself.
    ~table_mark() override {
        if (!held_) return;
        lease_row last = row_;
        last.token.clear();
        static_cast<void>(table_->put(last, std::chrono::milliseconds{0}));
    }

    unix_ms value() const noexcept override { return row_.mark; }

    result<void> advance(unix_ms to) override {
        lease_row next = row_;
        next.mark = to;
        return write(std::move(next), lease_);
    }

    result<void> release(unix_ms used) override {
        lease_row next = row_;
        next.mark = used;
        next.token.clear();
        auto released = write(std::move(next), std::chrono::milliseconds{0});
        held_ = held_ && !released;
        return released;
    }

  private:
    /// A write whose answer was lost may have moved the version: the token tells whether the row is ours all the same.
    result<void> write(lease_row next, std::chrono::milliseconds lease) {
        for (int attempt = 0; attempt < attempts; ++attempt) {
            auto written = table_->put(next, lease);
            if (!written) return std::move(written).reason();
            if (*written) {
                row_.mark = next.mark;
                row_.version = **written;
                return {};
            }
            auto found = table_->row(next.id);
            if (!found) return std::move(found).reason();
            if (found->token != row_.token) {
                held_ = false;
                return is_lost(*found);
            }
            next.version = row_.version = found->version;
        }
        return error{errc::store_unavailable,
                     "machine ID " + std::to_string(row_.id.value) + " of " + table_->where() +
                         " was written by others at every attempt, or is read from a server that lags behind"};
    }

    error is_lost(const lease_row& found) const {
        std::string who = "its row was removed";
        if (found.version != lease_row::absent)
            who = found.token.empty() ? "it was given back" : "it belongs to " + in_quotes(found.instance) + " now";
        return {errc::lease_lost,
                "machine ID " + std::to_string(row_.id.value) + " of " + table_->where() + " is lost: " + who};
    }

    const std::shared_ptr<lease_table> table_;
    lease_row row_;
    const std::chrono::milliseconds lease_;
    bool held_ = true;
};

} // namespace

std::string new_token() {
    constexpr std::string_view digits = "0123456789abcdef";
    std::random_device random;
    std::string token;
    for (int word = 0; word < 4; ++word)
        for (std::uint32_t bits = random(), i = 0; i < 8; ++i, bits >>= 4)
            token += digits[bits & 0xf];
    return token;
}

result<void> check_instance(const std::string& instance) {
    const auto printable = [](char each) { return each >= ' ' && each <= '~'; };
    if (!instance.empty() && instance.size() <= longest_instance && std::ranges::all_of(instance, printable)) return {};
    return error{errc::invalid_settings, "instance is " + in_quotes(instance) + "; it must be 1 to " +
                                             std::to_string(longest_instance) + " printable ASCII characters"};
}

result<std::unique_ptr<high_water_mark>> take_over(std::shared_ptr<lease_table> table, lease_row seen,
                                                   const std::string& instance, std::chrono::milliseconds lease,
                                                   unix_ms least) {
    seen.instance = instance;
    seen.token = new_token();
    seen.mark = std::max(seen.mark, least);
    auto written = table->put(seen, lease);
    if (!written) return std::move(written).reason();
    if (!*written) return std::unique_ptr<high_water_mark>{};
    seen.version = **written;
    return std::make_unique<table_mark>(std::move(table), std::move(seen), lease);
}

} // namespace vesta::detail
