#include "open_fixture.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/embed/gapless.hpp>

// Generators of kind gapless, from settings to numbers.
namespace vesta::embed {
namespace {

using ::testing::HasSubstr;

class numbers_of_gapless_settings : public open_test {
  protected:
    std::string with(const std::string& more = "") const {
        return yaml("invoice: { kind: gapless, tags: [ order, refund ]" + more + " }");
    }
    /// As `serve`, once the numbers were begun.
    result<service> begin(const std::string& text) {
        EXPECT_TRUE(open_numbers(read(text), "", book_start::anew, {}, clock_));
        return serve(text);
    }
    static std::int64_t number(const service& of, std::string_view tag, std::string_view key = {}) {
        const auto told = of.take_number({.generator = "invoice", .tag = tag}, key);
        EXPECT_EQ(told.number == 0, !told.why.message.empty()) << told.why.message;
        return told.number;
    }
    static std::string refusal(const service& of, const stream_query& query, std::string_view key = {}) {
        return of.take_number(query, key).why.message;
    }
};

TEST_F(numbers_of_gapless_settings, need_no_machine_id_and_go_on_after_a_start) {
    {
        auto ids = begin(with()).value();
        EXPECT_EQ(number(ids, "order"), 1);
        EXPECT_EQ(number(ids, "order", "k"), 2);
        EXPECT_EQ(number(ids, "refund"), 1);
    }
    EXPECT_TRUE(has_state("gapless-invoice.numbers"));
    EXPECT_FALSE(has_state("machine-1.embedded.lock"));
    auto ids = serve(with()).value();
    EXPECT_EQ(number(ids, "order", "k"), 2);
    EXPECT_EQ(number(ids, "order"), 3);
}

TEST_F(numbers_of_gapless_settings, keep_keys_as_long_as_the_settings_say) {
    auto ids = begin(with(", keys: 1h, most-keys: 2")).value();
    EXPECT_EQ(number(ids, "order", "k1"), 1);
    EXPECT_EQ(number(ids, "order", "k2"), 2);
    EXPECT_THAT(refusal(ids, {.generator = "invoice", .tag = "order"}, "k3"), HasSubstr("2 keys are kept"));
    clock_.rest(std::chrono::hours{1} + std::chrono::milliseconds{1});
    EXPECT_EQ(number(ids, "order", "k3"), 3);
    EXPECT_EQ(number(ids, "order", "k1"), 4);
}

// A wall clock that leaps ahead for a while would end all keys, and a retry would double an invoice.
TEST_F(numbers_of_gapless_settings, keep_keys_while_the_clock_is_not_believed) {
    auto ids = begin(with()).value();
    EXPECT_EQ(number(ids, "order", "k"), 1);
    clock_.jump(std::chrono::hours{24 * 400});
    EXPECT_EQ(number(ids, "order"), 2);
    EXPECT_EQ(number(ids, "order", "k"), 1);
}

TEST_F(numbers_of_gapless_settings, are_given_for_a_tag_that_the_settings_name) {
    auto ids = begin(with()).value();
    EXPECT_EQ(refusal(ids, {.generator = "invoice", .tag = "oder"}),
              "there is no tag 'oder'; the settings name: order, refund");
    EXPECT_THAT(refusal(ids, {.generator = "invoice"}), HasSubstr("a tag is missing"));
    EXPECT_THAT(refusal(ids, {.generator = "none"}), HasSubstr("there is no generator"));
    EXPECT_EQ(number(ids, "order"), 1) << "and none was lost";
}

TEST_F(numbers_of_gapless_settings, have_one_series_where_no_tags_are_named) {
    auto ids = begin(yaml("invoice: { kind: gapless }, default: { kind: vesta }")).value();
    EXPECT_EQ(ids.take_number({.generator = "invoice"}).number, 1);
    EXPECT_THAT(refusal(ids, {.generator = "invoice", .tag = "order"}), HasSubstr("has one series of numbers"));
    EXPECT_THAT(refusal(ids, {}), HasSubstr("is of kind vesta, not gapless"));
}

TEST_F(numbers_of_gapless_settings, are_not_handed_out_ahead) {
    auto ids = begin(with()).value();
    expect_refused(ids.get({.generator = "invoice", .tag = "order"}), errc::invalid_argument,
                   "gives each number for a call of its own");
}

TEST_F(numbers_of_gapless_settings, are_listed_and_made_void) {
    auto ids = begin(with()).value();
    EXPECT_EQ(number(ids, "order", "k"), 1);
    auto* const book = ids.gapless("invoice").value();
    ASSERT_TRUE(book->make_void({"order", 1, "mia", "a test"}));
    EXPECT_EQ(book->list("order", 1, 10).value().front().who, "mia");
    EXPECT_THAT(refusal(ids, {.generator = "invoice", .tag = "order"}, "k"),
                HasSubstr("was made void; use another key"));
    expect_refused(book->list("oder", 1, 10), errc::not_found, "there is no tag 'oder'");
    const auto status = ids.opened().published(gen_method::embedded).find("invoice").value()->status();
    EXPECT_TRUE(status.ready);
    EXPECT_EQ(status.kind, "gapless");
    EXPECT_EQ(status.numbers->counts.served, 1U);
}

// A file that was removed, or a folder that was not mounted, is no reason to give all numbers again.
TEST_F(numbers_of_gapless_settings, are_begun_by_an_operator_alone) {
    expect_refused(serve(with()), errc::state_unusable, "say so: vesta gapless begin --generator invoice");
    for (const auto start : {book_start::to_read, book_start::existing, book_start::moved})
        expect_refused(open_numbers(read(with()), "", start, {}, clock_), errc::state_unusable, "is missing");
    ASSERT_TRUE(open_numbers(read(with()), "", book_start::anew, {}, clock_));
    EXPECT_EQ(number(serve(with()).value(), "order"), 1);
    expect_refused(open_numbers(read(with()), "", book_start::anew, {}, clock_), errc::invalid_argument,
                   "a book is begun once");
}

TEST_F(numbers_of_gapless_settings, are_read_while_a_service_gives_them) {
    auto ids = begin(with()).value();
    EXPECT_EQ(number(ids, "order", "k"), 1);
    const auto seen = open_numbers(read(with()), "", book_start::to_read, {}, clock_).value();
    EXPECT_EQ(seen->list("order", 1, 10).value().front().key, "k");
    expect_refused(seen->make_void({"order", 1, "mia", "a test"}), errc::invalid_argument, "was opened to be read");
    EXPECT_EQ(number(ids, "order"), 2);
}

TEST_F(numbers_of_gapless_settings, are_not_ready_once_their_file_was_replaced) {
    auto ids = begin(with()).value();
    EXPECT_EQ(number(ids, "order"), 1);
    std::filesystem::remove(folder_ / "var" / "gapless-invoice.numbers");
    EXPECT_THAT(refusal(ids, {.generator = "invoice", .tag = "order"}), HasSubstr("was removed or replaced"));
    const auto status = ids.opened().published(gen_method::embedded).find("invoice").value()->status();
    EXPECT_FALSE(status.ready);
    EXPECT_THAT(status.why_not, HasSubstr("was removed or replaced"));
}

TEST_F(numbers_of_gapless_settings, are_given_by_one_process_at_a_time) {
    auto ids = begin(with()).value();
    expect_refused(serve(with()), errc::in_use, "generators.invoice: ");
}

class numbers_of_gapless_settings_in_a_database : public numbers_of_gapless_settings {
  protected:
    std::string in_database(const std::string& more = "") const {
        return yaml("invoice: { kind: gapless, store: main, tags: [ order, refund ]" + more + " }",
                    "property: { id: 1 }", "stores: { main: { kind: sqlite, file: " + file_.string() + " } }\n");
    }
    void put_back(const std::filesystem::path& copy) const {
        std::filesystem::copy_file(copy, file_, std::filesystem::copy_options::overwrite_existing);
        for (const char* beside : {"-wal", "-shm"})
            std::filesystem::remove(file_.string() + beside);
    }

