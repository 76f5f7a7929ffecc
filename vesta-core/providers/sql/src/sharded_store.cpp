#include "dialect.hpp"
#include "once.hpp"
#include "sharded_ledger.hpp"
#include "sharded_schema.hpp"

#include <vesta/sql/sharded_tables.hpp>

#include <atomic>

namespace vesta::sql {
namespace {

/// Reservations read the row and move it by compare-and-set. So no lock outlives a dead client, and changes by the
/// original program's nodes, which add to max_id in transactions, are seen either way.
class store final : public sharded_store {
  public:
    explicit store(std::shared_ptr<connections> links) : links_{std::move(links)} {}

    result<std::vector<shard_row>> list() override;
    result<shard_range> reserve(const shard_request& request) override;
    result<bool> give_back(const shard_range& of, std::int64_t from) override;
    result<unsigned> init(app_number app, std::string_view name) override;
    result<void> settle_permutation(app_number app, std::string_view fingerprint) override;

  private:
    /// As `connections::with`; its error also says how a missing table is made.
    template <class Work>
    auto run(Work&& work) -> decltype(work(std::declval<connection&>())) {
        auto done = links_->with(work);
        if (!done && done.error().message.find("id_alloc") != std::string::npos &&
            done.error().code == errc::invalid_settings)
            done.error().message += " (`vesta sharded init` makes the tables)";
        return done;
    }

    /// A SQLite file is ours alone, so it needs no preparation by an administrator.
    result<void> make_embedded_tables(connection& in) {
        if (in.kind() != dialect::sqlite || made_) return {};
        auto made = make_sharded_tables(in);
        made_ = made.has_value();
        return made;
    }

    const std::shared_ptr<connections> links_;
    std::atomic<bool> made_{false};
};

constexpr std::size_t columns = 6;
const std::string select = "SELECT app_id, shard_id, app_name, max_id, step, max_limit_id FROM id_alloc";

result<shard_row> read_shard(std::span<const cell> cells) {
    shard_row row;
    row.name = cells[2].value_or("");
    const std::pair<std::size_t, std::int64_t*> numbers[] = {
        {0, &row.app}, {1, &row.shard}, {3, &row.max_id}, {4, &row.step}, {5, &row.max_limit_id}};
    for (const auto& [column, into] : numbers) {
        const auto number = integer(cells[column], "of id_alloc");
        if (!number) return number.error();
        *into = *number;
    }
    return row;
}

result<std::vector<shard_row>> store::list() {
    return run([this](connection& in) -> result<std::vector<shard_row>> {
        if (auto made = make_embedded_tables(in); !made) return std::move(made).error();
        std::vector<shard_row> all;
        const auto read = in.query(select, {}, columns, [&](std::span<const cell> cells) -> result<void> {
            auto row = read_shard(cells);
            if (!row) return std::move(row).error();
            all.push_back(*std::move(row));
            return {};
        });
        if (!read) return read.error();
        return all;
    });
}

result<shard_row> find_row(connection& in, const shard_key& key) {
    std::optional<shard_row> found;
    const parameters of{std::int64_t{key.app.value}, std::int64_t{key.shard.value}};
    const auto read = in.query(select + " WHERE app_id = ? AND shard_id = ?", of, columns,
                               [&](std::span<const cell> cells) -> result<void> {
                                   auto row = read_shard(cells);
                                   if (!row) return std::move(row).error();
                                   found = *std::move(row);
                                   return {};
                               });
    if (!read) return read.error();
    if (!found) return error{errc::not_found, "id_alloc has no row for " + to_string(key)};
    return *std::move(found);
}

std::string update_of(connection& in) {
    const std::string stamp = in.kind() == dialect::mysql ? "" : ", update_time = CURRENT_TIMESTAMP";
    return "UPDATE id_alloc SET max_id = ?" + stamp + " WHERE app_id = ? AND shard_id = ? AND max_id = ?";
}

parameters update_values(const shard_key& key, std::int64_t from, std::int64_t to) {
    return {to, std::int64_t{key.app.value}, std::int64_t{key.shard.value}, from};
}

result<bool> move_row(connection& in, const shard_key& key, std::int64_t from, std::int64_t to) {
    return changed_one(in.execute(update_of(in), update_values(key, from, to)));
}

result<shard_range> store::reserve(const shard_request& request) {
    return run([&](connection& in) -> result<shard_range> {
        constexpr int attempts = 100; // each failure is another node's success
        for (int i = 0; i < attempts; ++i) {
            const auto row = find_row(in, request.of);
            if (!row) return row.error();
            auto next = next_shard_range(*row, request);
            if (!next) return next;
            const auto moved = move_row(in, request.of, next->low, next->high);
            if (!moved) return moved.error();
            if (*moved) return next;
        }
        return error{errc::in_use, "too many nodes are reserving from " + to_string(request.of) + " at once"};
    });
}

result<bool> store::give_back(const shard_range& of, std::int64_t from) {
    return run([&](connection& in) {
        return changed_one(execute_once(in, update_of(in), update_values(of.of, of.high, from)));
    });
}

result<unsigned> store::init(app_number app, std::string_view name) {
    return links_->with([&](connection& in) -> result<unsigned> {
        if (auto made = make_sharded_tables(in); !made) return std::move(made).error();
        return transact(in, [&](connection& within) -> result<unsigned> {
            unsigned made = 0;
            for (std::int64_t shard = 0; shard < shards_per_app; ++shard) {
                const auto inserted = within.execute(
                    insert_if_absent(within.kind(),
                                     "id_alloc (app_id, shard_id, app_name, max_id, step) VALUES (?, ?, ?, 0, 1000)"),
                    {std::int64_t{app.value}, shard, std::string{name}});
                if (!inserted) return inserted.error();
                made += static_cast<unsigned>(*inserted);
            }
            return made;
        });
    });
}

result<void> settle_anew(connection& in, app_number app, std::string_view fingerprint) {
    const auto used =
        rows(in, "SELECT app_id FROM id_alloc WHERE app_id = ? AND max_id <> 0 LIMIT 1", {std::int64_t{app.value}}, 1);
    if (!used) return used.error();
    if (!used->empty() && fingerprint != "none") return permuted_otherwise(app, "none", fingerprint);
    return {};
}

result<void> store::settle_permutation(app_number app, std::string_view fingerprint) {
    return run([&](connection& with) {
        return transact(with, [&](connection& in) -> result<void> {
            const auto inserted =
                in.execute(insert_if_absent(in.kind(), "id_alloc_order (app_id, permutation) VALUES (?, ?)"),
                           {std::int64_t{app.value}, std::string{fingerprint}});
            if (!inserted) return inserted.error();
            if (*inserted == 1) return settle_anew(in, app, fingerprint);
            const auto found =
                rows(in, "SELECT permutation FROM id_alloc_order WHERE app_id = ?", {std::int64_t{app.value}}, 1);
            if (!found) return found.error();
            const std::string settled = found->empty() ? std::string{} : found->front().front().value_or("");
            return settled == fingerprint ? result<void>{} : permuted_otherwise(app, settled, fingerprint);
        });
    });
}

} // namespace

sharded_tables open_sharded_tables(const options& at, connector open) {
    auto links = std::make_shared<connections>(at, std::move(open));
    return {std::make_shared<store>(links), make_sharded_ledger(links)};
}

} // namespace vesta::sql
