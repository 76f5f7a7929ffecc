// Vesta's paths as each of its servers had them: rest.compatibility.
#include "talk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace vesta::testing {
namespace {

using rest::compatibility;
using ::testing::HasSubstr;

class vestas_paths : public ::testing::TestWithParam<compatibility> {
  protected:
    vestas_paths() {
        world.manners = GetParam();
        world.open();
    }

    heard say(const std::string& request) {
        talk with{world};
        with.say(request);
        return with.answers().back();
    }
    heard ask(std::string_view target, std::string_view method = "GET") { return say(get(target, {}, method)); }

    /// By POST, with a form of these parameters.
    heard post(std::string_view target, const std::string& form) {
        return say(get(target,
                       "Content-Type: application/x-www-form-urlencoded;charset=UTF-8\r\nContent-Length: " +
                           std::to_string(form.size()) + "\r\n",
                       "POST") +
                   form);
    }

    bool is(compatibility manners) const { return GetParam() == manners; }
    bool is_strict() const { return is(compatibility::own); }

    rest_world world;
};

constexpr std::array every{compatibility::own, compatibility::netty, compatibility::netty_2017, compatibility::boot};
constexpr std::array manners_names{"own", "netty", "netty_2017", "boot"};

INSTANTIATE_TEST_SUITE_P(as, vestas_paths, ::testing::ValuesIn(every),
                         [](const auto& each) { return manners_names.at(static_cast<std::size_t>(each.param)); });

TEST_P(vestas_paths, pass_over_unknown_parameters_where_those_did) {
    EXPECT_EQ(ask("/genid?_=123").status, is_strict() ? 400 : 200);
    EXPECT_EQ(ask("/expid?id=2407837855670862845&callback=x").status, is_strict() ? 400 : 200);
    EXPECT_EQ(ask("/v1/generators/default/ids?_=123").status, 400) << "a path of our own";
    EXPECT_EQ(ask("/api/segment/get/order?_=123").status, 200) << "Leaf's, which always did";
}

TEST_P(vestas_paths, take_the_value_of_a_repeated_parameter_that_those_took) {
    const heard answer = ask("/expid?id=1&id=2407837855670862845");
    if (is_strict()) {
        EXPECT_EQ(answer.status, 400);
    } else {
        EXPECT_THAT(answer.content, HasSubstr(is(compatibility::boot) ? R"("machine":1,)" : R"("machine":1021,)"));
    }
}

TEST_P(vestas_paths, take_any_method_where_those_did) {
    for (const std::string_view method : {"PUT", "DELETE", "PATCH"}) {
        EXPECT_EQ(ask("/genid", method).status, is_strict() ? 405 : 200) << method;
        EXPECT_EQ(ask("/api/segment/get/order", method).status, 405) << method;
    }
    const heard asked = ask("/genid", "OPTIONS");
    EXPECT_EQ(asked.status, 204);
    EXPECT_TRUE(asked.has_field("Allow: GET, HEAD, POST, OPTIONS"));
}

TEST_P(vestas_paths, read_forms_as_spring_did) {
    EXPECT_EQ(post("/expid", "id=2407837855670862845").status, is(compatibility::boot) ? 200 : 400);
    if (is(compatibility::boot)) {
        EXPECT_THAT(post("/expid?id=1", "id=2407837855670862845").content, HasSubstr(R"("machine":1,)"))
            << "the target's comes first";
        EXPECT_EQ(post("/expid", "id=%zz").status, 400);
    }
}

TEST_P(vestas_paths, have_the_content_types_of_those) {
    const std::string type = is(compatibility::boot) ? "application/json" : "text/plain";
    for (const char* const target : {"/genid", "/expid?id=1", "/makeid?time=1&seq=1", "/transtime?time=1"})
        EXPECT_TRUE(ask(target).has_field("\r\nContent-Type: " + type + "\r\n")) << target;
}

TEST_P(vestas_paths, print_times_as_those_did) {
    ::setenv("TZ", "Asia/Shanghai", 1);
    ::tzset();
    const std::string got = ask("/transtime?time=12758739123").content;
    ::unsetenv("TZ");
    ::tzset();
    const bool as_java = is(compatibility::netty_2017) || is(compatibility::boot);
    EXPECT_EQ(got, as_java ? "Thu May 28 16:05:39 CST 2015" : "2015-05-28 16:05:39.123");
}

TEST_P(vestas_paths, ask_for_what_is_missing) {
    const heard answer = ask("/makeid?time=1");
    EXPECT_EQ(answer.status, 400);
    EXPECT_THAT(answer.content, HasSubstr("both time and seq are required"));
}

} // namespace
} // namespace vesta::testing