    const std::filesystem::path file_ = folder_ / "numbers.db";
};

TEST_F(numbers_of_gapless_settings_in_a_database, go_on_after_a_start_and_are_shared_by_processes) {
    std::int64_t first = 0;
    {
        auto ids = begin(in_database()).value();
        auto other = serve(in_database()).value();
        EXPECT_EQ(first = number(ids, "order", "k"), 1);
        EXPECT_EQ(number(other, "order"), 2);
        EXPECT_EQ(number(other, "order", "k"), 1);
        EXPECT_EQ(number(ids, "refund"), 1);
    }
    EXPECT_FALSE(has_state("gapless-invoice.numbers"));
    auto ids = serve(in_database()).value();
    EXPECT_EQ(number(ids, "order", "k"), first);
    EXPECT_EQ(number(ids, "order"), 3);
    const auto void_by = open_numbers(read(in_database()), "invoice", book_start::existing, {}, clock_).value();
    EXPECT_TRUE(void_by->make_void({"order", 3, "mia", "a test"})) << "while a process gives numbers";
    EXPECT_EQ(ids.gapless("invoice").value()->list("order", 3, 1).value().front().who, "mia");
}

TEST_F(numbers_of_gapless_settings_in_a_database, are_begun_by_an_operator_alone) {
    expect_refused(serve(in_database()), errc::state_unusable, "say so: vesta gapless begin --generator invoice");
    ASSERT_TRUE(open_numbers(read(in_database()), "", book_start::anew, {}, clock_));
    expect_refused(open_numbers(read(in_database()), "", book_start::anew, {}, clock_), errc::invalid_argument,
                   "there are numbers of generator invoice already");
    EXPECT_EQ(number(serve(in_database()).value(), "order"), 1);
}

TEST_F(numbers_of_gapless_settings_in_a_database, are_not_given_where_its_file_was_put_back) {
    EXPECT_EQ(number(begin(in_database()).value(), "order"), 1);
    const auto backup = folder_ / "backup.db";
    std::filesystem::copy_file(file_, backup);
    EXPECT_EQ(number(serve(in_database()).value(), "order"), 2);
    put_back(backup);
    expect_refused(serve(in_database()), errc::state_unusable, "the database has lost numbers of generator invoice");
    ASSERT_TRUE(open_numbers(read(in_database()), "", book_start::moved, {}, clock_));
    EXPECT_EQ(number(serve(in_database()).value(), "order"), 2) << "as an operator decided";
}

TEST_F(numbers_of_gapless_settings_in_a_database, wait_for_a_database_that_is_away) {
    auto ids = serve(yaml("invoice: { kind: gapless, store: main }", "property: { id: 1 }",
                          "stores: { main: { kind: mysql, host: 127.0.0.1, port: 1, database: none, user: none } }\n"))
                   .value();
    const auto told = ids.take_number({.generator = "invoice"}, "k");
    EXPECT_EQ(told.number, 0);
    EXPECT_FALSE(told.unknown);
    EXPECT_EQ(name(told.why.code), name(errc::store_unavailable)) << told.why.message;
    EXPECT_FALSE(ids.opened().published(gen_method::embedded).find("invoice").value()->status().ready);
}

TEST_F(numbers_of_gapless_settings, end_with_the_service) {
    auto ids = begin(with()).value();
    ASSERT_TRUE(ids.close());
    EXPECT_THAT(refusal(ids, {.generator = "invoice", .tag = "order"}), HasSubstr("closed"));
}

TEST_F(numbers_of_gapless_settings, are_refused_with_settings_of_other_kinds) {
    for (const std::string wrong : {"tags: [ a, a ]", "tags: [ '' ]", "step: 5", "store: main", "table: t", "keys: 1s",
                                    "most-keys: 0", "order: strict", "outward: { keys: { 0: { key-env: K } } }"})
        expect_refused(parse_settings(yaml("invoice: { kind: gapless, " + wrong + " }"), "settings"),
                       errc::invalid_settings, "generators.invoice");
}

} // namespace
} // namespace vesta::embed
