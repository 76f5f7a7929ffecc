#include "open_fixture.hpp"

#include <vesta/source/waiting.hpp>
#include <vesta/sql/connection.hpp>

#include <future>
#include <mutex>
#include <thread>

// A start that waits for its machine ID: 0.1.0 rested for the whole lease, ten minutes with reserve-ahead: 10min, and
// nothing could end that; generators that need no machine ID waited along.
namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// Two instances of one name on one table in SQLite: the second has to wait for the first.
class a_start_that_waits : public open_test {
  protected:
    a_start_that_waits() {
        const auto link = sql::connection::open({.kind = sql::dialect::sqlite, .file = file()}).value();
        link->execute("CREATE TABLE DB_MACHINE_ID_PROVIDER (ID BIGINT NOT NULL PRIMARY KEY, IP VARCHAR(64))").value();
        link->execute("INSERT INTO DB_MACHINE_ID_PROVIDER VALUES (5, NULL)").value();
        // A machine ID never used waits out the longest reservation, which is to be short here.
        EXPECT_TRUE(instance::open(given("10ms")).value()->close());
        first_ = instance::open(given()).value();
    }

    std::string file() const { return (folder_ / "vesta.db").string(); }

    settings given(const std::string& ahead = "10min") const {
        return read(
            "instance: 10.0.0.7\n"
            "machine-id: { provider: database, database: { store: main, mode: vesta-table } }\n"
            "stores: { main: { kind: sqlite, file: " +
            file() +
            " } }\n"
            "generators: { default: { kind: vesta }, segment: { kind: segment, store: main, auto-create: {} } }\n"
            "clock: { reserve-ahead: " +
            ahead + " }\n");
    }

    static result<id> one_of(instance& from, const stream_query& query) {
        id made;
        auto& source = *from.published(gen_method::embedded).stream(query).value();
        auto done = generate_all(source, {&made, 1}, system_wall_clock());
        return done ? result<id>{made} : std::move(done).error();
    }

    std::unique_ptr<instance> first_; // alive, with machine ID 5
};

TEST_F(a_start_that_waits, lets_generators_that_need_no_machine_id_serve_at_once) {
    std::mutex guard;
    std::string said;
    const auto second = instance::open(given(), {.in_background = true,
                                                 .log =
                                                     [&](severity, std::string_view line) {
                                                         const std::lock_guard held{guard};
                                                         said.append(line).append("\n");
                                                     }})
                            .value();
    EXPECT_TRUE(second->starting());
    EXPECT_TRUE(one_of(*second, {.generator = "segment", .tag = "order"}));
    const auto refused = one_of(*second, {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::not_ready);
    EXPECT_THAT(refused.error().message, HasSubstr("there is no machine ID yet: machine ID 5 of "));
    EXPECT_GT(refused.error().retry_after, 9min) << "the lease of ten minutes, and ten seconds";
    const auto status = second->published(gen_method::embedded).status().front();
    EXPECT_FALSE(status.ready);
    EXPECT_GT(status.ready_in, 9min);
    EXPECT_TRUE(status.machines.empty());
    ASSERT_TRUE(first_->close());
    for (int i = 0; i < 3000 && second->starting(); ++i)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(one_of(*second, {})) << "the first gave its machine ID back";
    EXPECT_TRUE(second->close());
    EXPECT_THAT(said, HasSubstr("no machine ID yet: "));
    EXPECT_THAT(said, HasSubstr("\nmachine ID 5 is held\n"));
    EXPECT_EQ(said.find("no machine ID yet"), said.rfind("no machine ID yet")) << "it is said once: " << said;
}

TEST_F(a_start_that_waits, ends_with_the_patience_it_was_given) {
    const auto second = instance::open(given(), {.patience = 20ms});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, errc::in_use);
}

TEST_F(a_start_that_waits, is_ended_by_its_stop_token) {
    std::stop_source stop;
    std::jthread later{[&stop] { stop.request_stop(); }};
    const auto second = instance::open(given(), {.stop = stop.get_token()});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, errc::closed);
    EXPECT_THAT(second.error().message, HasSubstr("opening was cancelled while it waited: machine ID 5"));
}

TEST_F(a_start_that_waits, may_be_closed_meanwhile) {
    const auto second = instance::open(given(), {.in_background = true}).value();
    EXPECT_TRUE(second->close());
    EXPECT_EQ(one_of(*second, {}).error().code, errc::closed);
}

TEST_F(a_start_that_waits, tells_of_an_error_that_no_waiting_cures_and_goes_on_where_others_serve) {
    ASSERT_TRUE(first_->close());
    const auto link = sql::connection::open({.kind = sql::dialect::sqlite, .file = file()}).value();
    link->execute("UPDATE DB_MACHINE_ID_PROVIDER SET ID = 5000").value();
    std::promise<error> told;
    const auto second =
        instance::open(given(), {.in_background = true, .failed = [&told](const error& why) { told.set_value(why); }})
            .value();
    const error why = told.get_future().get();
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("machine ID 5000"));
    EXPECT_TRUE(one_of(*second, {.generator = "segment", .tag = "order"}));
}

} // namespace
} // namespace vesta::embed
