#include "open_fixture.hpp"

#include <vesta/embed/machines.hpp>
#include <vesta/file/lease_memory.hpp>
#include <vesta/sql/machine_leases.hpp>

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;

class a_host_that_borrows_machine_ids : public open_test {
  protected:
    a_host_that_borrows_machine_ids() {
        clock_.set(std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now())); // the store's
    }

    std::string settings_of_host() const {
        return yaml("ids: { kind: vesta }", "provider: database, database: { store: main }",
                    "stores: { main: { kind: sqlite, file: " + database_ + " } }");
    }

    std::filesystem::path known_file() const {
        for (const auto& each : std::filesystem::directory_iterator{folder_ / "var"})
            if (each.path().filename().string().starts_with("leases-")) return each.path();
        return {};
    }

    sql::machine_leases table() const {
        return sql::machine_leases{std::make_shared<sql::connections>(
            sql::options{.kind = sql::dialect::sqlite, .name = "stores.main", .file = database_})};
    }

    const std::string database_ = (folder_ / "ids.db").string();
};

TEST_F(a_host_that_borrows_machine_ids, does_not_start_below_what_it_remembers_after_the_database_was_put_back) {
    {
        const auto first = open(settings_of_host()).value();
    }
    const lease_row given_back = table().rows().value().front();
    const auto memory = file::remember_leases(known_file(), {});
    EXPECT_EQ(memory->load(), (lease_memory::marks{{given_back.id, given_back.mark}}));
    // What a later process of this host wrote, and a restored backup lacks.
    memory->keep(given_back.id, given_back.mark + 5min, true);
    {
        const auto second = open(settings_of_host()).value();
    }
    EXPECT_EQ(table().row(given_back.id).value().version, given_back.version) << "another is to be had sooner";
    EXPECT_EQ(memory->load().size(), 2U);
}

// A clock was wrong when it was written: the machine ID would never be lent here again.
TEST_F(a_host_that_borrows_machine_ids, forgets_an_absurd_mark_when_an_operator_releases_the_machine_id) {
    {
        const auto first = open(settings_of_host()).value();
    }
    const machine_id id = table().rows().value().front().id;
    const auto memory = file::remember_leases(known_file(), {});
    memory->keep(id, std::chrono::floor<std::chrono::milliseconds>(clock_.now()) + 24h * 365 * 5, true);
    const auto told = release_machine(read(settings_of_host()), id, false);
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_THAT(*told, ::testing::HasSubstr("was dropped from " + known_file().string()));
    EXPECT_TRUE(memory->load().empty());
}

} // namespace
} // namespace vesta::embed
