#include "open_fixture.hpp"

#include <vesta/sql/machine_leases.hpp>

#include <mutex>

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using std::chrono::days;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr days ten_years{3652};

class a_clock_set_far_ahead : public open_test {
  protected:
    /// Any thread of a service says what it sees first.
    open_options told() {
        return {.log = [this](severity, std::string_view line) {
            const std::lock_guard guard{guard_};
            if (line.starts_with("the wall clock")) log_.emplace_back(line);
        }};
    }

    /// What was said, once no thread is left that may be about to say more.
    const std::vector<std::string>& all_said(service& by) {
        EXPECT_TRUE(by.close());
        return log_;
    }

    static generator_status status(service& of) { return of.opened().published(gen_method::embedded).status().front(); }

    std::mutex guard_;
    std::vector<std::string> log_;
};

// U8: under a clock ten years ahead, and back, a server had IDs again in 315359991 s, and logged nothing.
TEST_F(a_clock_set_far_ahead, is_not_believed_and_said_and_ids_go_on) {
    auto ids = serve(yaml("default: { kind: vesta }"), told()).value();
    ASSERT_TRUE(ids.generate());
    clock_.jump(ten_years);
    ASSERT_TRUE(ids.generate());
    EXPECT_THAT(status(ids).clock_doubt, HasSubstr("the wall clock is 3652d ahead of"));
    EXPECT_TRUE(status(ids).ready) << "IDs are made";
    EXPECT_LT(*status(ids).reserved_until, start + 10s);
    clock_.jump(-ten_years);
    const id after = ids.generate().value();
    EXPECT_LT(ids.get("").value().explain(after).value().at, start + 10s);
    EXPECT_LT(clock_.now(), start + 10s) << "nobody waited";
    EXPECT_THAT(status(ids).clock_doubt, IsEmpty());
    EXPECT_THAT(all_said(ids), ElementsAre(HasSubstr("not believed"), HasSubstr("believed again")));
}

/// The marks say how long the host is up: this clock is turned to where that is and ten minutes on, which each start
/// takes for time that has passed.
class a_clock_set_far_ahead_between_two_starts : public a_clock_set_far_ahead {
  protected:
    void SetUp() override {
        clock_.rest(boot_clock::now().time_since_epoch() + 10min);
        clock_.set(start);
    }

    /// The time in an ID of a process that came and went.
    unix_ms time_of_one(const std::string& more = "", const std::string& machine = "property: { id: 1 }") {
        auto ids = serve(yaml("default: { kind: vesta }", machine, more), told()).value();
        const id made = answer_of(ids.get("").value()).value();
        return ids.get("").value().explain(made).value().at;
    }
};

// U8: one ID that was made five years ahead, and a clean exit, and the machine ID was of no use for five years.
TEST_F(a_clock_set_far_ahead_between_two_starts, is_not_believed_by_the_next_nor_by_the_one_after_it) {
    EXPECT_LT(time_of_one(), start + 10s);
    clock_.jump(ten_years);
    for (int i = 0; i < 3; ++i) {
        EXPECT_LT(time_of_one(), start + 1h) << "start " << i;
    }
    EXPECT_THAT(log_, ::testing::Each(HasSubstr("not believed")));
    EXPECT_EQ(log_.size(), 3U);
    clock_.set(start + 40min);
    EXPECT_LT(time_of_one(), start + 1h);
    EXPECT_EQ(log_.size(), 3U) << "it is right again";
}

TEST_F(a_clock_set_far_ahead_between_two_starts, is_believed_once_the_settings_say_so) {
    time_of_one();
    clock_.jump(ten_years);
    EXPECT_GT(time_of_one("clock: { max-forward: off }"), start + ten_years - 1h);
    EXPECT_GT(time_of_one(), start + ten_years - 1h) << "it is the time that was believed last";
}

// As on a host that knows the time some while after its start only: its mark is from before.
TEST_F(a_clock_set_far_ahead_between_two_starts, is_believed_where_it_was_only_set_right_after_the_first) {
    time_of_one();
    clock_.jump(-ten_years);
    static_cast<void>(serve(yaml("default: { kind: vesta }"), told()).value().generate());
    clock_.jump(ten_years);
    EXPECT_GE(time_of_one(), start);
    EXPECT_THAT(log_, IsEmpty());
}

/// SQLite reads this host's clock: it agrees with that of the test once that has jumped.
class a_clock_set_far_ahead_beside_a_local_database : public a_clock_set_far_ahead_between_two_starts {
  protected:
    static constexpr days a_year{365};

    void SetUp() override {
        a_clock_set_far_ahead_between_two_starts::SetUp();
        clock_.set(before_);
    }

    const unix_ms before_ = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now() - a_year);
    const std::string file_ = (folder_ / "ids.db").string();
    const std::string stores_ = "stores: { main: { kind: sqlite, file: " + file_ + " } }";
};

TEST_F(a_clock_set_far_ahead_beside_a_local_database, is_not_believed_because_machine_ids_are_registered_there) {
    const std::string registered = "register: main, property: { id: 1 }";
    EXPECT_LT(time_of_one(stores_, registered), before_ + 10s);
    clock_.jump(a_year);
    EXPECT_LT(time_of_one(stores_, registered), before_ + 1h);
    EXPECT_THAT(log_, ElementsAre(HasSubstr("not believed")));
}

TEST_F(a_clock_set_far_ahead_beside_a_local_database, is_not_believed_because_machine_ids_are_lent_there) {
    sql::machine_leases table{
        std::make_shared<sql::connections>(sql::options{.kind = sql::dialect::sqlite, .name = "main", .file = file_})};
    ASSERT_TRUE(table.rows()) << "makes the table";
    ASSERT_TRUE(table.put({.id = {0}, .instance = "old", .mark = before_ - 1h}, 0ms).value());
    auto ids = serve(yaml("default: { kind: vesta }", "provider: database, database: { store: main }", stores_), told())
                   .value();
    ASSERT_TRUE(answer_of(ids.get("").value()));
    clock_.jump(a_year);
    const id after = answer_of(ids.get("").value()).value();
    EXPECT_LT(ids.get("").value().explain(after).value().at, before_ + 1h);
    EXPECT_THAT(all_said(ids), ElementsAre(HasSubstr("not believed")));
}

TEST_F(a_clock_set_far_ahead, is_followed_where_the_settings_say_so) {
    for (const char* value : {"0", "off", "4000d"}) {
        const std::string more = std::string{"clock: { max-forward: "} + value + " }";
        auto ids = serve(yaml("default: { kind: vesta, gen-method: 1 }", "property: { id: 1 }", more), told()).value();
        clock_.jump(ten_years);
        EXPECT_THAT(status(ids).clock_doubt, IsEmpty()) << value;
    }
    EXPECT_THAT(log_, IsEmpty());
}

} // namespace
} // namespace vesta::embed
