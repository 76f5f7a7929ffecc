#include "sharded_ledger.hpp"

#include "dialect.hpp"
#include "sharded_schema.hpp"

namespace vesta::sql {
namespace {

class ledger final : public range_ledger {
  public:
    explicit ledger(std::shared_ptr<connections> links) : links_{std::move(links)} {}

    result<void> enter(const shard_range& range) override;
    result<bool> claim(const range_part& part) override;
    result<std::vector<range_part>> unclaimed(const shard_key& key) override;

  private:
    static result<void> enter(connection& in, const shard_range& range);

    const std::shared_ptr<connections> links_;
};

result<void> ledger::enter(const shard_range& range) {
    return links_->with([&](connection& with) {
        // PostgreSQL looks for ranges used up by the snapshot of the statement's begin: if it is executed again while
        // this one is being used up and removed, it is seen in neither way. A transaction is not executed again.
        if (with.kind() == dialect::postgresql) return transact(with, [&](connection& in) { return enter(in, range); });
        return enter(with, range);
    });
}

result<void> ledger::enter(connection& in, const shard_range& range) {
    const std::int64_t app = range.of.app.value;
    const std::int64_t shard = range.of.shard.value;
    // A proxy may send the statement a second time, after the range was used up and removed. So the last range used
    // up stays, and none is entered below it.
    const auto made = in.execute(
        insert_if_absent(in.kind(), "id_alloc_range (app_id, shard_id, high, low, unclaimed)"
                                    " SELECT ?, ?, ?, ?, ? FROM (SELECT 1 AS one) AS always WHERE NOT EXISTS ("
                                    "SELECT 1 FROM id_alloc_range AS done WHERE done.app_id = ? AND"
                                    " done.shard_id = ? AND done.high >= ? AND done.unclaimed = 0)"),
        {app, shard, range.high, range.low, std::int64_t{whole(range).mask()}, app, shard, range.high});
    if (!made) return made.error();
    if (*made != 1)
        return error{errc::state_unusable, "id_alloc_range has a range up to " + std::to_string(range.high) +
                                               " or above for " + to_string(range.of) + " already"};
    return in
        .execute("DELETE FROM id_alloc_range WHERE app_id = ? AND shard_id = ? AND unclaimed = 0"
                 " AND high < (SELECT last FROM (SELECT MAX(high) AS last FROM id_alloc_range"
                 " WHERE app_id = ? AND shard_id = ? AND unclaimed = 0) AS done)",
                 {app, shard, app, shard})
        .without_value();
}

result<bool> ledger::claim(const range_part& part) {
    return links_->with([&](connection& in) {
        const std::int64_t mask = part.mask();
        return changed_one(
            in.execute("UPDATE id_alloc_range SET unclaimed = unclaimed - ? WHERE app_id = ? AND shard_id = ?"
                       " AND high = ? AND low = ? AND (unclaimed & ?) = ?",
                       {mask, std::int64_t{part.of.app.value}, std::int64_t{part.of.shard.value}, part.high, part.low,
                        mask, mask}));
    });
}

result<std::vector<range_part>> ledger::unclaimed(const shard_key& key) {
    return links_->with([&](connection& in) -> result<std::vector<range_part>> {
        std::vector<range_part> all;
        const parameters of{std::int64_t{key.app.value}, std::int64_t{key.shard.value}};
        const auto read = in.query(
            "SELECT low, high, unclaimed FROM id_alloc_range WHERE app_id = ? AND shard_id = ? AND unclaimed <> 0"
            " ORDER BY high LIMIT 50",
            of, 3, [&](std::span<const cell> row) -> result<void> {
                const auto low = integer(row[0], "low");
                const auto high = integer(row[1], "high");
                const auto mask = integer(row[2], "unclaimed");
                if (!low || !high || !mask || *low < 0 || *low >= *high)
                    return error{errc::state_unusable, "id_alloc_range holds invalid data for " + to_string(key)};
                const auto parts = unclaimed_parts(key, *low, *high, ~static_cast<std::uint32_t>(*mask));
                all.insert(all.end(), parts.begin(), parts.end());
                return {};
            });
        if (!read) return read.error();
        return all;
    });
}

} // namespace

std::shared_ptr<range_ledger> make_sharded_ledger(std::shared_ptr<connections> links) {
    return std::make_shared<ledger>(std::move(links));
}

} // namespace vesta::sql
