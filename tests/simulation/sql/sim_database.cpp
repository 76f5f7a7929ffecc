#include "sim_database.hpp"

#include "simulation/troubles.hpp"

#include <sqlite3.h>
#include <stdexcept>
#include <utility>

namespace vesta::testing {
namespace {

void must(int code, const char* what) {
    if (code != SQLITE_OK) throw std::runtime_error{std::string{"SQLite does not "} + what};
}

/// The server's clock, where SQLite's own would be read.
void julian_day(sqlite3_context* to, int, sqlite3_value**) {
    constexpr double unix_epoch = 2440587.5;
    constexpr double ms_per_day = 86'400'000;
    const auto& clock = *static_cast<const wall_clock*>(sqlite3_user_data(to));
    const auto ms = std::chrono::round<std::chrono::milliseconds>(clock.now().time_since_epoch()).count();
    sqlite3_result_double(to, unix_epoch + static_cast<double>(ms) / ms_per_day);
}

/// Of sixteen letters, as the identities of production.
std::string name_of(std::int64_t server) {
    return "server-" + std::to_string(1'000'000'000 + server).substr(1);
}

/// Which server answers.
void server_name(sqlite3_context* to, int, sqlite3_value**) {
    const std::string name = name_of(*static_cast<const std::int64_t*>(sqlite3_user_data(to)));
    sqlite3_result_text(to, name.data(), static_cast<int>(name.size()), SQLITE_TRANSIENT);
}

void bind(sqlite3_stmt* to, int at, const sql::parameter& value) {
    if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        must(sqlite3_bind_int64(to, at, *number), "bind a number");
    } else if (const auto* const text = std::get_if<std::string>(&value)) {
        must(sqlite3_bind_text(to, at, text->data(), static_cast<int>(text->size()), SQLITE_TRANSIENT), "bind a text");
    } else {
        must(sqlite3_bind_null(to, at), "bind NULL");
    }
}

sql::cell cell_of(sqlite3_stmt* from, int column) {
    const auto* const text = reinterpret_cast<const char*>(sqlite3_column_text(from, column));
    return text == nullptr ? sql::cell{} : sql::cell{text};
}

/// @p text without its compare.
std::string credulous(std::string text) {
    constexpr std::string_view compare = "AND version = ?";
    const auto at = text.find(compare);
    return at == std::string::npos ? text : text.replace(at, compare.size(), "AND ? IS NOT NULL");
}

bool is_query(const std::string& text) {
    return text.starts_with("SELECT");
}

} // namespace

/// One connection: it breaks, and with it the transaction.
class sim_database::link final : public sql::connection {
  public:
    explicit link(sim_database& to) : to_{to} {}
    ~link() override { end_transaction(); }

    sql::dialect kind() const noexcept override { return sql::dialect::sqlite; }
    const char* server_identity() const noexcept override { return "server_name()"; }

    result<std::uint64_t> execute(const std::string& text, std::span<const sql::parameter> values) override {
        auto done = send({text, {values.begin(), values.end()}}, 0);
        if (!done) return std::move(done).error();
        return done->changed;
    }

    result<void> query(const std::string& text, std::span<const sql::parameter> values, std::size_t columns,
                       const sql::row_sink& each) override {
        const auto done = send({text, {values.begin(), values.end()}}, columns);
        if (!done) return done.error();
        for (const auto& row : done->rows)
            if (auto told = each(row); !told) return told;
        return {};
    }

    std::int64_t last_insert_id() noexcept override { return 0; }

    result<void> begin() override {
        if (broken_) return away("database", "the connection is lost");
        open_ = true;
        return to_.run(to_.main_.get(), {"BEGIN", {}}, 0) ? result<void>{} : away("database", "it does not begin");
    }

