// A column of PostgreSQL's type uuid sorts 128-bit IDs as they were made.
#include "support/random.hpp"
#include "support/sql_options.hpp"

#include <vesta/id/text_form.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace vesta::testing {
namespace {

class uuids_in_postgresql : public ::testing::TestWithParam<uuid_kind> {};

TEST_P(uuids_in_postgresql, sort_as_they_were_made) {
    auto random = random_source::announced();
    std::vector<uuid> made;
    for (std::uint64_t i = 0; i < 200; ++i) // ticks and sequences, with random bits of any size
        made.push_back(compose(GetParam(), id::from_bits(std::uint64_t{1} << 63 | random.bits() >> random.below(63)),
                               random.bits()));
    std::string values;
    for (const uuid& each : made)
        values += (values.empty() ? "('" : ",('") + to_text(each, text_form::uuid) + "'::uuid)";
    const auto sorted = sql::rows(*sql::connection::open(postgresql_options()).value(),
                                  "SELECT id::text FROM (VALUES " + values + ") AS made (id) ORDER BY id", {}, 1)
                            .value();
    std::ranges::sort(made);
    ASSERT_EQ(sorted.size(), made.size());
    for (std::size_t i = 0; i < made.size(); ++i)
        EXPECT_EQ(sorted[i].front(), to_text(made[i], text_form::uuid));
}

INSTANTIATE_TEST_SUITE_P(of_kind, uuids_in_postgresql, ::testing::Values(uuid_kind::uuid7, uuid_kind::ulid),
                         [](const auto& of) { return std::string{name(of.param)}; });

} // namespace
} // namespace vesta::testing
