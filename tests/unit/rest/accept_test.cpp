#include "http/accept.hpp"

#include <gtest/gtest.h>

#include <array>

namespace vesta::rest::http {
namespace {

constexpr std::array text_first{media::text, media::json};

std::optional<media> best_of(std::initializer_list<std::string_view> fields) {
    accept_set set;
    for (const std::string_view each : fields)
        set.add(each);
    return set.best(text_first);
}

TEST(accept, takes_the_first_form_where_the_client_does_not_care) {
    EXPECT_EQ(best_of({}), media::text);
    EXPECT_EQ(best_of({"*/*"}), media::text);
    EXPECT_EQ(best_of({"*"}), media::text);
    EXPECT_EQ(best_of({"text/plain, application/json"}), media::text);
}

TEST(accept, prefers_the_higher_weight) {
    EXPECT_EQ(best_of({"text/plain;q=0.4, application/json;q=0.5"}), media::json);
    EXPECT_EQ(best_of({"text/plain;q=0.5, application/json;q=.4"}), media::text);
    EXPECT_EQ(best_of({"text/plain;q=0.999, application/json"}), media::json);
}

TEST(accept, prefers_what_is_named_over_what_a_star_covers) {
    EXPECT_EQ(best_of({"*/*, application/json"}), media::json);
    EXPECT_EQ(best_of({"text/*, application/json"}), media::json);
    EXPECT_EQ(best_of({"application/*, */*"}), media::json);
}

TEST(accept, lets_an_exact_range_take_back_what_a_star_gave) {
    EXPECT_EQ(best_of({"*/*, text/plain;q=0"}), media::json);
    EXPECT_EQ(best_of({"text/plain;q=0, */*"}), media::json);
}

TEST(accept, takes_several_fields_as_one_list) {
    EXPECT_EQ(best_of({"image/png", "application/json"}), media::json);
}

TEST(accept, does_not_mind_case_spaces_and_parameters) {
    EXPECT_EQ(best_of({"  Application/JSON ; charset=utf-8 ; Q=0.1\t"}), media::json);
}

TEST(accept, has_nothing_where_all_is_refused) {
    EXPECT_EQ(best_of({"image/png"}), std::nullopt);
    EXPECT_EQ(best_of({"*/*;q=0"}), std::nullopt);
    EXPECT_EQ(best_of({""}), std::nullopt);
    EXPECT_EQ(best_of({"application/*+json"}), std::nullopt);
}

TEST(accept, passes_over_weights_that_are_none) {
    for (const std::string_view weight : {"2", "1.1", "-1", "0.1234", "", ".", "0,5", "x", "1.001"}) {
        const std::string field = "application/json;q=" + std::string{weight};
        EXPECT_EQ(best_of({field}), std::nullopt) << field;
    }
    EXPECT_EQ(best_of({"application/json;q=1.000"}), media::json);
    EXPECT_EQ(best_of({"application/json;q=1."}), media::json);
}

} // namespace
} // namespace vesta::rest::http