    result<void> commit() override {
        const trouble met = broken_ ? trouble::lost : to_.next_trouble();
        if (met == trouble::lost || met == trouble::late) return lose("the connection was lost before the commit");
        static_cast<void>(to_.run(to_.main_.get(), {"COMMIT", {}}, 0));
        open_ = false;
        if (met == trouble::unanswered) return lose("the connection was lost after the commit");
        return {};
    }

    void rollback() noexcept override { end_transaction(); }
    bool answers() noexcept override { return !broken_; }
    bool broken() const noexcept override { return broken_; }

  private:
    error lose(const char* what) {
        broken_ = true;
        end_transaction();
        return away("database", what);
    }

    void end_transaction() {
        if (open_) static_cast<void>(to_.run(to_.main_.get(), {"ROLLBACK", {}}, 0));
        open_ = false;
    }

    result<outcome> send(statement what, std::size_t columns) {
        if (broken_) return away("database", "the connection is lost");
        switch (to_.next_trouble()) {
        case trouble::lost:
            return lose("the statement was lost");
        case trouble::locked:
            return error{errc::in_use, "the simulated database: locked"};
        case trouble::late:
            if (!open_ && to_.late_.size() < most_late) to_.late_.push_back(std::move(what));
            return lose("no answer came in time");
        case trouble::unanswered:
            static_cast<void>(to_.run(to_.main_.get(), what, columns));
            return lose("the answer was lost");
        case trouble::twice:
            if (!open_ && !is_query(what.text) && to_.late_.size() < most_late) to_.late_.push_back(what);
            break;
        case trouble::none:
            break;
        }
        const bool by_replica = !open_ && is_query(what.text) && to_.strikes(to_.habits_.stale) && !to_.kept_.empty();
        return to_.run((by_replica ? to_.dice_.pick(to_.kept_) : to_.main_).get(), what, columns);
    }

    sim_database& to_;
    bool open_ = false;
    bool broken_ = false;
};

sim_database::sim_database(random_source& dice, const wall_clock& clock)
    : dice_{dice}, clock_{clock}, left_{open(replica_)}, main_{open(server_)} {}

sim_database::handle sim_database::open(const std::int64_t& server) const {
    sqlite3* made = nullptr;
    must(sqlite3_open(":memory:", &made), "open");
    handle owned{made, [](sqlite3* each) { sqlite3_close_v2(each); }};
    must(sqlite3_exec(made, "PRAGMA page_size = 512", nullptr, nullptr, nullptr), "set its page size");
    auto* const clock = const_cast<wall_clock*>(&clock_); // read only
    must(sqlite3_create_function(made, "julianday", 1, SQLITE_UTF8, clock, julian_day, nullptr, nullptr),
         "take the clock");
    auto* const name = const_cast<std::int64_t*>(&server); // read only
    must(sqlite3_create_function(made, "server_name", 0, SQLITE_UTF8, name, server_name, nullptr, nullptr),
         "take a name");
    return owned;
}

sql::connector sim_database::connector() {
    return [this](const sql::options&) -> result<std::unique_ptr<sql::connection>> {
        if (frozen_ || strikes(habits_.lost)) return away("database", "it refuses the connection");
        return std::unique_ptr<sql::connection>{std::make_unique<link>(*this)};
    };
}

sql::options sim_database::options() {
    return {.kind = sql::dialect::sqlite, .name = "stores.sim", .file = "nowhere"};
}

sim_database::trouble sim_database::next_trouble() {
    if (frozen_) return trouble::late;
    if (strikes(habits_.lost)) return trouble::lost;
    if (strikes(habits_.unanswered)) return trouble::unanswered;
    if (strikes(habits_.late)) return trouble::late;
    if (strikes(habits_.locked)) return trouble::locked;
    return strikes(habits_.twice) ? trouble::twice : trouble::none;
}

bool sim_database::deliver_one() {
    if (late_.empty()) return false;
    const auto at = late_.begin() + static_cast<std::ptrdiff_t>(dice_.below(late_.size())); // in any order
    const statement what = std::move(*at);
    late_.erase(at);
    if (!dice_.one_in(4)) static_cast<void>(run(main_.get(), what, 0));
    return true;
}

void sim_database::keep() {
    kept_.push_back(open(telling_apart_ ? replica_ : server_));
    copy(main_.get(), kept_.back().get());
    if (kept_.size() > most_kept) kept_.pop_front();
}

bool sim_database::fail_over(std::size_t back) {
    if (kept_.empty()) return false;
    go_back_to(std::min(back, kept_.size() - 1), telling_apart_ ? ++newest_ : server_);
    return true;
}

bool sim_database::come_back(std::size_t back, const std::string& reigning) {
    if (kept_.empty() || before_ == 0) return false;
    back = std::min(back, kept_.size() - 1);
    const auto known = ask(kept_[kept_.size() - 1 - back].get(), reigning);
    const bool knows_of_this = !known.empty() && known.front() != name_of(before_);
    if (knows_of_this) {
        go_back_to(back, before_);
        return true;
    }
    if (clock_.steady() - since_ >= std::chrono::seconds{1}) return false;
    const handle own = std::exchange(left_, open(replica_));
    put_in_place(own.get(), before_);
    kept_.clear(); // of this one, which it has nothing of
    return true;
}

void sim_database::go_back_to(std::size_t back, std::int64_t server) {
    put_in_place(kept_[kept_.size() - 1 - back].get(), server);
    kept_.erase(kept_.end() - static_cast<std::ptrdiff_t>(back), kept_.end());
}

void sim_database::put_in_place(sqlite3* content, std::int64_t server) {
    copy(main_.get(), left_.get());
    copy(content, main_.get());
    before_ = std::exchange(server_, server);
    since_ = clock_.steady();
}

std::vector<std::string> sim_database::ask(const std::string& text) {
    return ask(main_.get(), text);
}

std::vector<std::string> sim_database::ask(sqlite3* in, const std::string& text) {
    std::vector<std::string> all;
    auto done = run(in, {text, {}}, 1);
    if (!done) throw std::runtime_error{done.error().message};
    for (auto& row : done->rows)
        all.push_back(row.front().value_or("NULL"));
    return all;
}

result<sim_database::outcome> sim_database::run(sqlite3* in, const statement& what, std::size_t columns) {
    ++done_;
    sqlite3_stmt* prepared = nullptr;
    const std::string text = comparing_ ? what.text : credulous(what.text);
    const int parsed = sqlite3_prepare_v2(in, text.c_str(), -1, &prepared, nullptr);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> held{prepared, sqlite3_finalize};
    if (parsed == SQLITE_OK) {
        for (std::size_t i = 0; i < what.values.size(); ++i)
            bind(prepared, static_cast<int>(i + 1), what.values[i]);
        outcome got;
        int step = sqlite3_step(prepared);
        for (; step == SQLITE_ROW; step = sqlite3_step(prepared)) {
            auto& row = got.rows.emplace_back();
            for (std::size_t i = 0; i < columns; ++i)
                row.push_back(cell_of(prepared, static_cast<int>(i)));
        }
        if (step == SQLITE_DONE) {
            got.changed = static_cast<std::uint64_t>(sqlite3_changes64(in));
            return got;
        }
    }
    const std::string words = sqlite3_errmsg(in);
    const bool missing = words.find("no such table") != std::string::npos;
    return error{missing ? errc::invalid_settings : errc::state_unusable, "the simulated database: " + words};
}

void sim_database::copy(sqlite3* from, sqlite3* to) {
    sqlite3_backup* const way = sqlite3_backup_init(to, "main", from, "main");
    if (way == nullptr) must(SQLITE_ERROR, "begin a copy");
    sqlite3_backup_step(way, -1);
    must(sqlite3_backup_finish(way), "copy");
}

} // namespace vesta::testing
